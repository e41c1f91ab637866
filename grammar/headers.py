"""The header index: tags and byte offsets of the hands of a file, without reading the rest of it.

Owns the fast scan, the base for large files: `iter_headers` says where each hand stands, and
``loads(data[header.offset : header.offset + header.size])`` (or `hand_at`) reads that one alone. The
hands are those of `loads`, one for one: where the plain scan could be in doubt, `splitting` decides.
Knows nothing of what stands below the tags, and keeps to no limit but memory.

Canonical text is scanned some thirty times as fast as it is read.
"""

from __future__ import annotations

import mmap
import re
from bisect import bisect_left
from codecs import getincrementaldecoder
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import IO, Final

from .encoding import guess, unmarked_utf16
from .escapes import unquote
from .limits import MAX_BYTES
from .model import Record, Tag
from .reader import loads, opens_match
from .splitting import split

__all__ = ["Header", "hand_at", "iter_headers"]

Bytes = bytes | mmap.mmap

_BLOCK: Final = 1 << 20
_START: Final = re.compile(rb"^(?:\[|\xef\xbc\xbb)SJN[ \t]", re.MULTILINE)
_RESULT: Final = re.compile(rb"\n(?:[ \t]|\xe3\x80\x80)*+(?:=|\xef\xbc\x9d)[^\n]*+")
_LINE_OF_TAG: Final = re.compile(rb"\n(?:[ \t]|\xe3\x80\x80)*+(?:\[|\xef\xbc\xbb|\xe3\x80\x90)")
# The canonical head, up to the first section; plain expressions, since building the grammar takes longer
# than a scan of many files.
_HEAD: Final = re.compile(
    rb'((?:\[[A-Za-z][A-Za-z0-9_-]*+ "(?:[^"\\\n]++|\\[^\n])*+"\]\n)++)'
    rb"(?:\n(?:\{(?:[^{}\\\n]++|\\[^\n])*+\}\n)++)?\n(?:[A-Z][a-z]+:\n|= )"
)
_NOT_BLANK: Final = re.compile(rb"\S")
_MARKS: Final = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))


@dataclass(frozen=True, slots=True)
class Header:
    """Where one hand of a file stands, and its tags.

    `offset` and `size` count bytes, `line` is that of the first byte, from 1. `encoding` is that of the
    whole file. The tags have no places; `inherited` are those of the match block before the hand, which
    may stand many hands before it. The block itself belongs to the hand after it.
    """

    tags: tuple[Tag, ...]
    offset: int
    size: int
    line: int
    encoding: str = "utf-8"
    inherited: tuple[Tag, ...] = ()

    def tag(self, name: str) -> str | None:
        """The value of a tag, its own before an inherited one, the last where it stands twice."""
        found = (*reversed(self.tags), *reversed(self.inherited))
        return next((tag.value for tag in found if tag.name == name), None)


def iter_headers(source: bytes | IO[bytes]) -> Iterator[Header]:
    """The headers of the hands in the bytes of a file, or in a file open for reading bytes.

    A real file is not copied into memory. It is taken from its start, and must not change meanwhile.

    >>> data = b'[SJN "1"]\\n[Hand "1"]\\n\\n= 80\\n\\n[SJN "1"]\\n[Hand "2"]\\n\\n= *\\n'
    >>> [(header.tag("Hand"), header.offset, header.size, header.line) for header in iter_headers(data)]
    [('1', 0, 27, 1), ('2', 28, 26, 6)]
    """
    if isinstance(source, bytes):
        yield from _in_matches(source)
        return
    try:
        mapped = mmap.mmap(source.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError):  # not a real file, or an empty one
        if source.seekable():
            source.seek(0)
        yield from _in_matches(source.read())
        return
    with mapped:
        yield from _in_matches(mapped)


def hand_at(data: bytes, header: Header) -> Record:
    """Read the one hand that `header` points to, with the tags it inherits.

    Its places count from its own first line, that of the header.

    >>> data = "[SJN \\"1\\"]\\n[East \\"东\\"]\\n= *\\n".encode("gb18030")
    >>> [hand_at(data, header).tag("East") for header in iter_headers(data)]
    ['东']
    """
    part = data[header.offset : header.offset + header.size]
    [record, *_] = loads(part.decode(header.encoding, errors="replace"))
    return replace(record, inherited=header.inherited)


# --- matches --------------------------------------------------------------------------------------


def _in_matches(data: Bytes) -> Iterator[Header]:
    """The hands, each with what it inherits; a match block is joined to the hand after it."""
    inherited: tuple[Tag, ...] = ()
    block: Header | None = None
    for header in _headers(data):
        is_block = any(tag.name == "Match" for tag in header.tags) and _is_match_block(data, header)
        if is_block:
            if block is not None:
                yield block
            block = header
            tags = tuple(tag for tag in header.tags if tag.name != "SJN")
            inherited = () if all(tag.name == "Match" and not tag.value for tag in tags) else tags
            continue
        if block is not None:
            header = replace(header, offset=block.offset, line=block.line, size=_end(header) - block.offset)
            block = None
        yield replace(header, inherited=inherited) if inherited else header
    if block is not None:
        yield block


def _is_match_block(data: Bytes, header: Header) -> bool:
    return opens_match(hand_at(data[header.offset : _end(header)], replace(header, offset=0)))


def _end(header: Header) -> int:
    return header.offset + header.size


# --- encodings ------------------------------------------------------------------------------------


