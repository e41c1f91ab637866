"""Incidents in a record: a ruling as the sheet has it passes, another one is the one finding."""

from __future__ import annotations

from itertools import product

import pytest

from paipu.grammar import loads
from paipu.grammar.cards import Seat, side_of
from paipu.replay import Audit, audit, audit_hands
from paipu.replay.incidents import INCIDENT_TYPES, Incident, IncidentType, Penalty, penalty
from paipu.replay.rules import load_rules, rule_ids

DEALER: Seat = "E"
DEALERS, ATTACKERS = "EW", "NS"
FOUND = ("before_next", "after_next", "trick_end", "later_trick", "after_hand", "after_reshuffle")


def one_hand(rules: str, *incidents: str, result: str = "= ?", level: str = "6") -> Audit:
    tags = f'[SJN "1"]\n[Rules "{rules}"]\n[Hand "4"]\n[Levels "NS:8 EW:{level}"]\n'
    tags += f'[Level "{level}"]\n[Dealer "E"]\n'
    return audit(loads(tags + "\n" + "\n".join(["Bids:", *incidents, result, ""]))[0])


def written(due: Penalty, at_fault: Seat) -> str:
    """The fields of a ruling that follows the sheet."""
    fields = []
    if due.points:
        fields.append(f"points={due.points if side_of(at_fault) == DEALERS else -due.points}")
    if due.levels:
        levels = [f"{s}{n:+}" if isinstance(n, int) else f"{s}:{n}" for s, n in due.levels.items()]
        fields.append(f'levels="{" ".join(levels)}"')
    if due.deal in ("attackers", "dealer_side"):
        fields.append(f"deal={ATTACKERS if due.deal == 'attackers' else DEALERS}")
    if due.replay:
        fields.append("replay=yes")
    return " ".join(fields)


def due_of(rules: str, kind: IncidentType, seat: Seat, found: str) -> Penalty:
    entry = Incident(
        type=kind,
        side=side_of(seat),
        dealer_side=side_of(DEALER),
        seat=seat,
        dealer=DEALER,
        found=found,  # type: ignore[arg-type]
        level="6",
        hand_no=4,
    )
    return penalty(entry, load_rules(rules))


SPEAKING = {
    "clockwise_ace_to_king",
    "discussion_draft",
    "eighty_points",
    "hbut_2013",
    "highest_level_timed",
    "minzhengbu",
    "pass_ten",
}
"""Sheets with figures for faults (params.md 5.3)."""
SHEETS = [each for each in rule_ids() if load_rules(each).kind == "sheet"]


@pytest.mark.parametrize("rules", SHEETS)
def test_a_ruling_by_the_sheet_passes_and_another_is_the_one_finding(rules: str):
    ruled = 0
    for kind, seat, found in product(INCIDENT_TYPES, ("E", "N"), FOUND):
        due = due_of(rules, kind, seat, found)
        fields = written(due, seat)
        if not fields:
            continue
        ruled += 1
        line = f"<{kind} {seat} found={found} {{}}>"
        clean = one_hand(rules, line.format(fields))
        codes = [f.code for f in clean.findings if f.severity == "error" and f.phase != "match"]
        assert codes == [], (kind, seat, found, fields)
        if due.points:
            off = one_hand(rules, line.format(f"points={due.points + 5}"))
            assert [f.code for f in off.findings if f.code.startswith("incident")] == ["incident.points"]
        if due.deal in ("attackers", "dealer_side"):
            other = DEALERS if due.deal == "attackers" else ATTACKERS
            off = one_hand(rules, line.format(f"deal={other}"))
            assert [f.code for f in off.findings if f.code.startswith("incident")] == ["incident.deal"]
    assert ruled or rules not in SPEAKING


@pytest.mark.parametrize("rules", SHEETS)
def test_where_the_sheet_is_silent_every_ruling_passes(rules: str):
    for kind, seat in product(INCIDENT_TYPES, ("E", "N")):
        if "none_given" in due_of(rules, kind, seat, "later_trick").effects:
            done = one_hand(rules, f"<{kind} {seat} found=later_trick points=10 levels=NS+1>")
            assert [f.code for f in done.findings if f.code.startswith("incident")] == []


