"""The legal plays listed for a play: the right ones, bounded, and none where the hand is not known."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest

from bench.simulate import random_hand
from paipu.grammar import loads
from paipu.grammar.cards import parse_cards, sort_cards
from paipu.replay import Audit, audit
from paipu.replay.alternatives import legal_plays_after, legal_plays_at, legal_plays_of
from paipu.replay.rules import load_rules

TAGS = '[SJN "1"]\n[Rules "{}"]\n[Level "2"]\n[Trump "S"]\n[Dealer "N"]\n\nDeal:\n'
FULL = "W H3345 C789TJQKA C9TJQKA DK L B S3456\n"


def hand(plays: str, deal: str = FULL, rules: str = "standard") -> Audit:
    return audit(loads(TAGS.format(rules) + deal + f"\nTricks:\n{plays}\n= *\n")[0])


def test_a_pair_led_asks_for_the_pair() -> None:
    found = legal_plays_at(hand("1. N HAA / W H45 / S H66 / E H77"), "1.2")
    assert found == {"seat": "W", "plays": [["H3", "H3"]], "all": True, "example": None, "throws": False}


def test_a_single_led_asks_for_any_card_of_the_suit_once() -> None:
    found = legal_plays_at(hand("1. N HA / W H3 / S H6 / E H7"), "1.2")
    assert found
    assert sorted(found["plays"]) == [["H3"], ["H4"], ["H5"]]


def test_a_leader_may_lead_singles_and_pairs_and_is_told_of_throws() -> None:
    plays = "1. N H6 / W DK / S H7 / E H8\n2. N HA / W H5 / S H9 / E H9\n3. W C99 / S C3 / E C4 / N C5"
    found = legal_plays_at(hand(plays), "3.1")
    assert found
    assert found["throws"]
    assert ["H4"] in found["plays"]
    assert ["H5"] not in found["plays"]
    assert ["H3", "H3"] in found["plays"]
    assert ["CT", "CT", "C9", "C9"] in found["plays"]
    found = legal_plays_at(hand(plays, rules="standard; throw_allowed=no"), "3.1")
    assert found
    assert not found["throws"]


def test_the_list_is_bounded() -> None:
    audited = hand("1. N DAA / W DKC7 / S D66 / E D77")
    found = legal_plays_at(audited, "1.2", limit=5)
    assert found
    assert len(found["plays"]) == 5
    assert not found["all"]
    found = legal_plays_at(audited, "1.2", tries=10)
    assert found
    assert found["plays"] == []
    assert found["example"]
    assert "DK" in found["example"]


def test_a_hand_that_is_not_known_has_no_list() -> None:
    audited = hand("1. N HA / W H3 / S H6 / E H7")
    assert legal_plays_at(audited, "1.3") is None
    assert legal_plays_at(audited, "9.9") is None
    assert legal_plays_at(audited, "deal") is None


# After any address


def plays(found: dict[str, Any] | None) -> list[list[str]]:
    assert found
    assert found["all"]
    return sorted(found["plays"])


def test_after_a_play_the_next_seat_has_its_legal_plays() -> None:
    audited = hand("1. N HAA / W H45 / S H66 / E H77")
    found = legal_plays_after(audited, "1.1")
    assert found == {
        "seat": "W", "trick": 1, "play": 2,
        "plays": [["H3", "H3"]], "all": True, "example": None, "throws": False,
    }  # fmt: skip
    assert legal_plays_after(audited, "1.1i1") == found
    assert legal_plays_after(audited, "1.2") is None  # of South nothing is known but what it plays
    assert plays(legal_plays_after(audited, "1.2", seat="W")) == [["H3", "H3"]]


def test_after_a_trick_its_winner_leads() -> None:
    audited = hand("1. N H6 / W DK / S H7 / E H8\n2. N HA / W H5 / S H9 / E H9")
    assert legal_plays_after(audited, "2.4") is None  # North, who is not known
    audited = hand("1. N H6 / W S3 / S H7 / E H8")
    found = legal_plays_after(audited, "1.4")
    assert found
    assert (found["seat"], found["trick"], found["play"], found["throws"]) == ("W", 2, 1, True)
    assert ["H3", "H3"] in found["plays"]
    assert ["S3"] not in found["plays"]
    assert found == legal_plays_after(audited, "result")


def test_the_first_lead() -> None:
    full = FULL.replace("W ", "N ") + "Kitty D33445566\n\nBury:\nN D33445566\n"
    for text in ("1. N HA", "1. W HA"):
        audited = hand(text, full)
        for after in ("deal", "deal/N", "kitty", "a1"):
            found = legal_plays_after(audited, after)
            assert found, after
            assert (found["seat"], found["trick"], found["play"]) == ("N", 1, 1)
            assert ["S6"] in found["plays"]
    unplayed = audit(loads(TAGS.format("standard") + full + "\n= *\n")[0])
    assert legal_plays_after(unplayed, "deal") == legal_plays_after(hand("1. N HA", full), "deal")


def test_an_address_that_is_none() -> None:
    audited = hand("1. N HA / W H3 ( 1. N HA / W H4 )")
    for after in ("", "9.9", "1.3", "1.2v2", "1.2v1/1.3", "1.1v1", "nonsense", "1.2v1/result", "x/deal"):
        assert legal_plays_after(audited, after) is None, after
        assert legal_plays_at(audited, after) is None, after


def test_in_a_variation() -> None:
    audited = hand("1. N HA / W H3 / S H6 / E H7 ( 1. N HA / W H4 / S H6 / E H7 2. N HKK / W H33 3. W D4 )")
    assert plays(legal_plays_after(audited, "1.4v1/1.1")) == [["H3"], ["H4"], ["H5"]]
    assert plays(legal_plays_after(audited, "1.4v1/2.1")) == [["H3", "H3"]]
    assert plays(legal_plays_at(audited, "1.4v1/2.2")) == [["H3", "H3"]]
    audited = hand("1. N HA / W H3 ( 1. N HA / W H3 / S H6 / E H7 2. N HKK )")
    assert plays(legal_plays_after(audited, "1.2v1/2.1")) == [["H4", "H3"], ["H5", "H3"], ["H5", "H4"]]
    assert legal_plays_after(audited, "1.2v1") is None  # North leads
    assert legal_plays_after(audited, "1.2v1", seat="W")


def test_with_hands_supposed() -> None:
    """South is supposed to hold a pair of hearts, whole or in part; in the variation East is."""
    clubs = "C33445566778899TTJJQQKK"
    audited = hand("1. N HAA / W H33 ( Deal: E H5678 {} 1. N HAA / W H33 )".replace("{}", clubs[:-1]))
    for south in (["H6", "H6", *[f"C{rank}" for rank in clubs[1:]], "CA"], parse_cards("H66" + clubs + "A")):
        assert plays(legal_plays_after(audited, "1.2", deal={"S": south})) == [["H6", "H6"]]
    assert legal_plays_after(audited, "1.2", deal={"S": ["H66"]}) is None  # the rest is not known
    found = legal_plays_after(audited, "1.2v1/1.2", seat="E")
    assert plays(found) == sorted(list(pair) for pair in combinations(["H8", "H7", "H6", "H5"], 2))
    with pytest.raises(ValueError, match="X9"):
        legal_plays_after(audited, "1.2", deal={"S": ["X9"]})


def test_nothing_is_left_to_play() -> None:
    record = random_hand(Random(5), load_rules("standard"))
    audited = audit(record)
    assert legal_plays_after(audited, "result") is None
    last = record.tricks[-1]
    before = legal_plays_after(audited, f"{last.number}.3")
    assert before
    assert [sort_cards(c for text in each for c in parse_cards(text)) for each in before["plays"]] == [
        last.plays[-1].cards
    ]


@pytest.mark.parametrize("seed", range(4))
def test_after_one_play_is_at_the_next(seed: int) -> None:
    """In a hand by the rules, what may be played after a play is what may be played at the one behind it."""
    audited = audit(random_hand(Random(seed), load_rules("standard")))
    addresses = [f"{trick.number}.{number}" for trick, number, _ in audited.record.plays()]
    assert legal_plays_after(audited, "deal", limit=9) is not None
    for before, at in zip(["deal", *addresses], addresses, strict=False):
        found, expected = legal_plays_after(audited, before, limit=9), legal_plays_at(audited, at, limit=9)
        assert found
        assert f"{found.pop('trick')}.{found.pop('play')}" == at
        assert found == expected


def test_all_of_a_hand_at_once_is_the_same_play_by_play() -> None:
    variation = "2. N HK / W H5 / S H7 ( 2. N HK / W H5 / S D6 ( 2. N HK / W H4 ) )"
    audited = hand(f"1. N HAA / W H33 / S H66 / E H77\n{variation} / E H8")
    every = legal_plays_of(audited)
    assert set(every) == {"1.2", "2.2", "2.3v1/2.2", "2.3v1/2.3v1/2.2"}
    for at, found in every.items():
        assert found == legal_plays_at(audited, at)
    assert list(legal_plays_of(audited, most=2)) == ["1.2"]
