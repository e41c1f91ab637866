"""False accusations that the simulator found, each kept with what is right by the sheet.

The hands are cut down to the cards that matter (`hand_size` and `kitty_size` overridden).
"""

from __future__ import annotations

import pytest

from paipu.grammar import loads, parse_cards
from paipu.grammar.findings import Finding
from paipu.replay import audit_hands
from paipu.replay.auction import Bidding, bid_breach
from paipu.replay.rules import load_rules


def found(text: str) -> list[Finding]:
    return [finding for done in audit_hands(loads(text)) for finding in done.findings]


def codes(text: str, *severities: str) -> list[str]:
    """The codes found, of these severities or of those that accuse."""
    return [each.code for each in found(text) if each.severity in (severities or ("error", "warning"))]


def record(rules: str, *lines: str, **tags: str) -> str:
    heads = {"Rules": rules, "Hand": "3", **tags}
    head = "\n".join(f'[{name} "{value}"]' for name, value in heads.items())
    return f'[SJN "1"]\n{head}\n\n' + "\n".join(lines) + "\n"


# --- bids -----------------------------------------------------------------------------------------


# D, declare_cards: "the least that must be shown; a pair of the same level card may always be shown at
# once". The judge of Botzone takes a pair as a snatch only.
@pytest.mark.parametrize(
    ("rules", "cards", "legal"),
    [
        *(
            (rules, "S66", True)
            for rules in ("signal_cards", "super_edition", "tractor_intro", "online_basic")
        ),
        *(
            (rules, "S66", True)
            for rules in ("highest_level_timed", "eighty_points", "two_team", "minzhengbu")
        ),
        *((rules, "S66", True) for rules in ("discussion_draft", "annex3_sixteen_hands", "point_cards")),
        ("trade_union_stripped", "S66", True),
        ("joker_declare", "S66L", True),
        ("pass_five", "S66B", True),
        ("joker_declare", "S66B", False),
        ("online_basic", "BB", False),
        ("botzone", "S6", True),
        ("botzone", "S66", False),
    ],
)
def test_a_pair_may_be_shown_at_once(rules: str, cards: str, legal: bool):
    bidding = Bidding(rules=load_rules(rules), level="6", phase="deal")
    assert (bid_breach(bidding, "N", parse_cards(cards)) is None) is legal


# A pair over a single that another showed is an overturn, which pass_five makes with a joker.
def test_overturning_cards_are_not_loosened():
    bidding = Bidding(rules=load_rules("pass_five"), level="6", phase="deal")
    shown = Bidding(
        rules=bidding.rules, level="6", phase="deal", history=(_shown("E", "H6B"),), first_hand=False
    )
    breach = bid_breach(shown, "N", parse_cards("S66"))
    assert breach is not None
    assert breach.code == "bid.cards"


def _shown(seat: str, cards: str):
    from paipu.replay.auction import Shown

    return Shown(seat, parse_cards(cards))  # type: ignore[arg-type]


# signal_cards L16, L20; hbut_2013 九(六) L109: a joker pair may overturn a flip. swiss_8_rounds L144: nothing
# may. online_basic L80: not after the bury.
@pytest.mark.parametrize(
    ("rules", "cards", "code"),
    [
        ("signal_cards", "LL", None),
        ("hbut_2013", "BB", None),
        ("hbut_2013", "S88", "bid.cards"),
        ("swiss_8_rounds", "LL", "bid.overturn"),
        ("minzhengbu", "S88", "bid.overturn"),
        ("online_basic", "LL", None),
    ],
)
def test_overturning_a_flip(rules: str, cards: str, code: str | None):
    kitty = "Kitty H3 H4 H5 H6 H7 H9 HT HJ"
    text = record(
        rules,
        "Deal:",
        kitty,
        "",
        "Bids:",
        "flip H3 H4 H5 H6",
        f"W {cards}",
        "= *",
        Level="8",
        Trump="NT" if "8" not in cards else "S",
        Dealer="N",
        Levels="NS:8 EW:8",
    )
    assert codes(text, "error") == ([code] if code else [])


# joker_declare L366: any one card of the kitty is turned.
@pytest.mark.parametrize(
    ("turned", "trump", "wrong"), [("C6", "C", False), ("L", "NT", False), ("C6", "D", True)]
)
def test_any_card_may_be_turned(turned: str, trump: str, wrong: bool):
    text = record(
        "joker_declare", "Deal:", "Kitty H3 L C6 H9 D4 S3 HT C7", "", "Bids:", f"flip {turned}", "= *",
        Level="8", Trump=trump, Dealer="N",
    )  # fmt: skip
    assert ("kitty.flip" in codes(text)) is wrong


# --- what is missing or doubtful --------------------------------------------------------------------

SMALL = "standard; hand_size=3; kitty_size=2"


def test_the_card_left_out_of_the_kitty_may_be_played():
    """The kitty is one card short in the record: the dealer may have had any card."""
    text = record(
        SMALL, "Deal:", "E SA S4 D9", "N S6 S7 D8", "W ST SJ D7", "S SQ SK D6", "Kitty C9", "", "Bury:",
        "E C9 D9", "", "Tricks:", "1. E SA / N S6 / W ST / S SQ", "2. E S4 / N S7 / W SJ / S SK",
        "3. S D6 / E D5 / N D8 / W D7", "= *", Level="2", Trump="H", Dealer="E",
    )  # fmt: skip
    assert codes(text) == ["deal.kitty_count"]


