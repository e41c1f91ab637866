"""The audit of whole hands: planted faults give exactly their finding, sound hands none.

Hands come from the simulator (legal by construction) or are written out; expected values are
worked out from the cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from bench.simulate import random_hand, random_hands
from paipu.grammar import loads
from paipu.grammar.cards import SEATS, Cards, parse_cards, sort_cards
from paipu.grammar.model import Bid, Bury, Dealt, Play, Record, Result, Tag, Trick
from paipu.replay import Audit, audit, timeline
from paipu.replay.rules import load_rules, rule_ids

HEADER = """[SJN "1"]
[Rules "{rules}"]
[Hand "{hand}"]
[Levels "NS:{level} EW:{level}"]
[Level "{level}"]
[Dealer "N"]
[Trump "{trump}"]

"""


def hand(text: str, *, rules: str = "standard", level: str = "2", trump: str = "S", number: int = 2) -> Audit:
    header = HEADER.format(rules=rules, level=level, trump=trump, hand=number)
    (record,) = loads(header + text)
    assert record.findings == (), record.findings
    return audit(record)


def errors(done: Audit) -> list[tuple[str, str | None]]:
    """Codes of the errors with trick and play."""
    return [(f.code, f"{f.trick}.{f.play}" if f.trick else None) for f in done.errors]


DECKS = ("deck_count=1; hand_size=12; kitty_size=6", "deck_count=3; hand_size=39; kitty_size=6")


@pytest.mark.parametrize(
    "rules",
    [f"{name}; {decks}" for name in ("standard", "rbtying", "minzhengbu") for decks in DECKS]
    + ["standard; follow_draw=longer_protected; deck_count=4; hand_size=52; kitty_size=8"],
)
def test_legal_hands_of_other_decks_are_clean(rules: str) -> None:
    for record in random_hands(2, rules, seed=11):
        assert audit(record).findings == ()


@pytest.mark.parametrize("rules", rule_ids())
def test_legal_hands_are_clean(rules: str) -> None:
    for record in random_hands(8, rules, seed=11):
        done = audit(record)
        assert done.findings == ()
        assert done.verdict == "clean"
        assert done.score.stated is not None
        assert done.score.stated["attackers"] == done.score.replayed["attackers"]


def test_points_of_a_hand_add_up() -> None:
    """Points in tricks of both sides and in the kitty make 200."""
    for record in random_hands(10, seed=5):
        done = audit(record)
        tricks = sum(trick.points for trick in done.replay.tricks)
        assert tricks + points(done.hands.kitty) == 200


def points(cards: Cards) -> int:
    return sum({3: 5, 8: 10, 11: 10}.get(card % 13, 0) for card in cards if card < 52)


# --- one duty at a time ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deal", "trick", "code"),
    [
        ("W H3 S55", "1. N HA / W S5 / S H4 / E H6", "follow.suit"),
        ("W S3 H55", "1. N SA / W H5 / S S4 / E S6", "follow.suit"),
        ("W D2 H55", "1. N SA / W H5 / S S4 / E S6", "follow.suit"),
        ("W L H55", "1. N SA / W H5 / S S4 / E S6", "follow.suit"),
        ("W H3378", "1. N HAA / W H78 / S H45 / E H69", "follow.pair"),
        ("W BBS78", "1. N SAA / W S78 / S S45 / E S69", "follow.pair"),
        ("W H334455 D3", "1. N HAAKK / W H3344 / S H789T / E H789T", None),
        ("W H334487 D3", "1. N HAAKK / W H3387 / S H9TJQ / E H9TJQ", "follow.tractor"),
        ("W H334488", "1. N HAAKK / W H3388 / S H9TJQ / E H9TJQ", "follow.tractor"),
        ("W H336688", "1. N HAAKK / W H3366 / S H9TJQ / E H9TJQ", None),
        ("W H336687", "1. N HAAKK / W H3387 / S H9TJQ / E H9TJQ", "follow.pair"),
        ("W H3", "1. N HAA / W H3 / S H45 / E H69", "follow.count"),
        ("W H3", "1. N HA / W D3 / S H4 / E H6", "play.not_held"),
    ],
)
def test_duty(deal: str, trick: str, code: str | None) -> None:
    """A short hand is a partial deal; the duty is still decided by the cards it is known to hold."""
    (record,) = loads(
        HEADER.format(rules="standard", level="2", trump="S", hand=2) + f"Tricks:\n{trick}\n= *\n"
    )
    (west,) = loads(f'[SJN "1"]\n\nDeal:\n{deal}\n= *\n')
    cards = west.deal[0].cards
    filler = sort_cards((*cards, *([parse_cards("C3")[0]] * 0)))
    full = replace(west.deal[0], cards=fill(filler))
    done = audit(replace(record, deal=(full,)))
    found = [f.code for f in done.errors if f.seat == "W"]
    assert found == ([code] if code else [])
    if code and code not in ("follow.count", "play.not_held"):
        finding = next(f for f in done.errors if f.seat == "W")
        assert finding.clause == "standard"
        assert finding.status == "stated"
        assert finding.element == "1.2"
        assert finding.expected
        assert finding.expected_zh


def fill(cards: Cards) -> Cards:
    """A hand of 25 with clubs, which no lead here asks for."""
    clubs = [26 + rank for rank in range(1, 13) for _ in range(2)]
    return sort_cards((*cards, *clubs[: 25 - len(cards)]))


def test_a_legal_example_is_named() -> None:
    done = hand("Deal:\nW H3378 C3456789TJQKA3456789TJ\n\nTricks:\n1. N HAA / W H78 / S H45 / E H69\n= *\n")
    (finding,) = [f for f in done.errors if f.code == "follow.pair"]
    assert finding.expected == "for example ♥3 ♥3"
    assert finding.held == parse_cards("H33")
    assert finding.cards == parse_cards("H87")
    assert "♥3♥3" in finding.message_zh


# --- hands that follow from the plays -----------------------------------------------------------


def test_a_revoke_shows_when_the_card_is_played_later() -> None:
    done = hand("Tricks:\n1. N HA / W D3 / S H4 / E H6\n2. N HK / W H5 / S H7 / E H8\n= *\n")
    assert errors(done) == [("follow.suit", "1.2")]


def test_unknown_hands_accuse_nobody() -> None:
    done = hand("Tricks:\n1. N HA / W D3 / S H4 / E H6\n2. N HK / W D5 / S H7 / E H8\n= *\n")
    assert done.findings == ()


def test_a_third_copy_shows_without_a_deal() -> None:
    done = hand("Tricks:\n1. N HA / W HA / S HA / E H6\n= *\n")
    assert errors(done) == [("play.copies", "1.3")]


def test_the_kitty_may_hold_what_the_dealer_discards_from() -> None:
    """A dealer whose bury is not recorded may have buried the suit: no accusation."""
    record = random_hand(Random(4), load_rules("standard"))
    without = replace(record, auction=tuple(x for x in record.auction if isinstance(x, Bid)), result=None)
    assert audit(without).errors == ()


# --- throws -----------------------------------------------------------------------------------


def throws(lead: str, *, rules: str = "standard", west: str = "HK99", trump: str = "S") -> list[str]:
    """Codes for a throw of hearts against HK99 in West; South and East hold none."""
    text = HEADER.format(rules=rules, level="2", trump=trump, hand=2) + f"Tricks:\n1. N {lead} /\n= *\n"
    text = text.replace(" /\n", "\n")
    (record,) = loads(text)
    held = {"N": lead.partition(">")[0], "W": west, "S": "D3", "E": "D3"}
    hands = {seat: parse_cards(cards) for seat, cards in held.items()}
    # North holds the other hearts, the rest comes from the other suits; no card more than twice.
    taken = Counter(card for cards in hands.values() for card in cards)
    deck = sorted(range(52), key=lambda card: card // 13 != 1)
    pool = [card for card in deck for _ in range(2 - taken[card])]
    deal = []
    for seat in ("N", "W", "S", "E"):
        need = 25 - len(hands[seat])
        deal.append(Dealt(seat=seat, cards=sort_cards((*hands[seat], *pool[:need]))))
        pool = pool[need:]
    done = audit(replace(record, deal=tuple(deal)))
    assert [f for f in done.findings if f.phase != "tricks"] == []
    return [f.code for f in done.errors]


def test_throw_kept_though_beaten() -> None:
    assert throws("HA55") == ["throw.beaten"]
    assert throws("HQT") == ["throw.beaten"]
    assert throws("HAJJ") == []


def test_failed_throw_leads_the_smallest_beaten_part() -> None:
    assert throws("HA55>H55") == []
    assert throws("HA55>HA") == ["throw.forced"]
    assert throws("HQT>HT") == []
    assert throws("HQT>HQ") == ["throw.forced"]
    assert throws("HA4>H4") == []


def test_throw_taken_back_though_it_stands() -> None:
    assert throws("HAJJ>HJJ") == ["throw.stands"]
    assert throws("HAA>HA") == ["throw.stands"]


def test_led_part_must_come_from_the_throw() -> None:
    assert throws("HA55>H6") == ["throw.part"]


def test_throws_a_sheet_does_not_know() -> None:
    assert throws("HAAK", rules="hbut_2013") == []
    assert throws("HAKQ", rules="hbut_2013") == ["lead.throw"]
    assert throws("HAAQ", rules="hbut_2013") == ["lead.throw"]
    assert throws("HA D4") == ["lead.suits"]


def test_a_throw_allowed_by_one_reading_is_a_note() -> None:
    """hbut_2013 does not say what the triple is at level K (params.md 7/111): AAQ is a note."""
    text = HEADER.format(rules="hbut_2013", level="K", trump="S", hand=2) + "Tricks:\n1. N HAAQ\n= *\n"
    (finding,) = [f for f in audit(loads(text)[0]).findings if f.code == "lead.throw"]
    assert finding.severity == "note"
    assert finding.parameter == "triple_ranks"
    assert finding.status == "ambiguous"
    assert len(finding.readings) == 2
    text = text.replace("HAAQ", "HAAJ")
    (finding,) = [f for f in audit(loads(text)[0]).findings if f.code == "lead.throw"]
    assert finding.severity == "error"
    assert finding.clause == "二(二)"


def test_what_rests_on_an_inferred_ladder_is_a_note() -> None:
    """hbut_2013 does not say that the level rank is skipped: at level 5 H66 H44 may be no tractor."""
    deal = "Deal:\nW H664499 C346789TJQKA346789TJ\n"
    text = deal + "\nTricks:\n1. N HAAKK / W H6699 / S HTJQ8 / E HTJQ8\n= *\n"
    (finding,) = [f for f in hand(text, rules="hbut_2013", level="5").findings if f.seat == "W" and f.trick]
    assert (finding.code, finding.severity) == ("follow.tractor", "note")
    assert finding.parameter == "tractor_skip_level_rank"
    (finding,) = [f for f in hand(text, level="5").findings if f.seat == "W" and f.trick]
    assert (finding.code, finding.severity) == ("follow.tractor", "error")


# --- turns --------------------------------------------------------------------------------------


def test_turns() -> None:
    assert errors(hand("Tricks:\n1. W HA / S H3 / E H4 / N H5\n= *\n")) == [("turn.leader", "1.1")]
    assert errors(hand("Tricks:\n1. N HA / S H3 / W H4 / E H5\n= *\n")) == [("turn.order", "1.2")]
    assert errors(hand("Tricks:\n1. N HA / W H3 / W H4 / E H5\n= *\n")) == [("turn.twice", "1.3")]
    text = "Tricks:\n1. N H3 / W HA / S H4 / E H5\n2. N HK / W H6 / S H7 / E H8\n= *\n"
    assert errors(hand(text)) == [("turn.leader", "2.1")]


def test_clockwise_play_under_an_override() -> None:
    text = "Tricks:\n1. N HA / E H3 / S H4 / W H5\n= *\n"
    assert errors(hand(text)) == [("turn.order", "1.2")]
    assert errors(hand(text, rules="standard; play_direction=cw")) == []


# --- faults planted in sound hands ----------------------------------------------------------------


def sound(seed: int = 21, rules: str = "standard") -> Record:
    return random_hand(Random(seed), load_rules(rules))


def with_play(record: Record, at: tuple[int, int], change: Callable[[Play], Play]) -> Record:
    tricks = list(record.tricks)
    trick = tricks[at[0]]
    plays = list(trick.plays)
    plays[at[1]] = change(plays[at[1]])
    tricks[at[0]] = replace(trick, plays=tuple(plays))
    return replace(record, tricks=tuple(tricks))


def test_109_cards() -> None:
    """One card more in a hand: a third copy, and nothing else of severity error."""
    record = sound()
    spare = record.deal[1].cards[0]
    deal = list(record.deal)
    deal[0] = replace(deal[0], cards=sort_cards((*deal[0].cards, spare)))
    done = audit(replace(record, deal=tuple(deal)))
    assert [code for code, _ in errors(done)] == ["deal.copies"]
    assert {f.code for f in done.findings} == {"deal.copies", "deal.count"}


def test_a_swapped_card_is_one_fault() -> None:
    """A seat is written with a card it does not hold: one error, what follows from it are notes."""
    for seed in range(40, 60):
        record = sound(seed)
        play = record.tricks[3].plays[2]
        if play.seat == record.tag("Dealer"):
            continue  # who took the kitty may hold more than was dealt
        held = {card for dealt in record.deal if dealt.seat == play.seat for card in dealt.cards}
        strange = next(card for card in range(54) if card not in held)
        changed = with_play(record, (3, 2), lambda p, c=strange: replace(p, cards=(*p.cards[1:], c)))  # type: ignore[misc]
        codes = [code for code, _ in errors(audit(changed)) if not code.startswith("throw.")]
        assert codes == ["play.not_held"], seed


def test_stated_points_wrong() -> None:
    record = sound()
    assert record.result is not None
    assert record.result.attackers is not None
    wrong = replace(record.result, attackers=record.result.attackers + 5)
    done = audit(replace(record, result=wrong))
    assert "score.points" in [code for code, _ in errors(done)]
    (finding,) = [f for f in done.errors if f.code == "score.points"]
    assert finding.expected == f"{record.result.attackers} points"


def test_stated_deal_and_rise_wrong() -> None:
    record = sound()
    assert record.result is not None
    other = "EW" if record.result.dealer_next == "NS" else "NS"
    assert [
        c for c, _ in errors(audit(replace(record, result=replace(record.result, dealer_next=other))))
    ] == ["score.dealer"]
    assert record.result.gain is not None
    rise = replace(record.result, gain=record.result.gain + 1)
    assert [c for c, _ in errors(audit(replace(record, result=rise)))] == ["score.gain"]


def test_bury() -> None:
    record = sound()
    bid, bury = record.auction
    assert isinstance(bury, Bury)
    nine = replace(bury, cards=sort_cards((*bury.cards, bury.cards[0])))
    codes = [code for code, _ in errors(audit(replace(record, auction=(bid, nine))))]
    assert codes[0] == "kitty.count"
    other = next(seat for seat in SEATS if seat != bury.seat)
    codes = [code for code, _ in errors(audit(replace(record, auction=(bid, replace(bury, seat=other)))))]
    assert codes[0] == "kitty.burier"


@pytest.mark.parametrize(
    ("bids", "rules", "code"),
    [
        ("N S8 / W HB", "standard", None),
        ("N S8 / W C88", "standard", None),
        ("N S88 / W C88", "standard", "bid.not_higher"),
        ("N C88 / W S88", "hbut_2013", None),
        ("N S88 / W C88", "hbut_2013", "bid.not_higher"),
        ("N S88 / W LL", "hbut_2013", None),
        ("N BB / W LL", "standard", "bid.not_higher"),
        ("N B", "standard", "bid.cards"),
        ("N S9", "standard", "bid.cards"),
        ("N S8 / W C8", "standard", "bid.cards"),
        ("N S8 / N S88", "standard", None),
        ("N S8 / N C88", "standard", "bid.own"),
    ],
)
def test_bids(bids: str, rules: str, code: str | None) -> None:
    """Bids of a later hand at level 8, shown before the kitty is taken (draw numbers rise)."""
    items = [item.split() for item in bids.split(" / ")]
    if items[-1][1] == "HB":
        items[-1][1] = "BB"
    text = "\n".join(f"{10 + at} {seat} {cards}" for at, (seat, cards) in enumerate(items))
    (record,) = loads(HEADER.format(rules=rules, level="8", trump="S", hand=2) + f"Bids:\n{text}\n= *\n")
    found = [f.code for f in audit(record).errors if f.code != "bid.trump"]
    assert found == ([code] if code else [])


def test_trump_follows_from_the_bids() -> None:
    (record,) = loads(HEADER.format(rules="standard", level="8", trump="S", hand=2) + "Bids:\n12 N H8\n= *\n")
    assert [f.code for f in audit(record).errors] == ["bid.trump"]


def test_first_dealer_is_the_declarer() -> None:
    text = HEADER.format(rules="standard", level="2", trump="H", hand=1) + "Bids:\n12 W H2\n= *\n"
    assert [f.code for f in audit(loads(text)[0]).errors] == ["bid.dealer"]
    assert audit(loads(text.replace('[Hand "1"]', '[Hand "2"]'))[0]).errors == ()


def test_the_level_is_that_of_the_dealer_side() -> None:
    text = HEADER.format(rules="standard", level="8", trump="H", hand=2).replace("NS:8 EW:8", "NS:5 EW:8")
    text += "Tricks:\n1. N SA\n= *\n"
    (finding,) = audit(loads(text)[0]).errors
    assert (finding.code, finding.line, finding.parameter) == ("deal.level", 5, "level_owner")
    assert audit(loads(text.replace('[Dealer "N"]', '[Dealer "E"]').replace("1. N", "1. E"))[0]).errors == ()


def test_a_play_left_out_accuses_nobody() -> None:
    """East's card in trick 1 is not recorded: it may be any of the hand, the spade of trick 2 included."""
    deal = "Deal:\nE SQ H3 C3456789TJQKA3456789TJQK\n\n"
    text = deal + "Tricks:\n1. N SA / W S3 / S S4\n2. N SK / W S5 / S S6 / E H3\n= *\n"
    done = hand(text, trump="D")
    assert done.errors == ()
    (finding,) = [f for f in done.findings if f.seat == "E"]
    assert (finding.code, finding.severity) == ("follow.suit", "note")
    whole = text.replace("/ S S4\n", "/ S S4 / E C3\n")
    assert errors(hand(whole, trump="D")) == [("follow.suit", "1.4"), ("follow.suit", "2.4")]


