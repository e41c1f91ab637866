"""The duties of a player who follows.

Owns what a lead obliges a hand to: number, suit, tractors, pairs (params.md section H). Answers
with the duty missed, the cards that could have met it and one legal play. A hand may be known in
part: every duty only grows with more cards, so what the known cards prove stands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Literal

from paipu.grammar.cards import Cards, points_of, sort_cards

from .order import TRUMPS, Group, Order
from .parts import runs
from .shapes import components, is_triple, pair_count, pairs_by_step, shape_of
from .splits import Owed, owed, played

__all__ = [
    "Breach",
    "Completion",
    "Unit",
    "completion",
    "example_follow",
    "follow_breach",
    "legal_follows",
    "not_held",
]


Unit = Literal["card", "set", "tractor"]
"""What a duty counts."""


@dataclass(frozen=True, slots=True)
class Breach:
    """One rule broken by a play: the finding's code, the parameters it stands on, the cards.

    `needed` and `given` count `unit`: cards, sets of `width` alike, or the sets of one tractor, the
    first that is missed after `before` others; `held` are the cards that could have met the duty.
    """

    code: str
    parameters: tuple[str, ...]
    held: Cards = ()
    needed: int = 0
    given: int = 0
    unit: Unit = "card"
    width: int = 2
    before: int = 0
    example: Cards = ()


def not_held(hand: Cards, play: Cards) -> Cards:
    """The cards of `play` that `hand` does not hold, in canonical order."""
    left, missing = list(hand), []
    for card in play:
        if card in left:
            left.remove(card)
        else:
            missing.append(card)
    return sort_cards(missing)


def follow_breach(lead: Cards, hand: Cards, play: Cards, order: Order) -> Breach | None:
    """The first duty that `play` misses, None for a legal follow.

    `hand` is the hand before the play. Cards not held are reported first, then number, suit,
    tractors, pairs. `lead` is what was led in the end, of one group.

    >>> from paipu.grammar.cards import parse_cards
    >>> from paipu.replay.order import order_for
    >>> from paipu.replay.rules import load_rules
    >>> order = order_for(load_rules("standard"), "S", "4")
    >>> breach = follow_breach(*map(parse_cards, ("S99", "S223355", "S23")), order)
    >>> breach.code, breach.needed, breach.given
    ('follow.pair', 1, 0)
    """
    breach = _first_breach(lead, hand, play, order)
    if breach is None or breach.code in ("play.not_held", "follow.count"):
        return breach
    return replace(breach, example=example_follow(lead, hand, order))


def _first_breach(lead: Cards, hand: Cards, play: Cards, order: Order) -> Breach | None:
    missing = not_held(hand, play)
    if missing:
        return Breach("play.not_held", (), missing, len(play), len(play) - len(missing))
    if len(play) != len(lead):
        return Breach("follow.count", ("follow_count",), (), len(lead), len(play))
    group = order.group_of_all(lead)
    if group is None:
        return None
    breach = _suit_breach(group, lead, hand, play, order)
    return breach or _shape_breach(group, lead, hand, play, order)


def _suit_breach(group: Group, lead: Cards, hand: Cards, play: Cards, order: Order) -> Breach | None:
    suit = order.cards_of(group, hand)
    rests_on: tuple[str, ...] = ("follow_suit",)
    free = 0
    if group != TRUMPS and shape_of(lead, order) in ("tractor", "triple"):
        # To the letter of one sheet trump pairs may go before the suit.
        rests_on = ("follow_suit", "follow_tractor")
        if _owes_trumps(lead, order):
            breach, free = _trumps_first(lead, hand, play, order)
            if breach:
                return breach
    needed = min(len(lead) - free, len(suit))
    given = len(order.cards_of(group, play))
    if given < needed:
        return Breach("follow.suit", rests_on, suit, needed, given)
    return None if free else _fill_breach(group, lead, hand, play, order)


def _owes_trumps(lead: Cards, order: Order) -> bool:
    """Whether trump pairs are owed to this lead though the suit is held."""
    return (
        order.rules["follow_tractor"] == "trump_pattern_even_holding_suit"
        and shape_of(lead, order) in ("tractor", "triple")
        and order.group_of_all(lead) != TRUMPS
        and not order.wide
    )


def _trumps_first(lead: Cards, hand: Cards, play: Cards, order: Order) -> tuple[Breach | None, int]:
    """Trump pairs, or a trump tractor, to a tractor or triple of a side suit though the suit is held.

    Returns what they miss, and how many cards of the play they are.
    """
    trumps, laid = order.cards_of(TRUMPS, hand), order.cards_of(TRUMPS, play)
    pairs = len(lead) // 2
    needed, given = min(pairs, pair_count(trumps)), pair_count(laid)
    lengths = (pairs,) if pairs > 1 else ()
    best, held = _best_fit(trumps, lengths, TRUMPS, order)
    got, _ = _best_fit(laid, lengths, TRUMPS, order)
    if got < best:
        return Breach("follow.fill", ("follow_tractor",), held, best[0], got[0], "tractor"), 0
    if given < needed:
        return Breach("follow.fill", ("follow_tractor",), _paired(trumps), needed, given, "set"), 0
    return None, 2 * needed


def _fill_breach(group: Group, lead: Cards, hand: Cards, play: Cards, order: Order) -> Breach | None:
    """Under `fill_with_trump` a short suit is filled with trumps, to a pair, a tractor or a triple.

    Under a tractor (or a triple that is followed as one) the trumps must be pairs, or a tractor, as
    far as cards are missing (highest_level_timed L186-188).
    """
    missing = len(lead) - len(order.cards_of(group, hand))
    shape = shape_of(lead, order)
    fills = order.rules["follow_short_suit"] == "fill_with_trump" and group != TRUMPS
    if not fills or missing <= 0 or shape not in ("pair", "tractor", "triple"):
        return None
    trumps, filled = order.cards_of(TRUMPS, hand), order.cards_of(TRUMPS, play)
    owed = min(missing, len(trumps))
    if len(filled) < owed:
        return Breach("follow.fill", ("follow_short_suit",), trumps, owed, len(filled))
    paired = order.rules["follow_tractor"] == "same_pattern_then_trump_pattern" and not order.wide
    if not paired or shape == "pair" or (shape == "triple" and order.rules["follow_triple"] != "as_tractor"):
        return None
    pairs = missing // 2
    lengths = (pairs,) if shape == "tractor" and pairs > 1 else ()
    rests_on = ("follow_short_suit", "follow_triple" if shape == "triple" else "follow_tractor")
    best, held = _best_fit(trumps, lengths, TRUMPS, order)
    got, _ = _best_fit(filled, lengths, TRUMPS, order)
    if got < best:
        return Breach("follow.fill", rests_on, held, best[0], got[0], "tractor")
    needed, given = min(pairs, pair_count(trumps)), pair_count(filled)
    if given < needed:
        return Breach("follow.fill", rests_on, _paired(trumps), needed, given, "set")
    return None


def _paired(cards: Cards) -> Cards:
    """Those of the cards that are held twice or more."""
    return sort_cards(card for card in cards if cards.count(card) > 1)


def _shape_breach(group: Group, lead: Cards, hand: Cards, play: Cards, order: Order) -> Breach | None:
    suit = order.cards_of(group, hand)
    if len(suit) <= len(lead) or order.rules["follow_draw"] == "none":
        return None  # every card of the suit is in the play, or any of them may be
    if len(order.cards_of(group, play)) < len(lead):
        return None  # trump pairs stand for some
    if order.wide:
        return _wide_breach(group, lead, suit, play, order)
    if _suit_only(lead, order):
        return None
    thrown = _throw_parameters(lead, order)
    lengths = _owed_lengths(lead, order)
    best, runs_held = _best_fit(suit, lengths, group, order)
    got, _ = _best_fit(play, lengths, group, order)
    if got < best:
        at, owed, given = next(
            (at, *pair) for at, pair in enumerate(zip_longest(best, got, fillvalue=0)) if pair[0] > pair[1]
        )
        parameters = ["follow_tractor", *thrown]
        if owed not in lengths:
            parameters.append("follow_longer_tractor")
        return Breach(
            "follow.tractor",
            tuple(parameters),
            runs_held,
            owed,
            given,
            "tractor",
            before=sum(map(bool, best[:at])),
        )
    needed = _pairs_owed(lead, suit, order)
    given = pair_count(play)
    if given < needed:
        parameters = ["follow_tractor" if lengths else "follow_pair", *thrown]
        return Breach("follow.pair", tuple(parameters), _paired(suit), needed, given, "set")
    return None


def _wide_breach(group: Group, lead: Cards, suit: Cards, play: Cards, order: Order) -> Breach | None:
    """With three or four decks: the first split of the lead that the hand can fill is owed."""
    parts = components(lead, order)
    needed, given = owed(parts, suit, group, order), played(parts, play, group, order)
    if given.place <= needed.place:
        return None
    thrown = (*_throw_parameters(lead, order), "follow_draw")
    sets, laid = _sets(needed), _sets(given)
    if sets == laid:
        # As many sets, but not in such runs: the first that is longer, or wider, decides.
        at, run, got = next(
            (at, a, b)
            for at, (a, b) in enumerate(zip_longest(needed.split, given.split, fillvalue=()))
            if a != b
        )
        rules = ("follow_tractor", *thrown, "follow_longer_tractor")
        cards, width = sort_cards(needed.cards), max(run)
        return Breach("follow.tractor", rules, cards, len(run), len(got), "tractor", width, at)
    width = next(a for a, b in zip_longest(sets, laid, fillvalue=0) if a != b)
    held = sort_cards(card for card in suit if suit.count(card) >= width)
    code = "follow.pair" if width == 2 else "follow.alike"
    return Breach(code, ("follow_pair", *thrown), held, sets.count(width), laid.count(width), "set", width)


def _sets(answer: Owed) -> list[int]:
    """The widths of the sets of an answer, the widest first."""
    return sorted((width for run in answer.split for width in run), reverse=True)


def _throw_parameters(lead: Cards, order: Order) -> tuple[str, ...]:
    """What a duty under a lead of several components rests on besides its own parameter."""
    if len(components(lead, order)) == 1:
        return ()
    if _as_tractor(lead, order):
        return ("follow_triple", "follow_tractor")
    return ("follow_throw", "follow_triple") if is_triple(lead, order) else ("follow_throw",)


def _as_tractor(lead: Cards, order: Order) -> bool:
    """Whether the lead is a triple that is followed as a tractor is, not as a throw."""
    return order.rules["follow_triple"] == "as_tractor" and shape_of(lead, order) == "triple"


def _suit_only(lead: Cards, order: Order) -> bool:
    """Whether the lead is a throw that draws no pairs and no tractors (`follow_throw`)."""
    return (
        order.rules["follow_throw"] == "suit_only"
        and len(components(lead, order)) > 1
        and not _as_tractor(lead, order)
    )


def _owed_lengths(lead: Cards, order: Order) -> tuple[int, ...]:
    """The lengths of the led tractors that must be answered by tractors."""
    parts = components(lead, order)
    if order.rules["follow_tractor"] == "pairs_else_any" or _suit_only(lead, order):
        return ()
    if len(parts) > 1 and order.rules["follow_throw"] == "pairs_by_number":
        return ()
    return tuple(part.pairs for part in parts if part.pairs > 1)


def _best_fit(
    cards: Cards, lengths: tuple[int, ...], group: Group, order: Order
) -> tuple[tuple[int, ...], Cards]:
    """How well cards of one group answer tractors of these lengths, and the cards that do.

    For each led tractor, longest first, the length answered: its own or 0, or where
    `follow_longer_tractor` asks for a shorter one the longest that fits. The best answer is the
    lexicographically largest.
    """
    if not lengths:
        return (), ()
    pairs = pairs_by_step(order.cards_of(group, cards), order)
    room = {step: len(held) for step, held in pairs.items()}
    fit, chosen = _fit(room, lengths, group, order)
    used: Counter[int] = Counter()
    spelt: list[int] = []
    for run in chosen:
        for step in run:
            spelt += [pairs[step][used[step]]] * 2
            used[step] += 1
    return fit, sort_cards(spelt)


def _fit(
    room: dict[int, int], lengths: tuple[int, ...], group: Group, order: Order
) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    if not lengths:
        return (), ()
    rule = order.rules["follow_longer_tractor"]
    exact = rule == "shorter_not_required"
    least = max(2, order.rules.number("tractor_min_pairs"))
    for length in (lengths[0],) if exact else range(lengths[0], least - 1, -1):
        # By the best decomposition what the run leaves of the led tractor is owed as well.
        rest = lengths[0] - length if rule == "best_decomposition" else 0
        owed = (rest, *lengths[1:]) if rest > 1 else lengths[1:]
        answers = []
        for run in runs(room, length, group, order):
            left = dict(room)
            for step in run:
                left[step] -= 1
            fit, more = _fit(left, owed, group, order)
            answers.append(((length, *fit), (run, *more)))
        if answers:
            return max(answers)
    fit, more = _fit(room, lengths[1:], group, order)
    return (0, *fit), more


def example_follow(lead: Cards, hand: Cards, order: Order) -> Cards:
    """One legal follow: the tractors and pairs owed, then the cheapest cards; () without any.

    Cheap is few points first, then low strength. Under `fill_with_trump` a short suit is filled
    with trumps.
    """
    group = order.group_of_all(lead)
    if group is None or len(hand) < len(lead):
        return ()
    suit = order.cards_of(group, hand)
    others = [card for card in hand if order.group(card) != group]
    if len(suit) <= len(lead):
        need = len(lead) - len(suit)
        if order.rules["follow_short_suit"] == "fill_with_trump" or _owes_trumps(lead, order):
            return _first(legal_follows(lead, hand, order))
        others.sort(key=lambda card: _cost(card, order))
        return sort_cards((*suit, *others[:need]))
    if _owes_trumps(lead, order):
        return _first(legal_follows(lead, hand, order))
    if order.wide:
        return _wide_example(group, lead, suit, order)
    _, chosen = _best_fit(suit, _owed_lengths(lead, order), group, order)
    play = list(chosen)
    rest = Counter(suit) - Counter(play)
    owed = _pairs_owed(lead, suit, order) - len(play) // 2
    for card in sorted((c for c, n in rest.items() if n >= 2), key=lambda c: _cost(c, order))[: max(owed, 0)]:
        play += [card, card]
    rest = Counter(suit) - Counter(play)
    play += sorted(rest.elements(), key=lambda card: _cost(card, order))[: len(lead) - len(play)]
    return sort_cards(play)


def _wide_example(group: Group, lead: Cards, suit: Cards, order: Order) -> Cards:
    """The cards that fill the split owed, then the cheapest, if that is legal: sets must not grow wider
    where longer ones are protected."""
    answer = owed(components(lead, order), suit, group, order).cards
    rest = Counter(suit) - Counter(answer)
    cheap = sorted(rest.elements(), key=lambda card: (card in answer, *_cost(card, order)))
    play = sort_cards((*answer, *cheap[: len(lead) - len(answer)]))
    legal = _shape_breach(group, lead, suit, play, order) is None
    return play if legal else _first(legal_follows(lead, suit, order))


def _first(plays: Iterator[Cards]) -> Cards:
    return next(plays, ())


def _cost(card: int, order: Order) -> tuple[int, int, int]:
    return (points_of(card), order.strength(card) if card < 54 else 0, card)


def legal_follows(lead: Cards, hand: Cards, order: Order, including: Cards = ()) -> Iterator[Cards]:
    """Every legal follow, each multiset of cards once, in a stable order; of those with some cards only.

    Enumerates what suit and pairs leave open and asks `follow_breach`: exact, and slow for long
    throws from long suits.
    """
    group = order.group_of_all(lead)
    if len(hand) < len(lead) or len(including) > len(lead) or not_held(hand, including):
        return
    suit = sort_cards(order.cards_of(group, hand)) if group else ()  # several suits oblige to none
    forced = suit if len(suit) <= len(lead) else ()
    pool = sort_cards((Counter(hand) - Counter(suit)).elements()) if forced or not suit else suit
    if _owes_trumps(lead, order):
        forced, pool = (), sort_cards(hand)
    extra = Counter(including) - Counter(forced)
    taken = (*forced, *extra.elements())
    left = Counter(pool)
    left.subtract(extra)
    if min(left.values(), default=0) < 0 or len(taken) > len(lead):
        return
    pairs = 0 if forced or not suit or _owes_trumps(lead, order) else _pairs_owed(lead, suit, order)
    for chosen in _choices(tuple(sorted(left.elements())), len(lead) - len(taken), Counter(taken), pairs):
        play = sort_cards((*taken, *chosen))
        if _first_breach(lead, hand, play, order) is None:
            yield play


def _choices(cards: Cards, number: int, taken: Counter[int], pairs: int) -> Iterator[Cards]:
    """Every choice of so many cards, equal ones counting once, that makes enough pairs with those taken."""
    counts = sorted(Counter(cards).items())
    halves = sum(count % 2 for count in taken.values())

    def choose(at: int, left: int, made: int) -> Iterator[Cards]:
        # One card completes a pair with one taken before, else two make one.
        halved = min(halves, left)
        if made + halved + (left - halved) // 2 < 0 or (left and at == len(counts)):
            return
        if left == 0:
            yield ()
            return
        card, most = counts[at]
        for copies in range(min(most, left), -1, -1):
            gained = (taken[card] + copies) // 2 - taken[card] // 2
            for rest in choose(at + 1, left - copies, made + gained):
                yield (card,) * copies + rest

    yield from choose(0, number, sum(count // 2 for count in taken.values()) - pairs)


def _pairs_owed(lead: Cards, suit: Cards, order: Order) -> int:
    """How many pairs a hand owes in all; with three or four decks at least so many."""
    if order.wide:
        if order.loose is not None or order.rules.word("follow_draw").startswith("longer_protected"):
            return 0
        group = order.group_of_all(suit)
        split = owed(components(lead, order), suit, group, order).split if group else ()
        return sum(width // 2 for run in split for width in run)
    if _suit_only(lead, order):
        return 0
    led = pair_count(lead)
    if order.rules["follow_tractor"] == "tractor_else_any":
        led = sum(part.pairs == 1 for part in components(lead, order))
    return 0 if order.rules["follow_draw"] == "none" else min(led, pair_count(suit))


@dataclass(frozen=True, slots=True)
class Completion:
    """How a choice of cards can be completed to a legal follow.

    `forced` are the cards that every completion holds, the chosen ones among them; `example` is one
    completion. Where there is none both are empty, and `breach` says which duty the choice offends.
    """

    forced: Cards = ()
    example: Cards = ()
    breach: Breach | None = None


def completion(lead: Cards, hand: Cards, chosen: Cards, order: Order) -> Completion:
    """Complete a choice of cards, maybe none, to a follow of `lead`.

    >>> from paipu.grammar.cards import format_cards, parse_cards
    >>> from paipu.replay.order import order_for
    >>> from paipu.replay.rules import load_rules
    >>> order = order_for(load_rules("standard"), "S", "2")
    >>> found = completion(*map(parse_cards, ("H3344", "H7788J5K", "HJ")), order)
    >>> found.breach.code
    'follow.tractor'
    >>> format_cards(completion(*map(parse_cards, ("H3344", "H7788J5K", "")), order).forced)
    'H8877'
    """
    plays = legal_follows(lead, hand, order, chosen)
    example = next(plays, None)
    if example is None:
        rest = (Counter(hand) - Counter(chosen)).elements()
        suited = sorted(rest, key=lambda card: order.group(card) != order.group_of_all(lead))
        padded = sort_cards((*chosen, *suited[: max(0, len(lead) - len(chosen))]))
        return Completion(breach=follow_breach(lead, hand, padded, order))
    forced, least = Counter(example), Counter(chosen)
    for play in plays:
        forced &= Counter(play)
        if forced == least:
            break
    cheapest = example_follow(lead, hand, order)
    if not Counter(chosen) - Counter(cheapest):
        example = cheapest
    return Completion(sort_cards(forced.elements()), example)
