"""`paipu check` and `paipu fmt`: exit status, reports, and that nothing is lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from paipu.cli.check import check
from paipu.cli.common import default_language
from paipu.cli.fmt import fmt

CLEAN = '[SJN "1"]\n\nTricks:\n1. N SA / W S3 / S S5 / E S7\n= 5\n'
LOOSE = '[SJN "1"]\nTricks:\n1. 北 ♠A / 西 ♠3 / 南 ♠5 / 东 ♠7\n= 5\n'
ODD = CLEAN.replace('[SJN "1"]\n\n', "")
BROKEN = CLEAN.replace("W S3", "W S1")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in {
        "clean": CLEAN,
        "loose": LOOSE,
        "odd": ODD,
        "broken": BROKEN,
        "none": "hello\n",
    }.items():
        (tmp_path / f"{name}.sjn").write_bytes(text.encode())
    return tmp_path


@pytest.mark.parametrize(
    ("name", "status"), [("clean", 0), ("loose", 0), ("odd", 1), ("broken", 2), ("none", 3), ("absent", 3)]
)
def test_check_status(folder: Path, name: str, status: int) -> None:
    result = CliRunner().invoke(check, [str(folder / f"{name}.sjn"), "--lang", "en"])
    assert result.exit_code == status


def test_check_goes_on_after_a_missing_file_and_has_a_line_for_each(folder: Path) -> None:
    files = [str(folder / name) for name in ("absent.sjn", "broken.sjn", "clean.sjn")]
    result = CliRunner().invoke(check, [*files, "--lang", "en"])
    assert result.exit_code == 3
    assert "absent.sjn: No such file" in result.stderr
    assert f"{files[1]}:4:13: error: " in result.stdout
    assert f"{files[1]}: 1 hand, 1 error\n" in result.stdout
    assert f"{files[2]}: 1 hand, clean\n" in result.stdout


def test_check_as_json(folder: Path) -> None:
    result = CliRunner().invoke(check, [str(folder / "broken.sjn"), "--format", "json"])
    [hand] = json.loads(result.stdout)
    assert (hand["hand"], hand["verdict"]) == (1, "findings")
    assert hand["findings"][0]["code"] == "text.syntax"


def test_check_reads_standard_input_and_speaks_chinese() -> None:
    result = CliRunner().invoke(check, ["-", "--lang", "zh"], input=BROKEN)
    assert result.exit_code == 2
    assert "错误" in result.stdout


def test_language_follows_the_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    assert default_language() == "zh"
    monkeypatch.setenv("LANG", "C.UTF-8")
    assert default_language() == "en"


def test_fmt_prints_the_canonical_form(folder: Path) -> None:
    result = CliRunner().invoke(fmt, [str(folder / "loose.sjn"), str(folder / "clean.sjn")])
    assert result.exit_code == 0
    assert result.stdout == CLEAN + "\n" + CLEAN


def test_fmt_writes_in_place_once(folder: Path) -> None:
    path = folder / "loose.sjn"
    path.chmod(0o640)
    assert CliRunner().invoke(fmt, ["--check", str(path)]).exit_code == 1
    assert CliRunner().invoke(fmt, ["--write", str(path)]).exit_code == 0
    assert path.read_text() == CLEAN
    assert path.stat().st_mode & 0o777 == 0o640
    assert CliRunner().invoke(fmt, ["--check", str(path)]).exit_code == 0
    again = CliRunner().invoke(fmt, ["--write", str(path)])
    assert (again.exit_code, again.stderr) == (0, "")


def test_fmt_refuses_what_does_not_read(folder: Path) -> None:
    path = folder / "broken.sjn"
    for arguments in (["--write"], ["--check"], []):
        result = CliRunner().invoke(fmt, [*arguments, str(path), "--lang", "en"])
        assert result.exit_code == 2
        assert "left as it is" in result.stderr
        assert result.stdout == ""
    assert path.read_text() == BROKEN


PLAYED = '[SJN "1"]\n\nDeal:\nN SA\nS S4\n\nTricks:\n1. N SA! {good} / W S3\n2. N S5\n= 80\n'


@pytest.mark.parametrize(
    ("options", "printed"),
    [
        ([], PLAYED),
        (["--profile", "reduced"], PLAYED.replace("! {good}", "")),
        (["--seat", "S", "--at", "1.1"], '[SJN "1"]\n\nDeal:\nS S4\n\nTricks:\n1. N SA\n= *\n'),
    ],
)
def test_fmt_prints_a_profile(tmp_path: Path, options: list[str], printed: str) -> None:
    file = tmp_path / "a.sjn"
    file.write_text(PLAYED, encoding="utf-8")
    done = CliRunner().invoke(fmt, [*options, str(file)])
    assert (done.exit_code, done.stdout) == (0, printed)


@pytest.mark.parametrize(
    "options",
    [
        ["--at", "1.1"],
        ["--seat", "S", "--at", "7"],
        ["--profile", "reduced", "--write"],
        ["--seat", "S", "--check"],
    ],
)
def test_fmt_refuses_profiles_that_make_no_sense(tmp_path: Path, options: list[str]) -> None:
    file = tmp_path / "a.sjn"
    file.write_text(PLAYED, encoding="utf-8")
    assert CliRunner().invoke(fmt, [*options, str(file)]).exit_code == 2
    assert file.read_text(encoding="utf-8") == PLAYED
