"""What an edit may say: values from a stranger's JSON, each checked before it comes near a record.

Owns `EditError` with its sentences in both languages, and the checks of single values. Knows nothing of
where in a record they go. What passes here can be written in the notation and reads back the same.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any, Final, cast, get_args

from .cards import Card, Cards, Seat, Side, card, sort_cards
from .limits import MAX_CARDS
from .writer import GLYPH, WORD

__all__ = [
    "EditError",
    "address_in",
    "cards_in",
    "fields_in",
    "glyphs_in",
    "hands_in",
    "index_in",
    "party_in",
    "refused",
    "seats_in",
    "slot_in",
    "text_in",
    "word_in",
]

_SAID: Final[dict[str, tuple[str, str]]] = {
    "edits": ("edits are a list of objects", "修改须是对象的列表"),
    "do": ("no such edit: {what}", "没有这种修改：{what}"),
    "key": ("an edit of this kind does not have {what}", "这种修改没有 {what}"),
    "missing": ("{what} is missing", "缺少 {what}"),
    "type": ("{what} is of a wrong kind", "{what} 的类型不对"),
    "character": ("{what} holds a character that cannot be kept", "{what} 含有无法保存的字符"),
    "word": ("{what} is a lower-case word of letters, digits and _", "{what} 须是小写字母、数字、下划线的词"),
    "card": ("not a card: {what}", "不是牌：{what}"),
    "cards": ("{what}: 1 to {limit} cards", "{what}：1 至 {limit} 张牌"),
    "seat": ("not a seat: {what}", "不是座位：{what}"),
    "party": ("not a seat or a side: {what}", "不是座位或一方：{what}"),
    "glyph": ("not a glyph: {what}", "不是评注符号：{what}"),
    "where": ("where is before or after", "where 须是 before 或 after"),
    "at": ("there is nothing at {what}", "{what} 处没有内容"),
    "no_comment": ("at {what} there is no such comment (any more)", "{what} 处没有（或不再有）这条评注"),
    "no_place": ("this cannot be written at {what}", "{what} 处不能写这种批注"),
    "empty": ("the new comment is empty", "新评注是空的"),
    "no_plays": ("a record without plays cannot have variations", "没有出牌的牌谱不能有变着"),
    "supposed": ("hands can be supposed for a new variation only", "只有新变着可以假设手牌"),
    "trick": ("no trick can have a higher number", "墩号已到上限"),
    "nesting": ("variations go {limit} deep at most", "变着最多嵌套 {limit} 层"),
    "fact": ("{what} is part of the game and stays", "{what} 是牌局本身，不能删除"),
    "first": ("{what} is the first of its place already", "{what} 已在最前"),
    "size": ("the hand would have more than {limit} characters", "这副牌将超过 {limit} 个字符"),
    "damaged": (
        "parts of the text of this hand do not read; mend the file and add it again first",
        "这副牌的文本有一部分读不懂；请先改好文件，再重新上传",
    ),
    "block": ("a match block is no hand", "比赛信息块不是一副牌"),
}
_REQUIRED: Final = object()
_SEATS: Final = get_args(Seat)
_PARTIES: Final = (*_SEATS, *get_args(Side))
_SHOWN: Final = 40


class EditError(ValueError):
    """An edit that is malformed or impossible: which one, counted from 0, and why in both languages."""

    def __init__(self, message: str, message_zh: str, index: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.message_zh = message_zh
        self.index = index


def refused(reason: str, what: object = "", limit: int = 0) -> EditError:
    """The error of one of the reasons above.

    >>> refused("at", "7.3").message
    'there is nothing at 7.3'
    """
    # A stranger's text is shown cut short, and without what cannot be printed.
    shown = "".join(char if char.isprintable() else "\ufffd" for char in str(what)[:_SHOWN])
    english, chinese = (said.format(what=shown, limit=limit) for said in _SAID[reason])
    return EditError(english, chinese)


def _get(edit: Mapping[str, Any], name: str, default: Any = _REQUIRED) -> Any:
    value = edit.get(name)
    if value is None:
        if default is _REQUIRED:
            raise refused("missing", name)
        return default
    return value


def _string(value: object, name: str) -> str:
    if not isinstance(value, str):
        raise refused("type", name)
    return value


def _list(value: object, name: str) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise refused("type", name)
    return list(value)


def address_in(edit: Mapping[str, Any], name: str = "at") -> str:
    """An address; whether something is there, is not asked here."""
    return _string(_get(edit, name), name)


def text_in(value: object, name: str) -> str:
    """Text for a comment or a field, its line ends made line feeds."""
    text = _string(value, name).replace("\r\n", "\n").replace("\r", "\n")
    for char in text:
        if char not in "\n\t" and unicodedata.category(char) in ("Cc", "Cs"):
            raise refused("character", name)
    return text


def slot_in(edit: Mapping[str, Any], default: str) -> str:
    """Before or after."""
    where = _get(edit, "where", default)
    if where not in ("before", "after"):
        raise refused("where")
    return str(where)


def index_in(edit: Mapping[str, Any]) -> int | None:
    """The number of a comment from 0, None for a new one."""
    index = _get(edit, "index", None)
    if index is not None and (not isinstance(index, int) or isinstance(index, bool)):
        raise refused("type", "index")
    return index


def glyphs_in(edit: Mapping[str, Any]) -> tuple[str, ...]:
    """Glyphs, each once, in the order given."""
    found = _list(_get(edit, "glyphs"), "glyphs")
    for glyph in found:
        if not isinstance(glyph, str) or GLYPH.fullmatch(glyph) is None:
            raise refused("glyph", glyph)
    return tuple(dict.fromkeys(found))


def word_in(value: object, name: str) -> str:
    """The kind of an incident or the name of a field."""
    word = _string(value, name)
    if WORD.fullmatch(word) is None:
        raise refused("word", name)
    return word


def _card(value: object) -> Card:
    try:
        return card(_string(value, "cards"))
    except ValueError as error:
        raise error if isinstance(error, EditError) else refused("card", value) from None


def cards_in(value: object, name: str, *, smallest: int = 1) -> Cards:
    """Cards in the order of a play, as many as one element may have."""
    found = _list(value, name)
    if not smallest <= len(found) <= MAX_CARDS:
        raise refused("cards", name, MAX_CARDS)
    return sort_cards(map(_card, found))


def _seat(value: object) -> Seat:
    if not isinstance(value, str) or value not in _SEATS:
        raise refused("seat", value)
    return cast("Seat", value)


def seats_in(value: object, name: str) -> tuple[Seat, ...]:
    """Seats, each once, in the order given."""
    return tuple(dict.fromkeys(map(_seat, _list(value, name))))


def party_in(value: object) -> Seat | Side | None:
    """A seat, a side, or nobody in particular."""
    if value is None:
        return None
    if not isinstance(value, str) or value not in _PARTIES:
        raise refused("party", value)
    return cast("Seat | Side", value)


def hands_in(value: object, name: str) -> dict[Seat, Cards]:
    """Hands by seat, none of them empty."""
    if not isinstance(value, Mapping):
        raise refused("type", name)
    return {_seat(seat): cards_in(cards, name) for seat, cards in value.items()}


def fields_in(value: object) -> tuple[tuple[str, str], ...]:
    """Names and values of an incident's fields, in the order given."""
    if not isinstance(value, Mapping):
        raise refused("type", "fields")
    return tuple((word_in(name, "fields"), text_in(text, str(name))) for name, text in value.items())
