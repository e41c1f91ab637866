"""What a verdict may weigh where a sheet is silent: on triples, throws and longer tractors."""

from __future__ import annotations

from typing import Any

import pytest

from paipu.grammar import loads
from paipu.replay import audit
from paipu.replay.judge import judge

# Only `trade_union_stripped` (L14) speaks of following throws, only `highest_level_timed` (L188) of triples;
# standard and the programs decide everything.
_SHEETS = [
    "annex3_sixteen_hands",
    "clockwise_ace_to_king",
    "discussion_draft",
    "eighty_points",
    "hbut_2013",
    "highest_level_timed",
    "joker_declare",
    "minzhengbu",
    "online_basic",
    "pass_five",
    "pass_ten",
    "point_cards",
    "signal_cards",
    "super_edition",
    "swiss_8_rounds",
    "tractor_intro",
    "trade_union_stripped",
    "two_team",
]


def follow(rules: str, lead: str, hand: str, play: str, level: str = "4") -> dict[str, Any]:
    return judge(
        {
            "kind": "follow",
            "rules": rules,
            "trump": "H",
            "level": level,
            "lead": lead,
            "hand": hand,
            "play": play,
        }
    )


def named(answer: dict[str, Any]) -> list[str]:
    return [entry["parameter"] for entry in answer.get("rests_on", [])]


@pytest.mark.parametrize("rules", _SHEETS)
def test_a_pair_owed_to_a_triple_is_certain_only_where_a_sheet_says_so(rules: str) -> None:
    answer = follow(rules, "SAAK", "S77632", "S632")
    assert answer["legal"] is False
    assert answer["certain"] is (rules in ("highest_level_timed", "trade_union_stripped"))
    assert named(answer) == ([] if answer["certain"] else ["follow_throw"])


@pytest.mark.parametrize("rules", _SHEETS)
def test_a_pair_owed_to_a_throw_is_certain_only_where_a_sheet_says_so(rules: str) -> None:
    answer = follow(rules, "SAAJ", "S77632", "S632")
    assert (answer["legal"], answer["certain"]) == (False, rules == "trade_union_stripped")


@pytest.mark.parametrize("rules", _SHEETS)
def test_a_pair_owed_to_a_pair_and_the_suit_owed_to_a_throw_are_certain(rules: str) -> None:
    pair, suit = follow(rules, "SAA", "S77632", "S63"), follow(rules, "SAAK", "S77632D9", "S77D9")
    assert [(a["legal"], a["certain"]) for a in (pair, suit)] == [(False, True)] * 2
    assert suit["findings"][0]["code"] == "follow.suit"


def test_what_every_value_forbids_or_allows_is_certain() -> None:
    assert follow("pass_five", "SAAK", "S77632", "S773")["certain"]
    assert follow("pass_five", "SAAK", "S763", "S763")["certain"]


@pytest.mark.parametrize("rules", ["minzhengbu", "hbut_2013", "pass_ten"])
def test_pairs_instead_of_a_shorter_tractor_rest_on_what_no_clause_says(rules: str) -> None:
    answer = follow(rules, "SAAKKQQ", "S7766JJ993", "S77JJ99")
    assert (answer["legal"], answer["certain"], named(answer)) == (True, False, ["follow_longer_tractor"])
    assert follow(rules, "SAAKKQQ", "S7766JJ993", "S7766JJ")["certain"]


def test_where_all_is_decided_a_throw_accuses() -> None:
    for rules in ("standard", "botzone", "jerryyyu"):
        answer = follow(rules, "SAAK", "S77632", "S632")
        assert (answer["legal"], answer["certain"]) == (False, True)


def test_the_audit_weighs_as_the_judge_does() -> None:
    text = """[SJN "1"]
[Rules "{}"]
[Level "4"]
[Trump "H"]
[Dealer "N"]

Tricks:
1. N SAAK / W S632 / S S985 / E STT5
2. N SQ / W S7 / S SK / E SJ
3. N CA / W C3 / S C5 / E C6
4. N CA / W S7 / S C7 / E C8
= *
"""
    for rules, severity in (("pass_five", "note"), ("joker_declare", "note"), ("standard", "error")):
        found = [
            finding
            for finding in audit(loads(text.format(rules))[0]).findings
            if (finding.code, finding.seat) == ("follow.pair", "W")
        ]
        assert [f.severity for f in found] == [severity], rules
    record = loads(text.format("pass_five"))[0]
    (note,) = [f for f in audit(record).findings if f.code == "follow.pair"]
    assert (note.parameter, note.status) == ("follow_throw", "filled")


@pytest.mark.parametrize(
    ("rules", "lead", "fine"),
    [
        ("standard", "SKD3", False),
        ("hbut_2013", "SK3", False),
        ("hbut_2013", "HAAK", False),
        ("hbut_2013", "SAAK", True),
        ("standard", "SK3", True),
    ],
)
def test_a_lead_that_no_rule_knows_is_said(rules: str, lead: str, fine: bool) -> None:
    answer = follow(rules, lead, "S7632", "S76" if lead in ("SKD3", "SK3") else "S632")
    assert answer.get("lead_legal", True) is fine
    assert answer["answer"].get("lead_legal", True) is fine
