"""Why a trick is won, in words."""

from __future__ import annotations

import pytest

from paipu.grammar.cards import parse_cards
from paipu.replay.order import order_for
from paipu.replay.reasons import winner_reason
from paipu.replay.rules import load_rules


@pytest.mark.parametrize(
    ("plays", "words", "chinese"),
    [
        ("SA S3 S4 S5", "♠A is the highest card of spades", "最大"),
        ("SA SA S4 S5", "♠A was played first", "先出"),
        ("SA H3 S4 S5", "♥3 ruffs ♠A, and nobody else does", "将吃 ♠A"),
        ("SA H3 H5 S5", "♥5 over-ruffs ♥3: its card is higher", "超将吃"),
        ("SA H5 H3 S5", "♥5 is above the ruff ♥3: its card is higher", "大过"),
        ("SA H5 H5 S5", "♥5 was played first", "先出"),
        ("SAA S34 D66 S57", "nobody else matches the pair led", "牌型"),
        ("SAAK HTT9 HJJ3 S345", "♥J ♥J ♥3 over-ruffs ♥10 ♥10 ♥9: its pair is higher", "对子更大"),
        ("SAAK HT98 S345 S678", "♠A ♠A ♠K stands: ♥10 ♥9 ♥8 does not answer the throw", "不算将吃"),
        ("L B S2 H2", "big joker is the highest card of trumps", "大王"),
    ],
)
def test_reason(plays: str, words: str, chinese: str) -> None:
    order = order_for(load_rules("standard"), "H", "2")
    reason, reason_zh = winner_reason([parse_cards(play) for play in plays.split()], order)
    assert reason.startswith(words)
    assert chinese in reason_zh
