"""Files that are not what they should be: other encodings, damaged, empty, missing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from paipu.cli.main import main

README = Path(__file__).parents[2] / "README.zh-CN.md"
SAMPLE = README.read_text(encoding="utf-8").split("```sjn\n")[1].split("```")[0]
LOOSE = SAMPLE.replace("1. N ", "1. 北 ")


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], env={"LC_ALL": "C.UTF-8"})


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """The sample in a loose spelling, without the first byte of its first Chinese word."""
    path = tmp_path / "damaged.sjn"
    word = "春季联赛".encode()
    path.write_bytes(LOOSE.encode().replace(word, word[1:]))
    return path


# --- damaged UTF-8 --------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", ["fmt", "fix"])
def test_damaged_utf_8_is_never_written_over(damaged: Path, verb: str) -> None:
    before = damaged.read_bytes()
    result = run(verb, "--write", damaged)
    assert result.exit_code == 2
    assert f"{damaged}:2:9: error: some bytes are not UTF-8" in result.stderr
    assert "left as it is" in result.stderr
    assert damaged.read_bytes() == before


def test_damaged_utf_8_is_audited_all_the_same(damaged: Path) -> None:
    result = run("audit", damaged, "--format", "json")
    [hand] = json.loads(result.stdout)
    assert (result.exit_code, hand["hand"]) == (2, 4)
    assert hand["findings"][0]["code"] == "text.encoding_damage"


@pytest.mark.parametrize("verb", ["fmt", "fix"])
@pytest.mark.parametrize(
    ("encoding", "name"), [("gb18030", "GB18030"), ("utf-8-sig", "byte order mark"), ("utf-16", "UTF-16")]
)
def test_what_was_not_utf_8_is_rewritten_and_said(
    tmp_path: Path, verb: str, encoding: str, name: str
) -> None:
    path = tmp_path / "a.sjn"
    path.write_bytes(LOOSE.encode(encoding))
    result = run(verb, "--write", path)
    assert result.exit_code == 0
    assert name in result.stderr
    assert path.read_text(encoding="utf-8") == SAMPLE
    assert run(verb, path).stderr == ""


# --- nothing in it --------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "\n\n\n"])
@pytest.mark.parametrize("options", [["fmt"], ["fmt", "--check"], ["fmt", "--write"], ["fix"]])
def test_files_without_a_hand_are_said_to_be_such(tmp_path: Path, text: str, options: list[str]) -> None:
    path = tmp_path / "a.sjn"
    path.write_text(text)
    result = run(*options, path)
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr == f"Error: {path}: no hand could be read\n"
    assert path.read_text() == text


def test_export_of_nothing_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "a.sjn"
    path.touch()
    result = run("export", path)
    assert (result.exit_code, result.stdout) == (3, "[]\n")
    assert "the file is empty" in result.stderr


# --- audit ----------------------------------------------------------------------------------------


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    """A file that is missing and one that is there."""
    good = tmp_path / "good.sjn"
    good.write_text(SAMPLE, encoding="utf-8")
    return tmp_path / "missing.sjn", good


def test_audit_goes_on_after_a_missing_file(pair: tuple[Path, Path]) -> None:
    result = run("audit", *pair)
    assert result.exit_code == 3
    assert result.stderr == f"Error: {pair[0]}: No such file or directory\n"
    assert f"{pair[1]}  hand 4  [standard]" in result.stdout
    assert result.stdout.endswith(", 1 file could not be opened\n")


def test_nothing_but_missing_files_is_not_called_clean(pair: tuple[Path, Path]) -> None:
    assert run("audit", pair[0]).stdout == "0 hands: 1 file could not be opened\n"
    assert run("audit", pair[0], "--lang", "zh").stdout == "共 0 副：1 个文件打不开\n"


@pytest.mark.parametrize("form", ["json", "jsonl"])
@pytest.mark.parametrize("more", [[], ["--against", "hbut_2013"]], ids=["alone", "against"])
def test_a_missing_file_is_an_object(pair: tuple[Path, Path], form: str, more: list[str]) -> None:
    result = run("audit", *pair, "--format", form, *more)
    assert result.exit_code == 3
    text = result.stdout
    first, second = json.loads(text) if form == "json" else map(json.loads, text.splitlines())
    assert first == {
        "file": str(pair[0]),
        "verdict": "unreadable",
        "message": f"{pair[0]}: No such file or directory",
        "findings": [],
    }
    assert second["file"] == str(pair[1])


def test_findings_about_a_file_stand_under_its_name(tmp_path: Path) -> None:
    path = tmp_path / "a.bin"
    path.write_bytes(bytes(range(32)))
    result = run("audit", path)
    assert result.exit_code == 3
    heading, finding, *_ = result.stdout.splitlines()
    assert heading == f"{path}  1 error"
    assert "import.unknown_format" in finding


def test_what_the_grammar_expects_is_called_so(tmp_path: Path) -> None:
    path = tmp_path / "a.sjn"
    path.write_text(SAMPLE.replace("W S43", "W S1"), encoding="utf-8")
    assert "      expected: cards such as SAK" in run("audit", path).stdout
    assert "      应为：牌，如 SAK" in run("audit", path, "--lang", "zh").stdout


def test_long_rules_are_short_in_the_heading(tmp_path: Path) -> None:
    path = tmp_path / "a.sjn"
    long = "standard; throw_allowed=no; hand_size=25; kitty_size=8; deck_count=2"
    path.write_text(SAMPLE.replace('"standard"', f'"{long}"'), encoding="utf-8")
    assert "hand 4  [standard +4]  " in run("audit", path).stdout
    assert "hand 4  [standard +4 → hbut_2013]  " in run("audit", path, "--against", "hbut_2013").stdout
