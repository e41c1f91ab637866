"""Words people write for cards, seats, sections and actions, folded to what the grammar reads.

Owns the tables of Chinese and English words of the import form, pairs and tractors in words among
them. Works on text that is already upper case and half width; signs are the business of `spellings`.
A word that could mean two things is in no table here: `ambiguous` lists those.
"""

from __future__ import annotations

import re
from typing import Final

from .traced import Traced

__all__ = ["SECTION_WORDS", "fold_cased_words", "fold_counts", "fold_words"]

_CARDS: Final = {
    "黑桃": "♠", "红桃": "♥", "紅桃": "♥", "红心": "♥", "紅心": "♥", "梅花": "♣", "草花": "♣",
    "方块": "♦", "方塊": "♦", "方片": "♦",
    "大王": "B", "大鬼": "B", "大怪": "B", "副司令": "L", "司令": "B",
    "小王": "L", "小鬼": "L", "小怪": "L",
}  # fmt: skip
_CARD: Final = re.compile("|".join(_CARDS))
_ENGLISH_JOKER: Final = re.compile(
    r"(?<![A-Z0-9])(?:(?P<big>BIG|HIGH|RED)|SMALL|LITTLE|LOW|BLACK)[ _-]?JOKERS?(?![A-Z0-9])"
)
_BOTZONE: Final = re.compile(r"(?<![A-Za-z0-9])(?:Jo|jo)++(?![A-Za-z0-9])")

SECTION_WORDS: Final = {
    "发牌": "Deal:", "發牌": "Deal:", "摸牌": "Draw:", "抓牌": "Draw:",
    "亮主": "Bids:", "反主": "Bids:", "叫主": "Bids:", "报主": "Bids:", "報主": "Bids:",
    "扣底": "Bury:", "埋底": "Bury:", "埋牌": "Bury:", "盖底牌": "Bury:", "盖底": "Bury:", "灭底": "Bury:",
    "出牌": "Tricks:", "打牌": "Tricks:",
    "DEAL": "Deal:", "DRAW": "Draw:", "BIDS": "Bids:", "BURY": "Bury:", "TRICKS": "Tricks:",
}  # fmt: skip
"""What people call the sections."""
_SECTION: Final = re.compile(rf"^([ \t]*)({'|'.join(SECTION_WORDS)})[ \t]*+(?::|(?=$))", re.MULTILINE)
_INNER_DEAL: Final = re.compile(r"(?<![A-Z0-9])(?:DEAL|发牌|發牌)[ \t]*+:")
_KITTY: Final = re.compile(
    r"(?:\bKITTY(?![A-Z0-9])|底牌|(?<![一-鿿])底(?=[ \t]*+:))[ \t]*+(:?)(?=([ \t\n])?)"
)

_NUMERALS: Final = dict(zip("零一二三四五六七八九十", range(11), strict=True))
_TRICK: Final = re.compile(
    r"^([ \t]*)第[ \t]*+([0-9]{1,3}|[一二三四五六七八九]?十?[一二三四五六七八九]?)[ \t]*+[墩轮輪圈]"
    r"[ \t]*+[:.]?[ \t]*+",
    re.MULTILINE,
)

_SEATS: Final = {
    "东": "E", "東": "E", "南": "S", "西": "W", "北": "N",
    "EAST": "E", "SOUTH": "S", "WEST": "W", "NORTH": "N",
    "东南": "SE", "東南": "SE", "东北": "NE", "東北": "NE", "西北": "NW", "西南": "SW",
    "SOUTHEAST": "SE", "NORTHEAST": "NE", "NORTHWEST": "NW", "SOUTHWEST": "SW",
}  # fmt: skip
_SEAT: Final = re.compile(r"([东東西][南北]|[东東南西北])[家方]?[ \t]*+:?(?=([ \t\n])?)")
_SEAT_WORD: Final = re.compile(
    r"(?<![A-Z0-9])((?:NORTH|SOUTH)[ -]?(?:EAST|WEST)|EAST|NORTH|WEST|SOUTH)(?![A-Z0-9])"
    r"[ \t]*+:?(?=([ \t\n])?)"
)
_SEAT_COLON: Final = re.compile(r"^([ \t]*(?:[NS]?[EW]|[NS]))[ \t]*+:", re.MULTILINE)
_SIDES: Final = {
    "东南西北": "SENW", "西北东南": "SENW", "東南西北": "SENW",
    "东北西南": "NESW", "西南东北": "NESW", "東北西南": "NESW",
    "南北": "NS", "北南": "NS", "东西": "EW", "西东": "EW", "東西": "EW",
}  # fmt: skip
_SIDE: Final = re.compile(rf"^([ \t]*=[^\n]*?)({'|'.join(_SIDES)})[家方]?", re.MULTILINE)

