"""Highlighting agrees with the reader: Pygments lexer, TextMate grammar, and the hooks beside them."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.token import Comment, Error, Keyword, Literal, Name, String, Text, Token

from paipu.grammar import KNOWN_TAGS, Record, format_cards, loads, parse_cards, write
from paipu.grammar.pygments_lexer import SJNLexer
from paipu.grammar.syntax import grammar_text
from tests.strategies import full_hands, records

ROOT = Path(__file__).parents[2]
FILES = [*sorted((ROOT / "tests/data/sjn").rglob("*.sjn")), *sorted((ROOT / "records/samples").glob("*.sjn"))]
CANONICAL = [path for path in FILES if path.parent.name != "invalid"]
GRAMMAR = json.loads((ROOT / "editors" / "sjn.tmLanguage.json").read_text("utf-8"))
SECTIONS = re.findall(r'^[A-Z]+: "(\w+:)"$', grammar_text(), re.MULTILINE)
slow = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=30)


def named(path: Path) -> str:
    return path.stem


# --- Pygments -------------------------------------------------------------------------------------


def tokens(text: str) -> list[tuple[Any, str]]:
    return [
        (kind, value) for kind, value in SJNLexer(stripnl=False, ensurenl=False).get_tokens(text) if value
    ]


def test_the_lexer_is_registered() -> None:
    entries = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]
    assert entries["pygments.lexers"] == {"sjn": "paipu.grammar.pygments_lexer:SJNLexer"}
    assert type(get_lexer_by_name("sjn")).__name__ == "SJNLexer"
    assert type(get_lexer_for_filename("match.sjn")).__name__ == "SJNLexer"


@pytest.mark.parametrize("path", FILES, ids=named)
def test_no_character_is_lost(path: Path) -> None:
    text = path.read_text("utf-8")
    assert "".join(value for _, value in tokens(text)) == text


@slow
@given(st.one_of(st.text(alphabet='{}[]<>"\\/=!?$.: \nSHENWBLAK59a%', max_size=60), records.map(write)))
def test_no_character_is_lost_in_anything(text: str) -> None:
    assert "".join(value for _, value in tokens(text)) == text


@pytest.mark.parametrize("path", CANONICAL, ids=named)
def test_canonical_text_is_coloured_for_what_it_is(path: Path) -> None:
    text = path.read_text("utf-8")
    found = tokens(text)
    assert [value for kind, value in found if kind in (Error, Text)] == []
    assert [value for kind, value in found if kind is Name.Attribute] == re.findall(
        r"^\[([\w-]+) ", text, re.M
    )
    assert [value for kind, value in found if kind is Keyword.Namespace] == re.findall(
        r"^[A-Z]\w+:$|\bDeal:(?= )", text, re.M
    )


@slow
@given(full_hands())
def test_cards_and_seats_are_those_of_the_record(record: Record) -> None:
    found = tokens(write(record))
    cards = [card for kind, value in found if kind is Literal for card in parse_cards(value)]
    assert format_cards(sorted(cards)) == format_cards(sorted(all_cards(record)))
    assert sum(kind is Name.Entity for kind, _ in found) == 4 + 2 + 100


def all_cards(record: Record) -> Iterator[int]:
    for element in (*record.deal, *record.bids, *record.buries, *(play for _, _, play in record.plays())):
        yield from element.cards
    if record.kitty:
        yield from record.kitty.cards


def test_every_section_is_known_to_both() -> None:
    assert set(SECTIONS) >= {"Deal:", "Bids:", "Bury:", "Tricks:"}
    for section in SECTIONS:
        assert tokens(section)[0] == (Keyword.Namespace, section)
        assert re.match(GRAMMAR["repository"]["section"]["match"], section)


def test_tags_comments_and_commands() -> None:
    text = '[Event "a \\"b\\""] {said [%clk 0:12] \\} on}\n'
    kinds = {value: kind for kind, value in tokens(text)}
    assert kinds['"a \\"b\\""'] is String
    assert kinds["[%clk 0:12]"] is Comment.Preproc
    assert kinds["\\}"] is Comment
    assert all(kind in Token for kind in kinds.values())


# --- TextMate -------------------------------------------------------------------------------------

REPOSITORY: dict[str, Any] = GRAMMAR["repository"]


def rules(patterns: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Patterns in order, groups and includes opened."""
    for pattern in patterns:
        if "include" in pattern:
            yield from rules([REPOSITORY[pattern["include"].removeprefix("#")]])
        elif "match" in pattern or "begin" in pattern:
            yield pattern
        else:
            yield from rules(pattern["patterns"])


