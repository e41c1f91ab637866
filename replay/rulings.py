"""The incidents of a record as the rules know them: the entry, what is due for it, what was ruled.

Owns reading an incident's fields and `Ruled`. Compares and reports nothing (`check_incidents`); what an
incident costs is decided in `incidents`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, get_args

from paipu.grammar.cards import Cards, Seat, Side, is_unknown, parse_cards, side_of
from paipu.grammar.model import Incident, Play
from paipu.grammar.seats import Naming
from paipu.replay.rules import RuleSet

from .case import Case
from .check_tricks import Replayed
from .decisions import weighed_incidents
from .incidents import INCIDENT_TYPES, Action, Choice, Found, Penalty, penalty
from .incidents import Incident as Entry
from .order import TRUMPS
from .outcome import Award
from .penalty_words import joined, penalty_words
from .ruled_fields import dealer_in, levels_in, number_in
from .tricks import points_in

__all__ = [
    "COUNTED",
    "ENDS",
    "Faults",
    "Ruled",
    "due_for",
    "entry_of",
    "in_words",
    "ruling_of",
    "signed_points",
]

Faults = Mapping[tuple[Side, str], int]
"""How many faults in play of each kind each side has committed in the match so far."""
COUNTED: Final = frozenset({"revoke", "wrong_play", "take_back"})
"""The types of incident that are such faults."""
ENDS: Final = frozenset({"hand_ends", "match_lost", "game_lost", "forfeit", "opponents_choose"})
"""Effects by which more than points is at stake."""


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
            due and not self.written and (due.deal or due.levels or due.replay or ENDS & {*due.effects})
        )


def ruling_of(
    case: Case,
    element: str,
    incident: Incident,
    entry: Entry | None,
    faults: Faults,
    replayed: Replayed,
) -> Ruled:
    """An incident with what is due for it; `entry` is it as the rules know it, `faults` those before it."""
    due = due_for(entry, case.rules, faults) if entry else None
    return Ruled(
        element=element,
        incident=incident,
        side=entry.side if entry and entry.side != "both" else None,
        counted=entry.faults if entry and entry.type in COUNTED else 0,
        due=due,
        points=number_in(incident.get("points"), signed=True),
        award=_award(case, element, incident, due),
        in_score=_failed_throw(case, element, incident)[0] in replayed.fined_at,
        signed=signed_points(due, entry),
    )


def due_for(entry: Entry, rules: RuleSet, faults: Faults) -> Penalty:
    """What is due, counting the faults of that side in the match so far."""
    found = penalty(entry, rules)
    # Of faults of one kind three are too many, or of all kinds together more than three.
    alike = rules["pen_accumulated"] != "more_than_3_faults_game_lost"
    before = sum(
        count
        for (side, kind), count in faults.items()
        if side == entry.side and (kind == entry.type or not alike)
    )
    if not before or entry.type not in COUNTED:
        return found
    together = penalty(replace(entry, count=before + entry.faults), rules)
    return together if {"match_lost", "game_lost"} & {*together.effects} else found


def signed_points(due: Penalty | None, entry: Entry | None) -> int | None:
    """Points as counted for the attackers: a fault of theirs takes from them (`pen_points_direction`)."""
    if due is None or entry is None or due.points is None:
        return None
    if due.points == 0 or entry.side is None or entry.side == "both":
        return due.points if due.points == 0 else None
    return due.points if entry.by_dealers else -due.points


def _award(case: Case, element: str, incident: Incident, due: Penalty | None) -> Award | None:
    """What was ruled beside points; None where nothing was."""
    naming, dealers = case.record.naming, side_of(case.dealer) if case.dealer else None
    # Dealt again before the first trick, the hand that the record goes on with is the new one.
    result = case.record.result
    played = element.startswith("a") and result is not None and result.state == "stated"
    scrambles = incident.kind == "rebellion" and case.rules["rebellion"] == "no_points_scramble"
    levels = levels_in(incident.get("levels"), naming)
    deal, again = dealer_in(incident.get("deal"), naming), incident.get("replay") == "yes"
    if levels is None and deal is None and not again:
        return None
    # Without a party the rules cannot say whether both sides were at fault and the deal is open.
    scramble = due is not None and (due.deal == "scramble" or (incident.party is None and bool(due.effects)))
    seat: Seat | None = deal if deal in ("E", "N", "W", "S") else None
    side: Side | None = deal if deal in ("NS", "EW") else side_of(seat) if seat else None
    ended = deal is not None or bool(due and Award.of(due, dealers).ends)
    return Award(
        levels=levels,
        side=side or (Award.of(due, dealers).side if due and ended else None),
        dealer=seat,
        again=again and not played,
        scramble=again and (scramble or scrambles),
        ends=ended,
    )


def entry_of(case: Case, element: str, incident: Incident) -> Entry | None:
    """The incident as the rules know it; None for kinds without a rule (claims, private ones)."""
    if incident.kind not in INCIDENT_TYPES:
        return None
    party = incident.party
    seat: Seat | None = party if party in ("E", "N", "W", "S") else None
    entry = Entry(
        type=incident.kind,
        side="both" if _is_of_both_sides(case, incident) else _side(party),
        dealer_side=side_of(case.dealer) if case.dealer else None,
        seat=seat,
        dealer=case.dealer,
        count=number_in(incident.get("count")),
        cards=_cards(incident.get("cards")),
        found=_word(incident.get("found"), Found),
        choice=_word(incident.get("choice"), Choice),
        level=case.header.level,
        action=_word(incident.get("action"), Action),
        seconds=number_in(incident.get("seconds")),
        limit=number_in(incident.get("limit")),
        minutes=number_in(incident.get("minutes")),
        hand_no=case.header.hand_no or 2,
    )
    return _completed(case, element, incident, entry)


def _side(party: Seat | Side | None) -> Side | None:
    match party:
        case None | "NS" | "EW":
            return party
        case _:
            return side_of(party)


def _is_of_both_sides(case: Case, incident: Incident) -> bool:
    """Whether cards too many or missing were found with both sides: then each names one of them."""
    if incident.kind != "card_count":
        return False
    alike = [_side(one.party) for _, one in weighed_incidents(case.record) if one.kind == incident.kind]
    return {"NS", "EW"} <= {*alike}


def _failed_throw(case: Case, element: str, incident: Incident) -> tuple[str, Play | None]:
    """The failed throw that an incident is about: its address and the play; ("", None) without one."""
    if incident.kind != "throw_fail":
        return "", None
    number = number_in(incident.get("trick")) or number_in(element.partition(".")[0])
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


def in_words(due: Penalty, naming: Naming) -> tuple[str, str]:
    """A penalty in one phrase, in English and in Chinese."""
    return joined(penalty_words(due, naming))


def _word(text: str | None, words: Any) -> Any:
    return text if text in get_args(words) else None


def _cards(text: str | None) -> Cards:
    try:
        return parse_cards(text) if text else ()
    except ValueError:
        return ()