def _headers(data: Bytes) -> Iterator[Header]:
    for mark, encoding in _MARKS:
        if data[: len(mark)] == mark:
            if encoding == "utf-8" and _is_utf8(data):
                break
            yield from _converted(data, encoding, len(mark))
            return
    else:
        mark = b""
        wide = unmarked_utf16(data[:]) if data.find(b"\0") >= 0 else None
        if wide:
            yield from _converted(data, wide, 0)
            return
        if not _is_utf8(data):
            yield from _converted(data, guess(data[:]), 0)
            return
    if data.find(b"\r") >= 0:
        yield from _converted(data, "utf-8", len(mark))
    else:
        yield from _scanned(data, len(mark))


def _is_utf8(data: Bytes) -> bool:
    decoder = getincrementaldecoder("utf-8")()
    try:
        for at in range(0, len(data), _BLOCK):
            decoder.decode(data[at : at + _BLOCK])
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


# --- plain UTF-8 with line feeds ------------------------------------------------------------------


def _scanned(data: Bytes, begin: int) -> Iterator[Header]:
    """From start to start; a stretch that may hold anything but one hand goes to `split` instead.

    Such a stretch runs on to the end of the next plain hand, since what stands between hands may
    belong to the hand after it.
    """
    line, counted = 1, begin
    doubtful: int | None = begin
    for start, end in _stretches(data, begin):
        stop = _end_of_hand(data, start, end)
        if doubtful is not None and _NOT_BLANK.search(data, doubtful, start) is None:
            doubtful = None
        if stop is None:
            doubtful = start if doubtful is None else doubtful
            continue
        first = start if doubtful is None else doubtful
        line += _lines(data, counted, first)
        counted = first
        if doubtful is None:
            yield Header(_tags(data[start:stop]), start, stop - start, line)
        else:
            yield from _split(data, first, end, line)
            doubtful = None
    if doubtful is not None:
        yield from _split(data, doubtful, len(data), line + _lines(data, counted, doubtful))


def _stretches(data: Bytes, begin: int) -> Iterator[tuple[int, int]]:
    """What lies between two lines that begin a hand."""
    last: int | None = None
    for match in _START.finditer(data, begin):
        if last is not None:
            yield last, match.start()
        last = match.start()
    if last is not None:
        yield last, len(data)


def _end_of_hand(data: Bytes, start: int, end: int) -> int | None:
    """Where the one hand of a stretch ends; None if there may be more in it.

    There is one hand, whatever its text, if nothing follows the first line that could be a result.
    """
    result = _RESULT.search(data, start, end)
    if result is None:
        return end
    stop = min(result.end() + 1, end)
    return stop if _NOT_BLANK.search(data, stop, end) is None else None


def _lines(data: Bytes, start: int, end: int) -> int:
    return data[start:end].count(b"\n")


def _split(data: Bytes, start: int, end: int, line: int) -> Iterator[Header]:
    part = data[start:end]
    text = part.decode("utf-8")
    at = done = 0
    for chunk in split(text):
        first = text.index(chunk.source, done)
        at += len(text[done:first].encode())
        size = len(chunk.source.encode())
        yield Header(_tags(chunk.source.encode()), start + at, size, line + chunk.line - 1)
        at += size
        done = first + len(chunk.source)


# --- everything else ------------------------------------------------------------------------------


def _converted(data: Bytes, encoding: str, mark: int) -> Iterator[Header]:
    """Decode and fold the whole of it, then count the bytes back."""
    raw = data[mark:].decode(encoding, errors=_kept(encoding))
    text = raw.replace("\r\n", "\n").replace("\r", "\n")
    # The n-th line end written with two characters, at its place in the folded text.
    double = [match.start() - number for number, match in enumerate(re.finditer("\r\n", raw))]
    done = done_raw = 0
    at = mark
    for chunk in split(text):
        first = text.index(chunk.source, done)
        done = first + len(chunk.source)
        first_raw, end_raw = (offset + bisect_left(double, offset) for offset in (first, done))
        at += _size(raw[done_raw:first_raw], encoding)
        size = _size(raw[first_raw:end_raw], encoding)
        source = chunk.source.encode("utf-8", "surrogateescape").decode("utf-8", "replace").encode()
        yield Header(_tags(source), at, min(size, len(data) - at), chunk.line, encoding)
        at += size
        done_raw = end_raw


def _size(text: str, encoding: str) -> int:
    return len(text.encode(encoding, errors="surrogatepass" if "16" in encoding else _kept(encoding)))


def _kept(encoding: str) -> str:
    """How damaged bytes are read, so that they can be counted: in UTF-8 each stays itself."""
    return "surrogateescape" if encoding == "utf-8" else "replace"


# --- tags -----------------------------------------------------------------------------------------


def _tags(hand: bytes) -> tuple[Tag, ...]:
    """The tags of a hand: its first lines if they are canonical, else the hand is read for them."""
    match = _HEAD.match(hand)
    # The line end of the section's head may be that before a tag.
    if match is None or _LINE_OF_TAG.search(hand, match.end() - 1):
        records = loads(hand.decode("utf-8")[:MAX_BYTES])
        return tuple(Tag(found.name, found.value) for record in records[:1] for found in record.tags)
    lines = match[1].decode("utf-8").split("\n")[:-1]
    return tuple(Tag(name, unquote(value)) for name, value in (line[1:-1].split(" ", 1) for line in lines))
