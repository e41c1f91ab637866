"""SJN text to records.

Owns the order of the roads: canonical text goes the coarse one, other text is folded and goes the
fine one, and what does not read there is sifted line by line. Never raises on input unless asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import IO

from lark import UnexpectedInput

from .ambiguous import words_in_context
from .checks import review
from .coarse import read_coarse
from .encoding import decode
from .findings import Finding
from .fine import LongBidError, Read, read_fine
from .hands import one_hand_each
from .limits import MAX_HAND, MAX_HANDS, MAX_NESTING, MAX_PROBLEMS
from .messages import quoted, text_finding
from .model import Place, Record, Tag
from .recovery import close_open, nesting, sift
from .seating import Seating, seating_of
from .seats import NotASeatError
from .spellings import fold
from .splitting import Chunk, split
from .traced import Places, Traced

__all__ = ["NotationError", "iter_load", "iter_loads", "load", "loads", "opens_match"]


class NotationError(ValueError):
    """Raised by `strict=True` at the first hand that has a finding of severity error."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(f"line {finding.line}, column {finding.column}: {finding.message}")
        self.finding = finding


def loads(data: str | bytes, *, strict: bool = False) -> list[Record]:
    """Read all hands of a text, or of the bytes of a file.

    Never raises on input: what does not read is in the `findings` of the hand where it stands. With
    `strict`, the first finding of severity error is raised as `NotationError`. Text without any
    hand gives one empty record that says so; blank text gives none.

    >>> [record] = loads('[SJN "1"]\\n\\nTricks:\\n1. N SAA / W S34 / S S5K! / E S79\\n= *\\n')
    >>> record.tricks[0].plays[2].glyphs
    ('!',)
    """
    return list(iter_loads(data, strict=strict))


def load(file: IO[str] | IO[bytes], *, strict: bool = False) -> list[Record]:
    """Read all hands of an open file, text or binary."""
    return loads(file.read(), strict=strict)


def iter_load(file: IO[str] | IO[bytes], *, strict: bool = False) -> Iterator[Record]:
    """Read the hands of an open file one by one, each when it is asked for."""
    return iter_loads(file.read(), strict=strict)


def iter_loads(data: str | bytes, *, strict: bool = False) -> Iterator[Record]:
    """Read the hands of a text one by one, each when it is asked for."""
    text, said = decode(data)
    problems = 0
    match: tuple[Tag, ...] = ()
    block: Record | None = None
    for number, chunk in enumerate(split(text)):
        if number >= MAX_HANDS:
            yield _beyond(chunk, MAX_HANDS, "hands in one file", "一个文件的局数")
            return
        record = _read(chunk, noisy=problems >= MAX_PROBLEMS)
        is_block = opens_match(record)
        if number == 0 and said:
            record = replace(record, findings=(*said, *record.findings))
        problems += sum(finding.severity != "note" for finding in record.findings)
        if strict:
            _raise_first_error(record)
        if is_block:
            if block is not None:
                yield block
            match, block = _inherited(record), record
            continue
        if block is not None:
            record, block = _behind(block, record), None
        yield replace(record, inherited=match) if match else record
    if block is not None:
        yield block


def opens_match(record: Record) -> bool:
    """Whether a record read alone is a match block that the hands behind it inherit from.

    A block of which lines are lost is none: nobody knows what it said.
    """
    return record.is_match_block and not any(map(_lost_lines, record.findings))


def _lost_lines(finding: Finding) -> bool:
    """Whether whole lines were left out: an open comment only takes the rest of its own."""
    return finding.loses_data and finding.code != "text.unclosed_comment"


def _inherited(block: Record) -> tuple[Tag, ...]:
    """What the hands behind a match block take from it; one that names nothing ends the match."""
    tags = tuple(tag for tag in block.tags if tag.name != "SJN")
    return () if all(tag.name == "Match" and not tag.value for tag in tags) else tags


def _behind(block: Record, record: Record) -> Record:
    """A hand together with the match block it follows: no word of the block is lost."""
    return replace(
        record,
        comments=(*block.comments, *record.comments),
        findings=(*block.findings, *record.findings),
        source=block.source + record.source,
    )


def _raise_first_error(record: Record) -> None:
    for finding in record.findings:
        if finding.severity == "error":
            raise NotationError(finding)


def _beyond(chunk: Chunk, limit: int, what: str, what_zh: str, *more: Finding) -> Record:
    """A hand that is not read, because some limit is passed."""
    place = Place(chunk.line + chunk.source.count("\n", 0, chunk.before), 1)
    finding = text_finding("text.limit", place, loses_data=True, limit=limit, what=what, what_zh=what_zh)
    return Record(findings=(finding, *more), source=chunk.source, place=place)


