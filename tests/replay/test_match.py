"""Matches: what follows from each hand for the next one, by the sheets' figures.

The hands have no plays: a result is written, and the next hand begins with it or not.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from paipu.grammar import loads
from paipu.grammar.findings import Finding
from paipu.replay import Audit, audit_hands, matches


def hand(number: int, levels: str, level: str, dealer: str, result: str, *more: str) -> str:
    tags = [f'[Hand "{number}"]', f'[Levels "{levels}"]', f'[Level "{level}"]', f'[Dealer "{dealer}"]']
    body = [line for line in more if not line.startswith("[")]
    return "\n".join(
        ['[SJN "1"]', *tags, *(line for line in more if line.startswith("[")), "", *body, result, ""]
    )


def judged(rules: str, *hands: str, tags: str = "") -> list[Audit]:
    return list(
        audit_hands(loads(f'[SJN "1"]\n[Match "m"]\n[Rules "{rules}"]\n{tags}\n\n' + "\n".join(hands)))
    )


def told(audits: Iterable[Audit]) -> list[tuple[int, str, str]]:
    """Hand, severity and code of every finding but notes on what is not recorded."""
    return [
        (number, finding.severity, finding.code)
        for number, done in enumerate(audits, 1)
        for finding in done.findings
        if finding.code != "deal.unnamed"
    ]


def only(audits: list[Audit]) -> Finding:
    (found,) = [f for done in audits for f in done.findings if f.severity != "note"]
    return found


# hbut_2013 六(三)-(六), 十(二)-(三): 35 points, the dealer side rises 3 and the partner deals.
CLEAN = [
    hand(1, "NS:2 EW:2", "2", "E", "= 35 EW+3"),
    hand(2, "NS:2 EW:5", "5", "W", "= 80 NS+0"),
    hand(3, "NS:2 EW:5", "2", "S", "= 125 EW+1"),
    hand(4, "NS:2 EW:6", "6", "E", "= 0 EW+5"),
]


def test_hands_that_follow_are_clean():
    assert told(judged("hbut_2013", *CLEAN)) == []


@pytest.mark.parametrize(
    ("number", "old", "new", "code"),
    [
        (1, "NS:2 EW:2", "NS:3 EW:2", "match.start"),
        (2, "EW:5", "EW:4", "match.levels"),
        (2, '[Dealer "W"]', '[Dealer "E"]', "match.dealer"),
        (3, '[Dealer "S"]', '[Dealer "N"]', "match.dealer"),
        (3, '[Dealer "S"]', '[Dealer "E"]', "match.dealer"),
    ],
)
def test_a_hand_that_does_not_follow(number: int, old: str, new: str, code: str):
    hands = list(CLEAN)
    assert old in hands[number - 1]
    hands[number - 1] = hands[number - 1].replace(old, new)
    if new == '[Dealer "E"]' and number == 3:
        hands[2] = hands[2].replace('[Level "2"]', '[Level "5"]').replace("= 125 EW+1", "= *")
    if code in ("match.levels", "match.start"):
        # The other tags and later hands follow from what is written here.
        hands[number - 1] = hands[number - 1].replace('[Level "5"]', '[Level "4"]')
        hands = hands[:number]
    found = only(judged("hbut_2013", *hands[:number]))
    assert (found.code, found.severity, found.phase) == (code, "error", "match")


def test_the_dealer_is_weighed_by_what_the_sheet_says():
    """Who of the side deals next is filled in where a sheet is silent: a note."""
    hands = [hand(1, "NS:2 EW:2", "2", "E", "= 35 EW+2"), hand(2, "NS:2 EW:4", "4", "E", "= *")]
    assert told(judged("swiss_8_rounds", *hands)) == [(2, "note", "match.dealer")]
    assert told(judged("trade_union_stripped", *hands)) == [(2, "error", "match.dealer")]
    # Named by its result alone, no seat can be wrong.
    assert told(judged("online_basic", *hands)) == []


def test_each_hand_is_judged_by_the_hand_before_as_written():
    """A rise written wrongly is one fault: what follows from it is none."""
    hands = [
        hand(1, "NS:2 EW:2", "2", "E", "= 35 EW+1"),
        hand(2, "NS:2 EW:3", "3", "W", "= 80 NS+0"),
        hand(3, "NS:2 EW:3", "2", "S", "= *"),
    ]
    audits = judged("trade_union_stripped", *hands)
    assert [entry for entry in told(audits) if entry[1] == "error"] == [(1, "error", "score.gain")]


@pytest.mark.parametrize(
    ("gain", "codes"), [(1, ["score.gain"]), (3, []), (4, []), (5, []), (6, ["score.gain"])]
)
def test_a_rise_without_a_recorded_auction(gain: int, codes: list[str]):
    """hbut_2013 六: 35 points give 3, an overturn after the bury one more, and 5 are the most."""
    one = hand(3, "NS:2 EW:2", "2", "E", f"= 35 EW+{gain}")
    assert [code for _, severity, code in told(judged("hbut_2013", one)) if severity == "error"] == codes


@pytest.mark.parametrize(("points", "codes"), [("80", []), ("83", ["score.fives"])])
def test_points_come_in_fives(points: str, codes: list[str]):
    one = hand(3, "NS:2 EW:2", "2", "E", f"= {points} NS+0")
    assert [code for *_, code in told(judged("trade_union_stripped", one))] == codes


def test_no_match_is_won_where_only_time_ends_it():
    """discussion_draft L318: the higher level when time is up; A is no end."""
    for level in ("A", "2", "3"):  # what follows on A is not said
        second = hand(12, f"NS:{level} EW:4", level, "S", "= *")
        audits = judged("discussion_draft", hand(11, "NS:A EW:4", "A", "N", "= 20 NS+2"), second)
        assert [entry for entry in told(audits) if entry[1] != "note"] == []


def test_a_knock_back_that_only_the_plays_would_show():
    """minzhengbu 十二, on a score sheet: at J with 100 points the dealer side may stay and fall to 2."""
    hands = [
        hand(5, "NS:J EW:7", "J", "N", "= 100 NS+0"),
        hand(6, "NS:2 EW:7", "2", "S", "= 35 NS+3"),
        hand(7, "NS:J EW:7", "J", "N", "= *"),
    ]
    assert told(judged("minzhengbu", *hands)) == []


@pytest.mark.parametrize(("rules", "codes"), [("minzhengbu", []), ("trade_union_stripped", ["match.time"])])
def test_extra_hands_after_time(rules: str, codes: list[str]):
    """minzhengbu 十六: at equal levels extra hands are played until there is a winner."""
    hands = [
        hand(9, "NS:5 EW:5", "5", "N", "= 80 EW+0", "Bids:", "<time_up>"),
        hand(10, "NS:5 EW:5", "5", "W", "= 40 EW+3"),
    ]
    found = [code for *_, code in told(judged(rules, *hands)) if code == "match.time"]
    assert found == codes


def test_a_schedule_goes_by_the_number_of_the_hand():
    """annex3 L396-398: one wrong dealer is one fault; the schedule has sixteen hands."""

    def at(number: int, level: str, dealer: str) -> str:
        return hand(number, "NS:2 EW:2", level, dealer, "= 60")

    three = [at(6, "6", "N"), at(7, "7", "N"), at(8, "8", "S")]
    assert told(judged("annex3_sixteen_hands", *three)) == [(2, "error", "match.dealer")]
    assert [c for *_, c in told(judged("annex3_sixteen_hands", at(17, "A", "E")))] == ["match.schedule"]


@pytest.mark.parametrize(("rules", "result"), [("pass_five", "= 80 NS+0"), ("minzhengbu", "= 80 NS+0")])
def test_a_draw_where_there_is_none(rules: str, result: str):
    one = hand(1, "NS:2 EW:2", "2", "E", result, '[Winner "draw"]', "Bids:", "<time_up>")
    assert [code for *_, code in told(judged(rules, one))] == ["match.winner"]


def test_tags_of_the_match_that_say_nothing_readable():
    one = hand(
        1, "NS:2 EW:2", "2", "E", "= 80 NS+0", '[Winner "us"]', '[MatchPoints "two"]', '[BigPoints "x"]'
    )
    found = judged("annex3_sixteen_hands", one)[0].findings
    assert [(f.code, f.severity) for f in found if f.code != "deal.unnamed"] == [("deal.tag", "warning")] * 3


def test_missing_hands_are_said_and_nothing_is_concluded():
    assert told(judged("hbut_2013", CLEAN[0], CLEAN[3])) == [(2, "note", "match.gap")]


def test_hands_of_other_tables_are_other_matches():
    hands = [one + "\n" for one in (CLEAN[0], CLEAN[0].replace("= 35 EW+3", "= 80 NS+0"))]
    assert told(judged("hbut_2013", *hands)) == []
    assert len(list(matches(judged("hbut_2013", *hands)))) == 2


def test_a_hand_after_the_game_was_won():
    hands = [
        hand(7, "NS:4 EW:A", "A", "E", "= 35 EW+2"),
        hand(8, "NS:4 EW:A", "A", "W", "= *"),
    ]
    found = only(judged("swiss_8_rounds", *hands))
    assert (found.code, found.severity) == ("match.over", "warning")


# minzhengbu 十一: at 10 the attackers take 140: to J, the other 2 levels off the dealer side.
@pytest.mark.parametrize(("dealers", "after"), [("6", "4"), ("3", "2")])
def test_levels_that_cannot_be_taken_are_deducted(dealers: str, after: str):
    first = hand(5, f"NS:{dealers} EW:T", dealers, "N", "= 140 EW+3")
    right = hand(6, f"NS:{after} EW:J", "J", "W", "= *")
    wrong = hand(6, f"NS:{dealers} EW:J", "J", "W", "= *")
    assert told(judged("minzhengbu", first, right)) == []
    assert told(judged("minzhengbu", first, wrong)) == [(2, "error", "match.levels")]


# minzhengbu 十二: the last trick taken with the level card J: back to 2, whatever the points.
LAST = "Tricks:\n1. E H3 / N HJ / W H4 / S H5"


def knocked(deal: str) -> list[str]:
    first = hand(5, "NS:6 EW:J", "J", "E", f"= 90 {deal}", '[Trump "H"]', LAST)
    # One card a hand is enough here, and the sheet's other numbers stay.
    return [first.replace('[Hand "5"]', '[Hand "5"]\n[Rules "minzhengbu; hand_size=1"]')]


@pytest.mark.parametrize(
    ("levels", "dealer", "codes"), [("NS:6 EW:2", "E", []), ("NS:6 EW:J", "W", ["match.levels"])]
)
def test_knocked_back(levels: str, dealer: str, codes: list[str]):
    nxt = hand(6, levels, levels[-1], dealer, "= *", '[Rules "minzhengbu; hand_size=1"]')
    audits = judged("minzhengbu", *knocked("EW"), nxt)
    found = [code for _, severity, code in told(audits) if code.startswith("match")]
    assert found == codes


def test_knocked_back_and_restored():
    """次副牌: below 40 in the next hand gives J back; at 40 it does not."""
    rules = '[Rules "minzhengbu; hand_size=1"]'
    for points, level, wrong in ((35, "J", "2"), (40, "5", "J")):
        second = hand(6, "NS:6 EW:2", "2", "E", f"= {points} EW", rules)
        right = hand(7, f"NS:6 EW:{level}", level, "W", "= *", rules)
        bad = hand(7, f"NS:6 EW:{wrong}", wrong, "W", "= *", rules)
        codes = [code for _, _, code in told(judged("minzhengbu", *knocked("EW"), second, right))]
        assert not [code for code in codes if code == "match.levels"], points
        codes = [code for _, _, code in told(judged("minzhengbu", *knocked("EW"), second, bad))]
        assert [code for code in codes if code == "match.levels"] == (
            ["match.levels"] if points == 40 else []
        )


# annex3_sixteen_hands L392-398: levels and dealers are fixed.
def test_the_schedule_fixes_levels_and_dealers():
    right = [
        hand(4, "NS:2 EW:2", "5", "S", "= 60"),
        hand(5, "NS:2 EW:2", "5", "E", "= 85"),
        hand(6, "NS:2 EW:2", "6", "N", "= 85"),
    ]
    assert told(judged("annex3_sixteen_hands", *right)) == []
    level = right[1].replace('[Level "5"]', '[Level "6"]')
    assert told(judged("annex3_sixteen_hands", right[0], level)) == [(2, "error", "match.level")]
    dealer = right[1].replace('[Dealer "E"]', '[Dealer "W"]')
    assert told(judged("annex3_sixteen_hands", right[0], dealer)) == [(2, "error", "match.dealer")]


# swiss_8_rounds L114-116: after time the hand is finished and one more played; win 2, draw 1.
def timed(count: int, last: str, *tags: str) -> list[str]:
    hands = [hand(1, "NS:2 EW:2", "2", "E", "= 80 NS+0", "Bids:", "<time_up>")]
    hands += [hand(number, "NS:2 EW:2", "2", "SWNE"[number % 4], "= 80", "") for number in range(2, count)]
    return [*hands, hand(count, "NS:2 EW:2", "2", "S", last, *tags)]


def test_one_more_hand_after_time():
    two = [
        hand(1, "NS:2 EW:2", "2", "E", "= 80 NS+0", "Bids:", "<time_up>"),
        hand(2, "NS:2 EW:2", "2", "N", "= 80 EW+0"),
    ]
    assert told(judged("swiss_8_rounds", *two)) == []
    three = [*two, hand(3, "NS:2 EW:2", "2", "W", "= 80 NS+0")]
    (found,) = told(judged("swiss_8_rounds", *three))
    assert found[::2] == (3, "match.time")


@pytest.mark.parametrize(
    ("rules", "en", "zh"),
    [
        ("minzhengbu", "no hand may follow", "此后不得再打"),
        ("swiss_8_rounds", "one hand only may follow", "此后只可再打一副"),
    ],
)
def test_what_time_leaves_is_said_in_plain_words(rules: str, en: str, zh: str):
    # Not at equal levels, for which the first has extra hands.
    hands = [
        hand(1, "NS:2 EW:3", "3", "E", "= 80 NS+0", "Bids:", "<time_up>"),
        hand(2, "NS:2 EW:3", "2", "N", "= 80 EW+0"),
        hand(3, "NS:2 EW:3", "3", "W", "= 80 NS+0"),
    ]
    said = [f for done in judged(rules, *hands) for f in done.findings if f.code == "match.time"]
    assert en in said[-1].message
    assert zh in said[-1].message_zh


@pytest.mark.parametrize(
    ("rules", "result", "winner", "points", "codes"),
    [
        ("swiss_8_rounds", "= 35 EW+2", "EW", "NS:0 EW:2", []),
        ("swiss_8_rounds", "= 35 EW+2", "NS", "", ["match.winner"]),
        ("swiss_8_rounds", "= 80 NS+0", "draw", "NS:1 EW:1", []),
        ("swiss_8_rounds", "= 80 NS+0", "EW", "", ["match.winner"]),
        ("swiss_8_rounds", "= 35 EW+2", "EW", "NS:1 EW:2", ["match.points"]),
        # Equal levels: the dealer side wins (L298); here the side that dealt does not deal next, and
        # which of them is meant is not said.
        ("pass_five", "= 80 NS+0", "EW", "", []),
        ("pass_five", "= 80 NS+0", "NS", "", []),
        # Equal levels: extra hands (十六), so nobody has won yet.
        ("minzhengbu", "= 80 NS+0", "NS", "", []),
    ],
)
def test_the_winner_when_time_is_up(rules: str, result: str, winner: str, points: str, codes: list[str]):
    tags = [f'[Winner "{winner}"]', *([f'[MatchPoints "{points}"]'] if points else [])]
    one = hand(1, "NS:2 EW:2", "2", "E", result, *tags, "Bids:", "<time_up>")
    audits = judged(rules, one)
    assert [code for _, _, code in told(audits)] == codes


def test_the_winner_by_passing_the_last_level():
    one = hand(9, "NS:K EW:A", "A", "E", "= 35 EW+2", '[Winner "NS"]', '[MatchPoints "NS:0 EW:2"]')
    found = only(judged("swiss_8_rounds", one))
    assert (found.code, found.expected) == ("match.winner", "East-West")


def test_big_points_by_the_table_of_the_header():
    table = '[BigPoints "0-35:4/0 40-75:3/1 80-115:1/3 120-:0/4"]'
    hands = [
        hand(1, "NS:2 EW:2", "2", "E", "= 60"),
        hand(2, "NS:2 EW:2", "3", "N", "= 130", '[Winner "NS"]'),
    ]
    audits = judged("annex3_sixteen_hands", *hands, tags=table)
    assert audits[-1].result is not None
    # EW dealt: 3/1; NS dealt: 0/4. EW 7, NS 1.
    assert (audits[-1].result.winner, audits[-1].result.why) == ("EW", "big points NS 1, EW 7")
    assert only(audits).code == "match.winner"


# --- rulings ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("incident", "result", "nxt", "codes"),
    [
        # hbut_2013 十二(二)3: attackers take the deal and rise 1.
        ("<revoke E found=after_hand deal=NS levels=NS+1>", "= ?", ("NS:3 EW:2", "3", "N"), []),
        (
            "<revoke E found=after_hand deal=NS levels=NS+2>",
            "= ?",
            ("NS:4 EW:2", "4", "N"),
            ["incident.levels"],
        ),
        (
            "<revoke E found=after_hand deal=EW levels=NS+1>",
            "= ?",
            ("NS:3 EW:2", "2", "W"),
            ["incident.deal"],
        ),
        ("<revoke E found=after_hand deal=NS levels=NS+1>", "= ?", ("NS:2 EW:2", "2", "N"), ["match.levels"]),
        # 十二(二)1: corrected in time, 10 points to the other side.
        (
            "<wrong_play E found=before_next choice=correct points=10>",
            "= 80 NS+0",
            ("NS:2 EW:2", "2", "N"),
            [],
        ),
        (
            "<wrong_play E found=before_next choice=correct points=20>",
            "= 80 NS+0",
            ("NS:2 EW:2", "2", "N"),
            ["incident.points"],
        ),
    ],
)
def test_rulings(incident: str, result: str, nxt: tuple[str, str, str], codes: list[str]):
    first = hand(1, "NS:2 EW:2", "2", "E", result, "Bids:", incident)
    audits = judged("hbut_2013", first, hand(2, *nxt, "= *"))
    assert [code for _, severity, code in told(audits) if severity == "error"] == codes


def test_a_penalty_without_ruling_is_a_note():
    one = hand(1, "NS:2 EW:2", "2", "E", "= 80 NS+0", "Bids:", "<timeout N action=play seconds=45>")
    (found,) = judged("discussion_draft", one)[0].findings[-1:]
    assert (found.code, found.severity, found.clause) == ("incident.penalty", "note", "二.2")


def test_the_third_fault_loses_the_match():
    """pass_ten 八: -1 level each, the third loses."""
    fault = "<revoke E found=later_trick levels=EW-1>"
    hands = [
        hand(3, "NS:4 EW:6", "6", "E", "= 60 EW+1", "Bids:", fault),
        hand(4, "NS:4 EW:6", "6", "W", "= 60 EW+1", "Bids:", fault),
        hand(5, "NS:4 EW:6", "6", "E", "= 60 EW+1", "Bids:", "<revoke E found=later_trick>"),
    ]
    audits = judged("pass_ten", *hands)
    assert [code for _, severity, code in told(audits) if severity == "error"] == []
    assert audits[-1].result is not None
    assert audits[-1].result.winner == "NS"


def test_both_ledgers_and_the_cause():
    """A total written wrongly sends the ledgers apart; the first cause is named once."""
    wrong = hand(
        1,
        "NS:2 EW:2",
        "2",
        "E",
        "= 80 NS+0",
        '[Trump "H"]',
        '[Rules "standard; hand_size=1; kitty_size=1"]',
        "Tricks:\n1. E HA / N H3 / W H4 / S H5",
    )
    hands = [wrong, hand(2, "NS:2 EW:2", "2", "N", "= 80 EW+0"), hand(3, "NS:2 EW:2", "2", "W", "= 80 NS+0")]
    audits = judged("standard", *hands)
    assert told(audits) == [(1, "error", "score.points"), (2, "note", "match.ledger")]
    (match,) = matches(audits)
    table = match.to_dict()
    assert table["cause"] == {"hand": 1, "code": "score.points"}
    assert [row["agrees"] for row in table["hands"]] == [True, False, False]
    assert table["hands"][1]["replayed"]["before"] == {"NS": "2", "EW": "5"}


@pytest.mark.parametrize("rules", ["hbut_2013", "trade_union_stripped", "minzhengbu", "pass_ten"])
def test_levels_that_climb_in_plain_order_are_certain(rules: str):
    """5 and three more are 8 by every way of climbing, whether or not the sheet writes the order down."""
    first = hand(4, "NS:4 EW:5", "5", "E", "= 0 EW+3")
    second = hand(5, "NS:4 EW:7", "7", "W", "= *")
    found = [entry for entry in told(judged(rules, first, second)) if entry[2].startswith("match.lev")]
    assert found == [(2, "error", "match.levels")]


def test_a_hand_dealt_again_has_its_number_again():
    again = hand(2, "NS:2 EW:5", "5", "W", "= *", "Bids:", "redeal")
    hands = [CLEAN[0], again, CLEAN[1]]
    audits = judged("hbut_2013", *hands)
    assert len(list(matches(audits))) == 1
    assert [entry for entry in told(audits) if entry[2].startswith("match")] == []


def test_only_the_first_hand_too_many_is_told():
    hands = [
        hand(7, "NS:4 EW:A", "A", "E", "= 35 EW+2"),
        hand(8, "NS:2 EW:2", "2", "W", "= 80 NS+0"),
        hand(9, "NS:2 EW:2", "2", "N", "= *"),
    ]
    assert [entry[::2] for entry in told(judged("swiss_8_rounds", *hands)) if entry[1] != "note"] == [
        (2, "match.over")
    ]


def test_seats_named_by_their_corners():
    """The schedule of annex3_sixteen_hands with its own names: south-east deals hand 1, then north-east."""
    tags = '[BigPoints "0-75:3/1 80-:1/3"]'

    def at(number: int, level: str, dealer: str, *more: str) -> str:
        hand = ['[SJN "1"]', '[Seats "SE NE NW SW"]', f'[Hand "{number}"]', f'[Level "{level}"]']
        return "\n".join([*hand, f'[Dealer "{dealer}"]', *more, "= 60", ""])

    right = judged("annex3_sixteen_hands", at(1, "2", "SE"), at(2, "3", "NE"), tags=tags)
    assert told(right) == []
    wrong = judged("annex3_sixteen_hands", at(1, "2", "SE"), at(2, "3", "NW"), tags=tags)
    assert "Northwest deals; after hand 1 it is Northeast." in [f.message for f in wrong[1].findings]
    last = at(2, "3", "NE", '[Winner "SENW"]', "Bids:", "<conduct NESW points=5>")
    ended = judged("annex3_sixteen_hands", at(1, "2", "SE"), last, tags=tags)
    assert ended[-1].result is not None
    assert ended[-1].result.why == "big points NESW 4, SENW 4"
    (match,) = matches(ended)
    assert [row["dealer"] for row in match.to_dict()["hands"]] == ["SE", "NE"]


@pytest.mark.parametrize(("level", "other"), [("2", "9"), ("4", "J")])
def test_whether_a_level_has_to_be_played_again_is_not_said(level: str, other: str):
    """minzhengbu 十一: East-West, deducted to 2, take the deal and rise 2, or have to play 2 again."""
    fallen = hand(5, "NS:T EW:3", "3", "E", "= 140 NS+3")
    back = hand(6, "NS:J EW:2", "J", "N", "= 120 EW+2")
    nxt = hand(7, f"NS:{other} EW:{level}", level, "W", "= *")
    assert told(judged("minzhengbu", fallen, back, nxt)) == []
