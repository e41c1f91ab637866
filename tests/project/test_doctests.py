"""The examples in docstrings and in the documentation run and print what they say.

The modules are imported by the names they are installed under. `pytest --doctest-modules grammar`
would import them a second time, as `grammar.cards` beside `paipu.grammar.cards`, and two equal
classes would differ.
"""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("grammar", "replay", "records", "web", "cli")


def module_names() -> list[str]:
    paths = (path.relative_to(ROOT) for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    dotted = (".".join(("paipu", *path.with_suffix("").parts)) for path in paths)
    # Importing __main__ would run the program.
    return sorted(name.removesuffix(".__init__") for name in dotted if not name.endswith(".__main__"))


def run_examples(tests: list[doctest.DocTest]) -> tuple[int, str]:
    """How many examples there are, and the report of those that failed."""
    runner = doctest.DocTestRunner(verbose=False)
    report: list[str] = []
    for test in tests:
        runner.run(test, out=report.append)
    return sum(len(test.examples) for test in tests), "".join(report)


@pytest.mark.parametrize("name", module_names())
def test_docstring_examples(name: str) -> None:
    module = importlib.import_module(name)
    _, failures = run_examples(doctest.DocTestFinder(exclude_empty=True).find(module))
    assert not failures, failures


DOCUMENTS = [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md"]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_examples_of_the_documentation(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = path.read_text("utf-8").replace("\n```", "\n\n```")  # a fence would be taken for expected output
    test = doctest.DocTestParser().get_doctest(text, {}, path.name, str(path), 0)
    _, failures = run_examples([test])
    assert not failures, failures


def test_a_wrong_example_is_seen() -> None:
    test = doctest.DocTestParser().get_doctest(">>> 1 + 1\n3\n", {}, "wrong", None, 0)
    count, failures = run_examples([test])
    assert count == 1
    assert "Got:" in failures


def test_the_core_has_examples() -> None:
    """Guards against a finder that finds nothing."""
    module = importlib.import_module("paipu.grammar.cards")
    count, _ = run_examples(doctest.DocTestFinder().find(module))
    assert count >= 5
