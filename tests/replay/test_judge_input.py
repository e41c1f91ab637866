"""Questions that cannot be read: an error object each, never an exception, and the stream goes on."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from paipu.cli.main import main
from paipu.replay.judge import KINDS, judge

STRANGE: list[Any] = [
    None,
    True,
    0,
    -1,
    3.5,
    "",
    "S",
    "SA",
    "BJ",
    "S1",
    "NT",
    "?",
    [],
    {},
    [None],
    ["SA", 3],
    {"NS": 1},
    "x" * 500,
    ["SA", "S3", "S4"],
    {"throw_allowed": "never"},
    10**30,
]
FIELDS = (
    "kind",
    "rules",
    "set",
    "decks",
    "trump",
    "level",
    "cards",
    "lead",
    "hand",
    "play",
    "others",
    "plays",
    "hand_no",
    "phase",
    "history",
    "seat",
    "kitty",
    "dealer",
    "leader",
    "attackers",
    "dealer_side",
    "levels",
    "overturns",
    "type",
    "side",
    "count",
    "found",
    "choice",
    "points_in_hand",
    "seconds",
    "limit",
    "action",
)
SOUND = {
    "trump": "S",
    "level": "2",
    "cards": "SA",
    "lead": "SA",
    "hand": "SAS3",
    "play": "S3",
    "others": ["", "", ""],
    "plays": ["SA", "S3", "S4", "S5"],
    "seat": "N",
    "kitty": "S5",
    "dealer": "N",
    "leader": "W",
    "attackers": 80,
    "dealer_side": "NS",
    "type": "revoke",
    "hand_no": 2,
    "phase": "deal",
    "history": [],
}


@pytest.mark.parametrize("kind", [*KINDS, "chess", None])
def test_strange_fields(kind: str | None) -> None:
    random = Random(str(kind))
    for number in range(400):
        question: dict[str, Any] = {**SOUND, "kind": kind, "id": number}
        for field in random.sample(FIELDS, random.randint(1, 3)):
            question[field] = random.choice(STRANGE)
        answer = judge(question)
        assert answer["id"] == number
        assert ("error" in answer) != ("answer" in answer), question
        json.dumps(answer)


def test_the_stream_goes_on() -> None:
    good = json.dumps({"id": 7, "kind": "shape", "trump": "S", "level": "2", "cards": "HAA"})
    lines = ["not json", "[1, 2]", '{"id": 3}', "", "[" * 100_000, good]
    result = CliRunner().invoke(main, ["judge"], input="\n".join(lines) + "\n")
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == [None, None, 3, None, 7]
    assert [answer.get("error", {}).get("code") for answer in answers] == [
        "question.json",
        "question.object",
        "question.kind",
        "question.json",
        None,
    ]
    assert answers[-1]["answer"]["shape"] == "pair"
    assert result.exit_code == 0
