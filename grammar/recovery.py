"""Damaged text: what still reads, and what does not.

Owns the two repairs of what is open (a comment or tag value ends with its line) and the
line-by-line sifting of a hand that does not read as a whole: every line is tried alone, the good
ones are put back together in order, the others become findings. Nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final, cast

from lark import Token, Tree, UnexpectedInput, UnexpectedToken
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF

from .ambiguous import ambiguous_spelling
from .cards import parse_cards
from .escapes import comment_text, incident_values, quote, unquote, write_comment
from .findings import Finding
from .limits import MAX_BID, MAX_FINDINGS, MAX_NESTING
from .messages import expected_words, hints, quoted, text_finding
from .model import Place
from .salvage import ASIDE, OPENERS, Cut, salvage
from .seats import COMPASS, Naming
from .spellings import COMMENT, TAG
from .syntax import fine_parser
from .traced import Traced, inserted, joined

__all__ = ["close_open", "nesting", "sift"]

_OPEN_COMMENT: Final = re.compile(rf"{TAG}|{COMMENT}|(?<!\\)\{{(?:[^\n{{\\]|\\[^\n{{]|\\(?=\n))*")
_OPEN_STRING: Final = re.compile(
    r"^[ \t]*\[[ \t]*([A-Za-z][A-Za-z0-9_-]*)[ \t]*\"((?:[^\"\\\n]|\\[^\n])*+)\\?$", re.MULTILINE
)
_LINE: Final = re.compile(rf"(?:{TAG}|{COMMENT}|[^\n])*\n?")
_OUTSIDE: Final = re.compile(rf"{ASIDE}|[()]")
_ONLY_COMMENTS: Final = re.compile(rf"(?:[ \t\n]|{COMMENT})*\Z")
_COMMENTS: Final = re.compile(COMMENT)
_ASIDES: Final = re.compile(ASIDE)
_HEAD: Final = re.compile(r"[ \t]*(Deal|Draw|Bids|Bury|Tricks):")
_FOREIGN_HEAD: Final = re.compile(r"[ \t]*([^\W\d][^\n:{}\"\[\]/=]{0,30}):[ \t]*\n?\Z")
_HEAD_AND_MORE: Final = re.compile(r"[ \t]*([^\W\d_]{2,12})[ \t]*:(?=[ \t]*\S)")
_TRICK: Final = re.compile(r"\s*[0-9]+\.")
_LONGEST_JOIN: Final = 60
_STUB: Final = "1. N SA "

_ANY_SECTION: Final = (
    "Deal:, Draw:, Bids:, Bury:, Tricks:",
    "Deal:、Draw:、Bids:、Bury:、Tricks:",
)
_STEP: Final = {"Deal": 0, "Draw": 1, "Bids": 2, "Bury": 2, "Tricks": 3}
"""The order of the sections; bids and buries may alternate."""
_NO_PLAY_YET: Final = ("head", "Deal", "Draw", "Tricks")
"""Where an incident stands in no section of its own, and so among the bids, as long as nobody has played."""
_STARTS: Final = {
    "Deal": re.compile(r"\s*(?:[{ENWS]|Kitty)"),
    "Draw": re.compile(r"\s*(?:[{ENWS]|Kitty)"),
    "Bids": re.compile(r"\s*[{<ENWS0-9a-z]"),
    "Bury": re.compile(r"\s*[{<ENWS]"),
    "Tricks": re.compile(r"\s*(?:\{|[0-9]+\.)"),
}


def close_open(line: Traced, place: Callable[[int], Place]) -> tuple[Traced, list[Finding]]:
    """End every comment and tag value that is not closed with its line, and say so where it opens.

    >>> close_open(Traced("N SA {oh\\nW S3"), lambda at: Place(1, at + 1))[0].text
    'N SA {oh}\\nW S3'
    """
    findings: list[Finding] = []

    def close_string(match: re.Match[str]) -> str:
        name, value = match.groups()
        at = match.start() + match.group().index("[")
        if len(findings) >= MAX_FINDINGS:
            return match.group()
        findings.append(text_finding("text.unclosed_string", place(line.offset(at)), name=name))
        return f"[{name} {quote(unquote('_' + value.rstrip().removesuffix(']').rstrip() + '_'))}]"

    def close_comment(match: re.Match[str]) -> str:
        written = match.group()
        if written[0] != "{" or _COMMENTS.fullmatch(written):
            return written
        if len(findings) >= MAX_FINDINGS:
            return written
        at = place(closed.offset(match.start()))
        findings.append(text_finding("text.unclosed_comment", at, loses_data=True))
        return write_comment(comment_text(written.rstrip() + "}"))

    closed = line.sub(_OPEN_STRING, close_string)
    return closed.sub(_OPEN_COMMENT, close_comment), findings


def nesting(text: str) -> int:
    """How deep the parentheses outside comments and tags go.

    >>> nesting("( a ( b ) {(((} )")
    2
    """
    depth = deepest = 0
    for match in _OUTSIDE.finditer(text):
        if match.group() == "(":
            depth += 1
            deepest = max(deepest, depth)
        elif match.group() == ")":
            depth = max(0, depth - 1)
    return deepest


@dataclass(slots=True)
class _Sifted:
    """The lines that read, each in its section, and the findings of the others."""

    head: list[Traced] = field(default_factory=list)
    deal: list[Traced] = field(default_factory=list)
    draw: list[Traced] = field(default_factory=list)
    auction: list[tuple[str, Traced]] = field(default_factory=list)
    tricks: list[Traced] = field(default_factory=list)
    result: list[Traced] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    def add(self, section: str, line: Traced) -> None:
        """Put a good line where it belongs."""
        match section:
            case "head":
                self.head.append(line)
            case "Deal":
                self.deal.append(line)
            case "Draw":
                self.draw.append(line)
            case "Tricks":
                self.tricks.append(line)
            case "result":
                self.result.append(line)
            case _:
                self.auction.append((section, line))

    def text(self) -> Traced:
        """The good lines, in the order of the sections."""
        parts = list(self.head)
        if self.deal:
            parts += [inserted("Deal:\n", self.deal[0]), *self.deal]
        if self.draw:
            parts += [inserted("Draw:\n", self.draw[0]), *self.draw]
        last = ""
        for section, line in self.auction:
            if section != last:
                parts.append(inserted(f"{section}:\n", line))
            parts.append(line)
            last = section
        if self.tricks:
            parts += [inserted("Tricks:\n", self.tricks[0]), *self.tricks]
        return joined([*parts, *self.result[:1]])


def sift(
    line: Traced, source: str, place: Callable[[int], Place], naming: Naming = COMPASS
) -> tuple[Traced, list[Finding]]:
    """The lines of a hand that read alone, joined in the order of the sections, and what is said
    of the others. `line` is folded text, `source` what it was folded from."""
    return _Sifter(source, place, naming).sift(line)


class _Sifter:
    def __init__(self, source: str, place: Callable[[int], Place], naming: Naming) -> None:
        self._source = source
        self._naming = naming
        self._place = place
        self._sifted = _Sifted()
        self._section = "head"
        self._furthest = -1
        self._misplaced: set[str] = set()
        self._behind_trick = False
        self._played = False
        self._full = False

    def sift(self, text: Traced) -> tuple[Traced, list[Finding]]:
        """Take line by line; the last may come to stand before others, so it ends as they do."""
        if not text.text.endswith("\n"):
            text = Traced(text.text + "\n", [*text.offsets(), text.offset(len(text.text))])
        for line in _logical_lines(text):
            if len(self._sifted.findings) >= MAX_FINDINGS:
                self._say_full(line)
            if self._full:
                break
            self._take(line)
        return self._sifted.text(), self._sifted.findings

    def _take(self, line: Traced) -> None:
        written = line.text.strip()
        if not written:
            return
        if written[0] == "[":
            self._take_tag(line)
        elif written[0] == "=":
            self._take_result(line)
        elif head := _HEAD.match(line.text):
            self._enter(head.group(1), line)
            self._take_rest(line.slice(head.end(), len(line.text)))
        elif head := self._foreign_head(line):
            self._take_foreign(line.slice(0, head.end()))
            self._take_rest(line.slice(head.end(), len(line.text)))
        else:
            self._take_rest(line)

    def _foreign_head(self, line: Traced) -> re.Match[str] | None:
        """A word with a colon, alone on its line or like the name of a section."""
        if head := _FOREIGN_HEAD.match(line.text):
            return head
        head = _HEAD_AND_MORE.match(line.text)
        return head if head and hints(head.group(1), _STEP).name else None

    def _take_foreign(self, head: Traced) -> None:
        """The head of a section there is not; what stands below is in none."""
        self._section = "?"
        if ambiguous_spelling(head.text):
            self._report(head, None)
            return
        name = self._written(head).rstrip(":： ")
        hint = hints(name, _STEP)
        meant = (f"{hint.name}:",) * 2 if hint.name else None
        fields = {"name": name, "hint": hint.en, "hint_zh": hint.zh}
        self._say("text.unknown_section", head, loses_data=True, expected=meant, **fields)

    def _take_rest(self, line: Traced) -> None:
        """A line of a section, or what stands on the line of its head."""
        if not line.text.strip():
            return
        if _ONLY_COMMENTS.match(line.text):
            self._sifted.add("head" if self._section == "?" else self._section, line)
        else:
            self._take_item(line)

    def _enter(self, name: str, line: Traced) -> None:
        step = _STEP[name]
        repeated = step == self._furthest and step != _STEP["Bids"]
        if step < self._furthest or repeated:
            self._say("text.section_order", line, name=name)
        self._furthest = max(step, self._furthest)
        self._section = name

    def _take_tag(self, line: Traced) -> None:
        if self._section != "head" and self._section != "?":
            self._say("text.section_order", line, name='[Name "value"]')
        if _error(line.text, "item_head") is None:
            self._sifted.add("head", line)
        else:
            self._say("text.bad_tag", line, loses_data=True, text=self._written(line))

    def _take_result(self, line: Traced) -> None:
        error = _error(line.text, "item_result", self._naming)
        if error is None and not self._sifted.result:
            self._sifted.add("result", line)
        else:
            self._report(line, error)

    def _take_item(self, line: Traced) -> None:
        section, bare = self._section, False
        if _TRICK.match(line.text):
            section = "Tricks"
        elif line.text.lstrip().startswith("Kitty"):
            section = section if section == "Draw" else "Deal"
        elif line.text.lstrip().startswith("<") and section in _NO_PLAY_YET and not self._played:
            section, bare = "Bids", True
        if section == "Tricks":
            self._played = self._played or _TRICK.match(line.text) is not None
        if section not in _STARTS:
            self._report(line, None, expected=_ANY_SECTION)
            return
        if section == "Tricks" and self._behind_trick and line.text.lstrip().startswith(("<", "(")):
            self._take_aside(line)
            return
        if not _STARTS[section].match(line.text):
            self._report(line, None)
            return
        start = f"item_{section.lower()}"
        error = _error(line.text, start, self._naming)
        self._behind_trick = section == "Tricks" and error is None
        if error is not None:
            kept = None if error.too_deep or section in ("Deal", "Draw") else self._salvaged(line, start)
            if kept is None:
                self._report(line, error)
                return
            self._behind_trick = section == "Tricks"
            line = kept
        if section != self._section and section not in self._misplaced and not bare:
            self._misplaced.add(section)
            self._say("text.no_section", line, name=section)
        self._sifted.add(section, line)

    def _take_aside(self, line: Traced) -> None:
        """An incident or a variation that something unreadable parts from the trick it stands behind."""
        error = _error(_STUB + line.text, "item_tricks", self._naming)
        if error is None:
            self._sifted.add("Tricks", line)
        else:
            self._report(line, replace(error, offset=max(0, error.offset - len(_STUB))))

    def _salvaged(self, line: Traced, start: str) -> Traced | None:
        """A line without its bad incidents and variations, each of them reported."""

        def error(text: str, start: str) -> _Error | None:
            return _error(text, start, self._naming)

        found: tuple[Traced, list[Cut[_Error]]] | None = salvage(line, start, error)
        if found is None:
            return None
        kept, cuts = found
        for number, cut in enumerate(cuts):
            if number and len(self._sifted.findings) >= MAX_FINDINGS:
                self._say_full(cut.text)
                break
            self._report(cut.text, cut.error)
        return kept

    # -- findings

    def _say_full(self, line: Traced) -> None:
        """The last finding of a hand that has too many."""
        self._full = True
        what = {"what": "findings in one hand", "what_zh": "一局的问题数"}
        self._say("text.limit", line, loses_data=True, limit=MAX_FINDINGS, **what)

    def _written(self, line: Traced, start: int = 0) -> str:
        """The text of a line, from a character on, as it stands in the file."""
        return quoted(self._source[line.offset(start) : line.offset(len(line.text))])

    def _say(self, code: str, line: Traced, *, loses_data: bool = False, **fields: Any) -> None:
        start = len(line.text) - len(line.text.lstrip())
        place = self._place(line.offset(start))
        self._sifted.findings.append(text_finding(code, place, loses_data=loses_data, **fields))

    def _report(self, line: Traced, error: _Error | None, expected: tuple[str, str] | None = None) -> None:
        """Say why a line does not read, at the character where it stops."""
        text = self._written(line)
        start = len(line.text) - len(line.text.lstrip())
        if ambiguous := ambiguous_spelling(line.text, error.offset if error is not None else None):
            finding = text_finding(
                f"text.ambiguous_{ambiguous.what}",
                self._place(line.offset(ambiguous.offset)),
                loses_data=True,
                spelling=ambiguous.spelling,
                choices=ambiguous.choices,
                choices_zh=ambiguous.choices_zh,
                text=text,
            )
        elif error is not None and error.no_seat:
            finding = text_finding(
                "text.no_seat", self._place(line.offset(error.offset)), loses_data=True, text=text
            )
        elif error is not None and error.wrong_name:
            finding = text_finding(
                "text.wrong_seat",
                self._place(line.offset(error.offset)),
                loses_data=True,
                name=error.wrong_name,
                names=self._naming.value,
                text=text,
            )
        elif error is not None and error.long_bid:
            finding = text_finding(
                "text.long_bid",
                self._place(line.offset(error.offset)),
                loses_data=True,
                expected=("Bury:", "Bury:"),
                limit=MAX_BID,
                count=error.long_bid,
                text=text,
            )
        elif error is not None and error.too_deep:
            finding = text_finding(
                "text.limit",
                self._place(line.offset(error.offset)),
                loses_data=True,
                limit=MAX_NESTING,
                what="variations inside one another",
                what_zh="变化嵌套层数",
            )
        else:
            at = error.offset if error is not None else start
            finding = text_finding(
                "text.syntax",
                self._place(line.offset(at)),
                loses_data=True,
                expected=expected_words(error.expected) if error is not None else expected,
                at=self._written(line.slice(at, min(at + 12, len(line.text)))) or "⏎",
                text=text,
            )
        self._sifted.findings.append(finding)


@dataclass(frozen=True, slots=True)
class _Error:
    """Where a line stops reading, and what would have read."""

    offset: int
    expected: frozenset[str]
    no_seat: bool = False
    too_deep: bool = False
    wrong_name: str = ""
    long_bid: int = 0


def _error(text: str, start: str, naming: Naming = COMPASS) -> _Error | None:
    """Why a line does not read alone, None if it does."""
    if text.count("(") > MAX_NESTING and nesting(text) > MAX_NESTING:
        return _Error(text.index("("), frozenset(), too_deep=True)
    try:
        tree = fine_parser().parse(text, start=start)
    except UnexpectedToken as error:
        token: Token = error.token
        at = None if token.type == "$END" else token.start_pos
        no_seat = token.type in ("GROUP", "JOKERS") and set(error.expected) <= {"SEAT", "COMMENT", "LEAD"}
        return _Error(len(text.rstrip()) if at is None else at, frozenset(error.expected), no_seat)
    except UnexpectedCharacters as error:
        return _Error(error.pos_in_stream or 0, frozenset(error.allowed or ()))
    except (UnexpectedEOF, UnexpectedInput):
        return _Error(len(text.rstrip()), frozenset())
    return next(_wrong_names(tree, naming), None) or next(_long_bids(tree), None)


def _wrong_names(tree: Tree[Token], naming: Naming) -> Iterator[_Error]:
    """The seats and sides that are named otherwise than those of the hand."""
    for token in tree.scan_values(lambda value: isinstance(value, Token)):
        name: str | None = None
        if token.type in ("SEAT", "NEXT"):
            name = token.rstrip("+-0123456789")
        elif token.type == "INCIDENT":
            name = incident_values(str(token))[1]
        if name and name not in naming.names.values():
            yield _Error(token.start_pos or 0, frozenset(), wrong_name=name)


def _long_bids(tree: Tree[Token]) -> Iterator[_Error]:
    """The bids with more cards than a bid has."""
    for bid in tree.find_data("bid"):
        cards = cast("list[Token]", next(bid.find_data("cards")).children)
        count = sum(len(parse_cards(token)) for token in cards)
        if count > MAX_BID:
            yield _Error(cards[0].start_pos or 0, frozenset(), long_bid=count)


def _logical_lines(text: Traced) -> Iterator[Traced]:
    """Lines, with those joined that a comment, an open parenthesis or a slash holds together."""
    origin = text.offsets()
    spans = [match.span() for match in _LINE.finditer(text.text) if match.group()]
    number = 0
    while number < len(spans):
        start, end = spans[number]
        count = _joins(text.text, spans, number)
        end = spans[number + count][1]
        yield Traced(text.text[start:end], origin[start : end + 1])
        number += count + 1


def _joins(text: str, spans: list[tuple[int, int]], number: int) -> int:
    """How many of the lines that follow belong to this one."""
    taken = 0
    trick = _TRICK.match(text, *spans[number]) is not None
    depth = _depth(text[slice(*spans[number])])
    for ahead in range(1, min(_LONGEST_JOIN, len(spans) - number)):
        following = text[slice(*spans[number + ahead])].strip()
        before = _ASIDES.sub("", text[slice(*spans[number + ahead - 1])]).rstrip()
        goes_on = following.startswith(("/", "(", ")", ">")) or (following.startswith(OPENERS) and trick)
        if depth <= 0 and not goes_on and not before.endswith(("/", ">")):
            break
        head = _HEAD.match(following)
        # Hands supposed for a variation stand inside its parentheses.
        if (head and (depth <= 0 or head.group(1) != "Deal")) or following.startswith(("[", "=")):
            break
        depth += _depth(following)
        if depth <= 0:
            taken = ahead
    return taken


def _depth(text: str) -> int:
    if "(" not in text and ")" not in text:
        return 0
    found = [match.group() for match in _OUTSIDE.finditer(text)]
    return found.count("(") - found.count(")")
