"""What the reader has to say: every `text.*` code with its severity and its sentences.

Owns the table of codes (the documentation lists it), the names of what the grammar expects, and
the making of one finding. Knows nothing of how a text is read.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final, NamedTuple

from .findings import Finding, Severity
from .model import Place

__all__ = ["TEXT_CODES", "Hint", "TextCode", "expected_words", "hints", "quoted", "text_finding"]


class TextCode(NamedTuple):
    """Severity and message templates of one code."""

    severity: Severity
    en: str
    zh: str


TEXT_CODES: Final[dict[str, TextCode]] = {
    "text.syntax": TextCode(
        "error", "this line cannot be read, from {at} on: {text}", "这一行读不懂，从{at}起：{text}"
    ),
    "text.bad_tag": TextCode(
        "error", 'not a tag of the form [Name "value"]: {text}', '不是 [名称 "值"] 形式的标签：{text}'
    ),
    "text.ambiguous_card": TextCode(
        "error",
        "{spelling} can mean {choices}; the line is left out: {text}",
        "{spelling} 可能指{choices_zh}，这一行未收入：{text}",
    ),
    "text.ambiguous_word": TextCode(
        "error",
        "{spelling} can mean {choices}; the line is left out: {text}",
        "{spelling} 可能指{choices_zh}，这一行未收入：{text}",
    ),
    "text.word_in_context": TextCode(
        "note",
        "{spelling} can mean {choices}; before the tricks it is read as Bury:",
        "{spelling} 可能指{choices_zh}；在出牌之前，按 Bury: 读入",
    ),
    "text.long_bid": TextCode(
        "error",
        "a bid has {limit} cards at most, this has {count}; the line is left out; did you mean Bury:? {text}",
        "亮主、反主最多 {limit} 张牌，这里有 {count} 张；这一行未收入；是否应在 Bury: 之下？{text}",
    ),
    "text.no_seat": TextCode(
        "error",
        "the first play of a trick must name its seat: {text}",
        "每一墩的第一手必须写明座位：{text}",
    ),
    "text.unclosed_comment": TextCode(
        "error",
        "this comment is not closed; it is taken to end with its line, and what it swallowed is lost",
        "注释没有结束符，按到行末为止处理，被它吞掉的内容没有读入",
    ),
    "text.unclosed_string": TextCode(
        "error",
        "the value of tag {name} has no closing quote; it is taken to end with its line",
        "标签 {name} 的值没有后引号，按到行末为止处理",
    ),
    "text.no_hand": TextCode("error", "there is no hand in this text", "文本中没有牌局"),
    "text.limit": TextCode(
        "error",
        "more than {limit} {what}; what is beyond is not read",
        "{what_zh}超过 {limit}，超出部分未读",
    ),
    "text.cards_limit": TextCode("error", "more than {limit} cards in one place", "一处的牌超过 {limit} 张"),
    "text.encoding": TextCode(
        "note", "read as {encoding}, not as plain UTF-8", "按 {encoding} 编码读入，不是普通的 UTF-8"
    ),
    "text.encoding_guess": TextCode(
        "warning",
        "the encoding is not marked and neither UTF-8 nor GB18030; read as {encoding}",
        "编码没有标记，既不是 UTF-8 也不是 GB18030，按 {encoding_zh} 读入",
    ),
    "text.encoding_damage": TextCode(
        "error",
        "some bytes are not {encoding}; they are read as \ufffd",
        "有些字节不是 {encoding} 编码，按 \ufffd 读入",
    ),
    "text.no_version": TextCode("warning", 'the tag [SJN "1"] is missing', '缺少标签 [SJN "1"]'),
    "text.version": TextCode(
        "warning",
        "version {version} of the notation is not known; read as version 1",
        "记谱法版本 {version} 未知，按第 1 版读入",
    ),
    "text.no_seats": TextCode(
        "warning",
        'the seats are named {value}, which the header does not say: [Seats "{value}"] is added',
        '座位写作 {value}，而标签中没有说明：补上 [Seats "{value}"]',
    ),
    "text.bad_seats": TextCode(
        "warning",
        'seats are named "E N W S" or "SE NE NW SW", not "{value}"; the tag is kept, and means nothing',
        '座位的名称应为 "E N W S" 或 "SE NE NW SW"，而不是 "{value}"；标签保留，不起作用',
    ),
    "text.wrong_seat": TextCode(
        "error",
        "{name} is no seat or side of this hand, whose seats are {names}; the line is left out: {text}",
        "{name} 不是这副牌的座位或一方，座位是 {names}；这一行未收入：{text}",
    ),
    "text.duplicate_tag": TextCode(
        "warning", "tag {name} stands more than once; the last one counts", "标签 {name} 重复，以最后一个为准"
    ),
    "text.unknown_tag": TextCode(
        "note",
        "tag {name} is not part of the notation; it is kept (private tags begin with X-){hint}",
        "标签 {name} 不属于本记谱法，予以保留（自用标签以 X- 开头）{hint_zh}",
    ),
    "text.unknown_section": TextCode(
        "warning",
        "there is no section {name}; its head is left out{hint}",
        "没有“{name}”这一节，标题未收入{hint_zh}",
    ),
    "text.section_order": TextCode(
        "warning", "section {name} is out of order or repeated", "“{name}”一节次序不对或重复"
    ),
    "text.no_section": TextCode(
        "warning", "this line stands outside its section {name}", "这一行不在应属的“{name}”一节中"
    ),
    "text.no_end": TextCode(
        "warning",
        "the hand has no = line at its end and may be cut off; an unfinished hand ends with = *",
        "这副牌没有结尾的 = 行，可能不完整；未打完的牌以 = * 结尾",
    ),
    "text.duplicate_seat": TextCode("warning", "seat {seat} is dealt twice", "座位 {seat} 的发牌写了两次"),
    "text.split_hand": TextCode(
        "note",
        "the hand of seat {seat} goes on here; the lines are read as one hand",
        "座位 {seat} 的手牌在这一行继续，几行合为一手读入",
    ),
    "text.duplicate_kitty": TextCode(
        "error", "a second kitty is left out: {text}", "底牌写了两次，后一次未收入：{text}"
    ),
    "text.trick_number": TextCode(
        "warning", "trick {found} follows trick {before}", "第 {before} 墩之后是第 {found} 墩"
    ),
    "text.junk": TextCode(
        "warning",
        "{lines} line(s) outside any hand are left out: {text}",
        "牌局之外有 {lines} 行文字，未收入：{text}",
    ),
    "text.import_form": TextCode(
        "note",
        "spellings of the import form are used here, first: {text}",
        "用了导入形式的写法，首处：{text}",
    ),
}
"""Every code the reader may give; a page of the documentation each."""

_NEAR: Final = 0.75
"""From which likeness on a name is taken for a slip: one letter of four may be wrong."""
_LONGEST: Final = 20
"""Characters of a name that is compared: hostile text has longer ones."""

_TERMINALS: Final[dict[str, tuple[str, str]]] = {
    "TAG": ('a tag [Name "value"]', '标签 [名称 "值"]'),
    "COMMENT": ("a comment in braces", "花括号注释"),
    "SEAT": ("a seat E N W S (or SE NE NW SW)", "座位 E N W S（或 SE NE NW SW）"),
    "GROUP": ("cards such as SAK", "牌，如 SAK"),
    "JOKERS": ("jokers B L", "大小王 B L"),
    "QUERY": ("? (unknown card or glyph)", "?（未知牌或评注号）"),
    "GLYPH": ("a glyph such as !", "评注号，如 !"),
    "CALL": ("pass, flip, redeal, rebel or lot", "pass、flip、redeal、rebel 或 lot"),
    "INCIDENT": ("an incident such as <revoke W>", "事件，如 <revoke W>"),
    "INT": ("a number", "数字"),
    "SIGNED": ("a signed number", "带正负号的数字"),
    "TRICK_NO": ("a trick number such as 7.", "墩号，如 7."),
    "NEXT": ("the next dealer side such as EW+1", "下局庄家方，如 EW+1"),
    "DEAL": ("Deal:", "Deal:"),
    "DRAW": ("Draw:", "Draw:"),
    "KITTY": ("Kitty", "Kitty"),
    "BIDS": ("Bids:", "Bids:"),
    "BURY": ("Bury:", "Bury:"),
    "TRICKS": ("Tricks:", "Tricks:"),
    "EQUALS": ("=", "="),
    "STAR": ("*", "*"),
    "OPEN": ("( (a variation)", "(（变化）"),
    "_CLOSE": (")", ")"),
    "_SLASH": ("/", "/"),
    "_LED": (">", ">"),
    "$END": ("the end of the line", "行末"),
}


def expected_words(terminals: Iterable[str]) -> tuple[str, str]:
    """What the grammar would have taken, in English and Chinese.

    >>> expected_words({"SEAT", "BLANK"})[0]
    'a seat E N W S (or SE NE NW SW)'
    """
    known = [words for name, words in _TERMINALS.items() if name in set(terminals)]
    return ", ".join(en for en, _ in known), "、".join(zh for _, zh in known)


class Hint(NamedTuple):
    """The known name that was perhaps meant, and the words that ask so; empty without one."""

    name: str | None
    en: str
    zh: str


def hints(name: str, known: Iterable[str]) -> Hint:
    """The known name that an unknown one may be a slip for.

    >>> hints("Evnt", ("Event", "Site"))
    Hint(name='Event', en='; did you mean Event?', zh='；是否应为 Event？')
    >>> hints("Weather", ("Event", "Site"))
    Hint(name=None, en='', zh='')
    """
    by_case = {one.lower(): one for one in known}
    near = get_close_matches(name.lower(), by_case, n=1, cutoff=_NEAR) if len(name) <= _LONGEST else []
    if not near:
        return Hint(None, "", "")
    meant = by_case[near[0]]
    return Hint(meant, f"; did you mean {meant}?", f"；是否应为 {meant}？")


def quoted(text: str, width: int = 60) -> str:
    """A piece of the text to show in a message: one line, not too long."""
    line = " ".join(text.split())
    return line if len(line) <= width else line[: width - 1] + "…"


def text_finding(
    code: str,
    place: Place | None,
    *,
    loses_data: bool = False,
    expected: tuple[str, str] | None = None,
    element: str | None = None,
    **fields: object,
) -> Finding:
    """One finding of the text phase, its sentences filled in from `TEXT_CODES`."""
    severity, en, zh = TEXT_CODES[code]
    return Finding(
        code=code,
        severity=severity,
        phase="text",
        message=en.format_map(fields),
        message_zh=zh.format_map(fields),
        line=place.line if place else None,
        column=place.column if place else None,
        expected=expected[0] if expected else None,
        expected_zh=expected[1] if expected else None,
        element=element,
        loses_data=loses_data,
    )