@pytest.mark.parametrize(
    ("rules", "line", "code", "severity"),
    [
        # 十二(二)4: after the next shuffle nothing changes.
        ("hbut_2013", "<revoke E found=after_reshuffle points=10>", "incident.points", "error"),
        # 二.2: 20 points over 30 seconds, and not under them.
        ("discussion_draft", "<timeout N action=play seconds=31 points=-20>", None, None),
        ("discussion_draft", "<timeout N action=play seconds=29 points=-20>", "incident.points", "error"),
        ("discussion_draft", "<timeout E action=bury seconds=91 points=20>", None, None),
        # The sign against the sheet may be the size of the fine alone: a note.
        ("discussion_draft", "<timeout N action=play seconds=31 points=20>", "incident.points", "note"),
        # L521: a wrong bury loses the deal.
        ("clockwise_ace_to_king", "<wrong_bury E count=9 deal=NS>", None, None),
        ("clockwise_ace_to_king", "<wrong_bury E count=9 deal=EW>", "incident.deal", "error"),
        # 八 (L494): -1 level.
        ("pass_ten", "<take_back N levels=NS-1>", None, None),
        ("pass_ten", "<take_back N levels=NS-2>", "incident.levels", "error"),
        # No clause: the referee's own.
        ("swiss_8_rounds", "<revoke E points=40>", None, None),
    ],
)
def test_rulings_clause_by_clause(rules: str, line: str, code: str | None, severity: str | None):
    found = [(f.code, f.severity) for f in one_hand(rules, line).findings if f.code.startswith("incident")]
    assert found == ([(code, severity)] if code else [])


def test_minzhengbu_sets_a_dealer_side_at_jack_back_to_2():
    """十四: at J the dealer side drops to 2 and the attackers do not go up."""
    right = one_hand("minzhengbu", "<revoke E found=later_trick deal=NS levels=EW:2>", level="J")
    assert [f.code for f in right.findings if f.severity == "error"] == []
    wrong = one_hand("minzhengbu", "<revoke E found=later_trick deal=NS levels=NS+5>", level="J")
    assert [f.code for f in wrong.findings if f.severity == "error"] == ["incident.levels"]


def test_points_by_a_ruling_count():
    """Tricks give 5; a fine of 10 against the dealer side makes 15 (hbut_2013 十二(二)1)."""
    text = """[SJN "1"]
[Rules "hbut_2013; hand_size=2"]
[Hand "4"]
[Level "2"]
[Dealer "E"]
[Trump "S"]

Tricks:
1. E H5 / N HA / W H3 / S H4
<wrong_play W found=before_next choice=correct points=10>
2. N C3 / W CA / S C4 / E C5
= {}
"""
    for total, codes in (("15", []), ("5", ["score.points"])):
        done = audit(loads(text.format(total))[0])
        assert [f.code for f in done.findings if f.severity == "error"] == codes
        assert done.score.replayed["attackers"] == 15
        assert done.score.replayed["penalty_points"] == 10
    # Without a ruling written nobody knows whether it was waived.
    for total in ("15", "5"):
        done = audit(loads(text.format(total).replace(" points=10", ""))[0])
        assert [f.code for f in done.findings if f.severity == "error"] == []


def test_a_failed_throw_is_not_fined_twice():
    """discussion_draft 一.9: (n-1) x 10; the incident behind the throw repeats the fine the throw has."""
    text = """[SJN "1"]
[Rules "discussion_draft"]
[Hand "4"]
[Level "2"]
[Dealer "E"]
[Trump "S"]

Deal:
E HKQ
N HA3
W H45
S H67
Tricks:
1. E HKQ>HQ / N HA / W H4 / S H6
{}
2. N H3 / W H5 / S H7 / E HK
= *
"""
    for line in ("", "<throw_fail E points=10>"):
        done = audit(loads(text.format(line))[0])
        assert done.score.replayed["penalty_points"] == 10, line
    done = audit(loads(text.format("<throw_fail E points=20>"))[0])
    assert "incident.points" in [f.code for f in done.findings]


CLOCKS = """[SJN "1"]
[Rules "{}"]
[Hand "4"]
[Level "2"]
[Dealer "E"]
[Trump "S"]

Tricks:
1. E HK {{[%emt 0:{}]}} / N HA / W H4 / S H6
= *
"""


