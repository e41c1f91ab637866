"""The corpus: canonical files that must not change, and damaged ones with the findings they must get.

Beside each file in `invalid/` lies its `.findings`: line, column, code and severity of each.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from paipu.grammar import dumps, loads

DATA = Path(__file__).parents[1] / "data" / "sjn"
VALID = sorted((DATA / "valid").glob("*.sjn"))
INVALID = sorted((DATA / "invalid").glob("*.sjn"))


def named(path: Path) -> str:
    return path.stem


def test_the_corpus_is_here() -> None:
    assert VALID
    assert INVALID


@pytest.mark.parametrize("path", VALID, ids=named)
def test_valid_files_are_canonical_and_read_without_findings(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    records = loads(text, strict=True)
    assert [record.findings for record in records] == [()] * len(records)
    assert dumps(records) == text


@pytest.mark.parametrize("path", INVALID, ids=named)
def test_damaged_files_get_their_findings(path: Path) -> None:
    found = [
        f"{finding.line}:{finding.column} {finding.code} {finding.severity}"
        for record in loads(path.read_bytes())
        for finding in record.findings
    ]
    assert found == path.with_suffix(".findings").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("path", INVALID, ids=named)
def test_what_is_left_of_a_damaged_file_is_canonical_once_written(path: Path) -> None:
    text = dumps(loads(path.read_bytes()))
    assert dumps(loads(text)) == text
