"""Imports go one way: web, cli -> records -> replay -> grammar.

And each folder keeps out of what it must not know: no I/O in the replay, no SQL in the web.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

MAY_IMPORT = {
    "grammar": {"grammar"},
    "replay": {"replay", "grammar"},
    "records": {"records", "replay", "grammar"},
    "web": {"web", "records", "replay", "grammar"},
    "cli": {"cli", "web", "records", "replay", "grammar"},
}

WEB = {"flask", "flask_babel", "waitress", "werkzeug", "jinja2"}
STORE = {"sqlite3", "sqlite_utils"}
INPUT_OUTPUT = {
    *("asyncio", "ftplib", "glob", "http", "io", "logging", "os", "pathlib", "requests", "shelve", "shutil"),
    *("signal", "socket", "socketserver", "ssl", "subprocess", "tempfile", "urllib"),
}
MUST_NOT_IMPORT = {
    "grammar": WEB | STORE | {"click"},
    "replay": WEB | STORE | INPUT_OUTPUT | {"click", "lark"},
    "records": WEB,
    "web": STORE | {"click", "lark"},
    "cli": set[str](),
}

CALLS_THAT_DO_IO = {"open", "print", "input", "breakpoint", "exec", "eval", "__import__"}
METHODS_THAT_DO_IO = {"write_text", "write_bytes", "read_text", "read_bytes", "unlink", "mkdir", "touch"}


def modules(folder: str) -> list[Path]:
    return sorted(path for path in (ROOT / folder).rglob("*.py") if "__pycache__" not in path.parts)


ALL_MODULES = [path for folder in MAY_IMPORT for path in modules(folder)]


def package_of(path: Path) -> str:
    """Where a module's relative imports start: ``paipu.replay.rules`` for a file in replay/rules."""
    return ".".join(("paipu", *path.relative_to(ROOT).parent.parts))


def imported(source: str, package: str) -> Iterator[str]:
    """Full dotted names of everything a module imports, wherever in it the import stands."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = package.split(".")
                start = ".".join(parents[: len(parents) - node.level + 1])
                base = f"{start}.{base}" if base else start
            # `from paipu import web` and `from . import web` import a module too.
            yield from (f"{base}.{alias.name}" for alias in node.names)


def layer_faults(source: str, package: str) -> list[str]:
    folder = package.split(".")[1]
    faults = []
    for name in imported(source, package):
        parts = name.split(".")
        if parts[0] == "paipu":
            if parts[1] not in MAY_IMPORT[folder]:
                faults.append(f"{folder} must not import {name}")
        elif parts[0] in MUST_NOT_IMPORT[folder]:
            faults.append(f"{folder} must not import {name}")
        elif parts[0] in MAY_IMPORT:
            faults.append(f"{name}: write paipu.{name}; the bare folder name is another module")
        elif package == "paipu.replay" and name.startswith("importlib.resources"):
            faults.append(f"only replay/rules reads package data, not {package}")
    return faults


def io_faults(source: str, package: str) -> list[str]:
    """Calls that reach outside the process; replay/rules may read the rule sets that lie beside it."""
    faults = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Name) and node.func.id in CALLS_THAT_DO_IO:
            faults.append(f"line {node.lineno}: {node.func.id}()")
        elif isinstance(node.func, ast.Attribute) and node.func.attr in METHODS_THAT_DO_IO:
            reads = node.func.attr.startswith("read_")
            if not (reads and package == "paipu.replay.rules"):
                faults.append(f"line {node.lineno}: .{node.func.attr}()")
    return faults


def relative(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", ALL_MODULES, ids=relative)
def test_imports_go_one_way(path: Path) -> None:
    assert layer_faults(path.read_text("utf-8"), package_of(path)) == []


@pytest.mark.parametrize("path", modules("replay"), ids=relative)
def test_replay_does_no_io(path: Path) -> None:
    assert io_faults(path.read_text("utf-8"), package_of(path)) == []


@pytest.mark.parametrize("path", ALL_MODULES, ids=relative)
def test_every_module_opens_with_what_it_is_for(path: Path) -> None:
    docstring = ast.get_docstring(ast.parse(path.read_text("utf-8")))
    assert docstring, "a module opens with what it owns and what it must not know"


def test_every_folder_has_modules() -> None:
    """Guards the tests above against a moved folder: no module, nothing checked."""
    assert [folder for folder in MAY_IMPORT if not modules(folder)] == []


@pytest.mark.parametrize(
    ("package", "line"),
    [
        ("paipu.grammar", "from paipu.replay import audit"),
        ("paipu.grammar", "from paipu import records"),
        ("paipu.grammar", "import flask"),
        ("paipu.replay", "from ..records.library import Library"),
        ("paipu.replay", "from .. import web"),
        ("paipu.replay", "import os.path"),
        ("paipu.replay", "from importlib.resources import files"),
        ("paipu.replay.rules", "from ...records import library"),
        ("paipu.replay.rules", "from pathlib import Path"),
        ("paipu.records", "def late():\n    import paipu.web"),
        ("paipu.web", "import sqlite3"),
        ("paipu.web", "from sqlite_utils import Database"),
        ("paipu.web", "from paipu.cli.main import main"),
        ("paipu.cli", "from grammar.cards import card"),
    ],
)
def test_a_forbidden_import_is_seen(package: str, line: str) -> None:
    assert len(layer_faults(line, package)) == 1


@pytest.mark.parametrize(
    ("package", "line"),
    [
        ("paipu.grammar", "import re\nfrom .cards import card"),
        ("paipu.replay", "from paipu.grammar.cards import card\nfrom .rules import load_rules"),
        ("paipu.replay.rules", "from importlib.resources import files\nfrom ..state import State"),
        ("paipu.cli", "from paipu.web import create_app"),
    ],
)
def test_an_allowed_import_is_not(package: str, line: str) -> None:
    assert layer_faults(line, package) == []


@pytest.mark.parametrize("call", ["open('x')", "print(1)", "path.write_text('x')", "path.read_text()"])
def test_io_in_the_replay_is_seen(call: str) -> None:
    assert len(io_faults(f"def f(path):\n    return {call}", "paipu.replay")) == 1


def test_rule_sets_may_be_read() -> None:
    assert io_faults("files(__name__).joinpath('a.toml').read_text('utf-8')", "paipu.replay.rules") == []