@pytest.mark.parametrize(
    ("rules", "seconds", "codes"),
    [
        ("discussion_draft", 30, []),
        ("discussion_draft", 31, ["incident.time"]),
        ("pass_five", 31, ["incident.time"]),
        ("hbut_2013", 59, []),
    ],
)
def test_clocks(rules: str, seconds: int, codes: list[str]):
    done = audit(loads(CLOCKS.format(rules, seconds))[0])
    assert [f.code for f in done.findings if f.severity == "error"] == codes
    if rules == "discussion_draft" and codes:
        # 二.2: 20 points, to the attackers since the dealer overstepped.
        (proposal,) = done.proposals
        assert (proposal.points, proposal.penalty.clause) == (20, "二.2")


REVOKE = """[SJN "1"]
[Rules "{}"]
[Hand "4"]
[Levels "NS:8 EW:6"]
[Level "6"]
[Dealer "E"]
[Trump "S"]

Tricks:
1. E HA / N H3 / W C4 / S H5
2. E C3 / N CA / W H4 / S C5
{}= *
"""


@pytest.mark.parametrize(
    ("rules", "outcome", "remark"),
    [
        # 十二(二)3-4: the attackers take the deal and rise 1, if claimed before the next shuffle.
        ("hbut_2013", {"dealer_next": "NS", "gain": 1}, "before the cards are shuffled"),
        # 二.5: the attackers take the deal.
        ("discussion_draft", {"dealer_next": "NS", "gain": 0}, ""),
        # 十四: the other side +5.
        ("minzhengbu", {"dealer_next": "NS", "gain": 5}, ""),
    ],
)
def test_a_revoke_that_the_audit_finds_gets_the_penalty_of_the_sheet(
    rules: str, outcome: dict[str, object], remark: str
):
    done = audit(loads(REVOKE.format(rules, ""))[0])
    (proposal,) = done.proposals
    assert done.findings[proposal.finding].code == "follow.suit"
    assert remark in proposal.remark
    assert proposal.penalty.to_dict()["deal"] == "attackers"
    assert proposal.to_dict()["message_zh"]


def test_a_revoke_that_was_ruled_on_is_not_proposed_again():
    ruled = "<revoke W trick=1 found=after_hand deal=NS levels=NS+1>\n"
    done = audit(loads(REVOKE.format("hbut_2013", ruled))[0])
    assert [f.code for f in done.findings if f.severity == "error"] == ["follow.suit"]
    assert done.proposals == ()


def test_where_the_sheet_gives_no_penalty_none_is_proposed():
    assert audit(loads(REVOKE.format("swiss_8_rounds", ""))[0]).proposals == ()


def test_faults_add_up_over_a_match():
    """hbut_2013 十二(二)5: more than three faults lose the game; three do not."""
    hands = [
        f'[SJN "1"]\n[Rules "hbut_2013"]\n[Hand "{n}"]\n[Levels "NS:8 EW:6"]\n[Dealer "E"]\n\n'
        "Bids:\n<wrong_play E found=before_next choice=correct points=10>\n= ?\n"
        for n in (4, 5, 6, 7)
    ]
    three = list(audit_hands(loads("".join(hands[:3]))))[-1]
    four = list(audit_hands(loads("".join(hands))))[-1]
    assert three.result is not None
    assert three.result.winner is None
    assert four.result is not None
    assert four.result.winner == "NS"


def test_a_throw_that_may_cost_the_deal_leaves_the_next_dealer_open():
    """clockwise_ace_to_king L531: by the dealer side a failed throw loses the deal, or costs a fine."""
    text = """[SJN "1"]
[Rules "clockwise_ace_to_king"]
[Hand "4"]
[Levels "NS:5 EW:2"]
[Level "2"]
[Dealer "E"]
[Trump "S"]

Tricks:
1. E HKQ>HQ / S HA / W H4 / N H6
= 10 {}
"""
    for side in ("EW", "NS"):
        done = audit(loads(text.format(side))[0])
        assert "score.dealer" not in [f.code for f in done.findings]


def told(*hands: str) -> list[tuple[str, str]]:
    """Errors and warnings of a match, with the clause."""
    audits = audit_hands(loads("".join(hands)))
    return [(f.code, f.severity) for done in audits for f in done.findings if f.severity != "note"]


def numbered(rules: str, number: int, levels: str, dealer: str, *lines: str) -> str:
    head = f'[SJN "1"]\n[Rules "{rules}"]\n[Hand "{number}"]\n[Levels "{levels}"]\n[Dealer "{dealer}"]\n'
    return head + "\n" + "\n".join(["Bids:", *lines, ""])