def test_a_third_copy_dealt_is_held_against_nobody_to_the_end():
    """North has written the third C4 and another card instead; with one card left it may be the one."""
    text = record(
        SMALL, "Deal:", "E CA C4 D9", "N C4 S7 D8", "W CT CJ D7", "S CQ CK C4", "Kitty D3 D4", "", "Bury:",
        "E D3 D4", "", "Tricks:", "1. E CA / N S7 / W CT / S C4", "2. E C4 / N S9 / W CJ / S CQ",
        "3. S CK / E D9 / N D8 / W D7", "= *", Level="2", Trump="H", Dealer="E",
    )  # fmt: skip
    assert codes(text) == ["deal.copies"]


def test_a_third_copy_played_is_no_revoke_before():
    """Without a deal the hands follow from the plays, and one of three equal cards is a slip of the pen."""
    text = record(
        SMALL, "Tricks:", "1. E C33 / N C57 / W C88 / S C99", "2. S SA / E S4 / N CQ / W SK",
        "3. S SQ / E S6 / N H4 / W S5", "= *", Level="2", Trump="H", Dealer="E",
    )  # fmt: skip
    assert codes(text) == []
    # Two queens of clubs with North are a pair that was not followed; with a third one elsewhere perhaps not.
    pair = text.replace("N H4", "N CQ")
    assert codes(pair) == ["follow.pair"]
    assert codes(pair.replace("W S5", "W CQ")) == ["play.copies"]


def test_a_kitty_that_is_not_recorded_leaves_the_points_open():
    """The attackers take the last trick, and what lay in the kitty nobody wrote down."""
    text = record(
        "standard; hand_size=1; kitty_size=1", "Tricks:", "1. E H3 / N HA / W H4 / S H5", "= 25 EW",
        Level="2", Trump="H", Dealer="E", Levels="NS:2 EW:2",
    )  # fmt: skip
    assert codes(text, "error", "warning") == []
    known = text.replace("Tricks:", "Deal:\nKitty D5\n\nBury:\nE D5\n\nTricks:")
    assert codes(known.replace("= 25", "= 15")) == []
    assert codes(known) == ["score.points"]


# --- levels -----------------------------------------------------------------------------------------


def hand(rules: str, number: int, levels: str, dealer: str, result: str, *lines: str, **tags: str) -> str:
    level = levels.split("EW:")[1] if dealer in "EW" else levels[3 : levels.index(" ")]
    return record(
        rules, *lines, result, "", Hand=str(number), Levels=levels, Level=level, Dealer=dealer, **tags
    )


def test_every_overturn_counts_where_each_brings_a_level():
    """highest_level_timed L182: a level for each overturn, those before the bury too."""
    rules = "highest_level_timed; advance_table=std40"
    bids = ("Bids:", "90 N D5", "95 W H55", "E LL", "", "Bury:", "S C3456789T")
    text = hand(rules, 4, "NS:5 EW:5", "S", "= 60 NS+3", *bids, Trump="NT")
    assert [each.code for each in found(text) if each.code == "score.gain"] == []
    other = text.replace("NS+3", "NS+1")
    assert [each.code for each in found(other) if each.code == "score.gain"] == ["score.gain"]


LAST = ("Tricks:", "1. E H3 / N HJ / W H4 / S H5")
MINZHENGBU = "minzhengbu; hand_size=1"


def test_a_level_given_back_leaves_open_what_the_others_lose():
    """minzhengbu 十二: whether the side rises on from its old level is not said, so neither is 十一."""
    knocked = (
        hand(MINZHENGBU, 5, "NS:6 EW:A", "E", "= 90 EW", *LAST, Trump="C")
        .replace("H3", "D3")
        .replace("HJ", "DA")
        .replace("H4", "D4")
        .replace("H5", "D5")
    )
    back = hand(MINZHENGBU, 6, "NS:6 EW:J", "E", "= 0 EW+5")
    for levels in ("NS:6 EW:A", "NS:4 EW:A"):
        assert codes(knocked + back + hand(MINZHENGBU, 7, levels, "W", "= *")) == [], levels


def test_who_falls_from_the_ace_to_the_jack_still_has_to_play_two():
    """十二 frees from 2 who is knocked back to it, not who fell from A to J and loses levels later."""
    knocked = (
        hand(MINZHENGBU, 5, "NS:A EW:A", "E", "= 90 EW", *LAST, Trump="C")
        .replace("H3", "D3")
        .replace("HJ", "DA")
        .replace("H4", "D4")
        .replace("H5", "D5")
    )
    lost = hand(MINZHENGBU, 6, "NS:A EW:J", "E", "= 400 NS+16")
    fallen = hand(MINZHENGBU, 7, "NS:A EW:2", "N", "= 160 EW+4")
    stays = hand(MINZHENGBU, 8, "NS:T EW:2", "W", "= *")
    assert codes(knocked + lost + fallen + stays) == []


def test_a_rise_left_out_is_an_error_at_any_level():
    """No sequence without the level played is a reading of it, nor one that ends below A."""
    for levels, after in (("NS:9 EW:J", "NS:9 EW:Q"), ("NS:9 EW:4", "NS:9 EW:5"), ("NS:9 EW:T", "NS:9 EW:J")):
        first = hand("hbut_2013", 3, levels, "E", "= 60 EW+1", "Bids:", f"9 E S{levels[-1]}")
        assert codes(first + hand("hbut_2013", 4, after, "W", "= *")) == []
        assert codes(first + hand("hbut_2013", 4, levels, "W", "= *")) == ["match.levels"]
