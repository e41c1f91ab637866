"""Cards known by their suit alone: what they can be decides, and what is certain stays certain."""

from __future__ import annotations

import re
from itertools import combinations, islice
from random import Random

import pytest

from paipu.grammar import loads
from paipu.grammar.cards import Cards, format_cards, is_unknown, parse_cards, sort_cards, suit_of
from paipu.replay import audit
from paipu.replay.blanks import breaches
from paipu.replay.follow import follow_breach
from paipu.replay.order import order_for
from paipu.replay.position import Holding, Position
from paipu.replay.rules import load_rules

ORDER = order_for(load_rules("standard"), "H", "8")
WEST = "SAA7766 HAK22 DAKQJT99552 C22334"
"""25 cards: no level card among them, no joker."""


def found(body: str, *, dealer: str = "S", level: str = "8") -> list[tuple[str, str, str | None, int | None]]:
    """Code, severity, seat and trick of what the audit says of hands and plays."""
    (record,) = loads(
        f'[SJN "1"]\n[Rules "standard"]\n[Level "{level}"]\n[Dealer "{dealer}"]\n[Trump "H"]\n\n{body}= *\n'
    )
    assert not record.findings
    return [(f.code, f.severity, f.seat, f.trick) for f in audit(record).findings]


@pytest.mark.parametrize(
    ("plays", "code"),
    [
        ("S CA / E CQ / N CJ / W H?", "follow.suit"),  # hearts are trumps
        ("S CA / E CQ / N CJ / W D?", "follow.suit"),
        ("S CAK / E CQT / N CJ9 / W H??", "follow.suit"),
        ("S CAK / E CQT / N CJ9 / W C?H?", "follow.suit"),
        ("S CAA / E CQT / N CJ9 / W C4D?", "follow.suit"),
        ("S HQ / E H3 / N H4 / W C?", "follow.suit"),  # no eight of clubs is in the hand
        ("S CA / E CQ / N CJ / W C?", None),
        ("S CAA / E CQT / N CJ9 / W C??", None),  # a pair of twos or threes
        ("S CAA / E CQT / N CJ9 / W C4C?", "follow.pair"),  # there is one four
        ("S CA / E CQ / N CJ / W ?", None),
        ("S CA / E CQ / N CJ / W H??", "follow.count"),
        ("S HQ / E H3 / N H4 / W H?", None),
    ],
)
def test_a_suit_is_checked_by_what_the_card_can_be(plays: str, code: str | None) -> None:
    found_here = found(f"Deal:\nW {WEST}\n\nTricks:\n1. {plays}\n")
    expected = [] if code is None else [(code, "error", "W", 1)]
    assert [f for f in found_here if f[2] == "W"] == expected


def test_a_level_card_of_a_side_suit_is_a_trump() -> None:
    holds_c8 = WEST.replace("C22334", "C82334")
    lead = "S HQ / E H3 / N H4 / W C?"
    assert not found(f"Deal:\nW {holds_c8}\n\nTricks:\n1. {lead}\n")
    # Known from plays alone: a heart is never a club, a diamond may be the eight under a trump.
    later = "2. S CK / E C9 / N CT / W C3\n3. S HJ / E H5 / N H6 / W HT\n"
    assert found(f"Tricks:\n1. S CA / E CQ / N CJ / W H?\n{later}") == [("follow.suit", "error", "W", 1)]
    assert not found(f"Tricks:\n1. S HQ / E H3 / N H4 / W D?\n{later}")
    assert not found(f"Tricks:\n1. S CA / E CQ / N CJ / W C?\n{later}")


def test_more_cards_of_a_suit_than_are_held_are_not_held() -> None:
    assert (
        found(f"Deal:\nW {WEST}\n\nTricks:\n1. S SKK / E S34 / N S35 / W S??\n2. S SQ / E S9 / N ST / W S?\n")
        == []
    )
    four = "1. S HQQJJT / E H33445 / N H55667 / W H?????\n"
    assert ("play.not_held", "error", "W", 1) in found(f"Deal:\nW {WEST}\n\nTricks:\n{four}")


