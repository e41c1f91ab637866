"""What people write, folded to what the grammar reads.

Owns the order of folding and the import spellings of signs: suit symbols and letters on either side of
the rank, full-width forms, Unicode playing cards, `10`, lower case, `2x`, `x` for an unknown card.
Words are folded by `words`; what means two things is left alone, and listed in `ambiguous`. Comments
and tag values are never touched.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from typing import Final

from .traced import Traced
from .words import fold_cased_words, fold_counts, fold_words

__all__ = ["COMMENT", "TAG", "blank_kept", "fold"]

COMMENT: Final = r"(?<!\\)\{(?:[^{}\\]|\\[\s\S])*+\}"
"""A closed comment, as a regular expression that never goes back.

An escaped brace opens none: so no stretch of text is tried twice, and hostile text takes linear time.
"""
_NAME: Final = r"[A-Za-zＡ-Ｚａ-ｚ][A-Za-z0-9_\-Ａ-Ｚａ-ｚ０-９＿－]*+"
_VALUE: Final = r"(?:\"(?:[^\"\\\n]|\\[^\n])*+\"|[“”＂][^“”＂\n]*+[“”＂])"
_FIELD: Final = r"[a-z][a-z0-9_]*+=(?:[A-Za-z0-9_.:+-]++|\"(?:[^\"\\\n]|\\[^\n])*+\")"
TAG: Final = (
    rf"(?:[\[［【][ \t\u3000]*+{_NAME}[ \t\u3000]*+{_VALUE}[ \t\u3000]*+[\]］】]"
    rf"|<[ \t]*+[a-z][a-z0-9_]*+(?:[ \t]++(?:NESW|SENW|NS|EW|[NS][EW]|[ENWS]))?(?:[ \t]++{_FIELD})*+[ \t]*+>)"
)
"""A tag, in plain or wide brackets and quotes; or an incident, whose values are quoted as those of a tag."""
_KEPT: Final = re.compile(rf"{TAG}|{COMMENT}|｛[^｛｝]*+｝")

_WIDE: Final = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_SINGLE: Final[dict[int, str | int]] = {
    **{code: code - 32 for code in range(ord("a"), ord("z") + 1)},
    **_WIDE,
    **{code: code - 0xFEE0 - 32 for code in range(0xFF41, 0xFF5B)},
    **str.maketrans("♤♡♢♧，、,\u3000\u00a0", "♠♥♦♣     "),
}
_INVISIBLE: Final = re.compile("[\ufe00-\ufe0f\u200b\u200d\u2060]")
_PICTURE: Final = re.compile("[\U0001f0a1-\U0001f0de]")
_PICTURE_RANKS: Final = "A23456789TJ?QK"

_SUITS: Final = {"♠": "S", "♥": "H", "♣": "C", "♦": "D"}
_BETWEEN: Final = re.compile(r"(?<=[2-9TJQKA0BL?♠♥♣♦])(?:[ \t]*和[ \t]*|[ \t]+AND(?=[ \t]))")
_RANK: Final = "(?:10|[2-9TJQKA?])"
_KNOWN: Final = "(?:10|[2-9TJQKA])"
_JOINER: Final = re.compile(rf"(?<=[♠♥♣♦2-9TJQKA0])[-+](?=[♠♥♣♦]|[SHCD]?{_RANK})")
_SUIT_LAST: Final = re.compile(rf"(?<![A-Z0-9?♠♥♣♦])(?:{_RANK}++[♠♥♣♦])+(?!{_RANK})")
_RANKS_AND_SUIT: Final = re.compile(rf"({_RANK}+)([♠♥♣♦])")
_SUIT_FIRST: Final = re.compile(rf"([♠♥♣♦])[ \t]*+(?={_RANK}|X)")
_IN_PARENTHESES: Final = re.compile(rf"(?<![A-Z0-9?])({_RANK}+)\(([SHCD♠♥♣♦])\)")
_UNDERSCORE: Final = re.compile(rf"(?<![A-Z0-9])([SHCD♠♥♣♦])_(?={_RANK})")
_LETTER_LAST: Final = re.compile(
    rf"^[ \t]*(?:[A-Za-z]+:[ \t]*)?[0-9]+S(?![A-Z0-9])"
    rf"|(?<![A-Z0-9?$.])(?P<cards>(?:{_KNOWN}+[SHCD])+)(?![A-Z0-9])",
    re.MULTILINE,
)
_RANKS_AND_LETTER: Final = re.compile(rf"({_KNOWN}+)([SHCD])")
_GROUP_WITH_TEN: Final = re.compile(rf"(?<![CDEFGHIMNOPRSUVWXYZ])[SHCD][?2-9TJQKA]*+10{_RANK}*+")
_LITTLE: Final = re.compile(r"(?<![A-Z0-9?])(?:LJ)+(?![A-Z0-9?])")
_TIMES: Final = re.compile(
    r"(?<![A-Z0-9.$])([1-4])[X×*][ \t]*+"
    r"((?:10|[2-9TJQKA])[SHCD♠♥♣♦]|[SHCD♠♥♣♦](?:10|[2-9TJQKA])|[BL]J?)(?![A-Z0-9])"
)
_UNKNOWN: Final = re.compile(r"(?<![A-Z0-9?])[SHCDBL2-9TJQKA?X][SHCDBL2-9TJQKA?X \t]*+")
_UNKNOWN_AHEAD: Final = re.compile(r"(?:[0-9]+[ \t]+)?(?:S[ \t]+)?")
_UNKNOWN_PART: Final = re.compile(r"[SHCD][2-9TJQKA?X]+|[BL]|[?X]+|[ \t]+")
_PIECES: Final = re.compile(r"\?*[^?]+|\?+")
_GLYPH: Final = r"(?:!!|!\?|\?!|!|\?\??|\$[0-9]{1,3}|\$\?\??)"
_ANY_GLYPH: Final = re.compile(r"[!?$]")
_BRACKETS: Final = re.compile(r"(?<=[A-Z>])[ \t]*+\[([SHCDBL2-9TJQKA? ]++)\]")


def fold(line: Traced) -> Traced:
    """Fold the import spellings.

    >>> fold(Traced("北 ♠10 9♠ / 西 大王")).text
    'N ST S9 / W B'
    >>> fold(Traced("1. N SA / W S3 {ok}")).text
    '1. N SA / W S3 {ok}'
    """
    mark, comment = _unused_characters(line.text)
    kept: list[str] = []
    starts: list[int] = []

    def keep(match: re.Match[str]) -> str:
        kept.append(match.group())
        starts.append(match.start())
        return comment if match.group()[0] in "{｛" else mark

    code = line.sub(_KEPT, keep)
    for step in _STEPS:
        code = step(code)
    code = _glyphs_first(code, mark, comment)
    return _restore(line, code, re.compile(f"[{mark}{comment}]"), kept, starts)


def blank_kept(text: str) -> str:
    """A text with blanks in place of its comments and tags, each character where it was.

    >>> blank_kept("N SA {0}")
    'N SA    '
    """
    return _KEPT.sub(lambda kept: " " * len(kept.group()), text)


def _unused_characters(text: str) -> tuple[str, str]:
    unused = (chr(code) for code in range(0xE000, 0xF8FF) if chr(code) not in text)
    return next(unused), next(unused)


def _glyphs_first(line: Traced, mark: str, comment: str) -> Traced:
    """Glyphs behind the comments on an element, which the grammar has before them."""
    if comment not in line.text or not _ANY_GLYPH.search(line.text):
        return line
    behind = re.compile(
        rf"(?<=[A-Z0-9?!*{mark}])([ \t]*{comment}(?:[ \t]|{comment})*)"
        rf"((?>(?:{_GLYPH}[ \t]*)+))(?![A-Z0-9?!$])"
    )
    ordered: _Ordered | None = None

    def turned(match: re.Match[str]) -> str:
        nonlocal ordered
        comments, glyphs = match.groups()
        if "?" in glyphs:
            ordered = ordered or _Ordered(line.text)
            if ordered.at(match.start()):
                return match.group()
        return f" {glyphs.strip()} {comments.strip()} "

    return line.sub(behind, turned)


def _picture(match: re.Match[str]) -> str:
    suit, rank = divmod(ord(match.group()) - 0x1F0A0, 16)
    if not 1 <= rank <= 14 or rank == 12:  # twelve is the knight, fifteen a joker
        return match.group()
    return "SHDC"[suit] + _PICTURE_RANKS[rank - 1]


def _suits(line: Traced) -> Traced:
    line = line.sub(_IN_PARENTHESES, lambda match: match.group(2) + match.group(1))
    line = line.sub(_UNDERSCORE, lambda match: match.group(1))
    line = line.sub(_SUIT_LAST, lambda run: _RANKS_AND_SUIT.sub(r"\2\1", run.group()))
    return line.sub(_SUIT_FIRST, lambda match: _SUITS[match.group(1)])


def _letters(line: Traced) -> Traced:
    """Letters of suits behind the ranks; `14S` that begins a line is the fourteenth draw, by South."""
    return line.sub(_LETTER_LAST, _turned)


def _turned(run: re.Match[str]) -> str:
    cards: str | None = run["cards"]
    return _RANKS_AND_LETTER.sub(r"\2\1", cards) if cards else run.group()


def _unknown(line: Traced) -> Traced:
    """An unknown card wherever it stands among others, `x` or `?`, is put where the grammar has it.

    That is first in its hand or group, where the order means nothing. A question mark behind the last
    card is a glyph, and one that touches the known rank before it could be.
    """
    ordered = _Ordered(line.text)

    def spelled(match: re.Match[str]) -> str:
        run = match.group()
        if "X" not in run and "?" not in run:
            return run
        # A number, and the letter of South, which is that of spades.
        ahead = _UNKNOWN_AHEAD.match(run)
        start = ahead.end() if ahead else 0
        cards = _spelled(run[start:], ordered.at(match.start()))
        return run if cards is None else run[:start] + cards

    return line.sub(_UNKNOWN, spelled)


def _spelled(run: str, ordered: bool) -> str | None:
    """Cards with their unknown ones in place, None if they are so already or do not read.

    >>> _spelled("B SAQ7 ???", False), _spelled("HQJT?72", False), _spelled("HQJT?72", True)
    ('??? B SAQ7', 'H?QJT72', 'HQJT H?72')
    >>> _spelled("SA ?", False), _spelled("SA? H5", False)
    (None, None)
    """
    glyph = "" if ordered else _last_queries(run)
    body = run[: len(run) - len(glyph)]
    parts: list[str] = _UNKNOWN_PART.findall(body)
    if "".join(parts) != body:
        return None
    bare = ""
    placed: list[str] = []
    for number, part in enumerate(parts):
        if part.isspace():
            continue
        group = _grouped(part, ordered)
        if group is None or (part[0] == "?" and number and not ordered and not parts[number - 1].isspace()):
            return None
        if part[0] in "?X" and not ordered:
            bare += group
        else:
            placed.append(group)
    blank = glyph or body[len(body.rstrip(" \t")) :]
    cards = " ".join([*([bare] if bare else []), *placed])
    return cards + blank if "X" in run or cards.replace(" ", "") != "".join(body.split()) else None


def _last_queries(run: str) -> str:
    """The glyphs at the end of a run of cards: one question mark or two behind some card."""
    end = len(run)
    while True:
        word = run[:end].rstrip(" \t")
        card = word.rstrip("?")
        # One behind the letter of a suit is a card of it, three are cards anyway.
        if len(word) - len(card) not in (1, 2) or not card.strip() or card[-1] in "SHCD":
            return run[end:]
        end = len(card.rstrip(" \t"))


def _grouped(part: str, ordered: bool) -> str | None:
    """A group with its unknown cards first, or, in order, in groups of their own."""
    if "?" not in part and "X" not in part:
        return part
    if part[0] not in "SHCD":
        return part.replace("X", "?")
    suit, ranks = part[0], part[1:]
    touching = ranks[len(ranks.rstrip("?")) :] if ranks.strip("?X") else ""
    if touching:
        rest = _grouped(part.rstrip("?"), ordered)
        return f"{rest} {touching}" if ordered else None
    ranks = ranks.replace("X", "?")
    if not ordered:
        unknown = ranks.count("?")
        return suit + "?" * unknown + ranks.replace("?", "")
    return " ".join(suit + piece for piece in _PIECES.findall(ranks))


class _Ordered:
    """Where in a text cards stand in an order that means something: `Kitty`, calls, `Draw:`."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self._lines: list[bool] = []
        drawing = False
        for line in text.split("\n"):
            if head := _SECTION_HEAD.match(line):
                drawing = head.group(1) == "Draw"
            self._lines.append(drawing or _ORDERED_LINE.search(line) is not None)

    def at(self, offset: int) -> bool:
        return self._lines[bisect_right(self._starts, offset) - 1]


