"""Why a play takes a trick, in a sentence.

Owns the wording; `tricks` decides. A referee reads this aloud.
"""

from __future__ import annotations

from collections.abc import Sequence

from paipu.grammar.cards import Cards

from .messages import GROUP_NAMES, cards_en, cards_zh
from .order import TRUMPS, Order
from .shapes import Shape, components, is_triple, shape_of
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
    '♥5 ♥5 over-ruffs ♥3 ♥3: its pair is higher'
    """
    winner = winner_of(plays, order)
    ranks = [rank_of_play(play, plays[0], order) for play in plays]
    best, rest = ranks[winner], [rank for at, rank in enumerate(ranks) if rank is not None and at != winner]
    if best is None or not rest:
        return _alone(plays, winner, order)
    cards, cards_chinese = cards_en(plays[winner]), cards_zh(plays[winner])
    if best in rest:
        return (
            f"{cards} was played first: of equal plays the first wins",
            f"{cards_chinese} 先出：同样大小先出为大",
        )
    if best[0]:
        return _ruffed(plays, winner, ranks, order)
    name, name_zh = _SHAPES[shape_of(plays[0], order)]
    group = GROUP_NAMES[order.group_of_all(plays[0]) or "T"]
    return f"{cards} is the highest {name} of {group[0]}", f"{cards_chinese} 是{group[1]}中最大的{name_zh}"


def _alone(plays: Sequence[Cards], winner: int, order: Order) -> tuple[str, str]:
    """Nobody else answers the lead; trumps that tried to are named."""
    name = _SHAPES[shape_of(plays[0], order)][0]
    cards, cards_chinese = cards_en(plays[winner]), cards_zh(plays[winner])
    tried = [play for play in plays[1:] if order.group_of_all(play) == TRUMPS]
    if order.group_of_all(plays[0]) not in (TRUMPS, None) and tried:
        return (
            f"{cards} stands: {' and '.join(map(cards_en, tried))} does not answer the {name} led",
            f"{cards_chinese} 为大：{'、'.join(map(cards_zh, tried))} 牌型不符，不算将吃",
        )
    return (
        f"nobody else matches the {name} led, {cards}",
        f"其他各家都没有跟出相同牌型，{cards_chinese} 为大",
    )


def _ruffed(
    plays: Sequence[Cards], winner: int, ranks: Sequence[tuple[int, int] | None], order: Order
) -> tuple[str, str]:
    cards, cards_chinese = cards_en(plays[winner]), cards_zh(plays[winner])
    others = [at for at, rank in enumerate(ranks) if rank is not None and rank[0] and at != winner]
    if not others:
        return (
            f"{cards} ruffs {cards_en(plays[0])}, and nobody else does",
            f"{cards_chinese} 将吃 {cards_zh(plays[0])}，别家没有将吃",
        )
    second = max(others, key=lambda at: (ranks[at], -at))
    part, part_zh = _deciding(plays[0], order)
    over, over_zh = ("over-ruffs", "超将吃") if second < winner else ("is above the ruff", "大过")
    return (
        f"{cards} {over} {cards_en(plays[second])}: {part} is higher",
        f"{cards_chinese} {over_zh} {cards_zh(plays[second])}：{part_zh}更大",
    )


def _deciding(lead: Cards, order: Order) -> tuple[str, str]:
    """What decides between two ruffs of this lead: its highest component, or the highest card."""
    parts = components(lead, order)
    shape, shape_zh = _SHAPES[parts[0].shape]
    if is_triple(lead, order) and order.rules["ruff_triple"] != "as_throw":
        if order.rules["ruff_triple"] == "AAK_pair_and_lower_AKK_single_and_lower_pair":
            shape, shape_zh = _SHAPES[max(parts, key=lambda part: part.top).shape]
    elif len(parts) > 1 and order.rules["ruff_throw_comparison"] == "highest_card":
        return "its highest card", "最大的一张"
    elif len(parts) > 1 and order.rules["ruff_throw_comparison"] == "every_component":
        return "each of its parts", "每一部分都"
    return f"its {shape}", shape_zh
