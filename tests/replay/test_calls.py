"""Flips, rebellions, new deals and the kitty after an overturn, by the clauses of the sheets."""

from __future__ import annotations

import pytest

from paipu.grammar import loads
from paipu.replay import audit_hands

KITTY = "Kitty S8 C6 H9 D4 S3 HT C7 CK"


def judged(rules: str, *lines: str, deal: str = "", number: int = 2) -> list[tuple[str, str]]:
    tags = f'[SJN "1"]\n[Rules "{rules}"]\n[Hand "{number}"]\n[Level "5"]\n[Dealer "N"]\n\n'
    text = tags + "\n".join(["Deal:", *([deal] if deal else []), KITTY, *lines, "= *", ""])
    (done,) = audit_hands(loads(text))
    return [(f.code, f.severity) for f in done.findings if f.code not in ("deal.unnamed", "deal.partial")]


@pytest.mark.parametrize(
    ("rules", "bid", "found"),
    [
        # 九(六): after the flip only a joker pair.
        ("hbut_2013", "W BB", []),
        ("hbut_2013", "W H55", [("bid.cards", "error")]),
        # L144: not at all.
        ("swiss_8_rounds", "W BB", [("bid.overturn", "error")]),
        # L80: not after the bury.
        ("online_basic", "W BB", []),
        # Filled: a note.
        ("two_team", "W BB", [("bid.overturn", "note")]),
    ],
)
def test_overturning_what_was_turned_up(rules: str, bid: str, found: list[tuple[str, str]]):
    assert judged(rules, "Bids:", "flip S8", bid) == found


def test_not_after_the_bury():
    lines = ("Bids:", "flip S8", "Bury:", "N S347889 HK2", "Bids:", "W BB")
    assert ("bid.overturn", "note") not in judged("online_basic", *lines)
    assert [code for code, _ in judged("online_basic", *lines)] == ["bid.overturn"]


WEAK = "E S2346789 H2346789 C2346789 D2346"
"""25 cards without points."""
STRONG = "E SKT5 H2346789 C2346789 D23467 SKT5"


@pytest.mark.parametrize(
    ("rules", "deal", "found"),
    [
        # 一.12: no rebellion.
        ("discussion_draft", WEAK, [("bid.rebel", "error")]),
        # L519: an attacker without points.
        ("clockwise_ace_to_king", WEAK, []),
        ("clockwise_ace_to_king", STRONG, [("bid.rebel", "error")]),
        # L374: fewer than 15 points; whether of the opponents or of the partner is not certain, and
        # 50 are too many for either.
        ("joker_declare", WEAK, []),
        ("joker_declare", STRONG, [("bid.rebel", "error")]),
        # Silent: a note.
        ("two_team", WEAK, [("bid.rebel", "note")]),
    ],
)
def test_rebellions(rules: str, deal: str, found: list[tuple[str, str]]):
    assert judged(rules, "Bids:", "E rebel", deal=deal) == found


@pytest.mark.parametrize(
    ("rules", "number", "found"),
    [
        ("hbut_2013", 1, []),  # 七(四): dealt again
        ("hbut_2013", 2, [("bid.redeal", "error")]),  # 九(六): card 4 of the kitty
        ("trade_union_stripped", 2, [("bid.redeal", "error")]),
        ("two_team", 2, [("bid.redeal", "error")]),  # L266: no-trump
    ],
)
def test_new_deals_where_nobody_declared(rules: str, number: int, found: list[tuple[str, str]]):
    codes = judged(rules, "Bids:", "redeal", number=number)
    assert [one for one in codes if one[0].startswith("bid")] == found


