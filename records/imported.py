"""What every importer hands back, and the small things they all need.

Owns the `Imported` value, the seats of programs that number them, tags made from foreign text and
the findings of an import. Knows no format.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from paipu.grammar.cards import SEATS, Cards, Seat, Side, side_of, sort_cards
from paipu.grammar.findings import Finding, Severity
from paipu.grammar.messages import TextCode
from paipu.grammar.model import Dealt, Record, Tag

__all__ = [
    "IMPORT_CODES",
    "SEAT_OF",
    "Imported",
    "base_name",
    "clean",
    "dealt",
    "found",
    "seat_of",
    "side_of_seat",
    "tags",
]

SEAT_OF: Final[tuple[Seat, ...]] = ("N", "W", "S", "E")
"""Seats 0, 1, 2, 3 of programs that number them in the order of play, which is counter-clockwise."""

MAX_TAG: Final = 200
"""Characters kept of a name that stands in a foreign file."""

IMPORT_CODES: Final[dict[str, TextCode]] = {
    "import.empty": TextCode("error", "the file is empty", "文件是空的"),
    "import.unknown_format": TextCode(
        "error",
        "the format is none that can be read; the names of those that can",
        "无法识别的格式，并列出可读的格式",
    ),
    "import.not_json": TextCode(
        "error", "not JSON: where it stops being JSON, and why", "不是 JSON：指出从何处起、为什么"
    ),
    "import.page": TextCode("error", "a web page that holds no match log", "网页中没有对局记录"),
    "import.limit": TextCode("error", "more hands than one file may hold", "副数超过一个文件的上限"),
    "import.card": TextCode("error", "something that is not a card of this format", "不是该格式的牌"),
    "import.sjn_json": TextCode(
        "error",
        "a record in JSON that is not of the published form, or says what the notation cannot",
        "JSON 形式的牌谱不符合公布的格式，或内容无法用记谱法写出",
    ),
    "import.not_kept": TextCode(
        "note", "what the log holds and a record does not keep", "记录中有而牌谱不保存的内容"
    ),
    "import.botzone.not_a_match": TextCode(
        "error", "JSON, but neither a match log nor a bot's input", "是 JSON，但不是对局记录或程序输入"
    ),
    "import.botzone.suits": TextCode(
        "note",
        "which order of suits the card numbers were read with, and how it shows",
        "牌号按哪种花色顺序读入，依据为何",
    ),
    "import.rooms.empty": TextCode("error", "a room log without a round", "房间记录中没有一局"),
    "import.rooms.stray": TextCode(
        "warning", "lines of a room log that belong to no round", "房间记录中不属于任何一局的行"
    ),
    "import.godot.empty": TextCode("error", "a game log without a round", "游戏记录中没有一局"),
}
"""What each code of an import tells; the importer words the sentence from what it found."""

_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


@dataclass(frozen=True, slots=True)
class Imported:
    """The hands of one file as records, and what there is to say about reading it.

    `format` and `sjn_text` are filled in by `paipu.records.formats.import_bytes`; what stands in
    `findings` concerns the file, what concerns one hand stands in that record's own findings.
    """

    records: tuple[Record, ...]
    findings: tuple[Finding, ...]
    format: str | None = None
    sjn_text: str = ""


def found(
    code: str,
    severity: Severity,
    message: str,
    message_zh: str,
    *,
    line: int | None = None,
    column: int | None = None,
    loses_data: bool = False,
) -> Finding:
    """A finding of an import, ``import.<code>``."""
    return Finding(
        code=f"import.{code}",
        severity=severity,
        phase="text",
        message=message,
        message_zh=message_zh,
        line=line,
        column=column,
        loses_data=loses_data,
    )


def clean(text: object) -> str:
    r"""Foreign text as one line that can stand in a tag: no control characters, no lone surrogates.

    >>> clean("a\nb\ud800 ")
    'a b?'
    """
    if not isinstance(text, str):
        return ""
    whole = text[: 4 * MAX_TAG].encode("utf-8", "replace").decode("utf-8")
    return _CONTROL.sub(" ", whole).strip()[:MAX_TAG].rstrip()


def base_name(name: str) -> str:
    r"""The last part of a file name, whichever system wrote it: a local path is nobody's business.

    >>> base_name("/home/me/log.json"), base_name("C:\\logs\\log.json")
    ('log.json', 'log.json')
    """
    return clean(re.split(r"[/\\]", name)[-1])


def tags(pairs: Iterable[tuple[str, str | None]]) -> tuple[Tag, ...]:
    """Tags in the order given, without those that have no value."""
    return tuple(Tag(name, value) for name, value in pairs if value)


def seat_of(number: int | None) -> Seat | None:
    """The seat of a program's player 0..3; None for any other number."""
    return SEAT_OF[number] if number is not None and 0 <= number < 4 else None


def side_of_seat(number: int) -> Side:
    """The partnership of player 0..3."""
    return side_of(SEAT_OF[number])


def dealt(hands: dict[Seat, Cards]) -> tuple[Dealt, ...]:
    """The deal of the seats whose cards are known, in the order in which the text writes them."""
    return tuple(Dealt(seat=seat, cards=sort_cards(hands[seat])) for seat in SEATS if hands.get(seat))
