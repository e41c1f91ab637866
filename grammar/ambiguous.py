"""Spellings that can mean two things, and are never guessed.

Owns their list with the choices each leaves. Read only to say why a line was left out: what is
not ambiguous is folded before (`spellings`, `words`).
"""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple

from .spellings import blank_kept

__all__ = ["Ambiguous", "ambiguous_spelling", "words_in_context"]


class Ambiguous(NamedTuple):
    """A spelling that may not be guessed: its offset, itself, and what it can mean."""

    offset: int
    spelling: str
    choices: str
    choices_zh: str
    what: Literal["card", "word"] = "card"


_RANK: Final = "(?:10|[2-9TJQKA])"
_SIGNS: Final = re.compile(
    "(?P<pair>(?:一?[对對]|一双|[两三四][张张个])[王鬼怪])"
    "|(?P<big>BJ)|(?P<red>RJ)|(?P<picture>[\U0001f0bf\U0001f0cf\U0001f0df])"
    "|(?P<botzone>(?<![A-Z0-9])JO(?![A-Z0-9]))|(?P<joker>(?<![A-Z0-9])JOKERS?(?![A-Z0-9])|[王鬼怪])"
    rf"|(?P<level>[主正副](?:{_RANK}|级牌)|[主副]?级牌)"
    "|(?P<zero>[SHCD][?2-9TJQKA]*+0|(?<![0-9+-])0(?![0-9.]))"
    f"|(?P<run>(?:[♠♥♣♦]|(?<![A-Z0-9?])[SHCD])[二两三四五六七八九]?(?:连对|拖拉机|姊妹对|姐妹对){_RANK}+)"
    "|(?P<turn>扣底)|(?P<rebel>造反)|(?P<flip>翻)"
    "|(?P<who>庄家|莊家|对家|對家|上家|下家)"
)
_RANKS: Final = re.compile(
    rf"(?:(?:一?[对對]|[两三四][张張个])[ \t]*)?(?<![A-Z0-9?$]){_RANK}"
    rf"(?:[-+/ ]?(?:{_RANK}|X))*(?:一?[对對])?(?![A-Za-z0-9.])"
)
_ONE_RANK: Final = re.compile(_RANK)
_JOKER: Final = ("the big joker B or the little joker L", "大王 B 或小王 L")
_MEANINGS: Final = {
    "pair": ("two big jokers BB or two little jokers LL", "一对大王 BB 或一对小王 LL"),
    "big": ("the big joker B or the black, that is little, joker L", "大王 B，或黑色的小王 L"),
    "red": ("the red, that is big, joker B or something else", "红色的大王 B，或别的牌"),
    "picture": _JOKER,
    "joker": _JOKER,
    "botzone": (
        "the big joker B (written Jo) or the little joker L (written jo)",
        "大王 B（原写作 Jo）或小王 L（原写作 jo）",
    ),
    "level": (
        "that card of any suit, which is not written: S, H, C or D",
        "没有写明花色的牌：S、H、C 或 D",
    ),
    "zero": ("a ten T, or nothing in this notation", "十（应写作 T），或没有意义"),
    "run": ("these cards once each, or a pair of each", "这几张牌各一张，或各一对"),
    "turn": (
        "burying cards, Bury:, or capturing the kitty, which the result says",
        "埋底（写作 Bury:），或抠底（由结果行表示）",
    ),
    "rebel": (
        "an overturn, written with its cards as N C88, or a rebellion, N rebel",
        "反主（写出所亮的牌，如 N C88），或造反重发（写作 N rebel）",
    ),
    "flip": (
        "a bid, written with its cards as N H8, or the kitty turned up, N flip H8",
        "亮主（写出所亮的牌，如 N H8），或翻底牌（写作 N flip H8）",
    ),
    "who": ("any seat: write E, N, W or S", "任何一家，请写明 E、N、W 或 S"),
}
_WORDS: Final = ("turn", "rebel", "flip", "who")
_BURY: Final = re.compile(r"^[ \t\u3000]*+(扣底)(?=[ \t\u3000]*+(?:[:：]|$))", re.MULTILINE)
_TRICKS: Final = re.compile(r"^[ \t\u3000]*+(?:tricks[ \t]*+[:：]|出牌|打牌)", re.MULTILINE | re.IGNORECASE)


def ambiguous_spelling(text: str, at: int | None = None) -> Ambiguous | None:
    """The first spelling in folded text that can mean two things.

    Ranks without a suit count only where reading stopped, at the character `at`: they are numbers
    elsewhere.

    >>> ambiguous_spelling("W S5 BJ").spelling
    'BJ'
    >>> ambiguous_spelling("W KKQQ", 2).choices
    'SKKQQ, HKKQQ, CKKQQ or DKKQQ'
    """
    text = blank_kept(text)
    match = _SIGNS.search(text)
    if match is not None:
        kind = match.lastgroup or "zero"
        what: Literal["card", "word"] = "word" if kind in _WORDS else "card"
        return Ambiguous(match.start(), match.group(), *_MEANINGS[kind], what)
    return None if at is None else _bare_ranks(text, at)


def _bare_ranks(text: str, at: int) -> Ambiguous | None:
    """The ranks without a suit at or around a place."""
    for match in _RANKS.finditer(text):
        if match.start() <= at < match.end():
            written = match.group().strip()
            ranks = [rank.replace("10", "T") for rank in _ONE_RANK.findall(written)]
            ranks = ["?"] * written.count("X") + ranks
            if len(ranks) == 1:
                ranks *= _times(written)
            choices = [suit + "".join(ranks) for suit in "SHCD"]
            en = f"{', '.join(choices[:3])} or {choices[3]}"
            return Ambiguous(match.start(), written, en, f"{'、'.join(choices[:3])} 或 {choices[3]}")
    return None


def _times(written: str) -> int:
    times = {"对": 2, "對": 2, "两": 2, "三": 3, "四": 4}
    return next((times[sign] for sign in written if sign in times), 1)


def words_in_context(text: str) -> Ambiguous | None:
    """扣底 as the head of a section before the tricks: there it is burying, though the word can also
    mean capturing the kitty. `text` is as written.

    >>> words_in_context("扣底：\\nN S3\\n").spelling
    '扣底'
    """
    text = blank_kept(text)
    match = _BURY.search(text)
    if match is None or ((played := _TRICKS.search(text)) and played.start() < match.start()):
        return None
    return Ambiguous(match.start(1), match.group(1), *_MEANINGS["turn"], "word")
