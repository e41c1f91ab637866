"""Duties and throws as a referee says them."""

from __future__ import annotations

from typing import Any

import pytest

from paipu.grammar import loads
from paipu.replay import audit
from paipu.replay.judge import judge


def why(kind: str, rules: str = "standard", decks: int = 2, **question: Any) -> tuple[str, str]:
    asked = {"kind": kind, "rules": rules, "decks": decks, "trump": "S", "level": "2", **question}
    answer = judge(asked)
    return answer["why"], answer["why_zh"]


@pytest.mark.parametrize(
    ("lead", "hand", "play", "rules", "decks", "words", "chinese"),
    [
        (
            "HAA",
            "H557C3",
            "H57",
            "standard",
            2,
            "a pair must follow; ♥5 ♥7 has no pair",
            "应跟一对，而 ♥5♥7 一对也没跟",
        ),
        (
            "HAA",
            "H57C3",
            "H5C3",
            "standard",
            2,
            "two hearts must follow; ♥5 ♣3 has only one heart",
            "应跟两张红桃，而 ♥5♣3 只跟一张红桃",
        ),
        (
            "HA",
            "H57C3",
            "C3",
            "standard",
            2,
            "a heart must follow; ♣3 has no heart",
            "应跟一张红桃，而 ♣3 一张也没跟",
        ),
        (
            "HAAKK",
            "H5577JJC3",
            "H557J",
            "standard",
            2,
            "two pairs must follow; ♥5 ♥5 ♥7 ♥J has only one pair",
            "应跟两对，而 ♥5♥5♥7♥J 只跟一对",
        ),
        (
            "HAAKK",
            "H5566JJC3",
            "H55JJ",
            "standard",
            2,
            "a tractor of two pairs must follow; ♥5 ♥5 ♥J ♥J has no tractor",
            "应跟两对的拖拉机，而 ♥5♥5♥J♥J 没有跟拖拉机",
        ),
        (
            "H33445566",
            "H8899JJQQAAT",
            "H8899JJAA",
            "rbtying",
            2,
            "another tractor of two pairs must follow; ♥8 ♥8 ♥9 ♥9 ♥J ♥J ♥A ♥A has no other tractor",
            "应跟另一个两对的拖拉机",
        ),
        (
            "HAAA",
            "H555JJ3",
            "HJJ3",
            "standard",
            3,
            "three alike must follow; ♥J ♥J ♥3 has no three alike",
            "应跟一组三张，而 ♥J♥J♥3 一组也没跟",
        ),
        (
            "HAAKK",
            "S5577C3466",
            "S57C34",
            "highest_level_timed",
            2,
            "four trumps must follow; ♠5 ♠7 ♣3 ♣4 has only two trumps",
            "应跟四张主牌",
        ),
        ("HA", "H57C3", "C4", "standard", 2, "the hand does not hold ♣4", "手中没有 ♣4"),
        ("HA", "H57C3", "H57", "standard", 2, "1 card was led, 2 are played", "领出 1 张，却出 2 张"),
    ],
)
def test_duties(lead: str, hand: str, play: str, rules: str, decks: int, words: str, chinese: str) -> None:
    said, said_zh = why("follow", rules, decks, lead=lead, hand=hand, play=play)
    assert said.endswith(words)
    assert chinese in said_zh


def test_throws() -> None:
    said = why("throw", lead="HKK9", others=["HAA", "HT", ""])
    assert said == (
        "the next player holds ♥A ♥A above ♥K ♥K, the next player holds ♥A above ♥9: ♥9 must be led",
        "下家有 ♥A♥A，大过 ♥K♥K；下家有 ♥A，大过 ♥9：须领出 ♥9",
    )
    assert why("throw", lead="HAK", others=["HQ", "", ""])[0] == "no other hand beats any part of it"
    assert why("throw", "hbut_2013", lead="HAKQ", others=["", "", ""])[1] == "♥A♥K♥Q 不许领出"
    # A pair that no hand holds alone.
    said = why("throw", "godot", lead="HKKA", others=["HA", "HA", ""])
    assert said[0].startswith("the rest of the table holds ♥A ♥A above ♥K ♥K")


HEAD = '[SJN "1"]\n[Rules "standard; hand_size=5"]\n[Level "2"]\n[Trump "S"]\n[Dealer "N"]\n\n'


@pytest.mark.parametrize(
    ("tricks", "english", "chinese"),
    [
        (
            "Tricks:\n1. N HAA / W H57 / S H34 / E H89\n2. N C3 / W H5 / S C4 / E C5\n",
            "North leads ♥A ♥A. West holds ♥5 ♥5 and must follow with a pair, but plays ♥7 ♥5: no pair.",
            "北家领出 ♥A♥A。西家手中有 ♥5♥5，应跟一对，却出 ♥7♥5，一对也没跟。",
        ),
        (
            "Deal:\nN HKK9C33\nW HAA9C44\nS H34TC55\nE H887C66\n\n"
            "Tricks:\n1. N HKK9>HKK / W HAA / S H34 / E H88\n",
            "North throws ♥K ♥K ♥9; West beats ♥9 with ♥A, and ♥K ♥K is led, not ♥9.",
            "北家甩 ♥K♥K♥9，其中 ♥9 被西家的 ♥A 管住，应领出 ♥9，却领出 ♥K♥K。",
        ),
    ],
)
def test_findings(tricks: str, english: str, chinese: str) -> None:
    (record,) = loads(HEAD + tricks + "= *\n")
    found = {finding.message: finding.message_zh for finding in audit(record).findings}
    assert found.get(english) == chinese, found
