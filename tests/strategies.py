"""Hypothesis strategies that build records: complete two-deck hands and odd partial ones.

They know the shape of a record, not the rules: what they build can be written, but need not be legal.
"""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from paipu.grammar import (
    KNOWN_TAGS,
    SEATS,
    Bid,
    Bury,
    Call,
    Comment,
    Dealt,
    Incident,
    Kitty,
    Play,
    Record,
    Result,
    Tag,
    Trick,
    Variation,
    canonical,
)

# Half of all drawn characters are those that mean something in the notation.
text_characters = st.one_of(
    st.sampled_from('{}[]()\\"/>=!?$*.:; \n\r\t0123456789ABJLKQTSHCDENW大王黑桃♠♥\ufeff｛“'),
    st.characters(exclude_categories=["Cs"]),
)
texts = st.one_of(
    st.text(text_characters, max_size=20),
    st.sampled_from(
        ["", '\n[SJN "1"]\n', "\n= 80\n", "[%clk 0:12]", "a / b", "\\n", "\\", "Kitty", "Tricks:"]
    ),
)
comments = st.lists(st.builds(Comment, texts), max_size=2).map(tuple)
glyphs = st.lists(st.sampled_from(["!", "?", "!!", "??", "!?", "?!", "$7", "$120"]), max_size=2).map(tuple)
notes = {"before": comments, "glyphs": glyphs, "after": comments}
plain = {"before": st.just(()), "glyphs": st.just(()), "after": st.just(())}
seats = st.sampled_from(SEATS)
numbers = st.one_of(st.integers(0, 30), st.integers(0, 999_999))
card_codes = st.integers(0, 58)


def card_lists(smallest: int, largest: int) -> SearchStrategy[tuple[int, ...]]:
    """Some cards, unknown ones among them."""
    return st.lists(card_codes, min_size=smallest, max_size=largest).map(tuple)


tag_names = st.one_of(
    st.sampled_from([name for name in KNOWN_TAGS if name not in ("SJN", "Match")]),
    st.from_regex(r"[A-Za-z][A-Za-z0-9_-]{0,8}", fullmatch=True),
).filter(lambda name: name not in ("SJN", "Match"))
seatings = st.sampled_from([(), (), (Tag("Seats", "SE NE NW SW"),), (Tag("Seats", "E N W S"),)])
tags = st.builds(
    lambda found, seating: (Tag("SJN", "1"), *found, *seating),
    st.lists(st.builds(Tag, tag_names, texts), max_size=4),
    seatings,
)

matches = st.lists(st.builds(Tag, tag_names | st.just("Match"), texts), max_size=2).map(tuple)

dealt = st.builds(Dealt, seat=seats, cards=card_lists(0, 8), drawn=st.booleans(), **notes)
kitties = st.builds(Kitty, cards=card_lists(0, 8), **notes)
bids = st.builds(Bid, seat=seats, cards=card_lists(1, 4), draw=st.none() | numbers, **notes)
calls = st.builds(
    Call,
    kind=st.sampled_from(["pass", "flip", "redeal", "rebel", "lot"]),
    seat=st.none() | seats,
    cards=card_lists(0, 4),
    draw=st.none() | numbers,
    **notes,
)
words = st.from_regex(r"[a-z][a-z0-9_]{0,6}", fullmatch=True)
incidents = st.builds(
    Incident,
    kind=words,
    party=st.sampled_from([None, *SEATS, "NS", "EW"]),
    fields=st.lists(st.tuples(words, texts), max_size=3).map(tuple),
    **notes,
)
buries = st.builds(Bury, seat=seats, cards=card_lists(0, 8), **notes)


def plays(variations: SearchStrategy[tuple[Variation, ...]]) -> SearchStrategy[Play]:
    """One play, possibly a throw that failed."""
    return st.builds(
        Play,
        seat=seats,
        cards=card_lists(1, 5),
        tried=st.none() | card_lists(1, 6),
        variations=variations,
        incidents=st.lists(incidents, max_size=2).map(tuple),
        **notes,
    )


def tricks(variations: SearchStrategy[tuple[Variation, ...]]) -> SearchStrategy[Trick]:
    """One trick of any number and length."""
    some = st.lists(plays(variations), min_size=1, max_size=4).map(tuple)
    return st.builds(Trick, number=numbers, plays=some)


def variations_over(inner: SearchStrategy[tuple[Variation, ...]]) -> SearchStrategy[tuple[Variation, ...]]:
    """Variations whose plays have the variations of `inner`."""
    some = st.lists(tricks(inner), min_size=1, max_size=2).map(tuple)
    supposed = st.lists(st.builds(Dealt, seat=seats, cards=card_lists(0, 6), **notes), max_size=3).map(tuple)
    one = st.builds(Variation, tricks=some, before=comments, deal=supposed)
    return st.lists(one, max_size=1).map(tuple)


no_variations: SearchStrategy[tuple[Variation, ...]] = st.just(())
nested_variations = variations_over(variations_over(no_variations))

ahead = {"dealer_next": st.sampled_from([None, "NS", "EW"]), "gain": st.none() | st.integers(-20, 20)}
results = st.one_of(
    st.builds(Result, state=st.just("stated"), attackers=st.integers(-400, 400), **ahead, **notes),
    st.builds(Result, state=st.sampled_from(["unfinished", "unstated"]), **ahead, **notes),
)


def records_with(variations: SearchStrategy[tuple[Variation, ...]]) -> SearchStrategy[Record]:
    """Partial records, each part possibly absent, in canonical order."""
    return st.builds(
        Record,
        tags=tags,
        comments=comments,
        deal=st.lists(dealt, max_size=4).map(tuple),
        kitty=st.none() | kitties,
        auction=st.lists(bids | buries | calls | incidents, max_size=5).map(tuple),
        tricks=st.lists(tricks(variations), max_size=3).map(tuple),
        result=st.none() | results,
        inherited=matches,
    ).map(canonical)


records = records_with(nested_variations)
"""Records with anything the notation can say."""
flat_records = records_with(no_variations)
"""Records without variations: the coarse road takes the canonical text of all of them."""


@st.composite
def full_hands(draw: st.DrawFn) -> Record:
    """A complete two-deck hand: 25 cards a seat, eight buried, all cards played one by one."""
    pack = draw(st.permutations([*range(54), *range(54)]))
    held = {seat: list(pack[25 * number : 25 * number + 25]) for number, seat in enumerate(SEATS)}
    kitty = tuple(pack[100:])
    order = ("N", "W", "S", "E")
    played = tuple(
        Trick(
            number=number + 1,
            plays=tuple(Play(seat=seat, cards=(held[seat][number],)) for seat in order),  # type: ignore[arg-type]
        )
        for number in range(25)
    )
    return canonical(
        Record(
            tags=(Tag("SJN", "1"), Tag("Level", "2"), Tag("Dealer", "N"), Tag("Trump", "H")),
            deal=tuple(Dealt(seat=seat, cards=tuple(held[seat])) for seat in SEATS),
            kitty=Kitty(cards=kitty),
            auction=(Bid(seat="N", cards=(13,), draw=9), Bury(seat="N", cards=kitty)),
            tricks=played,
            result=Result(state="stated", attackers=draw(st.integers(0, 40)) * 5),
        )
    )
