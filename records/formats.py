"""Which format a file is in, and the one door through which every file comes in.

Owns detection and dispatch. Knows the importers by name only, and nothing of what they read.

An import is a conversion to SJN: the records handed back are read from the SJN text that was
written, so that what the library keeps, the page shows and the audit says all speak of one text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final, Protocol

from paipu.grammar import dumps, loads
from paipu.grammar.encoding import decode
from paipu.grammar.findings import Finding
from paipu.grammar.words import SECTION_WORDS

from . import botzone, godot, rooms, sjnjson
from .imported import Imported, found

__all__ = ["FORMATS", "MAX_HANDS", "MAX_UPLOAD", "Format", "Imported", "detect", "import_bytes", "limited"]

MAX_UPLOAD: Final = 16 * 1024 * 1024
"""Bytes of one upload: about 10,000 hands of SJN or 100 Botzone match logs. The library refuses more."""


MAX_HANDS: Final = 20_000
"""Hands taken from one file of another program, and kept of one upload; the rest is said to be left out."""


class _Reader(Protocol):
    def __call__(self, data: bytes, *, name: str) -> Imported: ...


@dataclass(frozen=True, slots=True)
class Format:
    """A format that can be read: its id, what it is, and the importer (None for SJN itself)."""

    id: str
    title: str
    title_zh: str
    read: _Reader | None


_READABLE: Final = (
    Format("sjn", "SJN, the notation of this project", "SJN 牌谱", None),
    Format("sjn-json", "SJN as JSON, written by paipu export", "JSON 形式的 SJN 牌谱", sjnjson.read),
    Format("botzone", "Botzone match log, page or bot input", "Botzone 对局记录或程序输入", botzone.read),
    Format("rooms", "jerryyyu/shengji room log", "jerryyyu/shengji 房间记录", rooms.read),
    Format("godot", "shengji-godot game log", "shengji-godot 游戏记录", godot.read),
)
FORMATS: Final[dict[str, Format]] = {item.id: item for item in _READABLE}
"""The formats by id."""

_JSON: Final = re.compile(r'\s*(?:\{|\[\s*(?:[\[{\]"0-9-]|$))')
_HTML: Final = re.compile(r"\s*<(?:!doctype|html|\?xml)", re.IGNORECASE)
_BINARY: Final = re.compile(r"[\x00-\x08\x0e-\x1f]")
_DAMAGED: Final = 0.1
"""The share of signs that may be damaged in a text."""
_SJN: Final = re.compile(
    r'^[ \t]*(?:[\[［【][ \t]*[A-Za-z][\w-]*[ \t]*["“”＂]'
    rf"|(?:{'|'.join(SECTION_WORDS)})[ \t]*(?:[:：]|$)"
    r"|(?:[0-9]{1,3}[.．]|第[0-9一二三四五六七八九十]+墩[:：]?)[ \t]*[ENWS东東南西北])",
    re.MULTILINE | re.IGNORECASE,
)
# Each pattern runs once over the whole text, in linear time: an upload may be hostile.
_KEYS: Final[tuple[tuple[str, tuple[re.Pattern[str], ...]], ...]] = (
    ("sjn-json", (re.compile(r'"sjn_json"\s*:'),)),
    ("rooms", (re.compile(r'"deep-lead-state-v1"|"e"\s*:\s*"(?:round_start|declare|trump|bury|play)"'),)),
    ("godot", (re.compile(r'"rounds"\s*:'), re.compile(r'"(?:rule_config|bottom_cards|bid_history)"\s*:'))),
    ("botzone", (re.compile(r'"requests"\s*:|"logs?"\s*:\s*(?:"\s*)?\['),)),
)


def detect(data: bytes) -> str | None:
    """The format of a file by what stands in it; None if it looks like none of them.

    A damaged file is still recognised by its keys, so that its importer can say what is wrong.

    >>> detect(b'[SJN "1"]'), detect(b'{"requests": ['), detect(bytes(8))
    ('sjn', 'botzone', None)
    """
    return _detect(decode(data)[0])


def _plain(text: str) -> bool:
    """Whether a text could be somebody's writing: neither JSON nor HTML nor binary, and not empty."""
    return (
        bool(text.strip())
        and not any(sort.match(text) for sort in (_JSON, _HTML))
        and not _BINARY.search(text)
        and text.count("\ufffd") <= _DAMAGED * len(text)
    )


def _detect(text: str) -> str | None:
    if "_rawLogJSON" in text:
        return "botzone"
    if _JSON.match(text):
        return next((name for name, keys in _KEYS if all(key.search(text) for key in keys)), None)
    return "sjn" if _plain(text) and _SJN.search(text) else None


def import_bytes(data: bytes, name: str = "", format: str | None = None) -> Imported:
    """Read a file of any known format, by content or as `format` says.

    Never raises on what stands in the file. Plain text that looks like nothing else is read as
    SJN, since people write records in many ways. An unknown `format` is a `ValueError`.

    >>> imported = import_bytes(b"{}", "a.json")
    >>> imported.format, [finding.code for finding in imported.findings]
    (None, ['import.unknown_format'])
    """
    if format is not None and format not in FORMATS:
        raise ValueError(f"no such format: {format!r}; known are {', '.join(FORMATS)}")
    text, _ = decode(data)
    chosen = format or _detect(text) or ("sjn" if _plain(text) else None)
    if chosen is None:
        return Imported((), (_nothing_known(text),))
    reader = FORMATS[chosen].read
    if reader is None:
        records = tuple(loads(data))
        return Imported(records, (), chosen, dumps(records))
    imported = limited(reader(data, name=name))
    sjn = dumps(imported.records) if imported.records else ""
    return replace(imported, records=tuple(loads(sjn)) if sjn else (), format=chosen, sjn_text=sjn)


def limited(imported: Imported) -> Imported:
    """At most `MAX_HANDS` hands, and a finding where there were more."""
    more = len(imported.records) - MAX_HANDS
    if more <= 0:
        return imported
    said = found(
        "limit",
        "error",
        f"more than {MAX_HANDS} hands in one file: {more} are left out; split the file",
        f"一个文件超过 {MAX_HANDS} 副牌：略去 {more} 副，请把文件拆开",
        loses_data=True,
    )
    return replace(imported, records=imported.records[:MAX_HANDS], findings=(*imported.findings, said))


def _nothing_known(text: str) -> Finding:
    if not text.strip():
        return found("empty", "error", "the file is empty", "文件是空的", line=1, column=1)
    known = ", ".join(item.title for item in FORMATS.values())
    known_zh = "、".join(item.title_zh for item in FORMATS.values())
    return found(
        "unknown_format",
        "error",
        f"the format is not known; these can be read: {known}",
        f"无法识别格式；可以读取：{known_zh}",
        line=1,
        column=1,
    )
