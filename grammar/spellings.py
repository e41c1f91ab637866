"""What people write, folded to what the grammar reads.

Owns the import spellings: suit symbols and words, names of the jokers, full-width forms, Unicode
playing cards, `10`, lower case, Chinese section names and seats; and the list of those that mean
two things and are therefore left alone (`BJ`, `RJ`, `0`, pictures of jokers). Comments and tag
values are never touched.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from .traced import Traced

__all__ = ["COMMENT", "TAG", "Ambiguous", "ambiguous_spelling", "fold"]

COMMENT: Final = r"(?<!\\)\{(?:[^{}\\]|\\[\s\S])*+\}"
"""A closed comment, as a regular expression that never goes back.

An escaped brace opens none: so no stretch of text is tried twice, and hostile text takes linear time.
"""
_NAME: Final = r"[A-Za-zＡ-Ｚａ-ｚ][A-Za-z0-9_\-Ａ-Ｚａ-ｚ０-９＿－]*+"
_VALUE: Final = r"(?:\"(?:[^\"\\\n]|\\[^\n])*+\"|[“”＂][^“”＂\n]*+[“”＂])"
_FIELD: Final = r"[a-z][a-z0-9_]*+=(?:[A-Za-z0-9_.:+-]++|\"(?:[^\"\\\n]|\\[^\n])*+\")"
TAG: Final = (
    rf"(?:[\[［【][ \t\u3000]*+{_NAME}[ \t\u3000]*+{_VALUE}[ \t\u3000]*+[\]］】]"
    rf"|<[ \t]*+[a-z][a-z0-9_]*+(?:[ \t]++(?:NS|EW|[ENWS]))?(?:[ \t]++{_FIELD})*+[ \t]*+>)"
)
"""A tag, in plain or wide brackets and quotes; or an incident, whose values are quoted as those of a tag."""
_KEPT: Final = re.compile(rf"{TAG}|{COMMENT}|｛[^｛｝]*+｝")

_WIDE: Final = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_SINGLE: Final[dict[int, str | int]] = {
    **{code: code - 32 for code in range(ord("a"), ord("z") + 1)},
    **_WIDE,
    **{code: code - 0xFEE0 - 32 for code in range(0xFF41, 0xFF5B)},
    **str.maketrans("♤♡♢♧，、,\u3000\u00a0", "♠♥♦♣     "),
}
_INVISIBLE: Final = re.compile("[\ufe00-\ufe0f\u200b\u200d\u2060]")
_PICTURE: Final = re.compile("[\U0001f0a1-\U0001f0de]")
_PICTURE_RANKS: Final = "A23456789TJ?QK"

_SUITS: Final = {"♠": "S", "♥": "H", "♣": "C", "♦": "D"}
_WORDS: Final = {
    "黑桃": "♠", "红桃": "♥", "紅桃": "♥", "红心": "♥", "紅心": "♥", "梅花": "♣", "草花": "♣",
    "方块": "♦", "方塊": "♦", "方片": "♦",
    "大王": "B", "大鬼": "B", "大怪": "B", "小王": "L", "小鬼": "L", "小怪": "L",
    "底牌": "KITTY",
}  # fmt: skip
_WORD: Final = re.compile("|".join(_WORDS))
_SECTIONS: Final = {
    "发牌": "Deal:", "發牌": "Deal:", "摸牌": "Draw:", "亮主": "Bids:", "扣底": "Bury:", "出牌": "Tricks:",
    "DEAL": "Deal:", "DRAW": "Draw:", "BIDS": "Bids:", "BURY": "Bury:", "TRICKS": "Tricks:",
}  # fmt: skip
_SECTION: Final = re.compile(rf"^([ \t]*)({'|'.join(_SECTIONS)})[ \t]*+(?::|(?=$))", re.MULTILINE)
_KITTY: Final = re.compile(r"\bKITTY(?![A-Z0-9])[ \t]*+(:?)(?=([ \t\n])?)")
_SEATS: Final = str.maketrans("东東南西北", "EESWN")
_SEAT: Final = re.compile(r"([东東南西北])[ \t]*+:?(?=([ \t\n])?)")
_SEAT_COLON: Final = re.compile(r"^([ \t]*[ENWS])[ \t]*+:", re.MULTILINE)

_CALL: Final = re.compile(r"(?<![A-Z0-9])(?:PASS|FLIP|REDEAL|REBEL|LOT)(?![A-Z0-9])")
_RANK: Final = "(?:10|[2-9TJQKA?])"
_JOINER: Final = re.compile(rf"(?<=[♠♥♣♦2-9TJQKA0])[-+](?=[♠♥♣♦]|[SHCD]?{_RANK})")
_SUIT_LAST: Final = re.compile(rf"(?<![A-Z0-9?♠♥♣♦])(?:{_RANK}++[♠♥♣♦])+(?!{_RANK})")
_RANKS_AND_SUIT: Final = re.compile(rf"({_RANK}+)([♠♥♣♦])")
_SUIT_FIRST: Final = re.compile(rf"([♠♥♣♦])[ \t]*+(?={_RANK})")
_GROUP_WITH_TEN: Final = re.compile(rf"(?<![CDEFGHIMNOPRSUVWXYZ])[SHCD][?2-9TJQKA]*+10{_RANK}*+")
_LITTLE: Final = re.compile(r"(?<![A-Z0-9?])LJ(?![A-Z0-9?])")

_AMBIGUOUS: Final = re.compile(
    "(?P<big>BJ)|(?P<red>RJ)|(?P<picture>[\U0001f0bf\U0001f0cf\U0001f0df])"
    "|(?P<zero>[SHCD][?2-9TJQKA]*+0|(?<![0-9+-])0(?![0-9.]))"
)
_MEANINGS: Final = {
    "big": ("the big joker B or the black, that is little, joker L", "大王 B，或黑色的小王 L"),
    "red": ("the red, that is big, joker B or something else", "红色的大王 B，或别的牌"),
    "picture": ("the big joker B or the little joker L", "大王 B 或小王 L"),
    "zero": ("a ten T, or nothing in this notation", "十（应写作 T），或没有意义"),
}


class Ambiguous(NamedTuple):
    """A spelling that may not be guessed: its offset, itself, and what it can mean."""

    offset: int
    spelling: str
    choices: str
    choices_zh: str


def fold(line: Traced) -> Traced:
    """Fold the import spellings.

    >>> fold(Traced("北 ♠10 9♠ / 西 大王")).text
    'N ST S9 / W B'
    >>> fold(Traced("1. N SA / W S3 {ok}")).text
    '1. N SA / W S3 {ok}'
    """
    mark = _unused_character(line.text)
    kept: list[str] = []
    starts: list[int] = []

    def keep(match: re.Match[str]) -> str:
        kept.append(match.group())
        starts.append(match.start())
        return mark

    code = line.sub(_KEPT, keep)
    for step in _STEPS:
        code = step(code)
    return _restore(line, code, mark, kept, starts)


def ambiguous_spelling(text: str) -> Ambiguous | None:
    """The first spelling in folded text that can mean two things.

    >>> ambiguous_spelling("W S5 BJ").spelling
    'BJ'
    """
    match = _AMBIGUOUS.search(_KEPT.sub(lambda kept: " " * len(kept.group()), text))
    if match is None:
        return None
    choices = _MEANINGS[match.lastgroup or "zero"]
    return Ambiguous(match.start(), match.group(), *choices)


def _unused_character(text: str) -> str:
    return next(chr(code) for code in range(0xE000, 0xF8FF) if chr(code) not in text)


def _picture(match: re.Match[str]) -> str:
    suit, rank = divmod(ord(match.group()) - 0x1F0A0, 16)
    if not 1 <= rank <= 14 or rank == 12:  # twelve is the knight, fifteen a joker
        return match.group()
    return "SHDC"[suit] + _PICTURE_RANKS[rank - 1]


def _words(line: Traced) -> Traced:
    line = line.sub(_SECTION, lambda match: match.group(1) + _SECTIONS[match.group(2)])
    line = line.sub(_WORD, lambda match: _WORDS[match.group()])
    return line.sub(_KITTY, lambda match: "Kitty" + _gap(match) if match.group(1) else _kitty(match))


def _kitty(match: re.Match[str]) -> str:
    blanks = match.group()[len("Kitty") :]
    return "Kitty" + (blanks or _gap(match))


def _gap(match: re.Match[str]) -> str:
    return "" if match.group(2) or match.end() == len(match.string) else " "


def _seats(line: Traced) -> Traced:
    line = line.sub(_SEAT, lambda match: match.group(1).translate(_SEATS) + _gap(match))
    return line.sub(_SEAT_COLON, lambda match: match.group(1) + " ")


def _suits(line: Traced) -> Traced:
    line = line.sub(_SUIT_LAST, lambda run: _RANKS_AND_SUIT.sub(r"\2\1", run.group()))
    return line.sub(_SUIT_FIRST, lambda match: _SUITS[match.group(1)])


_STEPS: Final[tuple[Callable[[Traced], Traced], ...]] = (
    lambda line: line.sub(_INVISIBLE, lambda _: ""),
    lambda line: line.sub(_PICTURE, _picture),
    lambda line: line.translate(_SINGLE),
    lambda line: line.sub(_CALL, lambda match: match.group().lower()),
    _words,
    _seats,
    lambda line: line.sub(_JOINER, lambda _: ""),
    _suits,
    lambda line: line.sub(_GROUP_WITH_TEN, lambda match: match.group().replace("10", "T")),
    lambda line: line.sub(_LITTLE, lambda _: "L"),
)


def _restore(line: Traced, code: Traced, mark: str, kept: list[str], starts: list[int]) -> Traced:
    """Put comments and tags back, each character with its own origin."""
    if not kept:
        return code
    pieces: list[str] = []
    origin: list[int] = []
    before, after = line.offsets(), code.offsets()
    last = 0
    for start, original in zip(starts, kept, strict=True):
        at = code.text.index(mark, last)
        new = _plain_form(original)
        pieces += (code.text[last:at], new)
        origin += after[last:at]
        origin += [before[start + min(i, len(original) - 1)] for i in range(len(new))]
        last = at + 1
    pieces.append(code.text[last:])
    origin += after[last:]
    text = "".join(pieces)
    return line if text == line.text else Traced(text, origin)


def _plain_form(original: str) -> str:
    """A comment or tag in plain brackets and quotes, its text as it was."""
    if original[0] in "{<":
        return original
    if original[0] == "｛":
        body = original[1:-1].replace("\\", r"\\").replace("{", r"\{").replace("}", r"\}")
        return "{" + body + "}"
    head, quote, rest = re.split('(["“”＂])', original, maxsplit=1)
    if quote == '"' and original[0] == "[" and original[-1] == "]" and head.isascii():
        return original
    value = rest.rstrip("]］】 \t\u3000")[:-1]
    if quote != '"':
        value = value.replace("\\", r"\\").replace('"', r"\"")
    name = head[1:].translate(_WIDE).strip(" \t\u3000")
    return f'[{name} "{value}"]'