BURIED = "Deal:\nW {west}\nKitty {kitty}\n\nBury:\nW {bury}\n\nTricks:\n{tricks}"


def buried(
    bury: str, tricks: str, kitty: str = "DKQ S3 S4 S9 C5 C6 C7"
) -> list[tuple[str, str, str | None, int | None]]:
    return found(BURIED.format(west=WEST, kitty=kitty, bury=bury, tricks=tricks), dealer="W")


@pytest.mark.parametrize(
    ("bury", "fault"),
    [
        ("D???????C5", False),
        ("D????????", False),
        ("S349C567D?", False),
        ("HAK22H?S349", True),  # all four hearts are named
        ("H????S349C5", False),
        ("H?????S34C5", True),
        ("S?349C567", False),
        ("BS349C56", True),
    ],
)
def test_unknown_cards_buried_can_be_any_of_their_suit(bury: str, fault: bool) -> None:
    codes = [f[0] for f in buried(bury, "1. W C4 / S C9 / E CT / N CJ\n")]
    assert ("kitty.not_held" in codes) is fault
    assert ("kitty.count" in codes) is (len(parse_cards(bury)) != 8)


def test_what_is_certain_stays_certain_after_a_bury() -> None:
    """Two hearts of AK22 are buried: which is open, the diamonds are not."""
    tricks = "1. W C4 / S CK / E CT / N CJ\n2. S DA / E D3 / N D4 / W SA\n"
    assert ("follow.suit", "error", "W", 2) in buried("H??S349C567", tricks)
    # Trumps are open to two of four: that two are left is certain, which are is not.
    trumps = "1. W C4 / S CK / E CT / N CJ\n2. S HQ / E H3 / N H4 / W SA\n"
    assert ("follow.suit", "error", "W", 2) in buried("H??S349C567", trumps)
    pairs = "1. W C4 / S CK / E CT / N CJ\n2. S HQQ / E H34 / N H45 / W HAK\n"
    assert [f for f in buried("H??S349C567", pairs) if f[1] == "error"] == []
    gone = "1. W C4 / S CK / E CT / N CJ\n2. S HQ / E H3 / N H4 / W HA\n"
    assert ("play.not_held", "error", "W", 2) in buried("H????S34C56", gone)
    none_left = "1. W C4 / S CK / E CT / N CJ\n2. S HQ / E H3 / N H4 / W SA\n"
    assert [f for f in buried("H????S34C56", none_left) if f[1] == "error"] == []


@pytest.mark.parametrize("seed", range(60))
def test_masked_plays_are_judged_as_all_the_plays_they_can_be(seed: int) -> None:
    """Every play of a small hand is masked; what can be a legal play accuses nobody, what cannot does."""
    random = Random(seed)
    deck = [card for card in (*range(52), 52, 53) for _ in range(2)]
    hand = sort_cards(
        random.sample([c for c in deck if suit_of(c) in ("S", "H") or random.random() < 0.3], 9)
    )
    lead = parse_cards(random.choice(["SAA", "SKQ", "SAAKK", "HAA", "HQ", "SK", "SAAK"]))
    plays: dict[Cards, bool] = {}
    for play in set(combinations(hand, len(lead))):
        legal = follow_breach(lead, hand, sort_cards(play), ORDER) is None
        # The first card stays, the others keep their suit alone.
        for shown in range(2):
            mask = sort_cards(
                card if at < shown or suit_of(card) is None else parse_cards(f"{suit_of(card)}?")[0]
                for at, card in enumerate(play)
            )
            plays[mask] = plays.get(mask, False) or legal
    assert len(plays) > 5
    for mask, legal in plays.items():
        said = breaches(lead, Holding(hand), mask, ORDER)
        assert bool(said) is not legal, (format_cards(hand), format_cards(lead), format_cards(mask))
        if any(map(is_unknown, mask)):
            # With cards not known in the hand nobody is accused of what a hand known whole may do.
            known = Holding(tuple(card for card in hand if random.random() < 0.7), unknown=9)
            assert not (legal and breaches(lead, known, mask, ORDER))


