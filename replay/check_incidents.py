"""The incidents of a recorded hand: what the rules give for them, beside what was ruled.

Owns the incident phase of the audit, the penalties proposed for faults that the audit itself finds,
and the clocks. What an incident costs is decided in `incidents`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, get_args

from paipu.grammar.cards import Cards, Rank, Seat, Side, is_unknown, parse_cards, side_of
from paipu.grammar.commands import commands
from paipu.grammar.findings import Finding
from paipu.grammar.model import Bid, Bury, Comment, Element, Incident, Play
from paipu.grammar.seats import COMPASS, Naming, NotASeatError
from paipu.grammar.vocabulary import INCIDENTS
from paipu.replay.rules import RuleSet

from .case import Case
from .check_tricks import Replayed
from .incidents import INCIDENT_TYPES, TIME_LIMITS, Action, Choice, Found, IncidentType, Penalty, penalty
from .incidents import Incident as Entry
from .messages import seat_en, seat_zh
from .order import TRUMPS
from .outcome import Award
from .penalty_words import penalty_words, side_words
from .tricks import points_in

__all__ = ["Faults", "Proposal", "Ruled", "check_incidents", "propose"]

Faults = Mapping[Side, int]
"""How many faults in play each side has committed in the match so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled:
    """One incident of the record with what is due for it.

    `due` is None where the rules know no such incident. `points` are those written, to the attackers
    (negative: off theirs), `award` the rest of what was written; None where nothing was.
    """

    element: str
    incident: Incident
    side: Side | None = None
    """The side at fault, None where none or both are."""
    counted: int = 0
    """How many faults in play it adds to those of that side in the match."""
    due: Penalty | None = None
    points: int | None = None
    award: Award | None = None
    signed: int | None = None
    """The points due, to the attackers."""
    in_score: bool = False
    """Whether the replay of the tricks has fined it already (a failed throw)."""

    @property
    def written(self) -> bool:
        return self.points is not None or self.award is not None

    @property
    def pending(self) -> int:
        """Points that are due to the attackers though no ruling says so; 0 without any."""
        return 0 if self.written or self.in_score else self.signed or 0

    @property
    def decides(self) -> bool:
        """Whether deal or levels are due beside points, though no ruling says so."""
        due = self.due
        return bool(
            due and not self.written and (due.deal or due.levels or due.replay or _ENDS & {*due.effects})
        )


