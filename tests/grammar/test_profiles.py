"""The reduced profile leaves annotations out, the redacted one all that a seat did not know."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paipu.grammar import (
    SEATS,
    Bury,
    Comment,
    Dealt,
    Kitty,
    Play,
    Record,
    Result,
    Seat,
    Tag,
    Trick,
    Variation,
    canonical,
    loads,
    redacted,
    reduced,
    write,
)
from paipu.grammar.profiles import moment
from tests.strategies import full_hands, records

slow = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=30)


def otherwise(record: Record, seat: Seat, trick: int, play: int, data: st.DataObject) -> Record:
    """The same game as far as `seat` knows it: all it has not seen is shuffled and annotated."""
    fixed = {seat: [p.cards[0] for t in record.tricks for p in t.plays if p.seat == seat]}
    hidden: list[int] = []
    kitty = record.kitty.cards if record.kitty else ()
    buried = record.buries[0]
    seen: dict[Seat, list[int]] = {other: [] for other in SEATS if other != seat}
    for t, n, p in record.plays():
        if p.seat == seat:
            continue
        if (t.number, n) <= (trick, play):
            seen[p.seat] += p.cards
        else:
            hidden += p.cards
    if buried.seat != seat:
        hidden += buried.cards
    shuffled = data.draw(st.permutations(hidden))
    if buried.seat != seat:
        kitty, shuffled = tuple(shuffled[:8]), shuffled[8:]
    hands = dict(fixed)
    for other, cards in seen.items():
        missing = 25 - len(cards)
        hands[other], shuffled = [*cards, *shuffled[:missing]], shuffled[missing:]
    later = fixed[seat][trick:]
    hands[seat] = [*fixed[seat][:trick], *data.draw(st.permutations(later))]
    if (trick, record_place(record, seat)) > (trick, play):
        hands[seat] = fixed[seat]
    note = (Comment("all hands: " + data.draw(st.text(max_size=5))),)
    # A variation may suppose the very cards the others hold.
    supposed = Variation(
        tricks=(Trick(number=1, plays=(Play(seat=seat, cards=(hands[seat][0],)),)),),
        deal=tuple(Dealt(seat=other, cards=tuple(hands[other])) for other in SEATS),
    )
    tricks = tuple(
        replace(
            t,
            plays=tuple(
                Play(seat=p.seat, cards=(hands[p.seat][t.number - 1],), after=note, variations=(supposed,))
                for p in t.plays
            ),
        )
        for t in record.tricks
    )
    return canonical(
        replace(
            record,
            tags=(*record.tags, Tag("X-Hint", "W has it"), Tag("Annotator", "K")),
            deal=tuple(Dealt(seat=s, cards=tuple(hands[s]), before=note) for s in SEATS),
            kitty=Kitty(cards=kitty),
            auction=(record.auction[0], Bury(seat=buried.seat, cards=kitty, glyphs=("?",))),
            tricks=tricks,
            result=Result(state="stated", attackers=data.draw(st.integers(0, 40))),
        )
    )


def record_place(record: Record, seat: Seat) -> int:
    """Which play of a trick is the seat's."""
    return next(n for _, n, play in record.plays() if play.seat == seat)


@slow
@given(full_hands(), st.sampled_from(SEATS), st.integers(1, 25), st.integers(1, 4), st.data())
def test_games_that_differ_in_what_a_seat_cannot_see_look_alike(
    record: Record, seat: Seat, trick: int, play: int, data: st.DataObject
) -> None:
    at = f"{trick}.{play}"
    text = write(redacted(record, seat, at))
    assert write(redacted(otherwise(record, seat, trick, play, data), seat, at)) == text
    [back] = loads(text, strict=True)
    assert [dealt.seat for dealt in back.deal] == [seat]
    assert sum(1 for _ in back.plays()) == 4 * (trick - 1) + play


@slow
@given(records, st.sampled_from(SEATS), st.sampled_from(["deal", "a1", "a3", "3.2", "result"]))
def test_every_profile_is_valid_and_stays_as_it_is(record: Record, seat: Seat, at: str) -> None:
    for shown in (reduced(record), redacted(record, seat, at)):
        text = write(shown)
        [back] = loads(text)
        assert back == canonical(shown)
    once = redacted(record, seat, at)
    assert redacted(once, seat, at) == once
    assert reduced(reduced(record)) == reduced(record)


TEXT = """[SJN "1"]
[Hand "1"]
[Dealer "N"]
[Trump "S"]

Draw:
N S5 HK C3
S HA D2 C4
Kitty S7

Bids:
9 N S5
<conduct E>

Bury:
N S6

Bids:
S S77

Bury:
S S8

Tricks:
1. N SA>SA! / W S3 <revoke W found=after_hand>
= 80
"""


@pytest.mark.parametrize(
    ("seat", "at", "kept", "gone"),
    [
        ("S", "a1", ["S HA D2\n", "9 N S5"], ["C4", "Kitty", "S77", "Trump", "Dealer", "Bury"]),
        ("S", "d4", ["S HA\n"], ["D2", "N S5", "Bids"]),
        ("S", "d8", ["S HA D2\n"], ["C4", "9 N S5", "Dealer"]),
        ("S", "d9", ["S HA D2\n", "9 N S5"], ["C4", "Kitty", "S77", "Trump", "Dealer", "Bury"]),
        ("S", "d12", ["S HA D2 C4\n", "9 N S5"], ["Kitty", "S77", "N ?", "Tricks"]),
        ("S", "a3", ["N ?"], ["S6", "S77"]),
        ("S", "a5", ["N S6", "S S8", "C4"], ["Kitty", "conduct", "HK"]),
        ("N", "a5", ["N S6", "S ?", "Kitty S7"], ["S8"]),
        ("E", "1.1", ["N ?", "S ?", "1. N SA>SA\n", "Trump"], ["S8", "S3", "= 80", "Deal:", "Draw:"]),
        ("E", "result", ["W S3"], ["revoke", "= 80", "!"]),
    ],
)
def test_what_a_seat_knows_when(seat: Seat, at: str, kept: list[str], gone: list[str]) -> None:
    [record] = loads(TEXT)
    text = write(redacted(record, seat, at))
    assert [part for part in kept if part not in text] == []
    assert [part for part in gone if part in text] == []


@pytest.mark.parametrize(("at", "held"), [("d3", "S"), ("d4", "S ?"), ("d11", "S ??"), ("d12", "S HA C4 D2")])
def test_a_hand_without_its_order_is_known_once_all_of_it_is_drawn(at: str, held: str) -> None:
    [record] = loads(TEXT.replace("Draw:\nN S5 HK C3\n", "Deal:\n"))
    assert f"Deal:\n{held}\n\n" in write(redacted(record, "S", at))


def test_a_moment_that_is_none_is_a_mistake_of_the_caller() -> None:
    for address in ("", "7", "7.3v1", "a", "7.3i1", "d", "d0", "d12345"):
        with pytest.raises(ValueError, match="address"):
            moment(address)