@pytest.mark.parametrize("number", range(4))
def test_any_play_left_out_of_a_sound_hand_accuses_nobody(number: int) -> None:
    for seed in range(70, 82):
        record = sound(seed)
        at = Random(seed).randrange(2, len(record.tricks) - 1)
        trick = record.tricks[at]
        plays = trick.plays[:number] + trick.plays[number + 1 :]
        tricks = (*record.tricks[:at], replace(trick, plays=plays), *record.tricks[at + 1 :])
        done = audit(replace(record, tricks=tricks))
        assert done.errors == (), seed
        assert any(f.code == "turn.short" and f.severity == "warning" for f in done.findings)


def test_a_triple_kept_is_an_error_by_its_clause() -> None:
    """hbut_2013 八(五): a trump pair under a higher single does not ruff AAK; the leader leads again."""
    text = "Tricks:\n1. N HAAK / W S334 / S H345 / E H678\n2. W D3 / S D4 / E D5 / N D6\n= *\n"
    done = hand(text, rules="hbut_2013")
    (finding,) = done.errors
    assert (finding.code, finding.element) == ("turn.leader", "2.1")


def test_a_lead_nobody_held_accuses_no_follower() -> None:
    deal = "Deal:\nW DA C3456789TJQKA3456789TJQKA\nS SQ H3456789TJQKA456789TJQKA D5\n\n"
    text = deal + "Tricks:\n1. N D4 / W DA / S D5 / E D6\n2. W SK / S H3 / E S5 / N S6\n= *\n"
    done = hand(text, trump="C")
    assert errors(done) == [("play.not_held", "2.1")]
    assert [(f.code, f.severity) for f in done.findings if f.seat == "S"] == [("follow.suit", "note")]


