"""Duties and throws in words, as a referee says them, in English and Chinese.

Owns the phrases that sentences of findings and answers are filled with; `messages` owns the sentences
of the audit. Knows no rule: what was owed is told by `follow` and `throws`.
"""

from __future__ import annotations

from typing import Final

from paipu.grammar.cards import Cards

from .follow import Breach
from .messages import GROUP_NAMES, cards_en, cards_zh
from .order import Group
from .throws import Throw

__all__ = ["duty", "follow_reason", "throw_reason"]

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBERS_ZH: Final = ("零", "一", "两", "三", "四", "五", "六", "七", "八", "九", "十")
_SETS: Final = {
    2: ("pair", "pairs", "对"),
    3: ("three alike", "sets of three alike", "组三张"),
    4: ("four alike", "sets of four alike", "组四张"),
}
_PLAYERS: Final = (("the next player", "下家"), ("the partner", "对家"), ("the last player", "上家"))


def duty(breach: Breach, group: Group) -> dict[str, str]:
    """What was owed and what was done of it, as facts of a sentence: ``owed``, ``done``, both languages.

    >>> duty(Breach("follow.pair", (), needed=2, given=1, unit="set"), "H")
    {'owed': 'two pairs', 'done': 'only one pair', 'owed_zh': '两对', 'done_zh': '只跟一对'}
    """
    if breach.code == "follow.fill":
        group = "T"
    done, done_zh = _done(breach, group)
    return {
        "owed": _owed(breach, group)[0],
        "done": done,
        "owed_zh": _owed(breach, group)[1],
        "done_zh": done_zh,
    }


def _owed(breach: Breach, group: Group) -> tuple[str, str]:
    if breach.unit == "tractor":
        sets, sets_zh = _amount(breach, breach.needed, group)
        other, other_zh = ("another", "另一个") if breach.before else ("a", "")
        return f"{other} tractor of {sets}", f"{other_zh}{sets_zh}的拖拉机"
    words, words_zh = _amount(breach, breach.needed, group)
    if breach.needed == 1:
        words = words.removeprefix("one ") if breach.width > 2 else "a" + words.removeprefix("one")
    return words, words_zh


def _done(breach: Breach, group: Group) -> tuple[str, str]:
    words, words_zh = _amount(breach, breach.given, group)
    if breach.unit == "tractor":
        if breach.given < 2:
            return ("no other tractor", "没有再跟拖拉机") if breach.before else ("no tractor", "没有跟拖拉机")
        if breach.given < breach.needed:
            return f"only a tractor of {words}", f"只跟{words_zh}的拖拉机"
        return "not such a tractor", "拖拉机不符"
    if breach.given == 0:
        return words, f"一{_measure(breach)}也没跟"
    return f"only {words}", f"只跟{words_zh}"


def _amount(breach: Breach, number: int, group: Group) -> tuple[str, str]:
    """So many cards of a suit, or so many sets."""
    if breach.unit == "card":
        name, name_zh = GROUP_NAMES[group]
        return f"{_number(number)} {name[:-1] if number < 2 else name}", f"{_number_zh(number)}张{name_zh}"
    one, many, measure = _SETS[breach.width]
    return f"{_number(number)} {one if number < 2 else many}", f"{_number_zh(number)}{measure}"


def _measure(breach: Breach) -> str:
    return "张" if breach.unit == "card" else _SETS[breach.width][2][0]


def _number(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def _number_zh(number: int) -> str:
    return _NUMBERS_ZH[number] if number < len(_NUMBERS_ZH) else str(number)


def follow_reason(breach: Breach, play: Cards, group: Group) -> tuple[str, str]:
    """Why a follow is illegal, without saying whose it is."""
    if breach.code == "play.not_held":
        return f"the hand does not hold {cards_en(breach.held)}", f"手中没有 {cards_zh(breach.held)}"
    if breach.code == "follow.count":
        needed, given = breach.needed, breach.given
        led = "1 card was" if needed == 1 else f"{needed} cards were"
        return (
            f"{led} led, {given} {'is' if given == 1 else 'are'} played",
            f"领出 {needed} 张，却出 {given} 张",
        )
    words = duty(breach, group)
    return (
        f"with {cards_en(breach.held)} in hand {words['owed']} must follow; "
        f"{cards_en(play)} has {words['done']}",
        f"手中有 {cards_zh(breach.held)}，应跟{words['owed_zh']}，而 {cards_zh(play)} {words['done_zh']}",
    )


def throw_reason(throw: Throw, lead: Cards) -> tuple[str, str]:
    """Why a throw stands, or who holds what against which part of it."""
    if not throw.legal:
        return f"{cards_en(lead)} may not be led", f"{cards_zh(lead)} 不许领出"
    if throw.stands:
        return "no other hand beats any part of it", "其他三家没有任何一部分能管住"
    said, said_zh = [], []
    for found in throw.beaten:
        who, who_zh = ("the rest of the table", "其他三家合计") if found.by is None else _PLAYERS[found.by]
        said.append(f"{who} holds {cards_en(found.cards)} above {cards_en(found.component.cards)}")
        said_zh.append(f"{who_zh}有 {cards_zh(found.cards)}，大过 {cards_zh(found.component.cards)}")
    must, must_zh = cards_en(throw.must_lead), cards_zh(throw.must_lead)
    return f"{', '.join(said)}: {must} must be led", f"{'；'.join(said_zh)}：须领出 {must_zh}"
