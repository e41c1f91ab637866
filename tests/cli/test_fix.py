"""`paipu fix`: mends form and missing tags, shows it as a diff, and never touches what was played."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from paipu.cli.diff import unified
from paipu.cli.fix import fix
from paipu.grammar import Record, dumps, loads
from paipu.records.repair import repair, what_was_played
from tests.strategies import full_hands, records

ROOT = Path(__file__).parents[2]
HEAD = '[SJN "1"]\n[Hand "1"]\n[Rules "hbut_2013"]\n[Levels "NS:2 EW:2"]\n'
PLAYED = "\nTricks:\n1. N SA / W S3 / S S5 / E S7\n= *\n"
slow = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=40)


def run(*arguments: str, text: str | bytes | None = None) -> Result:
    return CliRunner().invoke(fix, [*arguments, "--lang", "en"], input=text)


def added(text: str) -> dict[str, str]:
    [record] = loads(text)
    return {tag.name: tag.value for tag in repair(record).added}


# --- what is mended -------------------------------------------------------------------------------


def test_nothing_to_mend_is_silent(tmp_path: Path) -> None:
    path = tmp_path / "a.sjn"
    path.write_text(HEAD + PLAYED)
    result = run(str(path))
    assert (result.exit_code, result.output) == (0, "")


def test_spellings_and_tags_as_a_diff() -> None:
    result = run("-", text='[Level "8"]\n亮主:\n14 南 ♥8\n' + PLAYED.replace("N SA", "北 ♠A"))
    assert result.exit_code == 1
    assert result.stdout.splitlines()[:2] == ["--- -", "+++ -"]
    changed = {line for line in result.stdout.splitlines()[3:] if line[0] in "+-"}
    assert changed >= {'+[SJN "1"]', '+[Trump "H"]', "-14 南 ♥8", "+Bids:", "+14 S H8"}
    assert ' [Level "8"]' in result.stdout
    assert 'hand 1: [SJN "1"] added' in result.stderr
    assert 'hand 1: [Trump "H"] added' in result.stderr


def test_values_of_tags_are_spelled_as_the_notation_does() -> None:
    tags = '[SJN "1"]\n[Event "打10"]\n[Levels "南北：10 东西：A"]\n'
    tags += '[Level "打10"]\n[Dealer "北家"]\n[Trump "红桃"]\n'
    result = run("-", text=tags + PLAYED)
    changed = {line for line in result.stdout.splitlines()[3:] if line[0] in "+-"}
    assert changed == {
        *('-[Levels "南北：10 东西：A"]', '-[Level "打10"]', '-[Dealer "北家"]', '-[Trump "红桃"]'),
        *('+[Levels "NS:T EW:A"]', '+[Level "T"]', '+[Dealer "N"]', '+[Trump "H"]'),
    }
    assert 'hand 1: now spelled [Trump "H"]' in result.stderr


def test_a_value_that_means_nothing_or_is_plain_stays() -> None:
    tags = '[SJN "1"]\n[Levels "EW:5 NS:8"]\n[Level "8"]\n[Dealer "庄家"]\n[Trump "red"]\n'
    result = run("-", text=tags + PLAYED)
    assert (result.exit_code, result.output) == (0, "")


def test_colours_where_there_is_a_terminal() -> None:
    result = CliRunner().invoke(fix, ["-"], input=PLAYED, color=True)
    assert "\x1b[32m+" in result.stdout


def test_the_dealer_of_the_first_hand_and_the_level_follow() -> None:
    assert added(HEAD + "\nBids:\n9 W S22\n\nBury:\nW S3\n" + PLAYED) == {
        "Dealer": "W",
        "Level": "2",
        "Trump": "S",
    }


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        (HEAD.replace('[Hand "1"]\n', "") + "\nBids:\nW S2\n", "Dealer"),
        (HEAD.replace('[Rules "hbut_2013"]\n', "") + "\nBids:\nW S2\n", "Dealer"),
        (HEAD + "\nBids:\nW S2\n\nBury:\nN S3\n", "Dealer"),
        (HEAD + "\nBids:\nW S?\n", "Trump"),
        (HEAD + "\nBids:\nW S5\n", "Level"),
        (HEAD + '[Level "2"]\n\nBids:\nW S2H2\n', "Trump"),
        (HEAD + '[Level "2"]\n\nBids:\nW S22\nN H2\n', "Trump"),  # a single over a pair: in dispute
        ('[SJN "1"]\n[Level "2"]\n\nBids:\nW BB\n', "Trump"),  # without a sheet jokers may mean anything
        (HEAD, "Trump"),
    ],
)
def test_what_is_in_doubt_is_not_added(text: str, missing: str) -> None:
    assert missing not in added(text + PLAYED)


def test_a_tag_that_is_there_is_kept_even_if_wrong() -> None:
    assert added(HEAD + '[Level "5"]\n[Dealer "N"]\n[Trump "D"]\n\nBids:\nW S2\n' + PLAYED) == {}


# --- what is not ----------------------------------------------------------------------------------


@slow
@given(st.one_of(records, full_hands()))
def test_what_was_played_is_never_touched(record: Record) -> None:
    mended = repair(record).record
    assert what_was_played(mended) == what_was_played(record)
    assert set(record.tags) <= set(mended.tags)
    assert repair(mended).added == ()
    assert (mended.deal, mended.kitty, mended.auction, mended.tricks, mended.result) == (
        *(record.deal, record.kitty, record.auction, record.tricks, record.result),
    )


@settings(slow, max_examples=15)
@given(st.lists(records, min_size=1, max_size=3))
def test_a_file_is_mended_without_touching_what_was_played(hands: list[Record]) -> None:
    text = dumps(hands)
    result = run("-", text=text.encode())
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert result.exit_code in (0, 1)
    mended = applied(text, result.stdout.removesuffix("\n").split("\n")) if result.stdout else text
    assert [what_was_played(one) for one in loads(mended)] == [what_was_played(one) for one in hands]


def test_text_that_does_not_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.sjn"
    path.write_text(HEAD + PLAYED.replace("W S3", "W S1"))
    result = run(str(path), "--write")
    assert result.exit_code == 2
    assert "left as it is" in result.stderr
    assert "W S1" in path.read_text()


def test_a_writer_that_loses_something_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.sjn"
    path.write_text(PLAYED)
    monkeypatch.setattr("paipu.cli.fix.dumps", lambda _: HEAD + PLAYED.replace("SA", "SK"))
    result = run(str(path), "--write")
    assert result.exit_code == 2
    assert "would change the game" in result.stderr
    assert path.read_text() == PLAYED


# --- files ----------------------------------------------------------------------------------------


def test_write_mends_in_place_once(tmp_path: Path) -> None:
    path = tmp_path / "a.sjn"
    path.write_bytes(PLAYED.replace("\n", "\r\n").encode("utf-16"))
    assert run(str(path), "--write").exit_code == 0
    assert path.read_bytes() == ('[SJN "1"]\n' + PLAYED).encode()
    again = run(str(path), "--write")
    assert (again.exit_code, again.output) == (0, "")


def test_line_ends_alone_are_said_in_words() -> None:
    result = run("-", text=(HEAD + PLAYED).replace("\n", "\r\n").encode())
    assert (result.exit_code, result.stdout) == (1, "")
    assert "only encoding or line ends differ" in result.stderr


def test_status_of_files_that_cannot_be_opened_and_of_standard_input() -> None:
    assert run("nowhere.sjn").exit_code == 3
    assert run("--write", "-", text=PLAYED).exit_code == 2


def test_the_diff_of_a_match_shows_only_what_changes() -> None:
    match = '[SJN "1"]\n[Match "m"]\n[Event "all"]\n\n'
    hand = HEAD.replace('[Hand "1"]\n', "") + PLAYED
    text = match + hand + "\n" + hand.replace(" / ", "/") + "\n" + match.replace('"m"', '"n"') + hand
    lines = run("-", text=text).stdout.splitlines()
    assert [line[:4] for line in lines if line[0] in "+-"] == ["--- ", "+++ ", "-1. ", "+1. "]


# --- the diff -------------------------------------------------------------------------------------

patch_tool = shutil.which("patch")
line_lists = st.lists(st.sampled_from(["a\n", "b\n", "c\n", "\n"]), max_size=12).map("".join)


@settings(deadline=None, max_examples=40)
@example([("a\n", ""), ("", "a\n")], "", "")
@given(
    st.lists(st.tuples(line_lists, line_lists), max_size=4),
    st.sampled_from(["", "x"]),
    st.sampled_from(["", "y"]),
)
def test_applying_the_diff_gives_the_new_text(blocks: list[tuple[str, str]], end: str, new_end: str) -> None:
    blocks = [*blocks, (end, new_end)]
    before, after = ("".join(column) for column in zip(*blocks, strict=True))
    lines = list(unified("a", blocks))
    assert bool(lines) == (before != after)
    assert applied(before, lines) == after


def applied(text: str, lines: list[str]) -> str:
    """What a diff makes of a text, by the letter of the format."""
    old = text.split("\n")
    old = [*(line + "\n" for line in old[:-1]), *filter(None, old[-1:])]
    new: list[str] = []
    at = 0
    for number, line in enumerate(lines[2:], 2):
        follows = lines[number + 1] if number + 1 < len(lines) else ""
        content = line[1:] + ("" if follows.startswith("\\") else "\n")
        if line.startswith("@@"):
            start, _, count = line.split()[1][1:].partition(",")
            begin = int(start) - (count != "0")
            new += old[at:begin]
            at = begin
        elif line[0] in " -":
            assert old[at] == content
            at += 1
        if line[0] in " +":
            new.append(content)
    return "".join([*new, *old[at:]])


@pytest.mark.skipif(patch_tool is None, reason="the program patch is not here")
def test_the_diff_is_one_that_patch_takes(tmp_path: Path) -> None:
    text = dumps(loads((ROOT / "records/samples/rooms_three_rounds.sjn").read_bytes()))
    path = tmp_path / "a.sjn"
    path.write_text(text.replace(" / ", "/").replace("\n\n[SJN", "\n\n\n[SJN"), encoding="utf-8")
    result = run(str(path))
    assert result.exit_code == 1
    assert patch_tool is not None
    subprocess.run([patch_tool, "-s", str(path)], input=result.stdout.encode(), check=True)
    assert run(str(path)).output == ""
