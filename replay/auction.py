"""Naming trump: declarations, reinforcements, overturns, and the flip when nobody declares.

Owns params.md section D as far as a recorded hand shows it. Knows seats, no text. A bid is the cards
then lying on the table; the standing bid is the last of the history, taken as it happened.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from paipu.grammar.cards import (
    BIG_JOKER,
    LITTLE_JOKER,
    RANKS,
    Card,
    Cards,
    Rank,
    Seat,
    Suit,
    Trump,
    partner,
    rank_of,
    suit_of,
)
from paipu.replay.rules import RuleSet

__all__ = [
    "BidBreach",
    "BidKind",
    "BidPhase",
    "Bidding",
    "Flip",
    "Shown",
    "bid_breach",
    "bid_kind",
    "first_dealer",
    "flip",
    "trump_of",
]

BidKind = Literal[
    "single_level",
    "pair_level",
    "joker_pair",
    "mixed_jokers",
    "level_plus_joker",
    "level_plus_matching_joker",
    "pair_level_plus_joker",
    "pair_level_plus_matching_joker",
    "other",
]
BidPhase = Literal["deal", "before_kitty", "after_bury"]

_JOKERS: Final = (LITTLE_JOKER, BIG_JOKER)
_COLOUR: Final[dict[Suit, int]] = {"H": BIG_JOKER, "D": BIG_JOKER, "S": LITTLE_JOKER, "C": LITTLE_JOKER}
"""The joker of a suit's colour: big is red, little is black."""
_CLASS: Final[dict[BidKind, int]] = {
    "single_level": 1,
    "level_plus_joker": 1,
    "level_plus_matching_joker": 1,
    "pair_level": 2,
    "pair_level_plus_joker": 2,
    "pair_level_plus_matching_joker": 2,
    "joker_pair": 3,
    "mixed_jokers": 3,
}
"""One level card < a pair of them < a pair of jokers."""
_PAIRED: Final = {
    "single_level": "pair_level",
    "level_plus_joker": "pair_level_plus_joker",
    "level_plus_matching_joker": "pair_level_plus_matching_joker",
}


@dataclass(frozen=True, slots=True)
class Shown:
    """Cards one seat has shown."""

    seat: Seat
    cards: Cards


@dataclass(frozen=True, slots=True, kw_only=True)
class Bidding:
    """The moment at which something is shown; `history` holds what was shown before, in order.

    `flipped` says that nobody declared and the kitty was turned up.
    """

    rules: RuleSet
    level: Rank
    phase: BidPhase = "before_kitty"
    first_hand: bool = False
    history: tuple[Shown, ...] = ()
    flipped: bool = False

    @property
    def standing(self) -> Shown | None:
        return self.history[-1] if self.history else None

    @property
    def reinforced(self) -> bool:
        """Whether the standing pair was shown one card at a time."""
        return len(self.history) > 1 and _reinforces(self.history[-2], self.history[-1])

    def overturns(self) -> Iterator[Shown]:
        """What was shown over another seat's bid."""
        for before, shown in zip(self.history, self.history[1:], strict=False):
            if not _reinforces(before, shown):
                yield shown


@dataclass(frozen=True, slots=True)
class BidBreach:
    """Why a bid may not be made: the finding's code and the parameters it stands on."""

    code: str
    parameters: tuple[str, ...]


def bid_kind(cards: Cards, level: Rank) -> BidKind:
    """What is shown: level cards of one suit, jokers, both, or something else.

    >>> from paipu.grammar.cards import parse_cards
    >>> [bid_kind(parse_cards(text), "6") for text in ("S6", "S66", "BB", "BL", "S6 H6", "S6L", "H66L")]
    ... # doctest: +NORMALIZE_WHITESPACE
    ['single_level', 'pair_level', 'joker_pair', 'mixed_jokers', 'other', 'level_plus_matching_joker',
     'pair_level_plus_joker']
    """
    levels = [card for card in cards if rank_of(card) == level]
    jokers = [card for card in cards if card in _JOKERS]
    if len(levels) + len(jokers) != len(cards) or len(set(levels)) > 1 or len(levels) > 2:
        return "other"
    if not levels:
        return "other" if len(jokers) != 2 else "joker_pair" if jokers[0] == jokers[1] else "mixed_jokers"
    if not jokers:
        return "single_level" if len(levels) == 1 else "pair_level"
    if len(jokers) > 1:
        return "other"
    suit = suit_of(levels[0])
    matching = suit is not None and jokers[0] == _COLOUR[suit]
    if len(levels) == 1:
        return "level_plus_matching_joker" if matching else "level_plus_joker"
    return "pair_level_plus_matching_joker" if matching else "pair_level_plus_joker"