def _read(chunk: Chunk, *, noisy: bool) -> Record:
    """One chunk: its hand, and the junk around it; in a noisy file only if it is canonical."""
    hand = chunk.hand
    junk = list(_junk(chunk))
    if not hand:
        place = Place(chunk.line, 1)
        finding = text_finding("text.no_hand", place, loses_data=True)
        return Record(findings=(finding,), source=chunk.source, place=place)
    if len(hand) > MAX_HAND:
        return _beyond(chunk, MAX_HAND, "characters in one hand", "一局的字符数", *junk)
    line = chunk.line + chunk.source.count("\n", 0, chunk.before)
    findings: list[Finding] = []
    record = read_coarse(hand, line)
    if record is None:
        if noisy:
            return _beyond(chunk, MAX_PROBLEMS, "problems in one file", "一个文件的问题数", *junk)
        record, findings = _read_import_form(hand, line)
    record, added = one_hand_each(record)
    for dealt in added:
        seat = record.naming.called(dealt.seat)
        findings.append(text_finding("text.split_hand", dealt.place, element="deal", seat=seat))
    record = replace(record, place=Place(line, len(hand) - len(hand.lstrip(" \t")) + 1))
    found = _by_place([*findings, *review(record), *junk])
    return replace(record, findings=found, source=chunk.source)


def _junk(chunk: Chunk) -> Iterator[Finding]:
    parts = ((0, chunk.before), (chunk.after, len(chunk.source))) if chunk.hand else ()
    for start, end in parts:
        text = chunk.source[start:end]
        if not text.strip():
            continue
        start += len(text) - len(text.lstrip())
        yield text_finding(
            "text.junk",
            Places(chunk.source, chunk.line).at(start),
            loses_data=True,
            lines=text.strip().count("\n") + 1,
            text=quoted(text),
        )


def _read_import_form(hand: str, line: int) -> tuple[Record, list[Finding]]:
    """Fold the spellings and read; where that fails, keep the lines that read."""
    places = Places(hand, line)
    closed, findings = close_open(Traced(hand), places.at)
    findings += _in_context(closed, places)
    folded = fold(closed)
    seating = seating_of(folded, places)
    if seating.place is not None:
        findings.append(text_finding("text.no_seats", seating.place, value=seating.naming.value))
    read = _try_fine(folded, places, seating)
    if read is not None:
        return read.record, [*findings, *read.findings, *_import_note(closed, folded, read, places)]
    kept, lost = sift(folded, hand, places.at, seating.naming)
    read = _try_fine(kept, places, seating)
    if read is not None:
        return read.record, [*findings, *lost, *read.findings]
    # Lines that read alone, but not together: nothing is kept but the source.
    whole = text_finding(
        "text.syntax", Place(line, 1), loses_data=True, at=quoted(hand, 12), text=quoted(hand)
    )
    return Record(), [*findings, *lost, whole]


def _try_fine(line: Traced, places: Places, seating: Seating) -> Read | None:
    if line.text.count("(") > MAX_NESTING and nesting(line.text) > MAX_NESTING:
        return None
    try:
        read = read_fine(line.text, lambda at: places.at(line.offset(at)), seating.naming)
    except (UnexpectedInput, NotASeatError, LongBidError):
        return None
    if seating.place is not None:
        tags = (*read.record.tags, Tag("Seats", seating.naming.value, seating.place))
        read.record = replace(read.record, tags=tags)
    return read


def _in_context(closed: Traced, places: Places) -> list[Finding]:
    """What is read as one thing for the place where it stands, and could mean another elsewhere."""
    word = words_in_context(closed.text)
    if word is None:
        return []
    place = places.at(closed.offset(word.offset))
    found = text_finding(
        "text.word_in_context",
        place,
        spelling=word.spelling,
        choices=word.choices,
        choices_zh=word.choices_zh,
    )
    return [found]


def _import_note(closed: Traced, folded: Traced, read: Read, places: Places) -> list[Finding]:
    """A note, once a hand, where a spelling of the import form first stands."""
    if closed.text != folded.text:
        at = _first_difference(closed.text, folded.text)
    elif read.import_form is not None:
        at = read.import_form
    else:
        return []
    line = closed.text[at : at + 40].partition("\n")[0]
    return [text_finding("text.import_form", places.at(closed.offset(at)), text=quoted(line, 20))]


def _first_difference(text: str, other: str) -> int:
    pairs = zip(text, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), max(0, min(len(text), len(other)) - 1))


def _by_place(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda finding: (finding.line or 0, finding.column or 0)))
