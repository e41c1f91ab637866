"""Bytes to text.

Owns the choice of encoding and the folding of line ends. Knows nothing of the notation.

The order: a byte order mark, then UTF-16 told by its many zero bytes, then valid UTF-8, then UTF-8 with
damaged places, then valid GB18030 (most Chinese files that are not UTF-8), then Latin-1, which cannot
fail. Whatever is not plain UTF-8 is said in a finding.
"""

from __future__ import annotations

import codecs
from typing import Final

from .findings import Finding
from .limits import MAX_BYTES
from .messages import text_finding
from .model import Place

__all__ = ["decode", "guess", "unmarked_utf16"]

_START: Final = Place(1, 1)
_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8", "UTF-8 with a byte order mark"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "UTF-16"),
)

_FEWEST_ZEROS: Final = 8


def decode(data: str | bytes) -> tuple[str, tuple[Finding, ...]]:
    """The text with line feeds only, and what there is to say about its encoding and size.

    >>> decode("大王".encode("gb18030"))[0]
    '大王'
    """
    findings: list[Finding] = []
    if len(data) > MAX_BYTES:
        findings.append(_too_long())
        data = data[:MAX_BYTES]
    if isinstance(data, str):
        text = data.removeprefix("\ufeff")
    else:
        text, said = _decode_bytes(data)
        findings.extend(said)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text, tuple(findings)


def guess(data: bytes) -> str:
    """The encoding of a text that is neither marked nor valid UTF-8.

    GB18030 takes almost any bytes, so UTF-8 with damaged places has to be told first: if for each of
    them there are two bytes that continue a UTF-8 character (a Chinese character has two), chance has
    not made these.

    >>> guess("庄家大王".encode()[:-1]), guess("庄家大王".encode("gb18030")), guess(bytes([255]))
    ('utf-8', 'gb18030', 'latin-1')
    """
    text = data.decode("utf-8", errors="replace")
    sound = text.replace("\ufffd", "")
    if len(sound.encode()) - len(sound) >= 2 * (len(text) - len(sound)):
        return "utf-8"
    try:
        data.decode("gb18030")
    except UnicodeDecodeError:
        return "latin-1"
    return "gb18030"


def _decode_bytes(data: bytes) -> tuple[str, tuple[Finding, ...]]:
    for mark, encoding, name in _MARKS:
        if data.startswith(mark):
            said = text_finding("text.encoding", _START, encoding=name)
            text, damage = _repaired(data[len(mark) :], encoding, name)
            return text, (said, *damage)
    if wide := unmarked_utf16(data):
        text, damage = _repaired(data, wide, "UTF-16")
        said = _guessed("UTF-16, for its many zero bytes", "UTF-16（零字节很多）")
        return text, (said, *damage)
    whole = _whole_characters(data)
    try:
        return whole.decode("utf-8"), ()
    except UnicodeDecodeError:
        encoding = guess(whole)
    if encoding == "utf-8":
        return _repaired(whole, encoding, "UTF-8")
    if encoding == "gb18030":
        return whole.decode(encoding), (text_finding("text.encoding", _START, encoding="GB18030"),)
    return data.decode(encoding), (_guessed("Latin-1, byte by byte", "Latin-1（逐字节）"),)


def _guessed(encoding: str, encoding_zh: str) -> Finding:
    return text_finding("text.encoding_guess", _START, encoding=encoding, encoding_zh=encoding_zh)


def unmarked_utf16(data: bytes) -> str | None:
    """UTF-16 without its mark: every second byte of what is ASCII in it is zero, and hardly another.

    >>> unmarked_utf16("= 85 EW+0".encode("utf-16-be")), unmarked_utf16(b"= 85 EW+0")
    ('utf-16-be', None)
    """
    even, odd = data[::2].count(0), data[1::2].count(0)
    many = max(_FEWEST_ZEROS, len(data) // 10)
    if odd >= many and even * 10 <= odd:
        return "utf-16-le"
    return "utf-16-be" if even >= many and odd * 10 <= even else None


def _repaired(data: bytes, encoding: str, name: str) -> tuple[str, tuple[Finding, ...]]:
    """The text, with a replacement character for what is damaged, and where that is first."""
    try:
        return data.decode(encoding), ()
    except UnicodeDecodeError as error:
        before = data[: error.start].decode(encoding).replace("\r\n", "\n").replace("\r", "\n")
    place = Place(before.count("\n") + 1, len(before) - before.rfind("\n"))
    damage = text_finding("text.encoding_damage", place, loses_data=True, encoding=name)
    return data.decode(encoding, errors="replace"), (damage,)


def _whole_characters(data: bytes) -> bytes:
    """Without a UTF-8 character that the size limit has cut in two."""
    if len(data) < MAX_BYTES:
        return data
    cut = len(data)
    while cut > len(data) - 4 and data[cut - 1] & 0xC0 == 0x80:
        cut -= 1
    return data[: cut - 1] if data[cut - 1] & 0x80 else data


def _too_long() -> Finding:
    return text_finding(
        "text.limit", _START, loses_data=True, limit=MAX_BYTES, what="bytes in one file", what_zh="文件字节数"
    )