def trump_of(cards: Cards) -> Trump:
    """The trump a bid names; jokers alone name no-trump (`overturn_joker_result`).

    >>> from paipu.grammar.cards import parse_cards
    >>> trump_of(parse_cards("LC2")), trump_of(parse_cards("BB"))
    ('C', 'NT')
    """
    return next((suit for suit in map(suit_of, cards) if suit is not None), "NT")


def first_dealer(history: tuple[Shown, ...], rules: RuleSet) -> Seat | None:
    """Who deals the first hand after these bids; None where a schedule says it, or nobody bid."""
    if not history or rules["first_dealer"] == "schedule":
        return None
    moves = rules["overturn_changes_dealer_first_hand"]
    if moves == "only_no_trump":
        moves = trump_of(history[-1].cards) == "NT"
    return history[-1].seat if moves else history[0].seat


def bid_breach(bidding: Bidding, seat: Seat, cards: Cards) -> BidBreach | None:
    """Why `seat` may not show `cards` now, None when it may.

    >>> from paipu.grammar.cards import parse_cards
    >>> from paipu.replay.rules import load_rules
    >>> shown = Shown("N", parse_cards("H66"))
    >>> bidding = Bidding(rules=load_rules("hbut_2013"), level="6", history=(shown,))
    >>> breach = bid_breach(bidding, "W", parse_cards("C66"))
    >>> breach.code, breach.parameters[0]
    ('bid.not_higher', 'overturn_pair_over_pair')
    """
    kind = bid_kind(cards, bidding.level)
    if kind == "mixed_jokers" and bidding.rules["overturn_joker_pair"] == "any_two":
        kind = "joker_pair"
    standing = bidding.standing
    shown = Shown(seat, cards)
    if bidding.flipped and (standing is None or standing.seat != seat or not _reinforces(standing, shown)):
        breach = _flip_breach(bidding, kind)
        if breach or standing is None:
            return breach
    if standing is None:
        return _declare_breach(bidding, kind)
    if seat == partner(standing.seat) and bidding.rules["self_overturn"] == "not_own_side":
        return BidBreach("bid.own", ("self_overturn",))
    if seat == standing.seat:
        if _reinforces(standing, shown):
            return _reinforce_breach(bidding)
        own = _own_breach(bidding)
        if own:
            return own
    return _overturn_breach(bidding, kind, shown)


# --- declaring ------------------------------------------------------------------------------------


def _declare_breach(bidding: Bidding, kind: BidKind) -> BidBreach | None:
    rules = bidding.rules
    if not _allowed(kind, rules.words("declare_cards"), bidding):
        return BidBreach("bid.cards", ("declare_cards", "declare_joker_colour"))
    window = rules.word("declare_window")
    too_early = bidding.phase == "deal" and window == "after_deal_until_kitty_taken"
    closed = bidding.phase == "before_kitty" and window in ("during_deal", "until_last_card_drawn")
    if too_early or closed or bidding.phase == "after_bury":
        return BidBreach("bid.window", ("declare_window",))
    return None


def _allowed(kind: BidKind, names: tuple[str, ...], bidding: Bidding) -> bool:
    """Whether a kind is among the cards a parameter lists."""
    listed = {name.removesuffix("_later") for name in names if not (bidding.first_hand and "_later" in name)}
    if "pair_joker" in listed:
        listed.add("joker_pair")
    # The least that must be shown is named: a pair of it may always be shown at once.
    listed |= {_PAIRED[name] for name in listed & _PAIRED.keys()} if bidding.standing is None else set()
    if "single_level_alone" in listed:
        listed.add("single_level")
    any_colour = bidding.rules["declare_joker_colour"] != "matching"
    plain = kind.replace("_matching", "")
    return kind in listed or (plain in listed and (any_colour or kind != plain))


def _flip_breach(bidding: Bidding, kind: BidKind) -> BidBreach | None:
    """Why a flip may not be overturned so (`no_bid_overturn`)."""
    rule = bidding.rules["no_bid_overturn"]
    if rule == "no" or (rule == "no_after_bury" and bidding.phase == "after_bury"):
        return BidBreach("bid.overturn", ("no_bid_overturn",))
    if rule == "joker_pair_only":
        return None if kind == "joker_pair" else BidBreach("bid.cards", ("no_bid_overturn",))
    allowed = _allowed(kind, bidding.rules.words("overturn_cards"), bidding)
    return None if allowed else BidBreach("bid.cards", ("overturn_cards",))


# --- adding to one's own bid ----------------------------------------------------------------------


def _reinforces(before: Shown, shown: Shown) -> bool:
    """Whether the same seat lays the second identical level card beside its first."""
    one = [card for card in before.cards if card not in _JOKERS]
    two = [card for card in shown.cards if card not in _JOKERS]
    return before.seat == shown.seat and len(one) == 1 and two == one * 2


