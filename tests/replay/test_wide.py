"""Three and four decks: three and four alike, their tractors, and what they oblige to."""

from __future__ import annotations

from random import Random

import pytest

from paipu.grammar.cards import parse_cards, sort_cards
from paipu.replay.follow import example_follow, follow_breach, legal_follows
from paipu.replay.judge import judge
from paipu.replay.order import order_for
from paipu.replay.rules import load_rules
from paipu.replay.shapes import components
from paipu.replay.splits import splits_of


def ask(decks: int, **question: object) -> dict[str, object]:
    answer = judge({"decks": decks, "trump": "S", "level": "2", **question})
    assert "error" not in answer, answer
    return answer


@pytest.mark.parametrize(
    ("decks", "cards", "shape"),
    [
        (3, "H555", "three"),
        (3, "H555666", "tractor"),
        (3, "H55566", "tractor"),
        (4, "H5555", "four"),
        (4, "H55556666", "tractor"),
        (3, "H5556667", "throw"),
        (3, "BBBLLL", "tractor"),
        (2, "H55", "pair"),
    ],
)
def test_shapes(decks: int, cards: str, shape: str) -> None:
    answer = ask(decks, kind="shape", cards=cards)
    if cards == "H55566":
        # Four cards of two pairs before three alike: the part with most cards is read first.
        assert [part["cards"] for part in answer["components"]] == ["H6655", "H5"]  # type: ignore[attr-defined]
    else:
        assert answer["shape"] == shape


@pytest.mark.parametrize(
    ("decks", "lead", "hand", "play", "legal"),
    [
        (3, "H555", "H444778", "H444", True),
        (3, "H555", "H444778", "H778", False),
        (3, "H555", "H4477889", "H447", True),
        (3, "H555", "H4477889", "H479", False),
        (3, "H55", "H4447", "H44", True),
        (3, "H55", "H4447", "H47", False),
        (4, "H7788", "H444TT6", "H44TT", True),
        (4, "H7788", "H444TT6", "H4446", False),
        (3, "H555666", "H333444789", "H333444", True),
        (3, "H555666", "H333444789", "H333478", False),
        (3, "H555666", "H333TTT789", "H333TTT", True),
        (3, "H5", "H444", "H4", True),
    ],
)
def test_follow(decks: int, lead: str, hand: str, play: str, legal: bool) -> None:
    """rbtying #140 (7788 against 444 TT 6) and its kind: every set is drawn as far as it can be."""
    assert ask(decks, kind="follow", lead=lead, hand=hand, play=play)["legal"] is legal


def follows(decks: int, lead: str, hand: str, play: str, rules: str = "standard", **changes: str) -> bool:
    answer = ask(decks, kind="follow", rules=rules, set=changes, lead=lead, hand=hand, play=play)
    return bool(answer["legal"])


@pytest.mark.parametrize(
    ("policy", "legal"),
    [
        ("all", {"H44TT"}),
        ("longer_protected", {"H44TT", "HTT46", "H44T6"}),
        ("tractors_for_tractors", {"H44TT"}),
        ("longer_protected_and_tractors_for_tractors", {"H44TT", "HTT46", "H44T6"}),
        ("none", {"H44TT", "HTT46", "H44T6", "H4446"}),
    ],
)
def test_what_7788_draws_out_of_three_alike(policy: str, legal: set[str]) -> None:
    """rbtying #140: 444 TT 6 against 7788 of four decks. Three alike are no pair where they are protected."""
    plays = {"H44TT", "HTT46", "H44T6", "H4446"}
    assert {play for play in plays if follows(4, "H7788", "H444TT6", play, follow_draw=policy)} == legal


@pytest.mark.parametrize(
    ("policy", "legal"),
    [
        ("all", False),
        ("longer_protected", False),
        ("tractors_for_tractors", True),
        ("longer_protected_and_tractors_for_tractors", True),
        ("none", True),
    ],
)
def test_four_alike_draw_a_tractor_of_pairs_or_not(policy: str, legal: bool) -> None:
    """By rbtying's splits four alike are three and one, then a tractor of pairs, then two pairs."""
    assert follows(4, "H5555", "H7788JJ", "H77JJ", "rbtying", follow_draw=policy) is legal
    assert follows(4, "H5555", "H7788JJ", "H7788", "rbtying", follow_draw=policy)


