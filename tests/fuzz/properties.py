"""What must hold for any text at all.

Owns the properties, each a function that raises `AssertionError`, and `check`, which holds all of them
to one input. Knows nothing of where the input comes from.
"""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Final

from lark import UnexpectedInput

from paipu.grammar import Record, canonical, dumps, from_json, hand_at, iter_headers, loads, to_json
from paipu.grammar import write as written
from paipu.grammar.coarse import read_coarse
from paipu.grammar.encoding import decode
from paipu.grammar.escapes import comment_text, incident_values, unquote
from paipu.grammar.fine import read_fine
from paipu.grammar.model import Element, Place, Tag, Trick, Variation
from paipu.grammar.recovery import close_open
from paipu.grammar.seats import CORNERS
from paipu.grammar.spellings import COMMENT, TAG, fold
from paipu.grammar.splitting import Chunk, split
from paipu.grammar.syntax import coarse_parser, fine_parser
from paipu.grammar.traced import Places, Traced
from paipu.records.formats import import_bytes
from paipu.replay import audit, timeline

__all__ = ["Cost", "check", "same"]

SECONDS_A_CHARACTER: Final = 1e-4
"""What reading may take: thirty times what a damaged hand takes, exceeded only by another order of growth."""
SHORT: Final = 8_000
"""Shorter texts may take as long as one of so many characters: the clock is coarse and machines are busy."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Processor time of one reading."""

    seconds: float
    characters: int

    @property
    def rate(self) -> float:
        """Seconds a character, by which inputs of different size compare."""
        return self.seconds / max(self.characters, SHORT)


def check(data: str | bytes, *, thorough: bool = True) -> Cost:
    """Hold all properties to one input; those that take long, or stand above the reader, if `thorough`."""
    text = decode(data)[0]
    records, cost = _timed(data, len(text))
    if cost.rate >= SECONDS_A_CHARACTER:
        records, cost = _timed(data, len(text))  # a parser may have been built in between
    assert cost.rate < SECONDS_A_CHARACTER, f"{cost.seconds:.1f} s for {cost.characters} characters"
    all_text_is_kept(text, records)
    for record, chunk in zip(each_alone(records, text), split(text), strict=False):
        all_that_reads_is_in_the_record(record, chunk)
        fast_readers_agree(chunk.hand)
    writing_is_stable(records)
    json_keeps_everything(records)
    if thorough:
        headers_name_the_hands(data if isinstance(data, bytes) else text.encode("utf-8", "replace"))
        nothing_raises_on_what_was_read(data, records)
    return cost


def _timed(data: str | bytes, characters: int) -> tuple[list[Record], Cost]:
    start = time.process_time()
    records = loads(data)
    return records, Cost(time.process_time() - start, characters)


def same(value: object) -> object:
    """A value with the places, findings and source that equality leaves out, as nested tuples."""
    if isinstance(value, tuple):
        return tuple(same(item) for item in value)
    if is_dataclass(value):
        return (type(value), *(same(getattr(value, field.name)) for field in fields(value)))
    return value


# --- no byte lost ---------------------------------------------------------------------------------


def all_text_is_kept(text: str, records: Sequence[Record]) -> None:
    """The sources of the records, one behind the other, are the text but for blank space."""
    kept = "".join("".join(record.source.split()) for record in records)
    assert kept == "".join(text.split()), "the sources of the records are not the text"


def each_alone(records: Sequence[Record], text: str) -> Iterator[Record]:
    """The chunks of a text read alone: the same hands, but for what they inherit and where they stand."""
    chunks = list(split(text))
    alone = list(records) if len(chunks) == 1 else [one for chunk in chunks for one in loads(chunk.source)]
    assert len(alone) == len(chunks), "one hand of a file is several alone"
    parts = iter(alone)
    for record in records if len(chunks) > 1 else ():
        *blocks, part = _parts_of(record, parts)
        comments = [comment for block in blocks for comment in block.comments]
        expected = replace(part, inherited=record.inherited, comments=(*comments, *part.comments))
        if "text.limit" not in codes(record):
            assert expected == record, "a hand reads differently alone"
            ours = [code for code in codes(record) if not code.startswith("text.encoding")]
            theirs = [code for one in (*blocks, part) for code in codes(one)]
            assert sorted(theirs) == sorted(ours), "a hand has other findings alone"
    yield from alone


