"""`paipu serve`: it says where it listens, and takes the next free port unless one is given."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from paipu.cli.serve import address, listen, serve
from paipu.records.sample_games import samples

COMMAND = (sys.executable, "-c", "from paipu.cli.serve import serve; serve()")


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that something listens on."""
    with closing(listen("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


def test_the_next_free_port_is_taken(taken: int) -> None:
    with closing(listen("127.0.0.1", taken, tries=20)) as listener:
        assert taken < listener.getsockname()[1] < taken + 20


def test_one_try_is_one_port(taken: int) -> None:
    with pytest.raises(OSError, match="in use"):
        listen("127.0.0.1", taken)


def test_a_given_port_that_is_taken_is_an_error(taken: int, tmp_path: Path) -> None:
    result = CliRunner().invoke(serve, ["--db", str(tmp_path / "a.sqlite"), "--port", str(taken)])
    assert result.exit_code == 1
    assert f"cannot listen on 127.0.0.1 port {taken}" in result.output
    assert not (tmp_path / "a.sqlite").exists()


def test_an_address_can_be_typed() -> None:
    with closing(listen("127.0.0.1", 0)) as listener:
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", address(listener))


@pytest.mark.skipif(not socket.has_ipv6, reason="no IPv6 in this Python")
def test_an_ipv6_address_has_brackets() -> None:
    try:
        listener = listen("::1", 0)
    except OSError:
        pytest.skip("no IPv6 on this machine")
    with closing(listener):
        assert address(listener).startswith("http://[::1]:")


def heed_interrupts() -> None:
    """What runs in the background of a shell ignores them, and so would its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def status(url: str) -> int:
    with urllib.request.urlopen(url, timeout=60) as answer:
        return int(answer.status)


def test_first_start_loads_the_samples_and_second_does_not(tmp_path: Path) -> None:
    db = tmp_path / "library.sqlite"
    for expected in (f"{len(list(samples()))} sample files", ""):
        process = subprocess.Popen(
            [*COMMAND, "--db", str(db), "--port", "0"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            preexec_fn=heed_interrupts,
        )
        with process:
            assert process.stdout is not None
            try:
                said = []
                while not said or "http://" not in said[-1]:
                    line = process.stdout.readline()
                    assert line, said
                    said.append(line)
                assert (expected in said[0]) if expected else len(said) == 1
                url = re.search(r"http://\S+", said[-1])
                assert url
                with urllib.request.urlopen(url.group(), timeout=20) as answer:
                    assert "botzone_2023.sjn" in answer.read().decode()
                with ThreadPoolExecutor(24) as crowd:  # more at once than there are threads to serve them
                    assert set(crowd.map(status, [url.group()] * 48)) == {200}
            finally:
                process.send_signal(signal.SIGINT)
            assert process.stderr is not None
            assert process.stderr.read() == ""
        assert process.returncode == 0


def test_a_library_that_cannot_be_opened_is_said_in_one_line(tmp_path: Path) -> None:
    game = tmp_path / "a.sjn"
    game.write_text('[SJN "1"]\n= *\n' * 100)
    for db in (tmp_path / "nowhere" / "a.sqlite", game):
        result = CliRunner().invoke(serve, ["--db", str(db), "--port", "0"])
        assert result.exit_code == 3
        assert result.output.startswith(f"Error: {db} cannot be opened as a library: ")
    assert game.read_text() == '[SJN "1"]\n= *\n' * 100
