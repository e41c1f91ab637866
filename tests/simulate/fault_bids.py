"""Faults before the first trick: deal, level, bids, dealer, kitty.

Owns how they are planted. The cards that matter are put into chosen hands; everything after the fault is
played by the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

from paipu.grammar.cards import RANKS, SUITS, Cards, Rank, Seat, Suit, Trump, sort_cards
from paipu.grammar.model import Bid, Bury, Call, Incident, Record, Result
from paipu.replay.auction import Shown

from .dealing import first_dealer, trump_named
from .faults import Catalogue, Planted
from .match import Hand, finish_hand
from .scores import COUNTER_CLOCKWISE, PARTNER, SIDE
from .staging import BIG, LITTLE, level_cards, stage, standing_for

__all__ = ["FAULTS"]

FAULTS = Catalogue()
ALL = ("standard", "hbut_2013", "swiss_8_rounds", "trade_union_stripped", "rbtying")


class Setting:
    """A hand of the middle of a match, its seats from the dealer on, and a suit or two for the bids."""

    def __init__(self, rules: str, random: Random, *, first: bool = False) -> None:
        self.standing = standing_for(rules, random, first=first)
        self.random = random
        seats = list(COUNTER_CLOCKWISE)
        random.shuffle(seats)
        self.dealer: Seat = self.standing.dealer or seats[0]
        self.others: list[Seat] = [seat for seat in seats if seat != self.dealer]
        self.level: Rank = self.standing.levels[SIDE[self.dealer]]

    def bid(self, seat: Seat, cards: Cards, draw: int | None = 100) -> Bid:
        return Bid(seat=seat, cards=sort_cards(cards), draw=draw)

    def of(self, suit: Suit, count: int = 1) -> Cards:
        return level_cards(suit, self.level, count)


def finished(hand: Hand, random: Random) -> Record:
    return finish_hand(hand, random).record


# --- the deal -------------------------------------------------------------------------------------


def _plain(rules: str, random: Random) -> tuple[Setting, Hand]:
    """A hand without a fault: one declaration."""
    setting = Setting(rules, random)
    cards = setting.of("H")
    wants = {setting.dealer: cards}
    bids = [setting.bid(setting.dealer, cards)]
    hand = stage(setting.standing, random, wants=wants, bids=bids, trump="H", dealer=setting.dealer)
    return setting, hand


@FAULTS.add("a hand of 24", "deal.count", *ALL)
def deal_of_24(rules: str, random: Random) -> Planted:
    setting, hand = _plain(rules, random)
    seat = setting.others[0]
    record = finished(hand, random)
    deal = tuple(replace(each, cards=each.cards[:-1]) if each.seat == seat else each for each in record.deal)
    return Planted(replace(record, deal=deal), seat=seat, element="deal")


@FAULTS.add("a hand of 26, the last card a third copy", "deal.copies", *ALL)
def deal_of_26(rules: str, random: Random) -> Planted:
    setting, hand = _plain(rules, random)
    seat = setting.others[0]
    third = hand.opening.kitty.cards[0]
    record = finished(hand, random)
    deal = tuple(
        replace(each, cards=(*each.cards, third)) if each.seat == seat else each for each in record.deal
    )
    return Planted(replace(record, deal=deal), element="deal")


@FAULTS.add("a third copy of a card dealt for another", "deal.copies", *ALL)
def third_copy_dealt(rules: str, random: Random) -> Planted:
    setting, hand = _plain(rules, random)
    seat = setting.others[0]
    third = hand.opening.kitty.cards[0]
    record = finished(hand, random)
    deal = tuple(
        replace(each, cards=(*each.cards[:-1], third)) if each.seat == seat else each for each in record.deal
    )
    return Planted(replace(record, deal=deal), element="deal")


@FAULTS.add("a kitty of 7", "deal.kitty_count", *ALL)
def kitty_of_7(rules: str, random: Random) -> Planted:
    _, hand = _plain(rules, random)
    record = finished(hand, random)
    kitty = replace(hand.opening.kitty, cards=hand.opening.kitty.cards[:-1])
    return Planted(replace(record, kitty=kitty), element="deal")


@FAULTS.add(
    "a level that is not the dealer side's", "deal.level", "standard", "hbut_2013", "trade_union_stripped",
    "rbtying", "online_basic", "eighty_points",
)  # fmt: skip
def wrong_level_played(rules: str, random: Random) -> Planted:
    setting = Setting(rules, random)
    wrong = RANKS[(RANKS.index(setting.level) + random.choice((1, 2, 11))) % 13]
    cards = level_cards("H", wrong)  # type: ignore[arg-type]
    hand = stage(
        setting.standing,
        random,
        wants={setting.dealer: cards},
        bids=[setting.bid(setting.dealer, cards)],
        trump="H",
        dealer=setting.dealer,
        level=wrong,  # type: ignore[arg-type]
    )
    return Planted(finished(hand, random), element="deal")


# --- bids -----------------------------------------------------------------------------------------


def _declared(
    rules: str,
    random: Random,
    bids: Callable[[Setting], list[tuple[Seat, Cards]]],
    *,
    at: int = -1,
    first: bool = False,
    trump: Trump | None = None,
    late: int = 0,
) -> Planted:
    """A hand with these bids, of which the one at `at` is the fault; the last `late` come after the bury."""
    setting = Setting(rules, random, first=first)
    shown = bids(setting)
    wants: dict[Seat, Cards] = {}
    for seat, cards in shown:
        # What is shown lies on the table: a pair holds the single shown before.
        held = Counter(wants.get(seat, ())) | Counter(cards)
        wants[seat] = tuple(held.elements())
    draw = None if rules == "godot" else 100  # where bids are made after the deal
    made = [setting.bid(seat, cards, draw) for seat, cards in shown[: len(shown) - late]]
    after = [(setting.bid(seat, cards, None), None) for seat, cards in shown[len(shown) - late :] if late]
    dealer = first_dealer([Shown(*each) for each in shown], rules) if first else setting.dealer
    hand = stage(
        setting.standing,
        random,
        wants=wants,
        keeps=wants,
        bids=made,
        late=after,
        trump=trump or trump_named([Shown(*shown[-1])]),
        dealer=dealer,
        level=setting.level,
    )
    record = finished(hand, random)
    places = [number for number, item in enumerate(record.auction, 1) if isinstance(item, Bid)]
    return Planted(record, seat=record.bids[at].seat, element=f"a{places[at]}")


@FAULTS.add("bid with a card not held", "bid.not_held", *ALL, "online_basic")
def bid_not_held(rules: str, random: Random) -> Planted:
    setting = Setting(rules, random)
    one, two, *_ = setting.others
    cards = setting.of("H")
    wants = {one: setting.of("H", 2)}  # both lie with another
    hand = stage(
        setting.standing,
        random,
        wants=wants,
        bids=[setting.bid(two, cards)],
        trump="H",
        dealer=setting.dealer,
    )
    return Planted(finished(hand, random), seat=two, element="a1")


@FAULTS.add("bid with a card not yet drawn", "bid.not_drawn", *ALL, "online_basic")
def bid_not_drawn(rules: str, random: Random) -> Planted | None:
    setting = Setting(rules, random)
    seat, other = setting.others[:2]
    cards = setting.of("H")
    wants = {seat: cards, other: cards}
    hand = stage(setting.standing, random, wants=wants, trump="H", dealer=setting.dealer)
    drawn = next(each.cards for each in hand.opening.deal if each.seat == seat)
    place = drawn.index(cards[0])
    if place == 0:
        return None
    # When its holder has surely not more than `place` cards.
    hand.opening.auction.insert(0, setting.bid(seat, cards, random.randint(1, 4 * place)))
    return Planted(finished(hand, random), seat=seat, element="a1")


@FAULTS.add(
    "single level card over a single", "bid.cards", "standard", "swiss_8_rounds", "hbut_2013", "jerryyyu"
)
def single_over_single(rules: str, random: Random) -> Planted:
    return _declared(rules, random, lambda at: [(at.others[0], at.of("D")), (at.others[1], at.of("S"))])


@FAULTS.add(
    "level pair over a level pair where no suit is higher", "bid.not_higher",
    "standard", "swiss_8_rounds", "fen80", "jerryyyu", "rbtying",
)  # fmt: skip
def pair_over_pair(rules: str, random: Random) -> Planted:
    return _declared(rules, random, lambda at: [(at.others[0], at.of("D", 2)), (at.others[1], at.of("S", 2))])


@FAULTS.add(
    "overturn with a pair of a lower suit", "bid.not_higher", "hbut_2013", "annex3_sixteen_hands", "pass_ten",
    "highest_level_timed", "discussion_draft",
)  # fmt: skip
def lower_pair(rules: str, random: Random) -> Planted:
    return _declared(rules, random, lambda at: [(at.others[0], at.of("S", 2)), (at.others[1], at.of("H", 2))])


@FAULTS.add(
    "diamonds over clubs, where clubs are higher", "bid.not_higher", "hbut_2013", "annex3_sixteen_hands",
    "highest_level_timed",
)  # fmt: skip
def diamonds_over_clubs(rules: str, random: Random) -> Planted:
    return _declared(rules, random, lambda at: [(at.others[0], at.of("C", 2)), (at.others[1], at.of("D", 2))])


@FAULTS.add("clubs over diamonds, where diamonds are higher", "bid.not_higher", "pass_ten")
def clubs_over_diamonds(rules: str, random: Random) -> Planted:
    return _declared(rules, random, lambda at: [(at.others[0], at.of("D", 2)), (at.others[1], at.of("C", 2))])


@FAULTS.add("level pair over a joker pair", "bid.not_higher", "standard", "hbut_2013", "fen80", "rbtying")
def pair_over_jokers(rules: str, random: Random) -> Planted:
    return _declared(
        rules, random, lambda at: [(at.others[0], (LITTLE, LITTLE)), (at.others[1], at.of("S", 2))]
    )


@FAULTS.add(
    "little jokers over big ones", "bid.not_higher", "standard", "hbut_2013", "eighty_points", "pass_ten",
    "highest_level_timed",
)  # fmt: skip
def little_over_big(rules: str, random: Random) -> Planted:
    shown = lambda at: [  # noqa: E731
        (at.others[0], at.of("H")), (at.others[1], (BIG, BIG)), (at.others[2], (LITTLE, LITTLE)),
    ]  # fmt: skip
    return _declared(rules, random, shown)


@FAULTS.add(
    "one big and one little joker", "bid.cards", "standard", "hbut_2013", "eighty_points", "point_cards",
    "trade_union_stripped",
)  # fmt: skip
def mixed_jokers(rules: str, random: Random) -> Planted:
    return _declared(
        rules, random, lambda at: [(at.others[0], at.of("H")), (at.others[1], (BIG, LITTLE))], trump="NT"
    )


@FAULTS.add("declaration with two suits", "bid.cards", "standard", "hbut_2013", "online_basic", "minzhengbu")
def two_suits(rules: str, random: Random) -> Planted:
    return _declared(rules, random, lambda at: [(at.others[0], (*at.of("H"), *at.of("S")))], trump="H")


@FAULTS.add("level card without a joker", "bid.cards", "joker_declare", "godot")
def without_joker(rules: str, random: Random) -> Planted:
    return _declared(rules, random, lambda at: [(at.dealer, at.of("H"))])


@FAULTS.add("joker of the wrong colour", "bid.cards", "joker_declare", "godot")
def wrong_colour(rules: str, random: Random) -> Planted:
    return _declared(rules, random, lambda at: [(at.dealer, (LITTLE, *at.of("H")))])


@FAULTS.add(
    "overturn of one's own bid", "bid.own", "standard", "swiss_8_rounds", "hbut_2013", "trade_union_stripped",
    "point_cards", "fen80",
)  # fmt: skip
def own_overturn(rules: str, random: Random) -> Planted:
    return _declared(rules, random, lambda at: [(at.others[0], at.of("D")), (at.others[0], at.of("S", 2))])


@FAULTS.add("overturn of the partner's bid", "bid.own", "godot")
def partners_overturn(rules: str, random: Random) -> Planted:
    bids = lambda at: [  # noqa: E731
        (at.dealer, (BIG, *at.of("H"))), (PARTNER[at.dealer], (BIG, *at.of("D", 2))),
    ]  # fmt: skip
    return _declared(rules, random, bids, late=1)


@FAULTS.add("overturn of a reinforced pair", "bid.reinforced", "clockwise_ace_to_king", "botzone")
def over_reinforced(rules: str, random: Random) -> Planted:
    bids = lambda at: [  # noqa: E731
        (at.others[0], at.of("D")), (at.others[0], at.of("D", 2)), (at.others[1], (BIG, BIG)),
    ]  # fmt: skip
    return _declared(rules, random, bids)


@FAULTS.add("reinforcement after an overturn", "bid.not_higher", "fen80", "jerryyyu", "standard")
def reinforced_after_overturn(rules: str, random: Random) -> Planted:
    bids = lambda at: [  # noqa: E731
        (at.others[0], at.of("D")), (at.others[1], at.of("S", 2)), (at.others[0], at.of("D", 2)),
    ]  # fmt: skip
    return _declared(rules, random, bids)


@FAULTS.add("reinforcement where there is none", "bid.reinforce", "godot")
def reinforced(rules: str, random: Random) -> Planted:
    setting = Setting(rules, random)
    one = (BIG, *setting.of("H"))
    two = (BIG, *setting.of("H", 2))
    hand = stage(
        setting.standing,
        random,
        wants={setting.dealer: two},
        bids=[setting.bid(setting.dealer, cards, None) for cards in (one, two)],
        trump="H",
        dealer=setting.dealer,
    )
    return Planted(finished(hand, random), seat=setting.dealer, element="a2")


@FAULTS.add("no-trump overturned a second time", "bid.repeat", "swiss_8_rounds")
def no_trump_twice(rules: str, random: Random) -> Planted:
    bids = lambda at: [  # noqa: E731
        (at.others[0], at.of("H")), (at.others[1], (LITTLE, LITTLE)), (at.others[2], (BIG, BIG)),
    ]  # fmt: skip
    return _declared(rules, random, bids)


@FAULTS.add("one pair used twice", "bid.repeat", "minzhengbu")
def pair_twice(rules: str, random: Random) -> Planted:
    bids = lambda at: [  # noqa: E731
        (at.others[0], at.of("H", 2)), (at.others[1], at.of("S", 2)), (at.others[0], at.of("H", 2)),
    ]  # fmt: skip
    return _declared(rules, random, bids)


@FAULTS.add("a second overturn where there is one", "bid.repeat", "botzone")
def second_overturn(rules: str, random: Random) -> Planted:
    bids = lambda at: [  # noqa: E731
        (at.others[0], at.of("H")), (at.others[1], at.of("S", 2)), (at.others[2], (BIG, BIG)),
    ]  # fmt: skip
    return _declared(rules, random, bids)


@FAULTS.add("only no-trump after an overturn", "bid.repeat", "signal_cards")
def pair_after_overturn(rules: str, random: Random) -> Planted:
    bids = lambda at: [  # noqa: E731
        (at.others[0], at.of("H")), (at.others[1], at.of("C", 2)), (at.others[2], at.of("S", 2)),
    ]  # fmt: skip
    return _declared(rules, random, bids)


@FAULTS.add("overturn in hand 1", "bid.overturn", "highest_level_timed", "godot")
def overturn_in_hand_1(rules: str, random: Random) -> Planted:
    def bids(at: Setting) -> list[tuple[Seat, Cards]]:
        if rules == "godot":
            opponent = next(seat for seat in at.others if seat != PARTNER[at.dealer])
            return [(at.dealer, (BIG, *at.of("H"))), (opponent, (LITTLE, *at.of("S", 2)))]
        return [(at.others[0], at.of("D")), (at.others[1], at.of("S", 2))]

    late = 1 if rules == "godot" else 0
    return _declared(rules, random, bids, first=True, late=late)


@FAULTS.add(
    "overturn after the bury", "bid.window", "standard", "swiss_8_rounds", "trade_union_stripped",
    "point_cards",
    "jerryyyu", "rbtying",
)  # fmt: skip
def too_late(rules: str, random: Random) -> Planted:
    setting = Setting(rules, random)
    one, two, *_ = setting.others
    pair = setting.of("S", 2)
    hand = stage(
        setting.standing,
        random,
        wants={one: setting.of("H"), two: pair},
        keeps={two: pair},
        bids=[setting.bid(one, setting.of("H"))],
        late=[(setting.bid(two, pair, None), two)],
        trump="S",
        dealer=setting.dealer,
    )
    return Planted(finished(hand, random), seat=two, element="a3")


@FAULTS.add(
    "declaration after the bury",
    "bid.window",
    "standard",
    "hbut_2013",
    "swiss_8_rounds",
    "trade_union_stripped",
)
def declared_too_late(rules: str, random: Random) -> Planted:
    setting = Setting(rules, random)
    seat = setting.others[0]
    cards = setting.of("S")
    hand = stage(
        setting.standing,
        random,
        wants={seat: cards},
        keeps={seat: cards},
        late=[(setting.bid(seat, cards, None), None)],
        trump="S",
        dealer=setting.dealer,
    )
    return Planted(finished(hand, random), seat=seat, element="a2")


@FAULTS.add(
    "an overturn that is not higher, rejected at the table", "bid.not_higher", "swiss_8_rounds", "hbut_2013"
)
def rejected_overturn(rules: str, random: Random) -> Planted:
    """Trump stays that of the pair before."""
    bids = lambda at: [(at.others[0], at.of("C", 2)), (at.others[1], at.of("D", 2))]  # noqa: E731
    return _declared(rules, random, bids, trump="C")


@FAULTS.add("a barred suit called again", "bid.barred", "swiss_8_rounds", "discussion_draft")
def barred_suit(rules: str, random: Random) -> Planted:
    """A seat declares in the suit of which it has shown a wrong card."""
    planted = _declared(rules, random, lambda at: [(at.others[0], at.of("H"))])
    [record] = planted.records
    assert planted.seat
    wrong = Incident(kind="misdeclare", party=planted.seat, fields=(("cards", "H2"),))
    record = replace(record, auction=(wrong, *record.auction))
    return Planted(record, seat=planted.seat, element="a2")


@FAULTS.add("trump that is not the last bid's", "bid.trump", *ALL, "online_basic")
def trump_not_bid(rules: str, random: Random) -> Planted:
    return _declared(
        rules, random, lambda at: [(at.others[0], at.of("H"))], trump=random.choice(("S", "C", "D", "NT"))
    )


@FAULTS.add(
    "first dealer who is not the last shower", "bid.dealer", "hbut_2013", "clockwise_ace_to_king",
    "signal_cards",
    "trade_union_stripped", "fen80", "standard",
)  # fmt: skip
def not_last_shower(rules: str, random: Random) -> Planted:
    return _wrong_first_dealer(rules, random, deals=0)


@FAULTS.add(
    "first dealer who is not the first shower", "bid.dealer", "pass_five", "discussion_draft", "godot",
)  # fmt: skip
def not_first_shower(rules: str, random: Random) -> Planted:
    return _wrong_first_dealer(rules, random, deals=1)


def _wrong_first_dealer(rules: str, random: Random, *, deals: int) -> Planted:
    """Hand 1 with a bid and an overturn (none where there are none), dealt by the wrong one of the two."""
    setting = Setting(rules, random, first=True)
    one, two = setting.dealer, setting.others[0]
    joker = rules in ("pass_five", "godot")
    bids = [(one, (BIG, *setting.of("H")) if joker else setting.of("H"))]
    if rules != "godot":
        bids.append((two, (BIG, *setting.of("S", 2)) if joker else setting.of("S", 2)))
    hand = stage(
        setting.standing,
        random,
        wants=dict(bids),
        bids=[setting.bid(seat, cards, None if rules == "godot" else 100) for seat, cards in bids],
        trump="H" if rules == "godot" else "S",
        dealer=(one, two)[deals],
    )
    return Planted(finished(hand, random), seat=(one, two)[deals])


@FAULTS.add(
    "a draw number before that of the bid above", "bid.order", "standard", "hbut_2013", severity="warning"
)
def draws_in_disorder(rules: str, random: Random) -> Planted | None:
    planted = _declared(rules, random, lambda at: [(at.others[0], at.of("D")), (at.others[1], at.of("S", 2))])
    [record] = planted.records
    first, second, *rest = record.auction
    assert isinstance(second, Bid)
    drawn = next(each.cards for each in record.deal if each.seat == planted.seat)
    latest = max(place for place, card in enumerate(drawn) if card in second.cards)
    if latest > 23:
        return None
    record = replace(record, auction=(first, replace(second, draw=96), *rest))
    return Planted(record, seat=planted.seat, element=planted.element)


@FAULTS.add(
    "a draw number beyond the last card dealt", "bid.draw", "standard", "pass_ten", severity="warning"
)
def drawn_too_far(rules: str, random: Random) -> Planted:
    planted = _declared(rules, random, lambda at: [(at.others[0], at.of("D"))])
    [record] = planted.records
    first, *rest = record.auction
    assert isinstance(first, Bid)
    return Planted(
        replace(record, auction=(replace(first, draw=101), *rest)), seat=planted.seat, element="a1"
    )


# --- nobody declares ------------------------------------------------------------------------------


@FAULTS.add(
    "trump that is not the flip's", "kitty.flip", "swiss_8_rounds", "hbut_2013", "signal_cards",
    "highest_level_timed", "discussion_draft", "annex3_sixteen_hands", "trade_union_stripped", "standard",
)  # fmt: skip
def wrong_flip(rules: str, random: Random) -> Planted:
    place = {"hbut_2013": 3, "signal_cards": 2, "highest_level_timed": 2}.get(rules, 0)
    setting = Setting(rules, random)
    plain = [card for card in range(52) if RANKS[card % 13] != setting.level]
    kitty = tuple(random.sample(plain, place + 1))
    named = SUITS[kitty[place] // 13]
    wrong = random.choice([suit for suit in SUITS if suit != named])
    flip = Call(kind="flip", cards=kitty[place:])
    hand = stage(setting.standing, random, kitty=kitty, bids=[flip], trump=wrong, dealer=setting.dealer)  # type: ignore[arg-type]
    return Planted(finished(hand, random), element="a1")


@FAULTS.add(
    "a joker turned, and a suit played", "kitty.flip", "swiss_8_rounds", "hbut_2013", "signal_cards",
    "standard",
)  # fmt: skip
def joker_flip(rules: str, random: Random) -> Planted:
    place = {"hbut_2013": 3, "signal_cards": 2}.get(rules, 0)
    setting = Setting(rules, random)
    kitty = (*random.sample(range(52), place), BIG)
    flip = Call(kind="flip", cards=kitty[place:])
    hand = stage(setting.standing, random, kitty=kitty, bids=[flip], trump="H", dealer=setting.dealer)
    return Planted(finished(hand, random), element="a1")


@FAULTS.add(
    "overturn of a flip",
    "bid.overturn",
    "swiss_8_rounds",
    "discussion_draft",
    "pass_ten",
    "minzhengbu",
    "standard",
)
def flip_overturned(rules: str, random: Random) -> Planted:
    return _over_flip(rules, random, lambda at: (LITTLE, LITTLE))


@FAULTS.add("level pair over a flip", "bid.cards", "hbut_2013")
def pair_over_flip(rules: str, random: Random) -> Planted:
    return _over_flip(rules, random, lambda at: at.of("S", 2))


def _over_flip(rules: str, random: Random, cards: Callable[[Setting], Cards]) -> Planted:
    setting = Setting(rules, random)
    seat, shown = setting.others[0], cards(setting)
    plain = [card for card in range(52) if RANKS[card % 13] != setting.level]
    kitty = tuple(random.sample(plain, 4))
    place = 3 if rules == "hbut_2013" else 0
    hand = stage(
        setting.standing,
        random,
        wants={seat: shown},
        kitty=kitty,
        bids=[Call(kind="flip", cards=kitty[place : place + 1]), setting.bid(seat, shown, None)],
        trump=trump_named([Shown(seat, shown)]),
        dealer=setting.dealer,
    )
    return Planted(finished(hand, random), seat=seat, element="a2")


@FAULTS.add(
    "cards thrown in where the kitty names trump", "bid.redeal", "hbut_2013", "swiss_8_rounds",
    "eighty_points",
    "trade_union_stripped",
)  # fmt: skip
def redealt(rules: str, random: Random) -> Planted:
    """Nobody declares, and the hand is not played."""
    _, hand = _plain(rules, random)
    record = finished(hand, random)
    tags = tuple(tag for tag in record.tags if tag.name != "Trump")
    thrown_in = (Call(kind="redeal"),)
    record = replace(record, tags=tags, auction=thrown_in, tricks=(), result=Result(state="unfinished"))
    return Planted(record, element="a1")


@FAULTS.add("a rebellion", "bid.rebel", "discussion_draft")
def rebelled(rules: str, random: Random) -> Planted:
    """A hand laid open for a new deal, where no hand is weak enough."""
    setting = Setting(rules, random)
    cards = setting.of("H")
    hand = stage(
        setting.standing,
        random,
        wants={setting.dealer: cards},
        bids=[Call(kind="rebel", seat=setting.others[0]), setting.bid(setting.dealer, cards)],
        trump="H",
        dealer=setting.dealer,
    )
    return Planted(finished(hand, random), element="a1")


# --- the kitty ------------------------------------------------------------------------------------


def _buried(rules: str, random: Random, buries: int, burier: Seat | None = None) -> tuple[Setting, Hand]:
    setting = Setting(rules, random)
    cards = setting.of("H")
    hand = stage(
        setting.standing,
        random,
        wants={setting.dealer: cards},
        bids=[setting.bid(setting.dealer, cards)],
        trump="H",
        dealer=setting.dealer,
        buries=buries,
    )
    return setting, hand


@FAULTS.add("seven cards buried", "kitty.count", *ALL, "eighty_points")
def bury_of_7(rules: str, random: Random) -> Planted:
    setting, hand = _buried(rules, random, 7)
    return Planted(finished(hand, random), seat=setting.dealer, element="a2")


@FAULTS.add("nine cards buried", "kitty.count", *ALL, "eighty_points")
def bury_of_9(rules: str, random: Random) -> Planted:
    setting, hand = _buried(rules, random, 9)
    return Planted(finished(hand, random), seat=setting.dealer, element="a2")


@FAULTS.add("a card buried that is not held", "kitty.not_held", *ALL)
def bury_not_held(rules: str, random: Random) -> Planted:
    setting, hand = _buried(rules, random, 8)
    record = finished(hand, random)
    held = {*hand.opening.hands[setting.dealer], *hand.opening.buried}
    strange = random.choice([card for card in range(54) if card not in held])
    auction = tuple(
        replace(item, cards=sort_cards((*item.cards[1:], strange))) if isinstance(item, Bury) else item
        for item in record.auction
    )
    return Planted(replace(record, auction=auction), seat=setting.dealer, element="a2")


@FAULTS.add("the kitty taken by another seat", "kitty.burier", *ALL, "online_basic")
def wrong_burier(rules: str, random: Random) -> Planted:
    setting = Setting(rules, random)
    cards = setting.of("H")
    burier = setting.others[0]
    hand = stage(
        setting.standing,
        random,
        wants={setting.dealer: cards},
        bids=[setting.bid(setting.dealer, cards)],
        trump="H",
        dealer=setting.dealer,
        burier=burier,
    )
    return Planted(finished(hand, random), seat=burier, element="a2")


@FAULTS.add("the buried kitty taken by another than who overturned", "kitty.burier", "hbut_2013")
def wrong_second_burier(rules: str, random: Random) -> Planted:
    setting = Setting(rules, random)
    one, two, three = setting.others
    pair = setting.of("S", 2)
    hand = stage(
        setting.standing,
        random,
        wants={one: setting.of("H"), two: pair},
        keeps={two: pair},
        bids=[setting.bid(one, setting.of("H"))],
        late=[(setting.bid(two, pair, None), three)],
        trump="S",
        dealer=setting.dealer,
    )
    return Planted(finished(hand, random), seat=three, element="a4")


@FAULTS.add("the buried kitty taken where it stays", "kitty.again", "pass_five")
def kitty_taken_again(rules: str, random: Random) -> Planted:
    setting = Setting(rules, random)
    one, two, _ = setting.others
    shown, higher = (BIG, *setting.of("H")), (BIG, *setting.of("S", 2))
    hand = stage(
        setting.standing,
        random,
        wants={one: shown, two: higher},
        keeps={two: higher},
        bids=[setting.bid(one, shown)],
        late=[(setting.bid(two, higher, None), two)],
        trump="S",
        dealer=setting.dealer,
    )
    return Planted(finished(hand, random), seat=two, element="a4")
