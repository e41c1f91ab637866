"""Score-keeping written once more, from the sheets: points, kitty, level tables, the climb, who deals next.

Owns what a careful scorer at the table would write under each rule set. By rule set, not by parameter,
so that a wrong value in the data shows. Must not import the engine's score, kitty, levels or match.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from paipu.grammar.cards import RANKS, Cards, Rank, Seat, Side
from paipu.grammar.model import Record

__all__ = [
    "BIG_POINTS",
    "SCHEDULE",
    "Outcome",
    "Standing",
    "climb_to",
    "fine_of_throw",
    "kitty_factor",
    "ladder_of",
    "match_points",
    "next_seat",
    "outcome",
    "points_of_cards",
    "start_level",
    "winner_by_big_points",
    "winner_by_levels",
]

OTHER: dict[Side, Side] = {"NS": "EW", "EW": "NS"}
SIDE: dict[Seat, Side] = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
PARTNER: dict[Seat, Seat] = {"N": "S", "S": "N", "E": "W", "W": "E"}
COUNTER_CLOCKWISE: tuple[Seat, ...] = ("E", "N", "W", "S")
CLOCKWISE = {"clockwise_ace_to_king"}


def next_seat(seat: Seat, rules: str) -> Seat:
    """The next seat in the direction of play."""
    step = -1 if rules in CLOCKWISE else 1
    return COUNTER_CLOCKWISE[(COUNTER_CLOCKWISE.index(seat) + step) % 4]


# --- points ---------------------------------------------------------------------------------------


def points_of_cards(cards: Cards) -> int:
    """5 for a five, 10 for a ten or a king."""
    worth = {"5": 5, "T": 10, "K": 10}
    return sum(worth.get(RANKS[card % 13], 0) for card in cards if card < 52)


def kitty_factor(lead: tuple[int, ...], thrown: int, rules: str, *, trump: bool) -> int:
    """How often the kitty counts when the attackers win the last trick.

    `lead` are the components led in the last trick, each as its number of pairs (0 a single), the
    largest first; `thrown` is its number of cards; `trump` says whether trumps won it.
    """
    if rules == "clockwise_ace_to_king" and not trump:
        return 0  # only trumps capture the kitty
    largest = lead[0]
    cards_of_largest = 2 * largest or 1
    if len(lead) > 1:
        if rules == "online_basic":
            return int(2 ** (sum(lead) + 1))  # by the number of pairs
        if rules == "hbut_2013":
            return 0  # AAK and AKK, the only throws there are, capture nothing
        if rules in ("fen80", "jerryyyu"):
            return 2 * thrown
        if rules == "botzone":
            return 2 * cards_of_largest
    if rules in ("botzone", "godot"):
        return {0: 1, 1: 2}.get(largest, 2 * largest)
    if largest < 2:
        return (2, 4)[largest]
    if rules in ("swiss_8_rounds", "trade_union_stripped"):
        return 2 * largest + 2
    if rules in ("clockwise_ace_to_king", "fen80", "jerryyyu", "rbtying"):
        return 4 * largest
    return int(2 ** (largest + 1))


def fine_of_throw(thrown: int, led: int, beaten: int, rules: str) -> int:
    """Points for a failed throw: 10 for each card that counts."""
    counted = {
        "discussion_draft": thrown - 1,
        "pass_ten": thrown - led,
        "minzhengbu": thrown - led,
        "trade_union_stripped": thrown - led,
        "clockwise_ace_to_king": thrown - led,
        "botzone": beaten,
    }
    return 10 * counted.get(rules, 0)


# --- from points to levels ------------------------------------------------------------------------

Row = tuple[int, str, int]
"""Points from which the row holds, who deals next (D: the dealer side keeps the deal), levels gained."""

STD40: list[Row] = [(0, "D", 3), (5, "D", 2), (40, "D", 1), (80, "A", 0), (120, "A", 1), (160, "A", 2)]
TABLES: dict[str, list[Row]] = {
    "signal_cards": [(0, "D", 3), (5, "D", 2), (60, "D", 1), (120, "A", 0), (180, "A", 1), (240, "A", 2)],
    "discussion_draft": [
        (-155, "D", 7), (-115, "D", 6), (-75, "D", 5), (-35, "D", 4), (0, "D", 3), (5, "D", 2), (40, "D", 1),
        (80, "A", 0), (120, "A", 1), (160, "A", 2),
    ],
    "pass_ten": [
        (0, "D", 4), (5, "D", 3), (30, "D", 2), (55, "D", 1), (80, "A", 0), (100, "A", 1), (120, "A", 2),
    ],
    "hbut_2013": [(0, "D", 5), (5, "D", 3), (40, "D", 1), (80, "A", 0), (120, "A", 1), (165, "A", 2)],
    "botzone": [(0, "D", 3), (5, "D", 2), (40, "D", 1), (80, "A", 1), (120, "A", 2), (160, "A", 3)],
}  # fmt: skip
STEP = {"signal_cards": 60, "pass_ten": 20}
"""Above the last row one level more for each so many points; 40 where not named."""
CAP = {"clockwise_ace_to_king": 4, "hbut_2013": 5, "godot": 3}
FIXED_TOP = {"botzone"}
NO_FIGURE = {"super_edition": "D", "two_team": "DA", "annex3_sixteen_hands": ""}
"""Where the sheet gives no levels for the dealer side (D) or the attackers (A)."""


def levels_gained(points: int, rules: str) -> tuple[bool, int]:
    """Whether the attackers take the deal, and the levels that the next dealers gain."""
    if rules == "minzhengbu":
        if points >= 80:
            return True, (points - 80) // 20
        return False, 1 + (80 - points) // 20
    rows = TABLES.get(rules, STD40)
    if rules != "discussion_draft":
        points = max(points, 0)
    low, deal, gain = max((row for row in rows if row[0] <= points), default=rows[0])
    if (low, deal, gain) == rows[-1] and rules not in FIXED_TOP:
        gain += (points - low) // STEP.get(rules, 40)
    return deal == "A", min(gain, CAP.get(rules, gain))


# --- the climb ------------------------------------------------------------------------------------

LADDERS = {"pass_five": "2345", "pass_ten": "23456789T", "clockwise_ace_to_king": "A23456789TJQK"}
MUST_PLAY = {
    "swiss_8_rounds": "",
    "pass_five": "",
    "discussion_draft": "",
    "hbut_2013": "",
    "pass_ten": "T",
    "trade_union_stripped": "2JA",
    "minzhengbu": "2JA",
    "fen80": "25TK",
    "godot": "5TK",
}
"""Levels that may not be jumped over; the ace alone where not named."""
ONLY_BY_DEALING = {"minzhengbu", "fen80", "godot", "jerryyyu", "rbtying"}
"""A must-play level is left only by a side that dealt at it."""
SCHEDULE = "234556789TTJQKKA"
"""The levels of the sixteen hands of annex3_sixteen_hands."""


def ladder_of(rules: str) -> str:
    """The levels in the order in which they are climbed."""
    return LADDERS.get(rules, RANKS)


def start_level(rules: str) -> Rank:
    """The level of both sides at the start."""
    return ladder_of(rules)[0]  # type: ignore[return-value]


def climb_to(level: Rank, gain: int, rules: str, *, dealt: bool, free: str = "") -> tuple[Rank, bool, int]:
    """The level reached, whether the game is won, and the levels cut off by a must-play level.

    The last level is won by passing it; where it must be played, by dealing at it. `free` are levels
    that need not be played here.
    """
    ladder, must = ladder_of(rules), MUST_PLAY.get(rules, "A").replace(free or " ", "")
    at, top = ladder.index(level), len(ladder_of(rules)) - 1
    left = gain
    while left:
        here = ladder[at]
        entered = left < gain
        unplayed = entered or (not dealt and (at == top or rules in ONLY_BY_DEALING))
        if here in must and unplayed:
            return here, False, left  # type: ignore[return-value]
        if at == top:
            return here, True, 0  # type: ignore[return-value]
        at += 1
        left -= 1
    return ladder[at], False, 0  # type: ignore[return-value]


@dataclass
class Standing:
    """A match between two hands: levels, who dealt last, what a knock-back took away."""

    rules: str
    levels: dict[Side, Rank]
    dealer: Seat | None = None
    hand: int = 1
    restorable: tuple[Side, Rank] | None = None
    knocked_to_two: frozenset[Side] = frozenset()
    winner: Side | None = None

    @classmethod
    def start(cls, rules: str) -> Standing:
        """Both sides at the first level, nobody dealing yet."""
        level = start_level(rules)
        return cls(rules, {"NS": level, "EW": level})


@dataclass
class Outcome:
    """What the scorer writes behind a hand (`gain` None: no figure), and the match after it."""

    dealer_next: Side
    gain: int | None
    after: Standing = field(repr=False)


def outcome(
    standing: Standing,
    dealer: Seat,
    points: int,
    *,
    bonus: int = 0,
    knocked_back: bool = False,
    deal_lost: bool = False,
    level_lost: bool = False,
    free_gain: int = 1,
) -> Outcome:
    """The hand is over: who deals next and at what levels.

    `bonus` are levels for overturns, `knocked_back` says that a critical level card took the kitty
    (minzhengbu), `deal_lost` that a ruling ended the hand, `level_lost` that nobody declared and a joker was
    turned (eighty_points L232), `free_gain` is the rise where the sheet gives no figure.
    """
    rules, side = standing.rules, SIDE[dealer]
    levels = dict(standing.levels)
    after = Standing(rules, levels, hand=standing.hand + 1, knocked_to_two=standing.knocked_to_two)
    if rules == "annex3_sixteen_hands":
        after.dealer = next_seat(dealer, rules)  # all hands are fixed beforehand
        return Outcome(SIDE[after.dealer], 0, after)
    taken, gain = levels_gained(points, rules)
    if deal_lost:
        after.dealer = next_seat(dealer, rules)
        return Outcome(OTHER[side], 0, after)
    if knocked_back:
        critical = levels[side]
        levels[side] = "2" if critical == "J" else "J"
        after.restorable, after.dealer = (side, critical), PARTNER[dealer]
        if critical == "J":
            after.knocked_to_two |= {side}  # where 2 need not be played (十二)
        return Outcome(side, 0, after)
    riser = OTHER[side] if taken else side
    after.dealer = next_seat(dealer, rules) if taken else dealer if rules == "godot" else PARTNER[dealer]
    unwritten = ("A" if taken else "D") in NO_FIGURE.get(rules, "")
    gain = free_gain if unwritten else min(gain + bonus, CAP.get(rules, gain + bonus))
    restored = standing.restorable
    if restored and restored[0] == side and points < 40:
        levels[side] = restored[1]
        return Outcome(side, gain, after)
    free = "2" if riser in standing.knocked_to_two else ""
    level, won, cut = climb_to(levels[riser], gain, rules, dealt=riser == side, free=free)
    levels[riser] = level
    if rules == "minzhengbu" and cut:
        # What a must-play level cuts off is taken from the other side, not below 2.
        low = RANKS.index(levels[OTHER[riser]]) - cut
        levels[OTHER[riser]] = RANKS[max(low, 0)]  # type: ignore[assignment]
    if level_lost:
        levels[side] = ladder_of(rules)[max(ladder_of(rules).index(levels[side]) - 1, 0)]  # type: ignore[assignment]
    after.winner = riser if won else None
    return Outcome(riser, gain, after)


# --- the match ------------------------------------------------------------------------------------

BIG_POINTS = "0-35:4/0 40-75:3/1 80-115:1/3 120-:0/4"
"""A table of big points for annex3_sixteen_hands, whose own is lost."""
DEALERS_WIN_TIES = {"pass_five", "pass_ten", "clockwise_ace_to_king"}
DRAWN_TIES = {"swiss_8_rounds", "highest_level_timed"}


def winner_by_levels(standing: Standing) -> str | None:
    """Who is ahead when the time is up; None where equal levels leave it open."""
    ladder = ladder_of(standing.rules)
    ns, ew = (ladder.index(standing.levels[side]) for side in ("NS", "EW"))
    if ns != ew:
        return "NS" if ns > ew else "EW"
    return "draw" if standing.rules in DRAWN_TIES else None


def winner_by_big_points(records: Sequence[Record]) -> str:
    """Who has more big points after all hands."""
    total: dict[Side, int] = {"NS": 0, "EW": 0}
    for record in records:
        assert record.result is not None
        assert record.result.attackers is not None
        points = record.result.attackers
        attackers = 0 if points < 40 else 1 if points < 80 else 3 if points < 120 else 4
        dealers = SIDE[record.tag("Dealer")]  # type: ignore[index]
        total[dealers] += 4 - attackers
        total[OTHER[dealers]] += attackers
    if total["NS"] == total["EW"]:
        return "draw"
    return "NS" if total["NS"] > total["EW"] else "EW"


def match_points(rules: str, winner: str | None) -> str | None:
    """Points for the match: 2 for winning, in the one sheet 1 for losing, in the other 1 for a draw."""
    if rules not in ("swiss_8_rounds", "hbut_2013") or winner is None:
        return None
    if winner == "draw":
        return "NS:1 EW:1"
    lost = 1 if rules == "hbut_2013" else 0
    return f"NS:2 EW:{lost}" if winner == "NS" else f"NS:{lost} EW:2"