def painted(line: str) -> Iterator[tuple[str, str]]:
    """A line as an editor paints it: the rule that matches first, of those the first listed."""
    at = 0
    top = list(rules(GRAMMAR["patterns"]))
    while at < len(line):
        matches = [(rule, re.compile(rule.get("match") or rule["begin"]).search(line, at)) for rule in top]
        rule, found = min(
            ((rule, found) for rule, found in matches if found and found.group()),
            key=lambda pair: pair[1].start(),
            default=(None, None),
        )
        if rule is None or found is None:
            yield "", line[at:]
            return
        yield "", line[at : found.start()]
        stop = found.end()
        if "begin" in rule:
            ending = re.compile(rule["end"]).search(line, stop)
            while ending and rule["end"].startswith("\\}") and line[ending.start() - 1] == "\\":
                ending = re.compile(rule["end"]).search(line, ending.end())
            stop = ending.end() if ending else len(line)
        yield rule["name"], line[found.start() : stop]
        at = stop


def test_the_grammar_is_whole() -> None:
    assert GRAMMAR["scopeName"] == "source.sjn"
    used = {pattern["include"].removeprefix("#") for pattern in GRAMMAR["patterns"]}
    assert used == set(REPOSITORY)
    for rule in rules(GRAMMAR["patterns"]):
        assert rule["name"].endswith(".sjn")


@pytest.mark.parametrize("path", CANONICAL, ids=named)
def test_every_character_of_a_canonical_file_is_painted(path: Path) -> None:
    for line in path.read_text("utf-8").splitlines():
        parts = list(painted(line))
        assert "".join(text for _, text in parts) == line
        assert [text for name, text in parts if not name and text.strip()] == []


@pytest.mark.parametrize(
    ("line", "names"),
    [
        (
            "3. N HKQ>HQ! / W ?",
            ["trick", "seat", "hearts", "play", "hearts", "glyph", "play", "seat", "unknown"],
        ),
        ('[Event "a [b] {c}"]', ["tag"]),
        ("31 N C88 {overturns}", ["draw", "seat", "clubs", "comment"]),
        ("Kitty S5 BL", ["kitty", "spades", "joker"]),
        ("= 85 EW+1", ["result"]),
    ],
)
def test_what_is_painted_as_what(line: str, names: list[str]) -> None:
    found = [name for name, _ in painted(line) if name]
    assert len(found) == len(names)
    assert all(word in name for word, name in zip(names, found, strict=True))


# --- around them ----------------------------------------------------------------------------------


def test_the_hooks_call_verbs_that_exist() -> None:
    from paipu.cli.main import _VERBS

    text = (ROOT / ".pre-commit-hooks.yaml").read_text("utf-8")
    entries = re.findall(r"^  entry: paipu (\w+)", text, re.MULTILINE)
    assert entries == ["check", "fmt"]
    assert set(entries) <= set(_VERBS)
    [pattern] = set(re.findall(r"^  files: (.*)$", text, re.MULTILINE))
    assert re.search(pattern, "records/samples/teaching.sjn")


def test_known_tags_are_attributes() -> None:
    for name in KNOWN_TAGS:
        assert (Name.Attribute, name) in tokens(f'[{name} "x"]\n')
        [record] = loads(f'[{name} "x"]\n= *\n')
        assert record.tags[0].name == name
