"""`paipu audit` in words: what a finding stands on; and `--against`, where two sets differ."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from paipu.cli.main import main
from paipu.records.sample_games import samples


@pytest.fixture
def game(tmp_path: Path) -> str:
    return kept(tmp_path, "teaching.sjn")


def kept(folder: Path, name: str) -> str:
    path = folder / name
    path.write_bytes(dict(samples())[name])
    return str(path)


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["audit", *words, *(() if "--lang" in words else ("--lang", "en"))])


# --- what a finding stands on -------------------------------------------------------------------


def test_a_set_without_clauses_is_named(game: str) -> None:
    assert "      follow_pair (standard) · for example" in run(game).stdout
    assert "      follow_pair（standard） · 可出：" in run(game, "--lang", "zh").stdout


def test_a_sheet_is_quoted_by_clause_and_status(game: str) -> None:
    assert "      throw_allowed: 二(二), stated · " in run(game, "--rules", "hbut_2013").stdout
    text = run(game, "--rules", "hbut_2013", "--lang", "zh").stdout
    assert "      throw_allowed: 二(二)，明文 · " in text
    assert "      follow_pair: 八(三)，基本规则 · " in text


def test_an_override_is_called_one(game: str) -> None:
    assert "throw_allowed (overridden)" in run(game, "--rules", "standard; throw_allowed=no").stdout


def test_readings_are_in_the_language_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "a.sjn"
    head = '[SJN "1"]\n[Rules "hbut_2013"]\n[Level "A"]\n[Trump "S"]\n[Dealer "N"]\n\nTricks:\n'
    path.write_text(head + "1. N HKKQ / W H345 / S H678 / E H9TJ\n= *\n", encoding="utf-8")
    assert "top_two_side_ranks: " in run(str(path)).stdout
    assert "top_two_side_ranks：打A时K、Q" in run(str(path), "--lang", "zh").stdout


# --- against ------------------------------------------------------------------------------------


def test_differences_with_their_parameter(game: str) -> None:
    result = run(game, "--against", "hbut_2013")
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[0].endswith("hand 3  [standard → hbut_2013]  3 more, 1 fewer")
    at = next(n for n, line in enumerate(lines) if line.startswith("  + ") and " 3.1 lead.throw" in line)
    assert "error: East throws" in lines[at]
    assert lines[at + 1] == "      throw_allowed: yes [stated] → only_AAK_AKK [二(二) L15, stated]"
    assert "      each of these alone:" in lines
    assert lines[-1] == "1 hand, 1 judged otherwise"


def test_differences_in_chinese(game: str) -> None:
    text = run(game, "--against", "hbut_2013", "--lang", "zh").stdout
    assert "第 3 副  [standard → hbut_2013]  多 3 处，少 1 处" in text
    assert "3.1 lead.throw  违规：东家甩出" in text
    assert "任一项即可：" in text
    assert text.endswith("共 1 副，1 副判定不同\n")


def test_figures_of_the_score(tmp_path: Path) -> None:
    text = run(kept(tmp_path, "rooms_three_rounds.sjn"), "--against", "hbut_2013").stdout
    assert "  = attackers' points: 85 → 125\n      ruff_triple: " in text


def test_agreement_is_success(game: str) -> None:
    result = run(game, "--against", "standard")
    assert result.exit_code == 0
    assert result.stdout.endswith("judged alike\n1 hand, all judged alike\n")


def test_the_first_set_may_be_named(game: str) -> None:
    result = run(game, "--rules", "hbut_2013", "--against", "hbut_2013; throw_allowed=yes")
    assert "[hbut_2013 → hbut_2013; throw_allowed=yes]" in result.stdout
    assert "yes [overridden]" in result.stdout


def test_as_json_and_jsonl(game: str) -> None:
    (found,) = json.loads(run(game, "--against", "hbut_2013", "--format", "json").stdout)
    (line,) = run(game, "--against", "hbut_2013", "--format", "jsonl").stdout.splitlines()
    assert json.loads(line) == found
    assert (found["hand"], found["rules"], found["against"]) == (3, "standard", "hbut_2013")
    assert [change["kind"] for change in found["changes"]].count("appears") == 3
    assert found["changes"][0]["parameters"] == ["throw_allowed"]


def test_what_cannot_be_read_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.sjn"
    path.write_bytes(b"")
    result = run(str(path), "--against", "standard")
    assert result.exit_code == 3
    assert "import.empty" in result.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [(["nowhere"], "no such rule set"), (["standard", "--format", "sarif"], "no SARIF form")],
)
def test_mistakes_of_the_caller(game: str, words: list[str], said: str) -> None:
    result = run(game, "--against", *words)
    assert result.exit_code == 2
    assert said in result.stderr