def test_the_duty_of_pairs_can_be_left_out() -> None:
    """The case is rbtying #265: with two decks too a table may draw nothing."""
    assert not follows(2, "H99", "H4577", "H45")
    assert follows(2, "H99", "H4577", "H45", follow_draw="none")
    assert not follows(2, "H99", "H4577 C3", "H4C3", follow_draw="none")


@pytest.mark.parametrize("held", ["HTTTJJ", "HTTJJJ"])
def test_all_orders_of_adjacent_parts_count(held: str) -> None:
    """rbtying #430: neither two sets of three nor a run of them, so the three with its neighbouring pair."""
    hand = held + "8846"
    three = "HTTT" if "TTT" in held else "HJJJ"
    assert follows(3, "H333444", hand, held + "H4", "rbtying")
    assert not follows(3, "H333444", hand, three + "H884", "rbtying")
    assert follows(3, "H333444", hand, three + "H884", "standard")


def test_tractor_lengths_and_throws_count_with_three_decks_too() -> None:
    """A run of two is no tractor where three are asked for; a throw asks for sets only where it says so."""
    assert ask(3, kind="shape", cards="H334455", set={"tractor_min_pairs": 3})["shape"] == "tractor"
    assert ask(3, kind="shape", cards="H3344", set={"tractor_min_pairs": 3})["shape"] == "throw"
    assert ask(3, kind="shape", cards="H334455", set={"tractor_max_pairs": 2})["shape"] == "throw"
    assert not follows(3, "H33445", "H667788JT", "H6688J")
    assert follows(3, "H33445", "H667788JT", "H6688J", follow_throw="pairs_by_number")
    assert not follows(3, "H33445566", "H778899JQK", "H7799JQK8", follow_longer_tractor="shorter_required")


@pytest.mark.parametrize(("pairs", "number"), [(2, 4), (3, 7), (4, 12), (5, 19), (6, 30)])
def test_number_of_splits(pairs: int, number: int) -> None:
    """As many decompositions of a tractor as rbtying walks through."""
    order = order_for(load_rules("rbtying; deck_count=3"), "S", "2")
    lead = parse_cards("H" + "".join(rank * 2 for rank in "345678"[:pairs]))
    assert len(splits_of(components(lead, order), order)) == number


def test_throws_and_tricks() -> None:
    # rbtying #84: a tractor is beaten by a higher tractor only, an ace by nothing.
    answer = ask(3, kind="throw", lead="HAKKQQ", others=["H23335", "HAA", "C3"])
    assert answer["stands"] is True
    assert ask(3, kind="throw", lead="HAQQQ", others=["HKKK", "", ""])["must_lead"] == "HQQQ"
    assert ask(3, kind="trick", plays=["H555", "S333", "S444", "H777"])["winner"] == 2
    assert ask(3, kind="trick", plays=["H555", "H777", "S334", "HAAA"])["winner"] == 3
    assert ask(3, kind="trick", plays=["H556", "S333", "C333", "H777"])["winner"] == 1


@pytest.mark.parametrize("decks", [3, 4])
def test_there_is_always_a_legal_follow(decks: int) -> None:
    """Whatever is led, some follow meets every duty, and the example is one."""
    rules = load_rules(f"standard; deck_count={decks}")
    order = order_for(rules, "S", "2")
    for seed in range(150):
        random = Random(seed)
        suit = [card for card in range(14, 20) for _ in range(decks)]
        random.shuffle(suit)
        lead = sort_cards(suit[: random.randint(2, 6)])
        hand = sort_cards(suit[6 : 6 + random.randint(7, 10)] + list(parse_cards("C3456")))
        example = example_follow(lead, hand, order)
        assert len(example) == len(lead)
        assert follow_breach(lead, hand, example, order) is None
        assert next(legal_follows(lead, hand, order), None) is not None


def test_two_decks_read_alike() -> None:
    """With cards held at most twice, the wide reading is that of two decks."""
    two, three = (order_for(load_rules(f"standard; deck_count={n}"), "S", "2") for n in (2, 3))
    for seed in range(200):
        random = Random(seed)
        suit = [card for card in range(14, 22) for _ in range(2)]
        random.shuffle(suit)
        lead, hand = sort_cards(suit[:4]), sort_cards(suit[4:13])
        assert set(legal_follows(lead, hand, two)) == set(legal_follows(lead, hand, three)), (lead, hand)
