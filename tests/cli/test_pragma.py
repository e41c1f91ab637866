"""The tag that silences findings: not listed, still counted, and powerless against errors."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from paipu.cli.main import main

HAND = '[SJN "1"]\n[Odd "x"]\n%s\nTricks:\n1. N SA / W S3 / S S5 / E S7\n3. E S2 / N S4 / W S6 / S S8\n= *\n'
REVOKE = (
    '[SJN "1"]\n[Level "2"]\n[Trump "H"]\n[Rules "standard"]\n%s\nDeal:\nW S3 C4\n'
    "\nTricks:\n1. N SA / W C4 / S S5 / E S7\n2. N SK / W S3 / S S6 / E S8\n= *\n"
)


def run(text: str, *arguments: str) -> Result:
    return CliRunner().invoke(main, [*arguments, "--lang", "en"], input=text)


def ignore(codes: str) -> str:
    return f'[X-Ignore "{codes}"]\n'


def test_without_the_tag_both_are_listed() -> None:
    result = run(HAND % "", "check", "-")
    assert result.exit_code == 1
    assert result.stdout.endswith("-: 1 hand, 1 warning, 1 note\n")


@pytest.mark.parametrize(
    "codes", ["text.trick_number text.unknown_tag", "text.*", "*", "text.unknown_tag,text.tri*"]
)
def test_silenced_findings_are_counted_but_not_listed(codes: str) -> None:
    result = run(HAND % ignore(codes), "check", "-")
    assert (result.exit_code, result.stdout) == (0, "-: 1 hand, clean, 2 silenced\n")


def test_one_code_leaves_the_others() -> None:
    result = run(HAND % ignore("text.unknown_tag"), "check", "-")
    assert result.exit_code == 1
    assert result.stdout.count("\n") == 2
    assert result.stdout.endswith("-: 1 hand, 1 warning, 1 silenced\n")


def test_the_pragma_of_one_hand_is_not_that_of_the_next() -> None:
    result = run(HAND % ignore("text.*") + "\n" + HAND % "", "check", "-")
    assert result.exit_code == 1
    assert result.stdout.endswith("-: 2 hands, 1 warning, 1 note, 2 silenced\n")


def test_in_json_they_are_marked_and_the_verdict_stays() -> None:
    [with_it] = json.loads(run(HAND % ignore("text.*"), "check", "-", "--format", "json").stdout)
    [without] = json.loads(run(HAND % "", "check", "-", "--format", "json").stdout)
    assert [finding["silenced"] for finding in with_it["findings"]] == [True, True]
    assert with_it["counts"] == {"error": 0, "warning": 0, "note": 0, "silenced": 2}
    assert without["counts"] == {"error": 0, "warning": 1, "note": 1, "silenced": 0}
    assert with_it["verdict"] == without["verdict"] == "findings"


def test_an_error_in_the_text_stays_one() -> None:
    text = HAND.replace("W S3", "W S1") % ignore("*")
    result = run(text, "check", "-")
    assert result.exit_code == 2
    assert "clean" not in result.stdout
    assert "(1 error)" in result.stdout


def test_the_audit_is_silenced_the_same_way() -> None:
    loud = run(REVOKE % "", "audit", "-")
    silent = run(REVOKE % ignore("follow.* deal.*"), "audit", "-")
    assert loud.exit_code == silent.exit_code == 2
    assert "follow.suit" in loud.stdout
    assert "follow.suit" not in silent.stdout
    assert "errors)" in silent.stdout.splitlines()[-1]
    assert "clean" not in silent.stdout
    [hand] = json.loads(run(REVOKE % ignore("follow.*"), "audit", "-", "--format", "json").stdout)
    marked = [finding for finding in hand["findings"] if finding["code"] == "follow.suit"]
    assert [finding["silenced"] for finding in marked] == [True]
    assert hand["verdict"] == "findings"


def test_chinese_says_it_too() -> None:
    result = CliRunner().invoke(main, ["check", "-", "--lang", "zh"], input=HAND % ignore("*"))
    assert result.stdout == "-: 1 局，无问题，2 条已屏蔽\n"