def _written_tags(record: Record) -> tuple[Tag, ...]:
    """The tags of a record but for the names of the seats where the reader added them."""
    if "text.no_seats" not in codes(record):
        return record.tags
    added = max(at for at, tag in enumerate(record.tags) if (tag.name, tag.value) == ("Seats", CORNERS.value))
    return (*record.tags[:added], *record.tags[added + 1 :])


def _parts_of(record: Record, parts: Iterator[Record]) -> list[Record]:
    """The chunks that make one record: itself, behind the match block it follows."""
    found: list[Record] = []
    while sum(len(part.source) for part in found) < len(record.source):
        found.append(next(parts))
    return found


def all_that_reads_is_in_the_record(record: Record, chunk: Chunk) -> None:
    """A hand of which no finding says that something is lost holds every word of its text; in any
    other, each line is the place of an element or of a finding, or stands beside one that was lost."""
    if not chunk.hand:
        return
    if not any(finding.loses_data for finding in record.findings):
        closed, _ = close_open(Traced(chunk.hand), lambda at: Place(1, 1))
        words = Words.of(fold(closed).text)
        assert words.tags == [(tag.name, tag.value) for tag in _written_tags(record)], "tags lost"
        back = Words.of(written(replace(record, inherited=())))
        assert words.comments == back.comments, "comments lost"
        assert words.incidents == back.incidents, "incidents lost"
        # A seat that the text leaves out is written; none is left out but where lines of a hand are joined.
        joined = "ENWS" if "text.split_hand" in codes(record) else ""
        lost = {
            sign: (words.signs[sign], back.signs[sign])
            for sign in words.signs | back.signs
            if (words.signs[sign] > back.signs[sign] and sign not in joined)
            or (sign not in "ENW" and words.signs[sign] < back.signs[sign])
        }
        assert not lost, f"signs in the text and in the record: {lost}"
    elif "text.limit" not in codes(record):
        _lines_are_accounted_for(chunk, record)


@dataclass(frozen=True, slots=True)
class Words:
    """What a text of one hand says, as far as it can be told without a grammar: a second, coarse reading."""

    tags: list[tuple[str, str]]
    comments: Counter[str]
    incidents: Counter[object]
    signs: Counter[str]

    @classmethod
    def of(cls, text: str) -> Words:
        """The words of a folded text. Suits are not counted, as cards of one suit share theirs; nor signs
        and zeros, which may lead a number and say nothing."""
        tags: list[tuple[str, str]] = []
        comments: Counter[str] = Counter()
        incidents: Counter[object] = Counter()

        def take(match: re.Match[str]) -> str:
            word = match.group()
            if word[0] == "{":
                comments[comment_text(word)] += 1
            elif word[0] == "<":
                incidents[incident_values(word)] += 1
            else:
                name, value = word[1:-1].split('"', 1)
                tags.append((name.strip(), unquote('"' + value.rstrip())))
            return " "

        code = _WORD.sub(take, text)
        code = _HEAD.sub(" ", code).replace("$?", "?")
        return cls(
            tags,
            comments,
            incidents,
            Counter(sign for sign in "".join(code.split()) if sign not in _UNCOUNTED),
        )


_COMMENT: Final = re.compile(COMMENT)
_WORD: Final = re.compile(rf"{TAG}|{COMMENT}")
_HEAD: Final = re.compile(r"\b(?:Deal|Draw|Bids|Bury|Tricks):")

_UNCOUNTED: Final = frozenset("+-0SHCD")
_STARTER: Final = re.compile(
    r"[ \t]*(?:[0-9]+\.[ \t]*[ENWS]|=[ \t]|\[[A-Za-z]|Kitty\b|[ENWS][ \t]+[SHCDBL?])"
)


def _lines_are_accounted_for(chunk: Chunk, record: Record) -> None:
    blank = _COMMENT.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), chunk.hand)
    lost = {finding.line for finding in record.findings if finding.loses_data}
    places = {place.line for place in _places(record)}
    known = places | {finding.line for finding in record.findings}
    assert record.place
    before = ""
    for number, line in enumerate(blank.split("\n"), record.place.line):
        # A bid that stands on two lines, `14` and `S H8`, is at the first.
        goes_on = before[-1:].isdigit() and line.lstrip()[:1] in "ENWS"
        before = line.strip() or before
        if number not in known and not goes_on and _STARTER.match(line):
            assert _nearest(places | lost, number) & lost, (
                f"line {number} is in no element and no finding: {line!r}"
            )


