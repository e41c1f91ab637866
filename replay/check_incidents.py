"""The incidents of a recorded hand: what the rules give for them, beside what was ruled, and the clocks.

Owns the incident phase of the audit. Incidents are read in `rulings`; penalties for faults that the audit
itself finds are in `proposals`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from paipu.grammar.cards import Rank, Seat, Side
from paipu.grammar.commands import commands
from paipu.grammar.model import Bid, Bury, Comment, Element
from paipu.grammar.seats import Naming
from paipu.grammar.vocabulary import INCIDENTS
from paipu.replay.rules import RuleSet

from .case import Case
from .check_tricks import Replayed
from .decisions import idle_incidents, weighed_incidents
from .incidents import TIME_LIMITS, Action, Penalty
from .incidents import Incident as Entry
from .messages import seat_en, seat_zh
from .outcome import Award
from .penalty_words import side_words
from .ruled_fields import number_in
from .rulings import ENDS, Faults, Ruled, due_for, entry_of, in_words, ruling_of, signed_points

__all__ = ["check_incidents"]


def check_incidents(case: Case, replayed: Replayed, faults: Faults) -> tuple[Ruled, ...]:
    """Weigh every incident of the main line; report rulings that differ from the rules.

    Of one that was dismissed, or decided anew later, nothing is due, and nothing is counted.
    """
    ruled = []
    count = dict(faults)
    idle = idle_incidents(case.record)
    for element, incident in case.record.incidents():
        if element in idle:
            ruled.append(Ruled(element=element, incident=incident))
            continue
        entry = entry_of(case, element, incident)
        earlier = dict(count)
        one = ruling_of(case, element, incident, entry, earlier, replayed)
        ruled.append(one)
        if one.side and one.counted:
            key = (one.side, incident.kind)
            count[key] = count.get(key, 0) + one.counted
        _compare(case, one, entry, earlier)
        _confirm(case, one, entry, replayed)
    _check_clocks(case)
    return tuple(ruled)


# --- comparing --------------------------------------------------------------------------------------


def _compare(case: Case, one: Ruled, entry: Entry | None, faults: Faults) -> None:
    """Report what was ruled otherwise than the rules say, or what is due and not written."""
    due = one.due
    if due is None or entry is None or "none_given" in due.effects:
        return
    if entry.side is None and entry.type in _OF_A_SIDE:
        return  # whose fault it was decides, and is not said
    naming = case.record.naming
    kind, kind_zh = INCIDENTS[entry.type]
    facts: dict[str, Any] = {
        "party": _party(one.incident.party, naming)[0],
        "party_zh": _party(one.incident.party, naming)[1],
        "kind": kind[0].upper() + kind[1:],
        "kind_zh": kind_zh,
        "due": in_words(due, naming)[0],
        "due_zh": in_words(due, naming)[1],
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
        other = due_for(entry, rules, faults)
        if one.points and _is_something_else(other):
            return True
        return one.points is not None and signed_points(other, entry) not in (None, one.points)

    if points_differ(case.rules):
        given = f"{one.points:+}"
        # A fine written by its size, without the sign it has for the attackers, may be a slip of the pen.
        size_only = one.signed is not None and one.points == -one.signed
        tell("incident.points", given, given, points_differ, (*names, "pen_points_direction"), size_only)
    award = one.award
    if award is None:
        return

    def levels_differ(rules: RuleSet) -> bool:
        other = due_for(entry, rules, faults)
        if award.levels is None:
            return False
        if other.levels is None:
            return _is_nothing(other) or (bool(other.deal) and not _LEFT_OPEN & {*other.effects})
        return dict(award.levels) != dict(other.levels)

    if levels_differ(case.rules):
        given = " ".join(_level_text(naming.called(side), by) for side, by in (award.levels or {}).items())
        tell("incident.levels", given, given, levels_differ, names)

    def deal_differs(rules: RuleSet) -> bool:
        other = due_for(entry, rules, faults)
        due_award = Award.of(other, entry.dealer_side)
        if one.incident.get("deal") is None or award.side is None:
            return False
        if _is_nothing(other):
            return True
        return due_award.side is not None and award.side != due_award.side

    if deal_differs(case.rules):
        given = one.incident.get("deal") or ""
        tell("incident.deal", given, given, deal_differs, names)

    def replay_differs(rules: RuleSet) -> bool:
        other = due_for(entry, rules, faults)
        return again and other.replay is False and not _LEFT_OPEN & {*other.effects}

    again = one.incident.get("replay") == "yes"
    if replay_differs(case.rules):
        tell("incident.replay", "", "", replay_differs, names)


_OF_A_SIDE: Final = frozenset({"card_count", "revoke", "wrong_play", "wrong_bury", "misdraw", "take_back"})
"""Types for which the rules decide by the side at fault."""
_LEFT_OPEN: Final = frozenset({"opponents_choose", "referee_decides", "organisers_decide", "depends_on_hand"})
"""Effects that leave it to somebody, or to what is not recorded, what is ruled."""


def _weighs(due: Penalty) -> bool:
    """Whether something is due that a score sheet would show."""
    heavy = ENDS | {"disqualified"}
    return bool(due.points or due.levels or due.deal or due.replay or heavy & {*due.effects})


def _is_nothing(due: Penalty) -> bool:
    """Whether the rules say that nothing is due."""
    return due.points == 0 and not (due.levels or due.deal or due.replay or due.effects)


def _is_something_else(due: Penalty) -> bool:
    """Whether something other than points is due, and nobody chooses."""
    return due.points is None and bool(due.levels or due.deal) and not _LEFT_OPEN & {*due.effects}


def _confirm(case: Case, one: Ruled, entry: Entry | None, replayed: Replayed) -> None:
    """A revoke that was ruled at the table and does not show in the cards: a note."""
    if entry is None or entry.type != "revoke" or entry.seat is None or not replayed.finished:
        return
    trick = number_in(one.incident.get("trick"))
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


def _party(party: Seat | Side | None, naming: Naming) -> tuple[str, str]:
    if party in ("E", "N", "W", "S"):
        return seat_en(party, naming), seat_zh(party, naming)
    if party in ("NS", "EW"):
        return side_words(party, naming)
    return "nobody named", "未指明"


def _level_text(side: str, by: int | Rank) -> str:
    return f"{side}{by:+}" if isinstance(by, int) else f"{side}:{by}"


# --- clocks -----------------------------------------------------------------------------------------

_CLOCK: Final = re.compile(r"(?:(\d{1,2}):)?(\d{1,2}):(\d{2})")


def _check_clocks(case: Case) -> None:
    """Time used (``[%emt 0:41]``) beyond the limit of the rules."""
    # What a decision is about stays beside it.
    ruled = {
        element.partition("i")[0]
        for element, one in weighed_incidents(case.record)
        if one.kind == "timeout" and one.get("finding") != "incident.time"
    }
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