def _reinforce_breach(bidding: Bidding) -> BidBreach | None:
    if not bidding.rules.flag("reinforce_allowed"):
        return BidBreach("bid.reinforce", ("reinforce_allowed",))
    return BidBreach("bid.window", ("reinforce_allowed",)) if bidding.phase == "after_bury" else None


def _own_breach(bidding: Bidding) -> BidBreach | None:
    rule = bidding.rules["self_overturn"]
    alone = len(bidding.history) == 1
    if rule == "yes" or (rule == "once_before_others" and alone):
        return None
    if rule == "dealer_may_last" and bidding.phase == "after_bury":
        return None
    return BidBreach("bid.own", ("self_overturn",))


# --- overturning ----------------------------------------------------------------------------------


def _overturn_breach(bidding: Bidding, kind: BidKind, shown: Shown) -> BidBreach | None:
    return (
        _moment_breach(bidding)
        or _repeat_breach(bidding, kind, shown)
        or _cards_breach(bidding, kind, shown)
        or _height_breach(bidding, kind, shown)
    )


def _moment_breach(bidding: Bidding) -> BidBreach | None:
    rules = bidding.rules
    name = "overturn_first_hand" if bidding.first_hand else "overturn_later"
    if not rules.flag(name):
        return BidBreach("bid.overturn", (name,))
    if bidding.reinforced and rules["reinforce_effect"] == "immune_once_reinforced":
        return BidBreach("bid.reinforced", ("reinforce_effect",))
    windows = set(rules.words("overturn_window"))
    if bidding.first_hand and "before_kitty_taken_first_hand_only" in windows:
        windows.add("before_kitty_taken")
    if "after_declaration_until_first_lead" in windows:
        return None
    if bidding.phase == "after_bury":
        opened = {"after_bury", "after_bury_not_after_flip"} | ({"after_bury_later_only"} - _only(bidding))
    elif bidding.phase == "deal":
        opened = {"during_deal", "before_kitty_taken", "before_bury"}
    else:
        opened = {"before_kitty_taken", "before_bury"}
    return None if windows & opened else BidBreach("bid.window", ("overturn_window",))


def _only(bidding: Bidding) -> set[str]:
    return {"after_bury_later_only"} if bidding.first_hand else set()


def _repeat_breach(bidding: Bidding, kind: BidKind, shown: Shown) -> BidBreach | None:
    rule = bidding.rules["overturn_repeat"]
    again = any(True for _ in bidding.overturns())
    no_trump = bidding.standing is not None and trump_of(bidding.standing.cards) == "NT"
    broken = (
        (rule == "once" and again)
        or (rule == "after_overturn_only_no_trump" and again and kind != "joker_pair")
        or (rule == "no_trump_once_from_hand_2" and no_trump and not bidding.first_hand)
        or (rule == "each_pair_once" and shown.cards in [before.cards for before in bidding.history])
    )
    return BidBreach("bid.repeat", ("overturn_repeat",)) if broken else None


def _cards_breach(bidding: Bidding, kind: BidKind, shown: Shown) -> BidBreach | None:
    names = bidding.rules.words("overturn_cards")
    if _allowed(kind, names, bidding):
        return None
    over = bidding.standing
    if kind == "single_level" and "single_level_higher_suit" in names and over and len(over.cards) == 1:
        return None if _higher_suit(bidding, shown) else BidBreach("bid.not_higher", ("overturn_suit_order",))
    return BidBreach("bid.cards", ("overturn_cards",))


def _height_breach(bidding: Bidding, kind: BidKind, shown: Shown) -> BidBreach | None:
    standing = bidding.standing
    assert standing is not None
    under = _CLASS.get(bid_kind(standing.cards, bidding.level), 1)
    over = _CLASS[kind]
    if over == 2 and under == 3 and bidding.rules["overturn_joker_result"] == "no_trump_overturnable":
        return None
    if over < under:
        return BidBreach(
            "bid.not_higher", ("overturn_joker_over_level_pair",) if under == 3 else ("overturn_cards",)
        )
    if over == 1 or (over == 2 and under == 1):
        return None
    if over == 2:
        return _pair_breach(bidding, shown)
    if under == 3:
        return _joker_breach(bidding, shown)
    if under == 2:
        rule = bidding.rules["overturn_joker_over_level_pair"]
        barred = rule is False or (rule == "not_protected_pair" and bidding.reinforced)
        return BidBreach("bid.not_higher", ("overturn_joker_over_level_pair",)) if barred else None
    return None


