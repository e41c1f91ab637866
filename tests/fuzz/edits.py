"""Hands to damage, and the damage: seeded, so that a number names an input.

Owns the material (sample games, real games of other programs where they are at hand, hands played at
random under every rule set, records of every shape) and the edits. Knows nothing of what must hold.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Final

import hypothesis
from hypothesis import Phase, given, settings

from bench.simulate import random_hand
from paipu.grammar import Record, dumps, loads
from paipu.records.formats import import_bytes
from paipu.records.sample_games import samples
from paipu.replay.rules import load_rules, rule_ids
from tests.shared import SHARED
from tests.strategies import records

__all__ = ["TOKENS", "Input", "edited", "material", "nth_input"]

TOKENS: Final = (
    *("Deal:", "Draw:", "Bids:", "Bury:", "Tricks:", "Kitty", "pass", "flip", "redeal", "rebel", "lot"),
    *('[SJN "1"]', "[SJN ", '[Match "m"]', '[Match ""]', '[X-A "b"]', '[Event "', '"]', '\\"', "\\\\", "\\n"),
    *("{", "}", "{a}", "\\{", "\\}", "{[%clk 0:12]}", "(", ")", "( 1. N SA )", "( ", " )", "<", ">"),
    *("<revoke W>", '<claim N tricks=all ruling="x">', "<a x=", "= ", "= *", "= ?", "= 85 EW+0", "=", "*"),
    *("1. ", "2. N SA / W S3", " / ", "/", "!", "?", "??", "???", "?!", "$?", "$??", "$22", "$1000", "+1"),
    *("SAAK", "H?5", "BL", "BB", "S10", "BJ", "RJ", "0", "00", "-1", "999999", "1000000", "NS", "EW-1", "NT"),
    *(
        "E ",
        "N ",
        "W ",
        "S ",
        "N: ",
        "n sa",
        "14 S H8",
        "北",
        "东",
        "大王",
        "小鬼",
        "黑桃A",
        "♠A",
        "A♠",
        "♠10",
    ),
    *(
        "🂡",
        "🃏",
        "♠\ufe0f",
        "发牌：",
        "出牌",
        "底牌",
        "扣底",
        "｛",
        "｝",
        "［",
        "］",
        "“",
        "”",
        "＝",
        "１．",
        "Ｓ",
    ),
    *("\n", "\n\n", "\r\n", "\r", " ", "\t", "\u3000", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\x00"),
    *("\ufeff", "\ue000", "\ufffd", "\udc80", "é", "𝒳", ".", ",", "，", ":", ";", "_", "#", "%", "|", "~"),
)
"""Words that mean something to a reader, and characters that programs trip over."""
_LETTERS: Final = 'SHCDBL?23456789TJQKAENW/>(){}[]"=:. \n!*+-0$<\\'
_ENCODINGS: Final = ("utf-8", "utf-8-sig", "utf-16", "utf-16-be", "gb18030", "latin-1")


@dataclass(frozen=True, slots=True)
class Input:
    """A damaged text, or the damaged bytes of a file, and how many edits made it."""

    data: str | bytes
    edits: int


def nth_input(seed: int, number: int) -> Input:
    """The input of this number; the same seed, the same inputs."""
    random = Random(f"{seed}/{number}")
    hands = material(seed)
    text = random.choice(hands)
    while random.random() < 0.15:
        text += random.choice(("\n", "", "\n\n")) + random.choice(hands)
    count = random.choices((1, 2, 3, 4, 6, 10), (6, 4, 3, 2, 1, 1))[0]
    for _ in range(count):
        text = edited(text, random, hands)
    if random.random() < 0.9:
        return Input(text, count)
    data = bytearray(text.encode(random.choice(_ENCODINGS), "replace"))
    for _ in range(random.choice((0, 0, 1, 3))):
        at = random.randint(0, len(data))
        data[at : at + random.randint(0, 2)] = random.randbytes(random.randint(0, 2))
        count += 1
    return Input(bytes(data), count)


def edited(text: str, random: Random, hands: Sequence[str] = ()) -> str:
    """The text after one edit."""
    return random.choices(*_EDITS)[0](text, random, hands or (text,))


# --- material -------------------------------------------------------------------------------------


@cache
def material(seed: int) -> tuple[str, ...]:
    """Texts of one hand or a few: real ones, played ones, and built ones."""
    random = Random(f"{seed}/material")
    files = [data.decode() for _, data in samples()]
    played = [random_hand(random, load_rules(name)) for name in rule_ids()]
    real = [record for text in files for record in loads(text)] + _other_programs()
    # Most are cut short behind a few tricks: more is read in the same time, and edits lie closer.
    short = [replace(hand, tricks=hand.tricks[: random.randint(0, 4)]) for hand in (real + played) * 4]
    return (*files, *(dumps([hand]) for hand in real + played + short), *_built(seed, 60))


def _other_programs() -> list[Record]:
    """Real games in the formats of other programs; none in a plain clone."""
    files = sorted(
        path for path in (SHARED / "records").rglob("*") if path.suffix != ".md" and path.is_file()
    )
    read = [import_bytes(path.read_bytes(), path.name).records for path in files]
    return [record for found in read for record in found[:20]]


def _built(seed: int, count: int) -> list[str]:
    """Records of every shape, always the same ones for a seed."""
    found: list[str] = []

    @hypothesis.seed(seed)
    @settings(max_examples=count, database=None, deadline=None, phases=[Phase.generate])
    @given(records)
    def collect(record: Record) -> None:
        found.append(dumps([record]))

    collect()
    return found


# --- edits ----------------------------------------------------------------------------------------

_Edit = Callable[[str, Random, Sequence[str]], str]


def _letters(text: str, random: Random, _: Sequence[str]) -> str:
    at = random.randint(0, len(text))
    put = "".join(random.choices(_LETTERS, k=random.randint(0, 2)))
    return text[:at] + put + text[at + random.randint(0, 2) :]


def _token(text: str, random: Random, _: Sequence[str]) -> str:
    at = random.randint(0, len(text))
    return text[:at] + random.choice(TOKENS) + text[at + random.choice((0, 0, 1, 4)) :]


def _character(text: str, random: Random, _: Sequence[str]) -> str:
    at = random.randint(0, len(text))
    code = random.choice((random.randrange(0x100), random.randrange(0x3000), random.randrange(0x110000)))
    return text[:at] + chr(code) + text[at:]


def _cut(text: str, random: Random, _: Sequence[str]) -> str:
    at = random.randint(0, len(text))
    return text[:at] + text[at + random.choice((1, 5, 40, 400)) :]


def _moved(text: str, random: Random, hands: Sequence[str]) -> str:
    """A piece of this text, or of another, at another place."""
    other = random.choice((text, random.choice(hands)))
    start = random.randint(0, len(other))
    piece = other[start : start + random.choice((2, 10, 60, 300))]
    at = random.randint(0, len(text))
    return text[:at] + piece * random.choice((1, 1, 1, 2, 5)) + text[at:]


def _line(text: str, random: Random, hands: Sequence[str]) -> str:
    """A line dropped, doubled, swapped with another, taken from elsewhere, or joined to the next."""
    lines = text.split("\n")
    at, other = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(5):
        case 0:
            lines.pop(at)
        case 1:
            lines.insert(at, lines[other])
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case 3:
            lines.insert(at, random.choice(random.choice(hands).split("\n")))
        case _:
            lines[at : at + 2] = ["".join(lines[at : at + 2])]
    return "\n".join(lines)


_SPELLINGS: Final = (
    *(("SA", "♠A"), ("ST", "S10"), ("T", "10"), ("S", "s"), ("B", "大王"), ("Kitty", "底牌"), ("? ", "?")),
    *(("N ", "N:"), ("N ", "北"), (". N ", ". "), (" / ", "/"), ("= ", "="), (" ", ""), (" ", "\u3000")),
    *(
        ("\n", "\r\n"),
        ("\n", "\r"),
        ("\n", "\n\n"),
        (" {", "\n{"),
        ("}", "} "),
        ("{", "｛"),
        ("[", "［"),
        ('"', "”"),
    ),
)


def _spelling(text: str, random: Random, _: Sequence[str]) -> str:
    """What people write in place of something canonical, everywhere or at one line."""
    old, new = random.choice(_SPELLINGS)
    if random.random() < 0.5:
        return text.replace(old, new)
    lines = text.split("\n")
    at = random.randrange(len(lines))
    return "\n".join([*lines[:at], lines[at].replace(old, new), *lines[at + 1 :]])


_EDITS: Final[tuple[tuple[_Edit, ...], tuple[int, ...]]] = (
    (_letters, _token, _line, _moved, _cut, _spelling, _character),
    (6, 6, 4, 3, 2, 3, 1),
)
