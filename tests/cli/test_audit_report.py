"""`paipu audit --report`: the file beside the normal output."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from paipu.cli.main import main
from paipu.records.sample_games import samples
from tests.web.games import CLEAN, GAME


@pytest.fixture
def match(tmp_path: Path) -> Path:
    file = tmp_path / "match.sjn"
    file.write_text(f"{CLEAN}\n{GAME}", "utf-8")
    return file


def run(*arguments: object, stdin: str = "") -> Result:
    return CliRunner().invoke(main, ["audit", *map(str, arguments)], input=stdin)


@pytest.mark.parametrize("form", ["text", "json", "jsonl", "sarif"])
def test_output_and_status_are_those_without_it(match: Path, tmp_path: Path, form: str) -> None:
    report = tmp_path / "report.html"
    plain = run(match, "--format", form)
    with_report = run(match, "--format", form, "--report", report)
    assert (with_report.stdout, with_report.exit_code) == (plain.stdout, plain.exit_code)
    assert plain.exit_code == 2
    assert report.read_text("utf-8").startswith("<!doctype html>")


def test_it_speaks_the_language_asked_for(match: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    run(match, "--report", report, "--lang", "zh")
    assert "12 处违规" in report.read_text("utf-8")
    run(match, "--report", report, "--lang", "en")
    assert "12 offences" in report.read_text("utf-8")


def test_it_judges_by_the_rules_asked_for(match: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    run(match, "--report", report, "--rules", "hbut_2013;throw_allowed=yes", "--lang", "zh")
    html = report.read_text("utf-8")
    assert "湖北工业大学教职工双升扑克牌比赛规则（2013年12月）" in html
    assert "另行指定" in html
    assert "Botzone 裁判程序" not in html


def test_a_hand_without_a_name_is_headed_by_its_file(tmp_path: Path) -> None:
    file, report = tmp_path / "决赛 <1>.sjn", tmp_path / "report.html"
    file.write_text(CLEAN.replace('[Event "Clean"]\n', ""), "utf-8")
    run(file, "--report", report)
    assert ">决赛 &lt;1&gt;</h1>" in report.read_text("utf-8")


def test_what_a_hand_silences_is_reported_all_the_same(tmp_path: Path) -> None:
    file, report = tmp_path / "a.sjn", tmp_path / "report.html"
    file.write_text(GAME.replace('[SJN "1"]', '[SJN "1"]\n[X-Ignore "*"]', 1), "utf-8")
    run(file, "--report", report, "--lang", "en")
    assert "12 offences" in report.read_text("utf-8")


def test_files_that_cannot_be_read_are_named(match: Path, tmp_path: Path) -> None:
    report, empty = tmp_path / "report.html", tmp_path / "empty.txt"
    empty.write_bytes(b"")
    result = run(match, tmp_path / "missing.sjn", empty, "--report", report, "--lang", "en")
    assert result.exit_code == 3
    html = report.read_text("utf-8")
    assert "missing.sjn" in html
    assert "12 offences" in html


def test_from_standard_input(tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    assert run("-", "--report", report, stdin=CLEAN).exit_code == 0
    assert "Clean" in report.read_text("utf-8")


def test_where_it_cannot_be_written_the_status_says_so(match: Path, tmp_path: Path) -> None:
    result = run(match, "--report", tmp_path / "nowhere" / "report.html")
    assert result.exit_code == 3
    assert "report.html: No such file or directory" in result.stderr


def test_it_is_on_one_rule_set(match: Path, tmp_path: Path) -> None:
    result = run(match, "--report", tmp_path / "report.html", "--against", "standard")
    assert result.exit_code == 2
    assert "--against" in result.stderr
    assert not (tmp_path / "report.html").exists()


def test_the_text_proposes_the_penalty_too(tmp_path: Path) -> None:
    file = tmp_path / "hand.sjn"
    text = dict(samples())["teaching.sjn"].decode()
    file.write_text(text.replace('[Rules "standard"]', '[Rules "hbut_2013; throw_allowed=yes"]'), "utf-8")
    lines = [line.strip() for line in run(file, "--lang", "zh").stdout.splitlines()]
    assert (
        "罚则 十二(二)3：本副即告结束，庄家方继续坐庄，东西方升 2 级（须在重新洗牌之前提出）"
        "；照此计分：下副东西方坐庄，升 2 级，级数：南北方 5，东西方 9" in lines
    )
