"""What a seat could know: counted by hand from the cards of small games, by the rules of following."""

from __future__ import annotations

import pytest

from paipu.grammar import loads
from paipu.grammar.cards import format_cards, parse_cards, points_of
from paipu.records.sample_games import samples
from paipu.replay import audit, order_for
from paipu.replay.knowledge import Known, known_after
from paipu.replay.rules import load_rules
from paipu.replay.timeline import knowledge

ORDER = order_for(load_rules("standard"), "S", "2")


def after(text: str, seat: str | None = None, before: str = "") -> dict[str, Known]:
    """What is known in a hand with spades for trumps and level 2, by address."""
    (record,) = loads(f'[SJN "1"]\n{before}\nTricks:\n{text}\n= *\n')
    return dict(known_after(record, seat, ORDER))  # type: ignore[arg-type]


def test_at_first_all_cards_but_the_own_are_out() -> None:
    known = after("1. N HA / W H3 / S H4 / E H5", "S", "\nDeal:\nS BBHTT45\n")["deal"]
    assert len(known.out) == 108 - 6 - 0
    assert known.points == 200 - 10 - 10 - 5
    assert not {"B"} & {format_cards([card]) for card in known.out}


def test_what_is_played_is_out_no_more() -> None:
    known = after("1. N HA / W HK / S H4 / E H5", "S", "\nDeal:\nS H46\n")
    assert len(known["deal"].out) == 106
    assert len(known["1.2"].out) == 104
    assert len(known["1.3"].out) == 104  # the own card was not out before
    assert known["1.4"].points == 200 - 10 - 5


def test_who_does_not_follow_suit_is_void() -> None:
    """八: a suit led is followed as far as held."""
    known = after("1. N HA / W H3 / S D7 / E S4")
    assert known["1.2"].void == {}
    assert known["1.3"].void == {"S": ("H",)}
    assert known["1.4"].void == {"S": ("H",), "E": ("H",)}


def test_who_follows_in_part_is_void() -> None:
    assert after("1. N HAA / W H37 / S H4D5 / E H66")["1.4"].void == {"S": ("H",)}


def test_who_follows_trumps_with_none_has_none_even_of_the_level_and_jokers() -> None:
    assert after("1. N SA / W H2 / S L / E D7")["1.4"].void == {"E": ("T",)}


def test_who_follows_a_pair_without_one_has_no_pair() -> None:
    known = after("1. N HAA / W H34 / S H55 / E H67")["1.4"]
    assert known.pairless == {"W": ("H",), "E": ("H",)}
    assert known.void == {}


def test_who_follows_a_tractor_with_one_pair_has_no_other() -> None:
    known = after("1. N HKKQQ / W H3345 / S H55JJ / E H6789")["1.4"]
    assert known.pairless == {"W": ("H",), "E": ("H",)}


def test_a_single_led_tells_nothing_of_pairs() -> None:
    assert after("1. N HA / W H3 / S H4 / E H5")["1.4"].pairless == {}


def test_the_own_hand_is_no_conclusion() -> None:
    assert after("1. N HA / W H3 / S D7 / E H5", "S")["1.4"].void == {}


def test_a_suit_that_turns_up_again_was_not_out() -> None:
    """A revoke: what was believed is believed until the suit is played."""
    text = "1. N HA / W H3 / S D7 / E H5\n2. N CA / W C3 / S H9 / E C5"
    known = after(text)
    assert known["2.2"].void == {"S": ("H",)}
    assert known["2.3"].void == {"S": ("C",)}


def test_under_a_rule_that_asks_trumps_before_the_suit_nothing_is_concluded_from_them() -> None:
    order = order_for(load_rules("standard; follow_tractor=trump_pattern_even_holding_suit"), "S", "2")
    (record,) = loads('[SJN "1"]\n\nTricks:\n1. N HKKQQ / W S3344 / S H5678 / E H99JJ\n= *\n')
    assert dict(known_after(record, None, order))["1.2"].void == {}
    assert dict(known_after(record, None, ORDER))["1.2"].void == {"W": ("H",)}


def test_what_was_bid_is_known_until_it_is_played_or_may_be_buried() -> None:
    head = "\nBids:\n9 S D2\n30 N S22\n\nBury:\nN H3456789T\n"
    known = after("1. N HA / W H3 / S D2 / E H4", "W", head)
    assert known["a2"].shown == {"S": parse_cards("D2"), "N": parse_cards("S22")}
    assert known["a3"].shown == {"S": parse_cards("D2")}
    assert known["1.3"].shown == {}


def test_a_throw_taken_back_has_shown_its_cards() -> None:
    known = after("1. N HAQ>HQ / W HK / S H4 / E H5")["1.1"]
    assert known.shown == {"N": parse_cards("HA")}


def test_the_own_kitty_and_what_was_buried_are_not_out() -> None:
    head = "\nDeal:\nN HA\nKitty D3456789T\n\nBury:\nN D3456789T\n"
    assert len(after("1. N HA / W H3 / S H4 / E H5", "N", head)["a1"].out) == 108 - 9
    assert len(after("1. N HA / W H3 / S H4 / E H5", "W", head)["a1"].out) == 108


def test_a_card_is_out_until_it_is_drawn() -> None:
    text = (
        '[SJN "1"]\n\nDraw:\nE SA HA\nN SK HK\nW SQ HQ\nS H2 S2\n\nBids:\n3 S H2\n\n'
        "Tricks:\n1. S H2 / E HA / N HK / W HQ\n= *\n"
    )
    known = dict(known_after(loads(text)[0], "S", ORDER))
    assert {at: len(each.out) for at, each in known.items()} == {
        "deal": 106, "d4": 107, "a1": 107, "d8": 106, "1.1": 106, "1.2": 105, "1.3": 104, "1.4": 103,
    }  # fmt: skip


def test_without_trump_nobody_is_concluded_to_be_void() -> None:
    (record,) = loads('[SJN "1"]\n\nTricks:\n1. N HA / W D3 / S H4 / E H5\n= *\n')
    assert dict(known_after(record, None, None))["1.4"].void == {}


@pytest.mark.parametrize("name", ["teaching.sjn", "botzone_2023.sjn"])
@pytest.mark.parametrize("seat", ["N", "E", "S", "W", "public"])
def test_what_is_out_is_what_the_others_hold(name: str, seat: str) -> None:
    """Against the full record: out is the hands of the others with the kitty, unless the seat buried it."""
    audited = audit(loads(dict(samples())[name].decode())[0])
    known = knowledge(audited, seat)
    buriers = [bury.seat for bury in audited.record.buries]
    for at, position in list(audited.replay.positions.items())[4::4]:
        before = list(known)[list(known).index(at) - 1]
        others = [held.cards for each, held in position.hands.items() if each != seat]
        cards = [card for held in others for card in held]
        if buriers[-1:] != [seat]:
            cards += audited.hands.kitty
        wrong = any(finding.code == "play.not_held" for finding in audited.findings)
        if not wrong:
            assert sorted(parse_cards(known[before]["out"])) == sorted(cards)
            assert known[before]["points"] == sum(map(points_of, cards))