def test_a_hand_counts_what_is_gone() -> None:
    held = Holding(parse_cards("H95D943"))
    after = held.without(parse_cards("H?D?"))
    assert (format_cards(after.sure), after.lacking(parse_cards("H9"))) == ("", ())
    assert after.lacking(parse_cards("H95")) != ()
    assert after.lacking(parse_cards("H9D94")) == ()
    both = held.without(parse_cards("H??"))
    assert (format_cards(both.cards), both.complete) == ("D943", True)
    partly = Holding(parse_cards("H9D9"), unknown=2).without(parse_cards("H???"))
    assert (partly.unknown, format_cards(partly.sure)) == (0, "D9")


@pytest.mark.parametrize("seed", range(20))
def test_a_legal_game_accuses_nobody_however_it_is_masked(seed: int) -> None:
    """Hands are known, plays by their suits alone: whatever the mask, every play was legal."""
    record = _legal_game(Random(seed))
    lines = record.split("Tricks:\n")
    assert findings_of(record) == []
    for share in (1.0, 0.5):
        random = Random(seed)

        def masked(match: re.Match[str], random: Random = random, share: float = share) -> str:
            cards = parse_cards(match.group(2))
            keep = [
                f"{suit_of(card)}?" if suit_of(card) and random.random() < share else format_cards((card,))
                for card in cards
            ]
            return match.group(1) + format_cards(sort_cards(parse_cards("".join(keep))))

        hidden = re.sub(r"([ENWS] )(\S+)", masked, lines[1].split("=")[0])
        assert "?" in hidden
        assert findings_of(f"{lines[0]}Tricks:\n{hidden}= *\n") == []


def findings_of(text: str) -> list[str]:
    (record,) = loads(text)
    assert not record.findings
    return [f.message for f in audit(record).errors]


def _legal_game(random: Random) -> str:
    """A whole hand dealt at random; each leads a single or pair, each follows legally, at random."""
    deck = [*range(54), *range(54)]
    random.shuffle(deck)
    hands = {seat: deck[at * 25 : at * 25 + 25] for at, seat in enumerate("NWSE")}
    kitty = deck[100:]
    text = '[SJN "1"]\n[Rules "standard"]\n[Level "8"]\n[Dealer "N"]\n[Trump "H"]\n\nDeal:\n'
    text += "".join(f"{seat} {format_cards(sort_cards(cards))}\n" for seat, cards in hands.items())
    text += f"Kitty {''.join(format_cards((card,)) for card in kitty)}\n\n"
    hands["N"] += kitty
    random.shuffle(hands["N"])
    text += f"Bury:\nN {format_cards(sort_cards(hands['N'][:8]))}\n\nTricks:\n"
    hands["N"] = hands["N"][8:]
    position = Position(ORDER, {seat: Holding(sort_cards(cards)) for seat, cards in hands.items()}, "N", "N")  # type: ignore[misc]
    number = 1
    while position.hands[position.turn].cards:
        said = []
        while not position.finished:
            seat = position.turn
            held = position.hands[seat].cards
            if position.lead is None:
                pairs = [card for card in held if held.count(card) == 2]
                card = random.choice(pairs or held)
                play: Cards = (card,) * (2 if pairs else 1)
            else:
                play = random.choice([*islice(position.legal_plays(), 40)])
            said.append(f"{seat} {format_cards(sort_cards(play))}")
            position = position.play(seat, play)
        text += f"{number}. {' / '.join(said)}\n"
        number += 1
        position = position.next_trick()
    return f"{text}= *\n"
