"""Why a play takes a trick, in a sentence.

Owns the wording; `tricks` decides. A referee reads this aloud.
"""

from __future__ import annotations

from collections.abc import Sequence

from paipu.grammar.cards import Cards

from .messages import GROUP_NAMES, cards_en, cards_zh
from .order import Order
from .shapes import Shape, components, shape_of
from .tricks import rank_of_play, winner_of

__all__ = ["winner_reason"]

_SHAPES: dict[Shape, tuple[str, str]] = {
    "single": ("card", "单张"),
    "pair": ("pair", "对子"),
    "three": ("three alike", "三张"),
    "four": ("four alike", "四张"),
    "tractor": ("tractor", "拖拉机"),
    "triple": ("triple", "边三轮"),
    "throw": ("throw", "甩牌"),
    "none": ("lead", "牌"),
}


def winner_reason(plays: Sequence[Cards], order: Order) -> tuple[str, str]:
    """Why the winner of these plays, the leader's first, wins: in English and in Chinese.

    >>> from paipu.grammar.cards import parse_cards
    >>> from paipu.replay.order import order_for
    >>> from paipu.replay.rules import load_rules
    >>> order = order_for(load_rules("standard"), "H", "2")
    >>> winner_reason([parse_cards(cards) for cards in ("SAA", "H33", "H55", "S34")], order)[0]
    '♥5 ♥5 over-ruff: no trump pair is higher'
    """
    winner = winner_of(plays, order)
    shape = shape_of(plays[0], order)
    name, name_zh = _SHAPES[shape]
    ranks = [rank_of_play(play, plays[0], order) for play in plays]
    best = ranks[winner]
    cards, cards_chinese = cards_en(plays[winner]), cards_zh(plays[winner])
    matching = [rank for at, rank in enumerate(ranks) if rank is not None and at != winner]
    if best is None or not matching:
        return (
            f"nobody else matches the {name} led, {cards}",
            f"其他各家都没有跟出相同牌型，{cards_chinese} 为大",
        )
    if best in matching:
        return (
            f"{cards} was played first: of equal plays the first wins",
            f"{cards_chinese} 先出：同样大小先出为大",
        )
    if best[0]:
        ruffs = sum(rank is not None and rank[0] == 1 for rank in ranks)
        verb, verb_zh = ("over-ruff", "超将吃") if ruffs > 1 else ("ruff", "将吃")
        return (
            f"{cards} {verb}: no trump {_deciding(plays[0], order)[0]} is higher",
            f"{cards_chinese} {verb_zh}：没有更大的主牌{_deciding(plays[0], order)[1]}",
        )
    group = GROUP_NAMES[order.group_of_all(plays[0]) or "T"]
    return f"{cards} is the highest {name} of {group[0]}", f"{cards_chinese} 是{group[1]}中最大的{name_zh}"


def _deciding(lead: Cards, order: Order) -> tuple[str, str]:
    """What decides between two ruffs of this lead: its highest component."""
    return _SHAPES[components(lead, order)[0].shape]