_ENDS: Final = frozenset({"hand_ends", "match_lost", "game_lost", "forfeit", "opponents_choose"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What the rules give for a fault the audit found: `finding` is its index in the audit.

    `points` are those due, to the attackers. `remark` says what a claim depends on; `outcome` what the
    hand would come to, None where that is left to a choice.
    """

    finding: int
    penalty: Penalty
    points: int | None
    remark: str = ""
    remark_zh: str = ""
    outcome: dict[str, Any] | None = None
    naming: Naming = COMPASS

    def to_dict(self) -> dict[str, Any]:
        """The JSON object; keys that do not apply are left out."""
        found: dict[str, Any] = {
            "finding": self.finding,
            "penalty": self.penalty.to_dict(),
            "message": _words(self.penalty, self.naming)[0],
            "message_zh": _words(self.penalty, self.naming)[1],
            "remark": self.remark or None,
            "remark_zh": self.remark_zh or None,
            "outcome": self.outcome,
        }
        return {key: value for key, value in found.items() if value is not None}


def _words(due: Penalty, naming: Naming) -> tuple[str, str]:
    """A penalty in one phrase, in English and in Chinese."""
    parts = penalty_words(due, naming)
    return "; ".join(en for en, _ in parts), "，".join(zh for _, zh in parts)


# --- incidents that are written ---------------------------------------------------------------------


def check_incidents(case: Case, replayed: Replayed, faults: Faults) -> tuple[Ruled, ...]:
    """Weigh every incident of the main line; report rulings that differ from the rules."""
    ruled = []
    count = dict(faults)
    for element, incident in case.record.incidents():
        entry = _entry(case, element, incident)
        earlier = dict(count)
        one = _ruled(case, element, incident, entry, earlier, replayed)
        ruled.append(one)
        if one.side:
            count[one.side] = count.get(one.side, 0) + one.counted
        _compare(case, one, entry, earlier)
        _confirm(case, one, entry, replayed)
    _check_clocks(case)
    return tuple(ruled)


_COUNTED: Final = frozenset({"revoke", "wrong_play", "take_back"})


def _ruled(
    case: Case,
    element: str,
    incident: Incident,
    entry: Entry | None,
    faults: Faults,
    replayed: Replayed,
) -> Ruled:
    due = _due(entry, case.rules, faults) if entry else None
    dealers = side_of(case.dealer) if case.dealer else None
    return Ruled(
        element=element,
        incident=incident,
        side=entry.side if entry and entry.side != "both" else None,
        counted=entry.faults if entry and entry.type in _COUNTED else 0,
        due=due,
        points=_number(incident.get("points"), signed=True),
        award=_award(incident, due, dealers, case.record.naming),
        in_score=_failed_throw(case, element, incident)[0] in replayed.fined_at,
        signed=_signed(due, entry),
    )


def _due(entry: Entry, rules: RuleSet, faults: Faults) -> Penalty:
    """What is due, counting the faults of that side in the match so far."""
    found = penalty(entry, rules)
    before = faults.get(entry.side, 0) if entry.side and entry.side != "both" else 0
    if not before or entry.type not in _COUNTED:
        return found
    together = penalty(replace(entry, count=before + entry.faults), rules)
    return together if {"match_lost", "game_lost"} & {*together.effects} else found


def _signed(due: Penalty | None, entry: Entry | None) -> int | None:
    """Points as counted for the attackers: a fault of theirs takes from them (`pen_points_direction`)."""
    if due is None or entry is None or due.points is None:
        return None
    if due.points == 0 or entry.side is None or entry.side == "both":
        return due.points if due.points == 0 else None
    return due.points if entry.by_dealers else -due.points


def _award(incident: Incident, due: Penalty | None, dealers: Side | None, naming: Naming) -> Award | None:
    levels = _levels(incident.get("levels"), naming)
    deal, again = _deal(incident, naming), incident.get("replay") == "yes"
    if levels is None and deal is None and not again:
        return None
    seat: Seat | None = deal if deal in ("E", "N", "W", "S") else None
    side: Side | None = deal if deal in ("NS", "EW") else side_of(seat) if seat else None
    ended = deal is not None or bool(due and Award.of(due, dealers).ends)
    return Award(
        levels=levels,
        side=side or (Award.of(due, dealers).side if due and ended else None),
        dealer=seat,
        again=again,
        scramble=bool(again and due and due.deal == "scramble"),
        ends=ended,
    )


def _deal(incident: Incident, naming: Naming) -> Seat | Side | None:
    """Who deals by a ruling; None where it does not say, or not readably."""
    try:
        return naming.party(incident.get("deal") or "")
    except NotASeatError:
        return None


def _entry(case: Case, element: str, incident: Incident) -> Entry | None:
    """The incident as the rules know it; None for kinds without a rule (claims, private ones)."""
    if incident.kind not in INCIDENT_TYPES:
        return None
    party = incident.party
    seat: Seat | None = party if party in ("E", "N", "W", "S") else None
    side: Side | None = party if party in ("NS", "EW") else side_of(seat) if seat else None
    entry = Entry(
        type=incident.kind,
        side=side,
        dealer_side=side_of(case.dealer) if case.dealer else None,
        seat=seat,
        dealer=case.dealer,
        count=_number(incident.get("count")),
        cards=_cards(incident.get("cards")),
        found=_word(incident.get("found"), Found),
        choice=_word(incident.get("choice"), Choice),
        level=case.header.level,
        action=_word(incident.get("action"), Action),
        seconds=_number(incident.get("seconds")),
        limit=_number(incident.get("limit")),
        minutes=_number(incident.get("minutes")),
        hand_no=case.header.hand_no or 2,
    )
    return _completed(case, element, incident, entry)


def _failed_throw(case: Case, element: str, incident: Incident) -> tuple[str, Play | None]:
    """The failed throw that an incident is about: its address and the play; ("", None) without one."""
    if incident.kind != "throw_fail":
        return "", None
    number = _number(incident.get("trick")) or _number(element.partition(".")[0])
    for trick, at, play in case.record.plays():
        about = incident.party in (None, play.seat, side_of(play.seat))
        if trick.number == number and play.tried and about:
            return f"{trick.number}.{at}", play
    return "", None


def _completed(case: Case, element: str, incident: Incident, entry: Entry) -> Entry:
    """What an entry leaves out and the record itself says."""
    record = case.record
    if entry.type == "throw_fail" and not entry.cards:
        _, play = _failed_throw(case, element, incident)
        return replace(entry, cards=play.tried or (), led=play.cards) if play else entry
    if entry.type == "wrong_bury" and entry.count is None:
        buried = [item for item in record.buries if entry.seat in (None, item.seat)]
        return replace(entry, count=len(buried[-1].cards)) if buried else entry
    if entry.type == "rebellion":
        hand = next((item.cards for item in record.deal if item.seat == entry.seat), None)
        if hand and not any(map(is_unknown, hand)):
            order = case.order
            trumps = sum(order.group(card) == TRUMPS for card in hand) if order else None
            return replace(entry, points_in_hand=points_in(hand), trumps_in_hand=trumps)
    return entry


# --- comparing --------------------------------------------------------------------------------------


def _compare(case: Case, one: Ruled, entry: Entry | None, faults: Faults) -> None:
    """Report what was ruled otherwise than the rules say, or what is due and not written."""
    due = one.due
    if due is None or entry is None or "none_given" in due.effects:
        return
    naming = case.record.naming
    kind, kind_zh = INCIDENTS[entry.type]
    facts: dict[str, Any] = {
        "party": _party(one.incident.party, naming)[0],
        "party_zh": _party(one.incident.party, naming)[1],
        "kind": kind[0].upper() + kind[1:],
        "kind_zh": kind_zh,
        "due": _words(due, naming)[0],
        "due_zh": _words(due, naming)[1],
    }

    def tell(
        code: str, given: str, given_zh: str, breaks: Any, names: tuple[str, ...], sign: bool = False
    ) -> None:
        case.report(
            code,
            {**facts, "given": given, "given_zh": given_zh},
            parameters=names,
            breaks=breaks,
            severity="note" if sign else None,
            element=one.element,
            place=one.incident,
        )

    if not one.written:
        if _weighs(due) and not one.in_score:
            tell("incident.penalty", "", "", None, due.parameters, sign=True)
        return
    names = due.parameters

    def points_differ(rules: RuleSet) -> bool:
        other = _due(entry, rules, faults)
        return one.points is not None and _signed(other, entry) not in (None, one.points)

    if points_differ(case.rules):
        given = f"{one.points:+}"
        # A fine written by its size, without the sign it has for the attackers, may be a slip of the pen.
        size_only = one.signed is not None and one.points == -one.signed
        tell("incident.points", given, given, points_differ, (*names, "pen_points_direction"), size_only)
    award = one.award
    if award is None:
        return

    def levels_differ(rules: RuleSet) -> bool:
        levels = _due(entry, rules, faults).levels
        return award.levels is not None and levels is not None and dict(award.levels) != dict(levels)

    if levels_differ(case.rules):
        given = " ".join(_level_text(naming.called(side), by) for side, by in (award.levels or {}).items())
        tell("incident.levels", given, given, levels_differ, names)

    def deal_differs(rules: RuleSet) -> bool:
        other = _due(entry, rules, faults)
        due_award = Award.of(other, entry.dealer_side)
        stated = one.incident.get("deal") is not None
        return stated and due_award.side is not None and award.side != due_award.side

    if deal_differs(case.rules):
        given = one.incident.get("deal") or ""
        tell("incident.deal", given, given, deal_differs, names)

    def replay_differs(rules: RuleSet) -> bool:
        return award.again and _due(entry, rules, faults).replay is False

    if replay_differs(case.rules):
        tell("incident.replay", "", "", replay_differs, names)


def _weighs(due: Penalty) -> bool:
    """Whether something is due that a score sheet would show."""
    return bool(due.points or due.levels or due.deal or due.replay or _ENDS & {*due.effects})


def _confirm(case: Case, one: Ruled, entry: Entry | None, replayed: Replayed) -> None:
    """A revoke that was ruled at the table and does not show in the cards: a note."""
    if entry is None or entry.type != "revoke" or entry.seat is None or not replayed.finished:
        return
    trick = _number(one.incident.get("trick"))
    for finding in case.findings:
        same = finding.seat == entry.seat and (trick is None or finding.trick == trick)
        if same and finding.phase == "tricks":
            return
    where = (f" in trick {trick}", f"第 {trick} 墩") if trick else ("", "")
    case.report(
        "incident.unconfirmed",
        {"seat": entry.seat, "where": where[0], "where_zh": where[1]},
        severity="note",
        element=one.element,
        place=one.incident,
    )


# --- clocks -----------------------------------------------------------------------------------------

_CLOCK: Final = re.compile(r"(?:(\d{1,2}):)?(\d{1,2}):(\d{2})")


def _check_clocks(case: Case) -> None:
    """Time used (``[%emt 0:41]``) beyond the limit of the rules."""
    ruled = {element.partition("i")[0] for element, one in case.record.incidents() if one.kind == "timeout"}
    for element, action, item, seat, trick, play in _timed(case):
        name = TIME_LIMITS[action]
        limit = case.rules[name]
        used = _used(item.after)
        if not isinstance(limit, int) or used is None or used <= limit or element in ruled:
            continue
        case.report(
            "incident.time",
            {"seat": seat, "given": used, "needed": limit},
            parameters=(name,),
            element=element,
            place=item,
            trick=trick,
            play=play,
        )


def _timed(case: Case) -> Iterator[tuple[str, Action, Element, Seat, int | None, int | None]]:
    standing = False
    for number, item in enumerate(case.record.auction, 1):
        if isinstance(item, Bury):
            yield f"a{number}", "bury", item, item.seat, None, None
        elif isinstance(item, Bid):
            if standing:
                yield f"a{number}", "overturn", item, item.seat, None, None
            standing = True
    for trick, at, play in case.record.plays():
        yield f"{trick.number}.{at}", "play", play, play.seat, trick.number, at


def _used(comments: tuple[Comment, ...]) -> int | None:
    """Seconds used as the comments behind an element say, None where they do not."""
    for comment in comments:
        for command in commands(comment):
            match = _CLOCK.fullmatch(command.value) if command.name == "emt" else None
            if match:
                hours, minutes, seconds = (int(part or 0) for part in match.groups())
                return hours * 3600 + minutes * 60 + seconds
    return None


# --- faults that the audit finds --------------------------------------------------------------------

_TYPES: Final[dict[str, IncidentType]] = {
    "follow.suit": "revoke",
    "follow.pair": "revoke",
    "follow.alike": "revoke",
    "follow.tractor": "revoke",
    "follow.fill": "revoke",
    "follow.count": "wrong_play",
    "lead.suits": "wrong_play",
    "lead.throw": "wrong_play",
    "turn.order": "out_of_turn",
    "turn.leader": "out_of_turn",
    "kitty.count": "wrong_bury",
    "bid.cards": "misdeclare",
    "bid.not_higher": "misdeclare",
    "incident.time": "timeout",
}
"""Findings that accuse somebody, and the type of incident that the rules have for them."""

_REMARKS: Final[dict[str, tuple[Found, str, str]]] = {
    "claim_at_once": (
        "trick_end",
        "only if it was claimed at once; claimed later, nothing changes",
        "须当场提出；过后提出的，不再追究",
    ),
    "until_reshuffled": (
        "after_hand",
        "only if it is claimed before the cards are shuffled again",
        "须在重新洗牌之前提出",
    ),
}


def propose(case: Case, ruled: tuple[Ruled, ...], faults: Faults) -> tuple[Proposal, ...]:
    """The penalties that the rules give for the errors found, those already ruled on left out."""
    taken = {(one.incident.kind, one.incident.party) for one in ruled}
    found = []
    for index, finding in enumerate(case.findings):
        kind = _TYPES.get(finding.code)
        seat = finding.seat
        if kind is None or seat is None or case.dealer is None or finding.severity != "error":
            continue
        if {(name, who) for name in (kind, "revoke", "wrong_play") for who in (seat, side_of(seat))} & taken:
            continue
        limit = _REMARKS.get(str(case.rules["pen_discovery_limit"])) if kind in _COUNTED else None
        entry = _fault(case, finding, kind, limit[0] if limit else "after_hand" if kind == "revoke" else None)
        due = _due(entry, case.rules, faults)
        if "none_given" in due.effects:
            continue
        remark, remark_zh = limit[1:] if limit else ("", "")
        found.append(
            Proposal(
                finding=len(case.record.findings) + index,
                penalty=due,
                points=_signed(due, entry),
                remark=remark,
                remark_zh=remark_zh,
                naming=case.record.naming,
            )
        )
    return tuple(found)


def _fault(case: Case, finding: Finding, kind: IncidentType, found: Found | None) -> Entry:
    seat = finding.seat
    assert seat is not None
    assert case.dealer is not None
    wrong = {"revoke", "wrong_play"}
    return Entry(
        type=kind,
        side=side_of(seat),
        dealer_side=side_of(case.dealer),
        seat=seat,
        dealer=case.dealer,
        count=len(finding.cards) if kind == "wrong_bury" else None,
        cards=finding.held[:1] if kind in wrong else finding.cards,
        found=found,
        level=case.header.level,
        hand_no=case.header.hand_no or 2,
    )


# --- reading fields ---------------------------------------------------------------------------------


def _party(party: Seat | Side | None, naming: Naming) -> tuple[str, str]:
    if party in ("E", "N", "W", "S"):
        return seat_en(party, naming), seat_zh(party, naming)
    if party in ("NS", "EW"):
        return side_words(party, naming)
    return "nobody named", "未指明"


def _level_text(side: str, by: int | Rank) -> str:
    return f"{side}{by:+}" if isinstance(by, int) else f"{side}:{by}"


_LEVEL: Final = re.compile(r"([A-Z]{2,4})\s*(?:([+-]\d{1,2})|[:=]\s*(10|[2-9TJQKA]))")


def _levels(text: str | None, naming: Naming) -> dict[Side, int | Rank] | None:
    """Levels awarded: ``NS+1``, ``EW-1 NS+2``, or the rank set, ``NS:J``; None if it is not that."""
    if not text or _LEVEL.sub("", text).strip(" ,"):
        return None
    try:
        return {
            naming.side(name): int(by) if by else rank.replace("10", "T")
            for name, by, rank in _LEVEL.findall(text)
        }
    except NotASeatError:
        return None


def _number(text: str | None, *, signed: bool = False) -> int | None:
    digits = (text or "").lstrip("+-") if signed else text or ""
    return int(text) if text and digits.isascii() and digits.isdecimal() and len(digits) < 7 else None


def _word(text: str | None, words: Any) -> Any:
    return text if text in get_args(words) else None


def _cards(text: str | None) -> Cards:
    try:
        return parse_cards(text) if text else ()
    except ValueError:
        return ()
