"""Illegal bids, rejected or left standing, and misdeclarations, by the clauses of the sheets."""

from __future__ import annotations

import pytest

from paipu.grammar import loads
from paipu.replay import Audit, audit_hands
from paipu.replay.declared import misdeclared

SWISS, DRAFT, HBUT = "swiss_8_rounds", "discussion_draft", "hbut_2013"


def audited(rules: str, *bids: str, trump: str = "", dealer: str = "", number: int = 1) -> Audit:
    tags = [("Rules", rules), ("Hand", str(number)), ("Levels", "NS:2 EW:2"), ("Level", "2")]
    tags += [("Dealer", dealer)] * bool(dealer) + [("Trump", trump)] * bool(trump)
    lines = ['[SJN "1"]', *(f'[{name} "{value}"]' for name, value in tags), "", "Bids:", *bids, "= *", ""]
    (done,) = audit_hands(loads("\n".join(lines)))
    return done


def found(rules: str, *bids: str, **tags: object) -> list[tuple[str, str, str | None]]:
    """What concerns the bids: element, code, severity."""
    done = audited(rules, *bids, **tags)  # type: ignore[arg-type]
    wanted = ("bid", "kitty", "deal.tag")
    return [(str(f.element), f.code, f.severity) for f in done.findings if f.code.startswith(wanted)]


# Swiss L134: a level pair is overturned by no other pair; L126: the last shower deals the first hand.
PAIRS = ("E S2", "N C22", "E H22")
ONE = [("a3", "bid.not_higher", "error")]


@pytest.mark.parametrize(
    ("trump", "dealer"),
    [("C", "N"), ("H", "E"), ("C", ""), ("", "N"), ("", "")],
    ids=["rejected", "stood", "trump says rejected", "dealer says rejected", "nothing said"],
)
def test_one_illegal_bid_is_one_error(trump: str, dealer: str):
    assert found(SWISS, *PAIRS, trump=trump, dealer=dealer) == ONE


@pytest.mark.parametrize("said", ["<misdeclare E cards=H22>", "<misdeclare E>", "<misdeclare EW cards=H22>"])
@pytest.mark.parametrize("place", [2, 3], ids=["before the bid", "behind it"])
def test_a_misdeclaration_says_that_it_was_rejected(said: str, place: int):
    bids = (*PAIRS[:place], said, *PAIRS[place:])
    element = f"a{bids.index(PAIRS[2]) + 1}"
    assert found(SWISS, *bids, trump="C", dealer="N") == [(element, "bid.not_higher", "error")]


@pytest.mark.parametrize("trump", ["S", "D", "NT"])
def test_a_trump_that_neither_reading_gives(trump: str):
    """Stood or rejected, hearts or clubs: nothing makes another trump."""
    assert found(SWISS, *PAIRS, trump=trump, dealer="N") == [*ONE, ("a2", "bid.trump", "error")]


def test_trump_and_dealer_must_agree_in_one_reading():
    """Hearts if the pair stood, North if it did not."""
    codes = [code for _, code, severity in found(SWISS, *PAIRS, trump="H", dealer="N") if severity == "error"]
    assert codes[0] == "bid.not_higher"
    assert codes[1:] in (["bid.dealer"], ["bid.trump"])


def test_where_it_is_open_which_bid_stood_trump_is_not_known():
    assert audited(SWISS, *PAIRS, dealer="").case.trump is None
    assert audited(SWISS, *PAIRS, dealer="N").case.trump == "C"
    assert audited(SWISS, *PAIRS, dealer="E").case.trump == "H"


def test_the_first_proper_call_is_no_overturn():
    """A three names no trump at level 2 (Swiss L132, draft L326); a single level card overturns nothing."""
    lone = [("a1", "bid.cards", "error")]
    assert found(SWISS, "E H3", "<misdeclare E cards=H3>", "W D2", trump="D", dealer="W") == lone
    assert found(DRAFT, "E H3", "<misdeclare E cards=H3>", "W H2", trump="H", dealer="W") == lone
    assert found(SWISS, "E H3", "W D2", trump="D", dealer="W") == lone


def test_a_bid_illegal_after_either_is_illegal():
    """Diamonds are no higher than clubs nor than hearts."""
    bids = (*PAIRS, "S D22")
    assert found(SWISS, *bids, trump="C", dealer="N") == [*ONE, ("a4", "bid.not_higher", "error")]