_CALLS: Final = {
    "不亮": "pass", "不叫": "pass", "不反": "pass", "过牌": "pass", "翻底牌": "flip", "翻底": "flip",
    "重新发牌": "redeal", "重发": "redeal", "抽签": "lot", "抽籤": "lot",
}  # fmt: skip
_CALL: Final = re.compile(rf"(?<![A-Z0-9])(?:PASS|FLIP|REDEAL|REBEL|LOT)(?![A-Z0-9])|{'|'.join(_CALLS)}")

# What a play or a bid is called between seat and cards; the cards say it already.
_ACTIONS: Final = (
    "领出", "領出", "先出", "首出", "打出", "出", "打", "跟牌", "跟出", "跟",
    "垫牌", "墊牌", "垫", "墊", "贴牌", "贴", "毙", "斃", "将吃", "超将吃", "盖毙", "杀", "殺", "敲脱",
    "甩牌", "甩", "撒牌", "调主", "吊主", "调", "吊",
    "亮主", "亮", "叫主", "报主", "反主", "加固", "自保", "自反",
)  # fmt: skip
_ACTION: Final = re.compile(
    rf"(?<=[ENWS/] )(?:{'|'.join(sorted(_ACTIONS, key=len, reverse=True))})[ \t]*+:?[ \t]*+"
    r"(?=[♠♥♣♦SHCDBL?X0-9TJQKA对一两三四双])"
)

_TIMES: Final = {
    **dict.fromkeys(("对", "一对", "对子", "一双", "两张", "两个", "对", "對", "一對"), 2),
    **dict.fromkeys(("三张", "三个", "三条", "三張"), 3),
    **dict.fromkeys(("四张", "四个", "四条", "四張"), 4),
}
_TIMES_WORD: Final = "|".join(sorted(_TIMES, key=len, reverse=True))
_ONE: Final = "(?:10|[2-9TJQKA])"
_COUNT: Final = re.compile(
    rf"(?P<word>{_TIMES_WORD})(?P<suit>[♠♥♣♦SHCD])(?P<ranks>{_ONE}++)"
    rf"|(?P<suit2>[♠♥♣♦]|(?<![A-Z0-9?])[SHCD])(?P<word2>{_TIMES_WORD})(?P<ranks2>{_ONE}++)"
    rf"|(?P<word3>{_TIMES_WORD})(?P<jokers3>B++|L++)(?![A-Z0-9])"
    rf"|(?P<suit4>[♠♥♣♦]|(?<![A-Z0-9?])[SHCD])(?P<ranks4>{_ONE})(?P<word4>{_TIMES_WORD})(?![0-9TJQKA♠♥♣♦SHCDBL])"
    rf"|(?<![A-Z0-9])(?P<jokers5>[BL])(?P<word5>{_TIMES_WORD})(?![0-9TJQKA♠♥♣♦SHCDBL])"
)
_RUN_WORD: Final = "[二两三四五六七八九]?(?:连对|連對|拖拉机|拖拉機|姊妹对|姐妹对)"
_RUN: Final = re.compile(
    rf"(?P<before>{_RUN_WORD})?(?P<suit>[♠♥♣♦]|(?<![A-Z0-9?])[SHCD])(?P<between>{_RUN_WORD})?"
    rf"(?P<ranks>{_ONE}++)(?P<after>{_RUN_WORD})?"
)
_SINGLE_RANK: Final = re.compile(_ONE)


