"""The specification says what the program does: its tables are the program's own, its examples run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from paipu.grammar import KNOWN_COMMANDS, KNOWN_TAGS, TEXT_CODES, dumps, limits, loads
from paipu.grammar.bnf import bnf
from paipu.grammar.vocabulary import FIELDS, GLYPHS, INCIDENTS

SPEC = Path(__file__).parents[2] / "grammar" / "SPEC.md"
TRIGGERS = Path(__file__).parents[1] / "data" / "codes"
TEXT = SPEC.read_text(encoding="utf-8")
EXAMPLE = re.compile(
    r"^### `(?P<code>text\.\w+)`\n\n(?P<words>.+?)\n\n```(?P<kind>\w+)\n(?P<body>.*?)```$", re.M | re.S
)
EXAMPLES = {match["code"]: match for match in EXAMPLE.finditer(TEXT)}


def first_column(after: str) -> list[str]:
    """The names in the first column of the table that follows some words."""
    table = TEXT.split(after, 1)[1].split("\n\n", 1)[1].split("\n\n", 1)[0]
    return re.findall(r"^\| `([^`]+)` \|", table, re.MULTILINE)


def row(*cells: str) -> str:
    return "| " + " | ".join(cells) + " |"


def test_the_grammar_is_that_of_the_reader() -> None:
    assert f"```text\n{bnf()}```" in TEXT


def test_the_tags_are_all_there() -> None:
    assert first_column("3.2. The tags") == list(KNOWN_TAGS)


def test_the_commands_are_all_there() -> None:
    assert first_column("5.6. **Commands**") == list(KNOWN_COMMANDS)


@pytest.mark.parametrize(
    ("after", "table"),
    [("5.3. Glyphs", GLYPHS), ("6.3. Kinds", INCIDENTS), ("6.4. Fields", FIELDS)],
    ids=["glyphs", "incidents", "fields"],
)
def test_the_vocabulary_is_all_there(after: str, table: dict[str, tuple[str, str]]) -> None:
    assert first_column(after) == list(table)
    assert [name for name, words in table.items() if row(f"`{name}`", *words) not in TEXT] == []


def test_the_limits_are_those_of_the_reader() -> None:
    assert first_column("11.1. What") == sorted(limits.__all__)
    for name in limits.__all__:
        assert f"| `{name}` | {getattr(limits, name):,} |" in TEXT


def test_clauses_are_numbered_in_order() -> None:
    found = [tuple(map(int, pair)) for pair in re.findall(r"^(\d+)\.(\d+)\. ", TEXT, re.MULTILINE)]
    assert found == sorted(set(found))
    sections = [int(number) for number in re.findall(r"^## (\d+)\. ", TEXT, re.MULTILINE)]
    assert sections == list(range(1, len(sections) + 1)) == sorted({number for number, _ in found})
    for section in sections:
        assert next(clause for number, clause in found if number == section) == 1


def test_the_full_example_is_canonical_and_without_findings() -> None:
    [text] = [body for body in re.findall(r"^```sjn\n(.*?)^```$", TEXT, re.M | re.S) if "[Match" in body]
    records = loads(text, strict=True)
    assert [record.findings for record in records] == [()]
    assert dumps(records) == text


def test_every_code_has_an_example() -> None:
    assert list(EXAMPLES) == list(TEXT_CODES)


@pytest.mark.parametrize("code", TEXT_CODES)
def test_the_example_gives_its_code(code: str) -> None:
    example = EXAMPLES[code]
    found = {f.code: f.severity for record in loads(body(code)) for f in record.findings}
    assert found[code] == TEXT_CODES[code].severity
    assert f"{TEXT_CODES[code].severity.capitalize()}." in example["words"]


def body(code: str) -> bytes:
    example = EXAMPLES[code]
    return bytes.fromhex(example["body"]) if example["kind"] == "hex" else example["body"].encode()


def test_every_code_has_a_file_that_triggers_it() -> None:
    """Beside each file lies what must be found in it."""
    assert {path.name for path in TRIGGERS.iterdir()} == {
        f"{code}.{kind}" for code in TEXT_CODES for kind in ("sjn", "findings")
    }


@pytest.mark.parametrize("code", TEXT_CODES)
def test_the_file_is_the_example_and_gives_what_lies_beside_it(code: str) -> None:
    data = (TRIGGERS / f"{code}.sjn").read_bytes()
    assert data == body(code)
    found = [f"{f.line}:{f.column} {f.code} {f.severity}" for record in loads(data) for f in record.findings]
    assert found == (TRIGGERS / f"{code}.findings").read_text("utf-8").splitlines()
    assert any(f" {code} " in line for line in found)
