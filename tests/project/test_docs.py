"""The documentation: complete by the program's own tables, its links sound, its examples true."""

from __future__ import annotations

import importlib
import importlib.util
import json
import re
import runpy
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from click import Context
from click.testing import CliRunner

from paipu.grammar import dumps, loads

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))

FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<!!)\[[^]\n]+\]\(([^)\s]+)\)")
MARKER = re.compile(r"<!-- generated: (\w+) -->")


def page_id(path: Path) -> str:
    return path.relative_to(DOCS).as_posix()


def fences(path: Path, language: str) -> Iterator[str]:
    """The contents of a page's fenced blocks of one language."""
    yield from (body for name, body in FENCE.findall(path.read_text("utf-8")) if name == language)


def examples(language: str, *, without: str | None = None) -> list[object]:
    """The blocks of one language on all pages, as parameters named after page and number."""
    return [
        pytest.param(body, id=f"{page_id(path)}-{number}")
        for path in PAGES
        for number, body in enumerate(fences(path, language), 1)
        if without is None or without not in body
    ]


@pytest.fixture(scope="module")
def hooks() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_hooks", DOCS / "hooks.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def command_names() -> set[str]:
    main = importlib.import_module("paipu.cli.main").main
    return set(main.list_commands(Context(main)))


# --- complete -------------------------------------------------------------------------------------


def test_every_finding_code_has_a_heading(hooks: ModuleType) -> None:
    page = hooks.on_page_markdown((DOCS / "findings.md").read_text("utf-8"))
    codes = [code for _, table in hooks.code_tables() for code in table]
    assert len(codes) > 20
    assert [code for code in codes if f"### `{code}`" not in page] == []


def test_every_import_code_is_in_its_table(hooks: ModuleType) -> None:
    """Importers word their findings themselves; the table must still know each code they use."""
    sources = [path.read_text("utf-8") for path in sorted((ROOT / "records").glob("*.py"))]
    used = {f"import.{code}" for text in sources for code in re.findall(r'\bfound\(\s*"([\w.]+)"', text)}
    assert len(used) > 5
    known = {code for _, table in hooks.code_tables() for code in table}
    assert used - known == set()


def test_no_finding_code_stands_in_two_tables(hooks: ModuleType) -> None:
    codes = [code for _, table in hooks.code_tables() for code in table]
    assert len(codes) == len(set(codes))


def test_every_rule_set_is_listed(hooks: ModuleType) -> None:
    page = hooks.on_page_markdown((DOCS / "rules.md").read_text("utf-8"))
    ids = importlib.import_module("paipu.replay.rules").rule_ids()
    assert "standard" in ids
    assert [name for name in ids if f"| `{name}` |" not in page] == []


def test_every_verb_of_the_command_has_a_heading(hooks: ModuleType) -> None:
    page = hooks.on_page_markdown((DOCS / "cli.md").read_text("utf-8"))
    assert command_names() >= {"audit", "judge", "serve"}
    assert [name for name in command_names() if f"## `paipu {name}`" not in page] == []


def test_every_public_name_is_in_the_api_page(hooks: ModuleType) -> None:
    page = hooks.on_page_markdown((DOCS / "api.md").read_text("utf-8"))
    for name in ("loads", "audit", "load_rules"):
        assert f"### `{name}`" in page


def test_every_verb_of_dev_is_described() -> None:
    script = (ROOT / "dev").read_text("utf-8")
    verbs = re.findall(r"^  (\w+) .*? {2,}", script.split("<<'END'")[1].split("END")[0], re.MULTILINE)
    assert set(verbs) == {"serve", "test", "lint", "bench", "oracle", "fuzz", "simulate", "docs"}
    page = (DOCS / "contributing.md").read_text("utf-8")
    assert [verb for verb in verbs if f"`./dev {verb}`" not in page] == []


def test_every_page_is_in_the_navigation() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text("utf-8").split("\nnav:")[1]
    assert sorted(re.findall(r": (\S+\.md)$", navigation, re.MULTILINE)) == [page_id(path) for path in PAGES]


def test_every_marker_names_a_generator(hooks: ModuleType) -> None:
    markers = {name for path in PAGES for name in MARKER.findall(path.read_text("utf-8"))}
    assert markers == set(hooks.GENERATORS)


# --- sound ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", PAGES, ids=page_id)
def test_links_between_pages_lead_somewhere(path: Path) -> None:
    targets = [
        target.split("#")[0] for target in LINK.findall(path.read_text("utf-8")) if "://" not in target
    ]
    assert [target for target in targets if target and not (path.parent / target).is_file()] == []


def test_nothing_is_fetched_from_elsewhere() -> None:
    """No fonts, scripts or images of other servers: neither by the theme nor by a page."""
    settings = (ROOT / "mkdocs.yml").read_text("utf-8")
    assert re.search(r"^  font: false$", settings, re.MULTILINE)
    assert "://" not in settings
    sources = [re.findall(r"(?:src=|!\[[^]]*\]\()\S*://\S*", path.read_text("utf-8")) for path in PAGES]
    assert [found for found in sources if found] == []


# --- true -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", examples("sjn"))
def test_records_are_canonical(text: str) -> None:
    records = loads(text)
    assert [finding for record in records for finding in record.findings] == []
    assert dumps(records) == text


@pytest.mark.parametrize("text", examples("json"))
def test_json_is_json(text: str) -> None:
    assert json.loads(text)


@pytest.mark.parametrize("text", examples("sh"))
def test_commands_exist(text: str) -> None:
    verbs = re.findall(r"^paipu ([a-z]+)", text, re.MULTILINE)
    assert set(verbs) <= command_names()


@pytest.mark.parametrize("text", examples("python", without=">>>"))
def test_programs_run(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Programs on the pages find a `match.sjn` beside them, as their readers would."""
    sample = sorted((ROOT / "records" / "samples").glob("*.sjn"))[0]
    shutil.copy(sample, tmp_path / "match.sjn")
    (tmp_path / "program.py").write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    runpy.run_path("program.py")
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("text", examples("jsonl"))
def test_the_judge_answers_as_written(text: str) -> None:
    """Question and answer follow each other on the page."""
    lines = text.splitlines()
    questions, answers = lines[::2], lines[1::2]
    main = importlib.import_module("paipu.cli.main").main
    result = CliRunner().invoke(main, ["judge"], input="\n".join(questions) + "\n")
    given = [json.loads(line) for line in result.stdout.splitlines()]
    assert given == [json.loads(line) for line in answers]
