"""What people write in the tags `Trump`, `Level`, `Dealer` and `Levels`, read as what it means.

Owns the spellings of tag values. A record keeps the value as it is written; whoever needs the meaning
asks here. None says that a value means nothing, or could mean two things.
"""

from __future__ import annotations

import re
from typing import Final, cast

from .cards import Rank, Seat, Side, Trump
from .seats import COMPASS, Naming, NotASeatError

__all__ = ["level_value", "levels_value", "plain_value", "seat_value", "trump_value"]

_INVISIBLE: Final = re.compile("[\ufe00-\ufe0f\u200b\u200d\u2060]")
_TRUMPS: Final[dict[str, Trump]] = {
    **dict.fromkeys(("S", "♠", "♤", "黑桃", "SPADE", "SPADES"), "S"),
    **dict.fromkeys(("H", "♥", "♡", "红桃", "红心", "紅桃", "紅心", "HEART", "HEARTS"), "H"),
    **dict.fromkeys(("C", "♣", "♧", "梅花", "草花", "CLUB", "CLUBS"), "C"),
    **dict.fromkeys(("D", "♦", "♢", "方块", "方塊", "方片", "DIAMOND", "DIAMONDS"), "D"),
    **dict.fromkeys(
        ("NT", "N", "无主", "無主", "无将", "無將", "公主", "NOTRUMP", "NO TRUMP", "NO-TRUMP", "NO TRUMPS"),
        "NT",
    ),
}
_SEATS: Final[dict[str, Seat]] = {
    "E": "E", "N": "N", "W": "W", "S": "S", "EAST": "E", "NORTH": "N", "WEST": "W", "SOUTH": "S",
    "东": "E", "東": "E", "北": "N", "西": "W", "南": "S",
}  # fmt: skip
_LEVEL: Final = re.compile(r"打?(10|[2-9TJQKA])")
_CORNERS: Final = {"东南": "SE", "東南": "SE", "东北": "NE", "東北": "NE", "西北": "NW", "西南": "SW"}
_SIDES: Final = {"南北": "NS", "东西": "EW", "東西": "EW", "东北西南": "NESW", "东南西北": "SENW"}
_LEVELS: Final = re.compile(rf"(NESW|SENW|NS|EW|{'|'.join(_SIDES)})[:：](10|[2-9TJQKA])")


def plain_value(name: str, value: str, naming: Naming = COMPASS) -> str:
    """The value of a tag as the notation spells it; as it stands where it means nothing, or nothing else.

    >>> plain_value("Trump", "红桃"), plain_value("Level", "打10"), plain_value("Event", "打10")
    ('H', 'T', '打10')
    """
    if name == "Trump":
        return trump_value(value) or value
    if name == "Level":
        return level_value(value) or value
    if name == "Dealer":
        seat = seat_value(value, naming)
        return naming.called(seat) if seat else value
    if name == "Levels" and (levels := levels_value(value, naming)):
        plain = [f"{naming.called(side)}:{level}" for side, level in levels.items()]
        return value if sorted(value.split()) == sorted(plain) else " ".join(plain)
    return value


def trump_value(text: str) -> Trump | None:
    """Trump as a tag says it.

    >>> trump_value("♥"), trump_value("无主"), trump_value("no trump"), trump_value("red")
    ('H', 'NT', 'NT', None)
    """
    return _TRUMPS.get(_INVISIBLE.sub("", text.strip()).upper().removeprefix("主"))


def level_value(text: str) -> Rank | None:
    """A level as a tag says it.

    >>> level_value("10"), level_value("打5"), level_value("k"), level_value("1")
    ('T', '5', 'K', None)
    """
    match = _LEVEL.fullmatch(text.strip().upper())
    return cast("Rank", match[1].replace("10", "T")) if match else None


def seat_value(text: str, naming: Naming = COMPASS) -> Seat | None:
    """A seat as a tag says it, in a hand whose seats are named so.

    >>> from paipu.grammar.seats import CORNERS
    >>> seat_value("N"), seat_value("北家"), seat_value("庄家"), seat_value("东北", CORNERS)
    ('N', 'N', None, 'N')
    """
    name = text.strip().upper().rstrip("家方")
    if naming is COMPASS:
        return _SEATS.get(name)
    try:
        return naming.seat(_CORNERS.get(name, name))
    except NotASeatError:
        return None


def levels_value(text: str, naming: Naming = COMPASS) -> dict[Side, Rank] | None:
    """The levels of the sides, in a hand whose seats are named so.

    >>> levels_value("NS:8 EW:10")
    {'NS': '8', 'EW': 'T'}
    """
    found = _LEVELS.findall(text)
    if not found or _LEVELS.sub("", text).strip(" ,，"):
        return None
    try:
        return {naming.side(_SIDES.get(side, side)): rank.replace("10", "T") for side, rank in found}
    except NotASeatError:
        return None
