"""What the text lost accuses nobody of what follows from it; what stands by itself still does."""

from __future__ import annotations

import re

import pytest

from paipu.grammar import loads
from paipu.replay import audit
from paipu.replay.audit import Audit
from paipu.replay.case import open_case

TRICK = "Tricks:\n1. N SA / W S3 / S S4 / E S5\n"


def audited(
    body: str, rules: str = "standard", hand: int = 2, level: str = "2", trump: str | None = "C"
) -> Audit:
    tags = [("SJN", "1"), ("Rules", rules), ("Hand", str(hand)), ("Level", level), ("Dealer", "N")]
    tags += [("Trump", trump)] if trump else []
    head = "".join(f'[{name} "{value}"]\n' for name, value in tags)
    (record,) = loads(f"{head}\n{body}= *\n")
    return audit(record)


def said(audit: Audit) -> dict[str, str]:
    """The severity of each finding that is not about the text."""
    return {f.code: f.severity for f in audit.findings if f.phase != "text"}


FOLLOWS = [
    ("standard", 2, "8", "C", "Bids:\n14 N H8\n{}", "22 S C88 {{pair}}{}", "bid.trump"),
    ("minzhengbu", 1, "2", "C", "Bids:\n{}22 S C22\n", "5 N H2{}", "bid.dealer"),
    ("standard", 2, "2", "NT", "Bids:\n5 N H2\n{}22 N BB\n", "9 W C22{}", "bid.own"),
    (
        "hbut_2013",
        2,
        "2",
        "C",
        "Bids:\n5 N H2\n\nBury:\n{}\nBids:\nW C22\n\nBury:\nW S3456789 D3\n",
        "N S3456789 DT{}",
        "kitty.burier",
    ),
]


@pytest.mark.parametrize(("rules", "hand", "level", "trump", "body", "line", "code"), FOLLOWS)
def test_a_lost_line_of_the_auction_accuses_nobody(
    rules: str, hand: int, level: str, trump: str, body: str, line: str, code: str
) -> None:
    lost = audited(body.format(line.format(" @@") + "\n") + TRICK, rules, hand, level, trump)
    assert lost.case.damaged.auction
    assert (lost.case.damaged.deal, lost.case.damaged.tricks) == (True, False)  # nothing was dealt
    assert said(lost).get(code) in ("note", None)
    assert [f.severity for f in lost.errors] == ["error"] * sum(f.phase == "text" for f in lost.errors)
    # With the line as it was meant there is no such finding, and without any trace of it an error.
    whole = audited(body.format(line.format("") + "\n") + TRICK, rules, hand, level, trump)
    assert code not in said(whole)
    assert said(audited(body.format("") + TRICK, rules, hand, level, trump))[code] == "error"


def test_what_stands_before_the_lost_line_or_by_itself_is_an_error() -> None:
    before = audited(f"Bids:\n5 N H2\n9 W C7\n14 S S22 @@\n\n{TRICK}", trump=None)
    assert said(before) == {"bid.cards": "error", "deal.unnamed": "note"}
    behind = audited(f"Bids:\n5 N H2 @@\n9 W C7\n\n{TRICK}")
    assert said(behind)["bid.cards"] == "note"
    # Twenty-five cards without the two of hearts, and none in the kitty.
    deal = "Deal:\nN SAKQJT987655443 C3456789TJQK\nKitty D33445566\n\n"
    held = audited(f"{deal}Bids:\n3 E S2 @@\n5 N H2\n\n{TRICK}", trump="H")
    assert said(held)["bid.not_held"] == "error"


def test_trump_and_dealer_that_a_lost_line_may_have_made_are_not_taken_from_another() -> None:
    """West's spade would break the suit were hearts trumps; a later bid is lost, and no tag says trump."""
    plays = (
        "Tricks:\n1. N SA / W S3 / S S4 / E S5\n2. N SK / W H3 / S S6 / E S7\n3. N SQ / W S2 / S S8 / E S9\n"
    )
    known = audited(f"Bids:\n5 N H2\n\n{plays}", trump=None)
    assert "follow.suit" not in said(known)
    lost = audited(f"Bids:\n5 N H2\n9 W C22 @@\n\n{plays}", trump=None)
    assert lost.case.trump is None
    assert lost.errors == tuple(f for f in lost.errors if f.phase == "text")
    inside = audited(f"Bids:\n5 N H2 @@\n9 W C22\n\n{plays}", trump=None)
    assert inside.case.trump == "C"


