"""The header index names the hands that `loads` finds, one for one, and where they stand."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path
from time import perf_counter

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from paipu.grammar import Record, dumps, loads
from paipu.grammar.encoding import decode
from paipu.grammar.headers import Header, hand_at, iter_headers
from tests.strategies import full_hands, records

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "tests/data/sjn").rglob("*.sjn"))
SAMPLES = sorted((ROOT / "records/samples").glob("*.sjn"))
slow = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=20)

HAND = '[SJN "1"]\n[Event "%s"]\n\nTricks:\n1. N SA / W S3 / S S5 / E S7\n= 5\n'
PIECES = (
    *(
        HAND % "a",
        HAND % "大王",
        "\n",
        "  \n",
        "junk\n",
        "{a comment}\n",
        "{open\n",
        "= 80\n",
        "= *{two\nlines}\n",
    ),
    *(
        '［SJN "1"］\n',
        '[SJN "1"]\n',
        "1. N SA / W S3\n",
        "[Event “x”]\n",
        "= nothing\n",
        "\u3000＝ 5\n",
        "x",
        "\x1c\n",
    ),
    *(
        '[SJN "1"]\n[Match "m"]\n[Event "all"]\n',
        '[SJN "1"]\n[Match ""]\n\n{of the match}\n',
        '[Match "n"]\n',
    ),
    *("Deal:\nE SA\n", '{[%ignore]}\n[SJN "1"]\n= *\n', '[Late "x"]\n'),
)


def agree(data: bytes) -> list[Header]:
    """The headers of a file, after comparing them with what `loads` says."""
    headers = list(iter_headers(data))
    read = loads(data)
    assert len(headers) == len(read)
    text = decode(data)[0]
    for header, record in zip(headers, read, strict=True):
        part = data[header.offset : header.offset + header.size]
        assert "".join(decode(part.decode(header.encoding).encode())[0].split()) == "".join(
            record.source.split()
        )
        assert hand_at(data, header) == record
        if header.encoding == "utf-8":
            [alone] = loads(part)
            assert replace(alone, inherited=record.inherited) == record
        assert (header.tags, header.inherited) == (record.tags, record.inherited)
        source = text.split("\n")[header.line - 1]
        assert record.source.startswith(source)
    return headers


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_headers_of_samples(path: Path) -> None:
    agree(path.read_bytes())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "gb18030"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_headers_of_files_in_every_encoding(path: Path, encoding: str, end: str) -> None:
    text = path.read_text("utf-8").replace("\n", end)
    data = text.encode(encoding)
    agree(b"\xfe\xff" + data if encoding == "utf-16-be" else data)


@slow
@given(st.lists(st.one_of(records, full_hands()), max_size=4))
def test_headers_of_written_files(hands: list[Record]) -> None:
    headers = agree(dumps(hands).encode())
    assert [header.tags for header in headers] == [record.tags for record in hands]


@settings(deadline=None, max_examples=150)
@example(["{open\n", '[Match "n"]\n', '[SJN "1"]\n\n= 5\n'])
@given(st.lists(st.sampled_from(PIECES), max_size=9))
def test_headers_of_files_in_disorder(pieces: list[str]) -> None:
    agree("".join(pieces).encode())


@slow
@given(st.one_of(st.binary(), st.text().map(str.encode)))
def test_noise_gives_as_many_headers_as_hands(noise: bytes) -> None:
    assert len(list(iter_headers(noise))) == len(loads(noise))


def test_a_plain_file_is_not_split(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fast road is taken: neither `split` nor `loads` is asked."""

    def never(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("paipu.grammar.headers.split", never)
    monkeypatch.setattr("paipu.grammar.headers.loads", never)
    data = "\n".join(HAND % number for number in range(50)).encode()
    headers = list(iter_headers(data))
    assert [header.tag("Event") for header in headers] == [str(number) for number in range(50)]
    assert [header.line for header in headers] == [1 + 7 * number for number in range(50)]


def test_headers_of_an_open_file(tmp_path: Path) -> None:
    data = b"".join([(HAND % "a").encode(), b"\n", (HAND % "b").encode()])
    path = tmp_path / "match.sjn"
    path.write_bytes(data)
    with path.open("rb") as file:
        file.read(10)
        assert list(iter_headers(file)) == list(iter_headers(data))
    assert list(iter_headers(io.BytesIO(data))) == list(iter_headers(data))
    path.write_bytes(b"")
    with path.open("rb") as file:
        assert list(iter_headers(file)) == []


def test_damaged_utf_16_still_has_offsets_inside_the_file() -> None:
    data = b"\xff\xfe" + (HAND % "a").encode("utf-16-le") + b"\x00\xd8" + "\n".encode("utf-16-le") + b"x"
    headers = list(iter_headers(data))
    assert len(headers) == len(loads(data))
    assert all(header.offset + header.size <= len(data) for header in headers)


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_damaged_utf_8_keeps_its_offsets(mark: bytes) -> None:
    hand = (HAND % "春季联赛").encode()
    data = mark + hand.replace("季".encode(), "季".encode()[1:]) + b"\n" + hand
    headers = list(iter_headers(data))
    assert [hand_at(data, header) for header in headers] == loads(data)
    assert [header.tags for header in headers] == [record.tags for record in loads(data)]
    assert data[headers[1].offset :] == hand


def test_latin_1_is_the_last_resort() -> None:
    data = b'[SJN "1"]\n[Event "caf\xe9 \xff"]\n= *\n'
    [header] = iter_headers(data)
    assert header.encoding == "latin-1"
    assert header.tag("Event") == "café ÿ"
    assert hand_at(data, header).tag("Event") == "café ÿ"


@pytest.mark.parametrize(
    "piece", ["{\n", "[SJN \n", "= 5\n{", "\n= {", '[SJN "1"]\n{x}\n', '[SJN "1"]\n= 5\n{']
)
def test_hostile_files_take_no_longer_than_reading_them(piece: str) -> None:
    data = (piece * (4_000 // len(piece))).encode()
    start = perf_counter()
    hands = len(loads(data))
    between = perf_counter()
    assert len(list(iter_headers(data))) == hands
    assert perf_counter() - between < 10 * (between - start) + 2