def _pair_breach(bidding: Bidding, shown: Shown) -> BidBreach | None:
    standing = bidding.standing
    assert standing is not None
    rule = bidding.rules["overturn_pair_over_pair"]
    if rule == "any_suit" and trump_of(shown.cards) != trump_of(standing.cards):
        return None
    if rule == "by_suit_order" or (rule == "hand1_by_suit_order" and bidding.first_hand):
        if _higher_suit(bidding, shown):
            return None
        return BidBreach("bid.not_higher", ("overturn_pair_over_pair", "overturn_suit_order"))
    return BidBreach("bid.not_higher", ("overturn_pair_over_pair",))


def _higher_suit(bidding: Bidding, shown: Shown) -> bool:
    """Whether `shown` is of a higher suit than the standing bid (`overturn_suit_order`)."""
    standing = bidding.standing
    assert standing is not None
    descending = bidding.rules.word("overturn_suit_order").removeprefix("hand1_").split(">")
    over, under = trump_of(shown.cards), trump_of(standing.cards)
    if over not in descending or under not in descending:
        return False
    return descending.index(over) < descending.index(under)


def _joker_breach(bidding: Bidding, shown: Shown) -> BidBreach | None:
    standing = bidding.standing
    assert standing is not None
    rule = bidding.rules["overturn_joker_order"]
    counts = rule == "big_over_small" or (rule == "big_over_small_hand1_only" and bidding.first_hand)
    if counts and min(shown.cards) > max(standing.cards):
        return None
    return BidBreach("bid.not_higher", ("overturn_joker_order",))


# --- nobody declares ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Flip:
    """What happens when nobody declares: the trump (None if not fixed), a new deal, later overturns."""

    trump: Trump | None
    redeal: bool
    overturn: Literal["no", "any", "joker_pair"]
    parameters: tuple[str, ...]


def flip(kitty: Cards, level: Rank, first_hand: bool, rules: RuleSet, turned: Card | None = None) -> Flip:
    """What the kitty (from the top) makes trump when nobody declared.

    `turned` is the card turned up, for rules by which any may be.

    >>> from paipu.grammar.cards import parse_cards
    >>> from paipu.replay.rules import load_rules
    >>> flip(parse_cards("S8 L C6 H9 D4 S3 HT C7"), "8", False, load_rules("hbut_2013")).trump
    'H'
    """
    name = "no_bid_first_hand" if first_hand else "no_bid_later"
    rule = rules.word(name)
    if rule == "redeal":
        return Flip(None, True, "no", (name,))
    used = [name]
    if rule == "random_dealer_then_flip":
        rule = rules.word("no_bid_later")
        used.append("no_bid_later")
    if rule.startswith("flip_any") and turned in kitty:
        kitty, rule = kitty[kitty.index(turned) :], "flip_1"
    trump, more = _flipped(rule, kitty, level, rules)
    after = rules.word("no_bid_overturn")
    overturn: Literal["no", "any", "joker_pair"] = (
        "joker_pair" if after == "joker_pair_only" else "any" if after == "any" else "no"
    )
    return Flip(trump, False, overturn, (*used, *more, "no_bid_overturn"))


_PLACES: Final = (("flip_1", 0), ("flip_3", 2), ("flip_4", 3), ("flip_any", 2))
"""Which card counts; where any may be turned and none is named, the third is the usual one."""


def _flipped(rule: str, kitty: Cards, level: Rank, rules: RuleSet) -> tuple[Trump | None, tuple[str, ...]]:
    jokers = rules.word("no_bid_joker_flip")
    if rule == "no_trump":
        return "NT", ()
    if rule == "flip_first_level_else_largest":
        return _first_level(kitty, level, jokers)
    place = next((at for name, at in _PLACES if rule.startswith(name)), None)
    if place is None or place >= len(kitty):
        return None, ()
    card = kitty[place]
    if card not in _JOKERS:
        return trump_of((card,)), ()
    if jokers == "no_trump":
        return "NT", ("no_bid_joker_flip",)
    below = next((card for card in kitty[place + 1 :] if card not in _JOKERS), None)
    return (None if below is None else trump_of((below,))), ("no_bid_joker_flip",)


def _first_level(kitty: Cards, level: Rank, jokers: str) -> tuple[Trump | None, tuple[str, ...]]:
    """The first level card from the top; without one the suit of the largest card."""
    for card in kitty:
        if rank_of(card) == level:
            return trump_of((card,)), ()
        if card in _JOKERS and jokers == "no_trump":
            return "NT", ("no_bid_joker_flip",)
    plain = [card for card in kitty if card not in _JOKERS]
    if not plain:
        return None, ()
    return trump_of((max(plain, key=lambda card: RANKS.index(str(rank_of(card)))),)), ("no_bid_joker_flip",)