def test_tags_take_what_cards_and_seats_take() -> None:
    text = HEADER.format(rules="standard", level="2", trump="黑桃", hand=2).replace('"N"', '"北"')
    done = audit(loads(text + "Tricks:\n1. N SA\n= *\n")[0])
    assert (done.case.trump, done.case.dealer) == ("S", "N")
    assert done.findings == ()


def test_without_trump_the_tricks_are_still_shown() -> None:
    record = loads('[SJN "1"]\n[Level "2"]\n\nTricks:\n1. N SA / W S5 / S S4 / E S6\n= *\n')[0]
    page = timeline(audit(record))
    assert [(row["number"], row["winner"], row["points"]) for row in page["tricks"]] == [(1, None, 5)]


# --- odd headers and records -------------------------------------------------------------------------


def test_header_values_that_cannot_be_used() -> None:
    record = Record(tags=(Tag("Level", "eleven"), Tag("Trump", "X"), Tag("Rules", "house")))
    codes = {(f.code, f.severity) for f in audit(record).findings}
    assert codes == {("deal.tag", "warning"), ("deal.rules", "warning")}


def test_an_empty_record() -> None:
    done = audit(Record())
    assert [(f.code, f.severity) for f in done.findings] == [("deal.unnamed", "note")]


def test_a_trick_without_plays_and_a_result_without_hand() -> None:
    record = Record(tricks=(Trick(number=1, plays=()),), result=Result(state="stated", attackers=80))
    assert audit(record).errors == ()


def test_rules_given_by_the_caller_win() -> None:
    (record,) = loads(
        HEADER.format(rules="standard", level="2", trump="S", hand=2) + "Tricks:\n1. N HAKQ\n= *\n"
    )
    assert audit(record).errors == ()
    assert [f.code for f in audit(record, load_rules("hbut_2013")).errors] == ["lead.throw"]


def test_json_has_the_fields_of_the_contract() -> None:
    answer = audit(sound()).to_dict("a.sjn")
    assert answer["file"] == "a.sjn"
    assert answer["hand"] == 2
    assert set(answer["replayed"]) >= {
        "attackers",
        "kitty_points",
        "kitty_multiplier",
        "penalty_points",
        "dealer_next",
        "gain",
        "levels",
    }