_ORDERED_LINE: Final = re.compile(r"Kitty|(?:^|[ \t])(?:pass|flip|redeal|rebel|lot)(?:[ \t]|$)")
_SECTION_HEAD: Final = re.compile(r"[ \t]*(Deal|Draw|Bids|Bury|Tricks):")


_STEPS: Final[tuple[Callable[[Traced], Traced], ...]] = (
    lambda line: line.sub(_INVISIBLE, lambda _: ""),
    lambda line: line.sub(_PICTURE, _picture),
    fold_cased_words,
    lambda line: line.translate(_SINGLE),
    fold_words,
    lambda line: line.sub(_BETWEEN, lambda _: " "),
    lambda line: line.sub(_JOINER, lambda _: ""),
    lambda line: line.sub(_TIMES, lambda match: match.group(2) * int(match.group(1))),
    fold_counts,
    _suits,
    _letters,
    lambda line: line.sub(_GROUP_WITH_TEN, lambda match: match.group().replace("10", "T")),
    lambda line: line.sub(_LITTLE, lambda match: "L" * (len(match.group()) // 2)),
    _unknown,
    lambda line: line.sub(_BRACKETS, lambda match: " " + match.group(1).strip()),
)


def _restore(
    line: Traced, code: Traced, marks: re.Pattern[str], kept: list[str], starts: list[int]
) -> Traced:
    """Put comments and tags back, each character with its own origin."""
    if not kept:
        return code
    pieces: list[str] = []
    origin: list[int] = []
    before, after = line.offsets(), code.offsets()
    last = 0
    for start, original, found in zip(starts, kept, marks.finditer(code.text), strict=True):
        at = found.start()
        new = _plain_form(original)
        pieces += (code.text[last:at], new)
        origin += after[last:at]
        origin += [before[start + min(i, len(original) - 1)] for i in range(len(new))]
        last = at + 1
    pieces.append(code.text[last:])
    origin += after[last:]
    text = "".join(pieces)
    return line if text == line.text else Traced(text, origin)


def _plain_form(original: str) -> str:
    """A comment or tag in plain brackets and quotes, its text as it was."""
    if original[0] in "{<":
        return original
    if original[0] == "｛":
        body = original[1:-1].replace("\\", r"\\").replace("{", r"\{").replace("}", r"\}")
        return "{" + body + "}"
    head, quote, rest = re.split('(["“”＂])', original, maxsplit=1)
    if quote == '"' and original[0] == "[" and original[-1] == "]" and head.isascii():
        return original
    value = rest.rstrip("]］】 \t\u3000")[:-1]
    if quote != '"':
        value = value.replace("\\", r"\\").replace('"', r"\"")
    name = head[1:].translate(_WIDE).strip(" \t\u3000")
    return f'[{name} "{value}"]'