HAND = """[SJN "1"]
[Rules "standard"]
[Level "2"]
[Dealer "W"]
[Trump "NT"]

Deal:
E SJT764 HKKJ64 CQJ87532 DKQQJ9764
N B SAQ7652 HQJT972 CATT99654 D5532
W LL S952 HAT9876432 CQ84 DAKJTT862
S B SAKKQJT88433 HA83 CAKKJ632 D983
Kitty H5 DA S9 H5 C7 D4 HQ D7

Bids:
N H2
W LL

Bury:
W H643 C874 D64

Tricks:
1. W DAAK / S D983 / E DKQQ / N D553
2. W DJTT / S HA83 / E D764 / N SQ76
3. W D8 / S C2 / E DJ / N HT
4. S SAKK / E S764 / N SA5C5 / W S995
5. S S88 / E SJT / N H97 / W CQD7
6. S CAKK / E C873 / N CTT4 / W LLD2
7. W H2 / S B / E C2 / N D2
= *
"""
"""The first seven tricks of a real hand, in which nobody revokes."""


def errors(text: str) -> list[tuple[str, str | None, int | None]]:
    """What is said to be a fault, but of the text itself."""
    (record,) = loads(text)
    return [(f.code, f.seat, f.trick) for f in audit(record).errors if f.phase != "text"]


def test_the_hand_itself_accuses_nobody() -> None:
    """Two throws are beaten in the hand that the program let stand, in no trick below."""
    assert [each for each in errors(HAND) if not each[0].startswith("throw.")] == []


def _opened(text: str, line: str, at: int) -> str:
    """The text with a comment that is opened in a line and not closed."""
    assert text.count(line + "\n") == 1
    return text.replace(line + "\n", f"{line[:at]} {{{line[at:]}\n")


LINES = [line for line in HAND.splitlines() if re.match(r"([ENWS] |Kitty|\d\.)", line)]


@pytest.mark.parametrize("line", LINES)
def test_what_an_open_comment_swallowed_accuses_nobody(line: str) -> None:
    """A comment is opened in turn at every third place of the line, and behind it."""
    whole = set(errors(HAND))
    cuts = 0
    for at in (*range(3, len(line), 3), len(line)):
        text = _opened(HAND, line, at)
        (record,) = loads(text)
        if [f.code for f in record.findings] != ["text.unclosed_comment"]:
            continue
        cuts += 1
        assert set(errors(text)) <= whole, text
    assert cuts


@pytest.mark.parametrize("line", LINES)
def test_a_line_that_does_not_read_accuses_nobody(line: str) -> None:
    text = HAND.replace(line + "\n", f"{line} @@\n")
    assert loads(text)[0].findings
    assert set(errors(text)) <= set(errors(HAND))


def test_a_comment_opened_behind_all_cards_takes_nothing_away() -> None:
    """The trick is complete before the comment: a revoke later on is still one."""
    revoke = HAND.replace("5. S S88 / E SJT / N H97", "5. S S88 / E SJD9 / N H97")
    assert ("follow.suit", "E", 5) in errors(revoke)
    commented = revoke.replace("N SA5C5 / W S995", "N SA5C5 / W S995 {well played")
    assert loads(commented)[0].findings
    assert ("follow.suit", "E", 5) in errors(commented)
    assert not open_case(loads(commented)[0]).damaged.tricks


def test_what_was_damaged_can_be_asked() -> None:
    def damaged(text: str) -> tuple[bool, bool, bool]:
        found = open_case(loads(text)[0]).damaged
        assert found.any is (found.deal or found.auction or found.tricks)
        return found.deal, found.auction, found.tricks

    assert damaged(HAND) == (False, False, False)
    assert damaged(HAND.replace("C7 D4", "C7 @@ D4")) == (True, True, False)  # before the bids: either
    assert damaged(HAND.replace("N B SAQ", "N @@ SAQ")) == (True, False, False)
    assert damaged(HAND.replace("N H2\nW LL", "N H2\nW LL @@")) == (False, True, False)
    assert damaged(HAND.replace("2. W DJTT", "2. W @@ DJTT")) == (False, False, True)
    assert damaged(HAND.replace("1. W DAAK", "1. W @@ DAAK")) == (False, True, True)
    assert damaged(HAND.replace('[Trump "NT"]', '[Trump "NT]')) == (False, False, False)