@pytest.mark.parametrize(
    ("rules", "number", "found"),
    [
        ("hbut_2013", 1, [("bid.flip", "error")]),  # 七(四): dealt again
        ("hbut_2013", 2, []),  # 九(六): card 4 of the kitty
        ("pass_five", 1, [("bid.flip", "error")]),  # L314: dealt again
        ("pass_five", 2, [("bid.flip", "error")]),  # L314: 对家 call, whoever they are
        ("discussion_draft", 1, []),  # L330: the first card, or dealt again
        ("joker_declare", 1, [("bid.flip", "note")]),  # L366 gives no rule of its own for hand 1
        ("swiss_8_rounds", 1, []),  # L144
    ],
)
def test_turning_up_the_kitty_where_nobody_declared(
    rules: str, number: int, found: list[tuple[str, str]]
) -> None:
    turned = judged(rules, "Bids:", "N flip S8", number=number)
    assert [one for one in turned if one[0] == "bid.flip"] == found
    # Turned up and thrown in is a new deal.
    again = judged(rules, "Bids:", "N flip S8", "redeal", number=number)
    assert "bid.flip" not in [code for code, _ in again]


@pytest.mark.parametrize(("rules", "found"), [("pass_five", ["kitty.again"]), ("hbut_2013", [])])
def test_the_kitty_after_an_overturn(rules: str, found: list[str]):
    """pass_five L308: who overturns does not turn the kitty; hbut_2013 十一(一): takes it and buries."""
    bid, over = ("N S5B", "W H55L") if rules == "pass_five" else ("N S5", "W H55")
    lines = ("Bids:", bid, "Bury:", "N S347889 HK2", "Bids:", over, "Bury:", "W C234678 D23")
    assert [code for code, _ in judged(rules, *lines) if code.startswith("kitty")] == found


def test_cards_from_the_kitty():
    """point_cards L456: not to overturn with."""
    deal = "N S346789TJQK H346789TJQK D53467"
    kitty = "Kitty D5 C6 H9 D4 S3 HT C7 CK"
    text = (
        '[SJN "1"]\n[Rules "point_cards"]\n[Hand "2"]\n[Level "5"]\n[Dealer "N"]\n\n'
        f"Deal:\n{deal}\n{kitty}\nBids:\nE S5\nBury:\nN S346789TJ\nBids:\nN D55\n= *\n"
    )
    (done,) = audit_hands(loads(text))
    assert "bid.kitty_cards" in [finding.code for finding in done.findings]
    assert "bid.not_held" not in [finding.code for finding in done.findings]


@pytest.mark.parametrize(
    ("north", "found"),
    [
        # L362: the opponents may call once the dealer side cannot; the small joker goes with black suits.
        ("N S3L H2456789TJQKA C2456789TJQA", [("bid.by", "note")]),
        ("N H3L H2456789TJQKA C2456789TJQA", []),
    ],
)
def test_the_opponents_call_last(north: str, found: list[tuple[str, str]]):
    def hand(number: int, levels: str, level: str, dealer: str, *lines: str) -> str:
        tags = f'[Hand "{number}"]\n[Levels "{levels}"]\n[Level "{level}"]\n[Dealer "{dealer}"]\n\n'
        return '[SJN "1"]\n[Rules "joker_declare"]\n' + tags + "\n".join([*lines, ""])

    text = hand(4, "NS:2 EW:3", "2", "S", "= 60 NS+1")
    text += hand(5, "NS:3 EW:3", "3", "E", "Deal:", north, "Bids:", "90 E S3L", "= *")
    audits = list(audit_hands(loads(text)))
    assert [(f.code, f.severity) for f in audits[1].findings if f.code == "bid.by"] == found


def test_a_call_after_the_draw():
    """pass_five L314: nobody declared, the opponents call; with which cards is not said."""
    assert judged("pass_five", "Bids:", "W S5") == [("bid.cards", "note")]
    assert ("bid.cards", "error") in judged("pass_five", "Bids:", "W S5", number=1)


def test_what_would_have_been_legal_is_that_of_the_sheet():
    text = '[SJN "1"]\n[Rules "pass_five"]\n[Hand "2"]\n[Level "5"]\n\nBids:\n40 W S5\n= *\n'
    (found,) = [f for done in audit_hands(loads(text)) for f in done.findings if f.code == "bid.cards"]
    assert (found.expected, found.expected_zh) == ("a level card and a joker", "一张级牌加一张王")
