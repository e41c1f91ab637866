"""The legal plays listed for a play: the right ones, bounded, and none where the hand is not known."""

from __future__ import annotations

from paipu.grammar import loads
from paipu.replay import Audit, audit
from paipu.replay.alternatives import legal_plays_at

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
