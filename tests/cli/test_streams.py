"""What the command does with streams that are closed, full, or lack a sign: one line, no traceback."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

HAND = '[SJN "1"]\n[Event "♠"]\n\nTricks:\n1. N ♠A / W H3 / S S5 / E S7\n= 5\n'
PAIPU = f"{shlex.quote(sys.executable)} -c 'from paipu.cli.main import main; main()'"

needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is full")


def shell(command: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a line of shell in which `paipu` is the command, with the hand as its input."""
    command = command.replace("paipu", PAIPU)
    settings = {**os.environ, "LC_ALL": "C.UTF-8", "PYTHONUTF8": "0", **environment}
    return subprocess.run(
        ["sh", "-c", command], input=HAND.encode(), capture_output=True, env=settings, check=False
    )


@pytest.mark.parametrize("verb", ["check", "audit", "fmt", "fix", "export", "import", "judge"])
def test_closed_input_is_an_input_that_cannot_be_read(verb: str) -> None:
    done = shell(f"paipu {verb} - <&-")
    assert (done.returncode, done.stderr) == (3, b"Error: standard input is closed\n")


@needs_full
@pytest.mark.parametrize(
    "command", ["check -", "audit -", "fmt -", "fix -", "export -", "rules list", "--help"]
)
def test_a_full_disk_is_said_in_one_line(command: str) -> None:
    done = shell(f"paipu {command} >/dev/full")
    assert (done.returncode, done.stderr.splitlines()[-1]) == (3, b"Error: No space left on device")
    assert b"Traceback" not in done.stderr


def test_signs_a_terminal_lacks_are_replaced() -> None:
    done = shell("paipu audit - --lang zh", PYTHONIOENCODING="gbk")
    assert done.stderr == b""
    assert "首处：?A / W H3" in done.stdout.decode("gbk")


def test_what_programs_read_is_utf_8_whatever_the_terminal() -> None:
    assert "♠" in shell("paipu fmt -", PYTHONIOENCODING="gbk").stdout.decode()
    found = json.loads(shell("paipu audit - --format json", PYTHONIOENCODING="ascii").stdout.decode())
    assert found[0]["hand"] == 1


@pytest.mark.parametrize("command", ["", "fmt", "rules compare"])
def test_help_has_a_short_name(command: str) -> None:
    # In a process of its own: a command that another test has called by itself keeps its option.
    done = shell(f"paipu {command} -h")
    assert done.returncode == 0
    assert b"-h, --help" in done.stdout