def test_faults_of_both_sides():
    """hbut_2013 十二(一)4: both at fault, the hand is dealt again and scrambled for; nobody chooses."""
    both = ["<card_count W count=1>", "<card_count S count=1 replay=yes>", "= *"]
    first = numbered("hbut_2013", 4, "NS:8 EW:6", "E", *both)
    assert told(first, numbered("hbut_2013", 4, "NS:8 EW:6", "S", "= *")) == []
    unnamed = numbered("hbut_2013", 4, "NS:8 EW:6", "E", "<card_count replay=yes>", "= *")
    assert told(unnamed, numbered("hbut_2013", 4, "NS:8 EW:6", "S", "= *")) == []
    # pass_ten 八: nobody rises where both are at fault.
    ten = numbered("pass_ten", 4, "NS:4 EW:6", "E", "<card_count W>", "<card_count S levels=EW+1>", "= ?")
    assert told(ten) == [("incident.levels", "error")]


def test_a_rebellion_is_scrambled_for_or_not():
    """clockwise_ace_to_king L519: 双方争庄. joker_declare L376: the dealer stays."""
    for rules, codes in (("clockwise_ace_to_king", []), ("joker_declare", [("match.dealer", "note")])):
        first = numbered(rules, 5, "NS:5 EW:3", "N", "<rebellion E replay=yes>", "= *")
        after = numbered(rules, 6, "NS:5 EW:3", "E", "40 N S5B", "= *")
        audits = audit_hands(loads(first + after))
        found = [(f.code, f.severity) for a in audits for f in a.findings if f.code == "match.dealer"]
        assert [code for code, _ in found] == [code for code, _ in codes], rules


def test_a_new_deal_within_the_record():
    """highest_level_timed L164: dealt again while cards were drawn; the result is that of the new deal."""
    misdraw = "<misdraw S levels=NS-1 replay=yes>"
    one = numbered("highest_level_timed", 4, "NS:8 EW:6", "E", misdraw, "= 80 NS+0")
    assert told(one, numbered("highest_level_timed", 5, "NS:7 EW:6", "N", "= *")) == []


@pytest.mark.parametrize(
    ("rules", "line", "code"),
    [
        # 十二(二)4: after the next shuffle nothing changes, levels no more than points.
        ("hbut_2013", "<revoke S found=after_reshuffle levels=NS+2>", "incident.levels"),
        ("hbut_2013", "<revoke S found=after_reshuffle deal=EW>", "incident.deal"),
        # L521: a wrong bury loses the deal; there is no fine.
        ("clockwise_ace_to_king", "<wrong_bury E count=9 points=10>", "incident.points"),
        # 二.5: the attackers take the deal, without a level.
        ("discussion_draft", "<revoke E found=later_trick levels=NS+1>", "incident.levels"),
    ],
)
def test_more_was_ruled_than_is_due(rules: str, line: str, code: str):
    done = one_hand(rules, line)
    assert [f.code for f in done.findings if f.code.startswith("incident")] == [code]


def test_faults_of_one_kind_are_counted_by_themselves():
    """pass_ten 五, 七: 累计三次 each of its own kind: two revokes and one card taken back lose nothing."""
    lines = ("<revoke E levels=EW-1>", "<revoke W levels=EW-1>", "<take_back E levels=EW-1>")
    hands = [
        numbered("pass_ten", n, "NS:4 EW:6", "E", line, "= ?")
        for n, line in zip((4, 5, 6), lines, strict=True)
    ]
    last = list(audit_hands(loads("".join(hands))))[-1]
    assert last.result is not None
    assert last.result.winner is None


def test_who_comes_late_and_plays_has_not_forfeited():
    """hbut_2013 十四(一): 15 minutes without a reason; the referee excused it."""
    late = '<late E minutes=20 ruling="excused, play on">'
    one = numbered("hbut_2013", 9, "NS:K EW:A", "E", late, "= 60 EW+1").replace(
        "[Dealer", '[Winner "EW"]\n[Dealer'
    )
    assert told(one) == []
    gone = numbered("hbut_2013", 1, "NS:2 EW:2", "E", "<forfeit EW>", "= *")
    done = list(audit_hands(loads(gone)))[-1]
    assert done.result is not None
    assert (done.result.winner, done.result.points) == ("NS", {"NS": 2, "EW": 0})
