"""The tricks of a recorded hand, in order: who leads, whose turn it is, who wins.

Owns the walk through the tricks, of the main line and of any other. Goes on after each illegal play from
what was played, as the table did, and returns what the score is made of. Single plays are judged in
`check_plays`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from paipu.grammar.cards import Seat
from paipu.grammar.findings import Severity
from paipu.grammar.model import Trick
from paipu.replay.rules import RuleSet

from .case import Case
from .check_plays import SLIPS, check_follow, check_lead, tell
from .hands import ANY_NUMBER, Hands
from .messages import seat_en, seat_zh
from .order import TRUMPS
from .position import Position
from .shapes import components
from .tricks import ruff_parameters, winner_of

__all__ = ["Played", "Replayed", "Start", "check_tricks", "play_trick"]


@dataclass(frozen=True, slots=True)
class Start:
    """What holds before a trick: the position, who must lead and why (None: not known), its number."""

    position: Position
    expected: Seat | None
    reason: tuple[str, str]
    number: int


@dataclass(frozen=True, slots=True)
class Played:
    """One trick as replayed; `attackers` is their total after it, None when not certain."""

    number: int
    leader: Seat
    winner: Seat | None
    points: int
    attackers: int | None


@dataclass(slots=True)
class Replayed:
    """What the replay of the tricks came to.

    `starts` holds what held before each trick written, and behind the last one; `positions` the state
    before each play, by the address of the play, and `last` the finished last trick. `fines` are points
    to the attackers (negative: off theirs), `fined_at` the addresses of the failed throws they are for.
    """

    tricks: list[Played] = field(default_factory=list)
    starts: list[Start] = field(default_factory=list)
    positions: dict[str, Position] = field(default_factory=dict)
    last: Position | None = None
    captured: int | None = 0
    fines: int = 0
    fined_at: set[str] = field(default_factory=set)
    finished: bool = False


def check_tricks(case: Case, hands: Hands) -> Replayed:
    """Replay all tricks of the main line and report every play that breaks a rule."""
    replayed = Replayed()
    order, tricks = case.order, case.record.tricks
    reason = ("the dealer leads the first trick", "首墩由庄家领出")
    if order is None or not tricks:
        replayed.captured = 0 if order else None
        if order and case.dealer:
            position = Position(order, hands.holdings, case.dealer, case.dealer)
            replayed.starts.append(Start(position, case.dealer, reason, 1))
        return replayed
    first = tricks[0]
    expected: Seat | None = case.dealer if first.number == 1 else None
    leader = first.plays[0].seat if first.plays else None
    if leader is None:
        return replayed
    position = Position(order, hands.holdings, expected or leader, case.dealer, first.number)
    start = Start(position, expected, reason, first.number)
    for trick in tricks:
        replayed.starts.append(start)
        if trick.plays:
            start = play_trick(case, trick, start, replayed)
    replayed.starts.append(start)
    replayed.finished = _all_played(case)
    return replayed


def play_trick(case: Case, trick: Trick, start: Start, replayed: Replayed) -> Start:
    """Replay one trick of the record of `case`, from `start`; what holds before the next one.

    What it comes to is added to `replayed`, what is against the rules reported to `case`.
    """
    naming = case.record.naming
    # Where tricks are missing, who leads is not known.
    led_by = start.expected if trick.number == start.number else None
    position = _play(case, trick, start.position, led_by, start.reason, replayed)
    following = position.next_trick()
    winner = following.leader if position.finished and position.known else None
    replayed.last = position if position.finished else None
    replayed.captured = following.captured if position.finished else position.captured
    replayed.tricks.append(
        Played(trick.number, trick.plays[0].seat, winner, position.points, replayed.captured)
    )
    reason = start.reason
    if winner:
        reason = (
            f"{seat_en(winner, naming)} won trick {trick.number}",
            f"第 {trick.number} 墩由{seat_zh(winner, naming)}赢得",
        )
    return Start(following, winner, reason, trick.number + 1)


def _all_played(case: Case) -> bool:
    """Whether every seat has played as many cards as it was dealt."""
    counts: Counter[Seat] = Counter()
    for _, _, play in case.record.plays():
        counts[play.seat] += len(play.cards)
    return len(counts) == 4 and min(counts.values()) >= case.rules.number("hand_size")


def _play(
    case: Case,
    trick: Trick,
    position: Position,
    expected: Seat | None,
    reason: tuple[str, str],
    replayed: Replayed,
) -> Position:
    leader = trick.plays[0].seat
    # A play left out of the record shifts turns and leads: nobody is accused by what is missing.
    gap = len(trick.plays) < 4 and trick is not case.record.tricks[-1]
    unsure_lead = False
    if expected is not None and leader != expected:
        _tell_leader(case, trick, expected, reason, gap)
        unsure_lead = gap
    position = Position(
        position.order, position.hands, leader, position.dealer, trick.number, (), position.captured
    )
    in_turn = True
    plays, counted = case.damaged.plays(trick)
    for number, play in enumerate(plays, 1):
        at = f"{trick.number}.{number}"
        replayed.positions[at] = position
        if number > 1 and in_turn:
            in_turn = _check_turn(case, trick, number, position, gap)
        if number > 1:
            check_follow(case, trick, number, play, position, unsure_lead=unsure_lead)
        elif not unsure_lead:
            fine = check_lead(case, trick, play, position)
            replayed.fines += fine
            if fine:
                replayed.fined_at.add(at)
        position = position.play(play.seat, play.cards)
    if len(trick.plays) < 4:
        position = position.unrecorded(len(plays[0].cards) if counted else ANY_NUMBER)
    if not counted:
        position = position.doubted(leader, ANY_NUMBER)
    if gap:
        tell(case, "turn.short", {"given": len(trick.plays)}, trick, len(trick.plays), severity="warning")
    return position


def _tell_leader(case: Case, trick: Trick, expected: Seat, reason: tuple[str, str], gap: bool) -> None:
    leader = trick.plays[0].seat
    before = next((t for t in case.record.tricks if t.number == trick.number - 1), None)
    # A card nobody held in the trick before may be a slip of the pen, and the winner with it.
    slip = any(f.code in SLIPS and f.trick == trick.number - 1 for f in case.findings)

    def breaks(rules: RuleSet) -> bool:
        if before is None:
            return True
        winner = winner_of([play.cards for play in before.plays], case.order_under(rules))
        return before.plays[winner].seat != leader

    tell(
        case,
        "turn.leader",
        {"seat": leader, "other": expected, "reason": reason[0], "reason_zh": reason[1]},
        trick,
        1,
        parameters=_winner_parameters(case, before),
        breaks=breaks,
        severity="note" if slip or gap else None,
    )


def _winner_parameters(case: Case, before: Trick | None) -> tuple[str, ...]:
    """What the leader of a trick rests on: the rules by which the trick before was won."""
    if before is None or case.order is None or case.order.group_of_all(before.plays[0].cards) is None:
        return ("lead_rights",)
    lead = before.plays[0].cards
    ruffed = any(case.order.group_of_all(play.cards) == TRUMPS for play in before.plays[1:])
    if len(components(lead, case.order)) == 1 or not ruffed:
        return ("lead_rights", "compare_rule")
    return ("lead_rights", *ruff_parameters(lead, case.order))


def _check_turn(case: Case, trick: Trick, number: int, position: Position, gap: bool) -> bool:
    """Report a play out of turn; False once a trick is out of order, since the rest follows from it."""
    seat = trick.plays[number - 1].seat
    if any(laid.seat == seat for laid in position.table):
        tell(case, "turn.twice", {"seat": seat}, trick, number)
        return False
    if seat != position.turn:
        facts = {"seat": seat, "other": position.turn}
        severity: Severity | None = "note" if gap else None
        tell(case, "turn.order", facts, trick, number, parameters=("play_direction",), severity=severity)
        return False
    return True
