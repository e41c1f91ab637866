"""A match at a glance on the command line: a line a hand with both ledgers, and who won.

Owns the wording and the columns; `paipu.replay.match` has the figures.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any, Final

from paipu.replay import Match
from paipu.replay.penalty_words import level_words, side_words

from .common import Language

__all__ = ["match_lines"]

_HEADS: Final = {
    "en": ("hand", "dealer", "level", "points", "next", "levels before", "by the replay"),
    "zh": ("副", "庄家", "级", "闲家得分", "下副", "打前级数", "复算级数"),
}
_SEATS_ZH: Final = {
    "E": "东", "N": "北", "W": "西", "S": "南", "SE": "东南", "NE": "东北", "NW": "西北", "SW": "西南",
}  # fmt: skip


def match_lines(match: Match, lang: Language) -> Iterator[str]:
    """The table of a match and its result; nothing of a hand that stands alone.

    >>> from paipu.grammar import loads
    >>> from paipu.replay import audit_hands, matches
    >>> text = '[SJN "1"]\\n[Hand "{}"]\\n[Levels "NS:2 EW:{}"]\\n[Dealer "{}"]\\n= {}\\n'
    >>> hands = loads(text.format(1, 2, "E", "35 EW+2") + text.format(2, 4, "W", "80 NS+0"))
    >>> (one,) = matches(audit_hands(hands))
    >>> print("\\n".join(match_lines(one, "en")))
      hand  dealer  points  next  levels before
      1     E       35      EW+2  NS 2  EW 2
      2     W       80      NS+0  NS 2  EW 4
    """
    table = match.to_dict()
    if len(table["hands"]) < 2:
        return
    rows = [_HEADS[lang], *(_row(row, lang) for row in table["hands"])]
    widths = [max(map(_width, column)) for column in zip(*rows[1:], strict=True)]
    # A column in which nothing stands is left out.
    shown = [(at, max(width, _width(rows[0][at]))) for at, width in enumerate(widths) if width]
    for cells in rows:
        line = "  ".join(cells[at] + " " * (width - _width(cells[at])) for at, width in shown)
        yield f"  {line}".rstrip()
    result = match.result
    if result and result.decided:
        if result.winner:
            won = side_words(result.winner, match.hands[0].record.naming)[lang == "zh"]
            words = f"{won}胜：{result.why_zh}" if lang == "zh" else f"won by {won}: {result.why}"
        else:
            words = f"平局：{result.why_zh}" if lang == "zh" else f"drawn: {result.why}"
        called = match.hands[0].record.naming.called
        points = "  ".join(f"{called(side)} {share}" for side, share in (result.points or {}).items())
        yield f"  {words}" + (f"  ({points})" if points else "")


def _row(row: Mapping[str, Any], lang: Language) -> tuple[str, ...]:
    stated, replayed = row["stated"], row["replayed"]
    given, counted = stated.get("attackers"), replayed.get("attackers")
    points = "" if given is None else str(given)
    if row["counted"] and counted is not None and counted != given:
        points = f"({counted})" if given is None else f"{given} ≠ {counted}"
    side, gain = stated.get("dealer_next"), stated.get("gain")
    following = (side or "") + (f"+{gain}" if gain is not None else "")
    dealer = row["dealer"] or ""
    return (
        str(row["hand"] or ""),
        _SEATS_ZH.get(dealer, "") if lang == "zh" else dealer,
        level_words(row["level"]) if row["level"] else "",
        points,
        following,
        _levels(stated["before"]),
        "" if row["agrees"] else _levels(replayed["before"]),
    )


def _levels(levels: Mapping[str, str]) -> str:
    return "  ".join(f"{side} {level_words(levels[side])}" for side in sorted(levels, reverse=True))


def _width(text: str) -> int:
    """Columns of a terminal: a Chinese character takes two."""
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)