def test_the_burier_after_a_rejected_overturn():
    """hbut 九(五): a lower pair overturns nothing; 十一(一): who overturned takes the kitty."""
    bury = ("Bury:", "N S3456789 D3", "Bids:", "W S22", "E C22", "Bury:")
    lines = ("N D2", *bury)
    for seat in ("W", "E"):
        codes = [f[1] for f in found(HBUT, *lines, f"{seat} S3456789 D3", dealer="N", number=2)]
        assert codes == ["bid.not_higher"], seat
    third = found(HBUT, *lines, "S S3456789 D3", dealer="N", number=2)
    assert [code for _, code, severity in third if severity == "error"] == ["bid.not_higher", "kitty.burier"]


def test_many_illegal_bids_accuse_no_header():
    bids = ["E S22", *(f"{seat} {suit}22" for suit in "HCD" for seat in "NWS")]
    codes = {code for _, code, severity in found(SWISS, *bids, trump="NT") if severity == "error"}
    assert "bid.trump" not in codes
    assert "bid.not_higher" in codes


# --- barred suits -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "bid", "barred"),
    [
        # Swiss L146: the side at fault.
        (SWISS, "E H2", True),
        (SWISS, "W H2", True),
        (SWISS, "N H2", False),
        (SWISS, "E D2", False),
        # Draft 二.4: the player.
        (DRAFT, "E H2", True),
        (DRAFT, "W H2", False),
        (DRAFT, "N H2", False),
        # hbut 九(三): nobody is barred.
        (HBUT, "E H2", False),
    ],
)
def test_the_suit_of_a_misdeclaration(rules: str, bid: str, barred: bool):
    seat, suit = bid[0], bid[2]
    lines = ("E H3", "<misdeclare E cards=H3>", bid)
    again = [("a3", "bid.barred", "error")] if barred else []
    assert found(rules, *lines, trump=suit, dealer=seat) == [("a1", "bid.cards", "error"), *again]
    # Written without the bid it speaks of.
    assert [code for _, code, _ in found(rules, *lines[1:], trump=suit, dealer=seat)] == [
        "bid.barred"
    ] * barred


def test_before_the_misdeclaration_nothing_is_barred():
    lines = ("N S2", "E H2", "<misdeclare E cards=H2>")
    assert "bid.barred" not in [code for _, code, _ in found(SWISS, *lines, trump="S", dealer="N")]


def test_jokers_bar_no_suit():
    lines = ("E B", "<misdeclare E cards=B>", "E H2")
    assert [code for _, code, _ in found(SWISS, *lines, trump="H", dealer="E")] == ["bid.cards"]


@pytest.mark.parametrize(
    ("lines", "speaks_of"),
    [
        (("E H3", "<misdeclare E cards=H3>"), [1]),
        (("E H3", "W S2", "<misdeclare E cards=H3>"), [1]),
        (("E H3", "W S2", "<misdeclare E>"), [0]),  # without cards: only of the bid beside it
        (("E H3", "<misdeclare>"), [1]),
        (("<misdeclare E cards=H3>", "E H3"), [2]),
        (("<misdeclare E cards=H3>", "W H3"), [0]),
        (("E S2H2", "<misdeclare EW cards=H2S2>"), [1]),
        (("E H3", "E H3", "<misdeclare E cards=H3>", "<misdeclare E cards=H3>"), [2, 1]),
    ],
)
def test_which_bid_a_misdeclaration_speaks_of(lines: tuple[str, ...], speaks_of: list[int]):
    (record,) = loads("\n".join(['[SJN "1"]', "", "Bids:", *lines, "= *", ""]))
    assert [one.bid for one in misdeclared(record)] == speaks_of


# --- draw numbers -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "draw", "warned"),
    [
        (SWISS, 100, False),
        (SWISS, 101, True),
        ("standard; deck_count=1; hand_size=12; kitty_size=6", 48, False),
        ("standard; deck_count=1; hand_size=12; kitty_size=6", 49, True),
    ],
)
def test_nobody_draws_more_cards_than_are_dealt(rules: str, draw: int, warned: bool):
    warning = [("a1", "bid.draw", "warning")] * warned
    assert found(rules, f"{draw} E S2", trump="S", dealer="E") == warning