def fold_cased_words(line: Traced) -> Traced:
    """Words told apart by case alone: the jokers as Botzone prints them.

    >>> fold_cased_words(Traced("N Jojo")).text
    'N BL'
    """
    return line.sub(_BOTZONE, lambda match: match.group().replace("Jo", "B").replace("jo", "L"))


def fold_words(line: Traced) -> Traced:
    """Cards, sections, trick numbers, seats, calls and actions in words.

    >>> fold_words(Traced("第三墩 北家: 领出 黑桃A")).text
    '3. N ♠A'
    """
    line = line.sub(_CALL, lambda match: _CALLS.get(match.group(), match.group().lower()))
    line = line.sub(_TRICK, _trick)
    line = _sections(line)
    line = line.sub(_CARD, lambda match: _CARDS[match.group()])
    line = line.sub(_ENGLISH_JOKER, lambda match: "B" if match["big"] else "L")
    line = line.sub(_KITTY, lambda match: "Kitty" + _gap(match, 2))
    line = line.sub(_SIDE, lambda match: match.group(1) + _SIDES[match.group(2)])
    line = line.sub(_SEAT_WORD, lambda match: _SEATS[re.sub("[ -]", "", match.group(1))] + _gap(match, 2))
    line = line.sub(_SEAT, lambda match: _SEATS[match.group(1)] + _gap(match, 2))
    line = line.sub(_SEAT_COLON, lambda match: match.group(1) + " ")
    return line.sub(_ACTION, lambda _: "")


def fold_counts(line: Traced) -> Traced:
    """Pairs, triples and tractors in words, where their suit is written; ranks alone are left.

    >>> fold_counts(Traced("♠对9 三张♥K 对B ♦拖拉机7788 对9")).text
    '♠99 ♥KKK BB ♦7788 对9'
    """
    return line.sub(_COUNT, _count).sub(_RUN, _run)


def _count(match: re.Match[str]) -> str:
    """A rank so many times; also where it is already written so often."""
    found = {name.rstrip("2345"): value for name, value in match.groupdict().items() if value is not None}
    times = _TIMES[found["word"]]
    if jokers := found.get("jokers"):
        return jokers[0] * times if len(jokers) in (1, times) else match.group()
    ranks: list[str] = _SINGLE_RANK.findall(found["ranks"])
    if len(set(ranks)) > 1 or len(ranks) not in (1, times):
        return match.group()
    return found["suit"] + ranks[0] * times


def _run(match: re.Match[str]) -> str:
    """A tractor whose ranks are all written in pairs."""
    if not (match["before"] or match["between"] or match["after"]):
        return match.group()
    ranks = _SINGLE_RANK.findall(match["ranks"])
    if any(ranks.count(rank) % 2 for rank in ranks):
        return match.group()
    return match["suit"] + match["ranks"]


def _trick(match: re.Match[str]) -> str:
    number = _numeral(match.group(2))
    return f"{match.group(1)}{number}. " if number else match.group()


def _numeral(written: str) -> int:
    """A number in digits or Chinese numerals up to 99; 0 for none.

    >>> _numeral("12"), _numeral("十二"), _numeral("二十"), _numeral("")
    (12, 12, 20, 0)
    """
    if written.isdecimal():
        return int(written)
    if not written or (len(written) == 2 and "十" not in written):
        return 0
    tens, ten, ones = written.rpartition("十")
    return (_NUMERALS.get(tens, 1) * 10 if ten else 0) + _NUMERALS.get(ones, 0)


def _sections(line: Traced) -> Traced:
    """Heads of sections; 扣底 behind the tricks may also mean capturing the kitty, and is left."""
    played = False

    def head(match: re.Match[str]) -> str:
        nonlocal played
        name = SECTION_WORDS[match.group(2)]
        played = played or name == "Tricks:"
        return match.group() if played and match.group(2) == "扣底" else match.group(1) + name

    return line.sub(_SECTION, head).sub(_INNER_DEAL, lambda _: "Deal:")


def _gap(match: re.Match[str], group: int) -> str:
    """A blank, unless one follows or the text ends."""
    return "" if match.group(group) or match.end() == len(match.string) else " "