def _nearest(known: set[int | None], number: int) -> set[int | None]:
    lines = sorted(line for line in known if line is not None)
    ahead = [line for line in lines if line > number][:1]
    return {*[line for line in lines if line < number][-1:], *ahead}


def _places(record: Record) -> Iterable[Place]:
    for tag in record.tags:
        if tag.place:
            yield tag.place
    elements: list[Element | Trick | Variation | None] = [
        *record.deal,
        record.kitty,
        *record.auction,
        *record.tricks,
        record.result,
    ]
    while elements:
        element = elements.pop()
        if element is None:
            continue
        if element.place:
            yield element.place
        if isinstance(element, Trick):
            elements += element.plays
            elements += [incident for play in element.plays for incident in play.incidents]
            elements += [variation for play in element.plays for variation in play.variations]
        elif isinstance(element, Variation):
            elements += element.tricks


# --- fast readers ---------------------------------------------------------------------------------


def fast_readers_agree(hand: str) -> None:
    """What a fast reader takes, the grammar takes, and gives the same record with the same places."""
    coarse = read_coarse(hand, 1) if hand else None
    if coarse is not None:
        fine = read_fine(hand, Places(hand).at, coarse.naming)
        assert same(coarse) == same(fine.record), "the coarse road gives another record"
        assert not fine.findings, "the coarse road takes what the fine one reports"
        assert fine.import_form is None, "the coarse road takes the short form"
    depths = [start for start in ("hand_line", "hand_section") if _accepts(hand, start)]
    if coarse is not None:
        assert len(depths) == 2, f"the coarse road takes what these do not: {depths}"
    if depths:
        assert _is_hand(hand), f"{depths} take what the grammar rejects"


def _accepts(hand: str, start: str) -> bool:
    try:
        coarse_parser().parse(hand.rstrip("\n") + "\n", start=start)
    except UnexpectedInput:
        return False
    return True


def _is_hand(hand: str) -> bool:
    try:
        fine_parser().parse(hand, start="hand")
    except UnexpectedInput:
        return False
    return True


# --- written again --------------------------------------------------------------------------------


def writing_is_stable(records: Sequence[Record]) -> None:
    """What was read can be written, and reads back as the same records and the same text."""
    text = dumps(records)
    back = loads(text)
    assert back == [canonical(record) for record in records], "written and read back differently"
    assert dumps(back) == text, "written twice differently"
    assert not any("text.import_form" in codes(record) for record in back), "the writer used the import form"


def json_keeps_everything(records: Iterable[Record]) -> None:
    """Through JSON and back nothing changes, places, findings and source included."""
    for record in records:
        value = to_json(record, full=True)
        back = from_json(json.loads(json.dumps(value)))
        assert back == record, "JSON lost something"
        assert to_json(back, full=True) == value, "JSON lost places, findings or source"


def headers_name_the_hands(data: bytes) -> None:
    """The header index has the hands of `loads`, with their tags, and each reads alone."""
    records = loads(data)
    headers = list(iter_headers(data))
    assert len(headers) == len(records), f"{len(headers)} headers for {len(records)} hands"
    for header, record in zip(headers, records, strict=True):
        assert header.tags in (record.tags, _written_tags(record)), "a header has other tags"
        assert header.inherited == record.inherited, "a header inherits other tags"
        assert hand_at(data, header) == record, "the hand at a header is another"


# --- above the reader -----------------------------------------------------------------------------


def nothing_raises_on_what_was_read(data: str | bytes, records: Iterable[Record]) -> None:
    """The import, the audit and the page take anything; findings point at steps there are."""
    import_bytes(data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass"))
    for record in records:
        judged = audit(record)
        page = timeline(judged)
        places = {finding["element"] for finding in page["findings"] if "element" in finding}
        missing = places - {step["at"] for step in page["steps"]}
        assert not missing, f"findings at steps there are not: {missing}"
        json.dumps(judged.to_dict("x"))


def codes(record: Record) -> list[str]:
    """The codes of the findings, in their order."""
    return [finding.code for finding in record.findings]
