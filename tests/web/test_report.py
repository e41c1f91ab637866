"""What a report says: the hands at a glance, the positions drawn, the order of findings, the charts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from paipu.grammar import loads
from paipu.grammar.cards import card_text
from paipu.grammar.model import Bury, Record
from paipu.records.sample_games import samples
from paipu.replay import audit
from paipu.replay.match import audit_hands
from paipu.web.report import DRAWN, Judged, parts_of
from paipu.web.report_chart import HEIGHT, WIDTH, levels_chart, points_chart
from paipu.web.report_drawings import drawing
from tests.web.games import CLEAN, GAME

SAMPLES = {name: data.decode() for name, data in samples()}
GODOT = SAMPLES["godot_two_rounds.sjn"]
TEACHING = SAMPLES["teaching.sjn"]
BOTZONE = SAMPLES["botzone_2023.sjn"]


def report(*texts: str, file: str | None = None) -> list[dict[str, Any]]:
    records = [record for text in texts for record in loads(text)]
    return parts_of(Judged(done, number, file) for number, done in enumerate(audit_hands(records), 1))


def one(*texts: str) -> dict[str, Any]:
    (part,) = report(*texts)
    return part


def changed(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1, old
    return text.replace(old, new)


# The positions


def before_play(record: Record, element: str) -> dict[str, Counter[str]]:
    """Every hand before a play, counted from the record alone: dealt, kitty taken, buried, played."""
    hands = {dealt.seat: Counter(map(card_text, dealt.cards)) for dealt in record.deal}
    kitty = Counter(map(card_text, record.kitty.cards)) if record.kitty else Counter()
    for item in record.auction:
        if isinstance(item, Bury):
            hands[item.seat] += kitty
            hands[item.seat] -= Counter(map(card_text, item.cards))
    for trick, number, play in record.plays():
        if f"{trick.number}.{number}" == element:
            return hands
        hands[play.seat] -= Counter(map(card_text, play.cards))
    raise AssertionError(element)


def shown(hand: dict[str, Any], *marks: str) -> Counter[str]:
    """The cards of a drawn hand, those with these marks if any are named."""
    return Counter(card for row in hand["rows"] for card, mark in row["cards"] if not marks or mark in marks)


ILLEGAL_FOLLOWS = (
    ("2.3", "S", "C2 C2", "CK C5", "B B"),
    ("3.2", "W", "H2 H2", "HT HT", "S2 CK CJ C7 C5 C4 C3"),
    ("3.3", "S", "H2 H2", "HK HK", "B B D2"),
    ("3.4", "E", "H2 H2", "HQ H4", "L S2 CA CA CQ CT C9 C7 C3"),
    ("7.3", "S", "CQ", "H8", "B D2"),
    ("8.2", "S", "C7", "S5", "B D2"),
    ("13.2", "N", "S2", "S4", "C4 D2"),
    ("13.3", "W", "S2", "S8", "S2 CJ C4 C3"),
    ("13.4", "S", "S2", "SQ", "B D2"),
    ("14.4", "S", "CA", "D7", "B D2"),
    ("15.2", "N", "CA", "D4", "D2"),
)
"""Place, player, lead, cards played, trumps held: found in the log of the Botzone match by hand."""


def test_every_illegal_follow_is_a_finding_with_its_position() -> None:
    part = one(BOTZONE)
    assert part["counts"]["offences"] == len(part["findings"]) == len(ILLEGAL_FOLLOWS)
    for finding, (at, seat, lead, played, held) in zip(part["findings"], ILLEGAL_FOLLOWS, strict=True):
        drawn = finding["drawing"]
        assert (finding["element"], finding["seat"], drawn["seat"]) == (at, seat, seat)
        table = list(drawn["table"].values())
        assert [card for card, _ in table[0]["cards"]] == lead.split()
        assert table[0]["leads"]
        assert Counter(card for card, _ in drawn["table"][seat]["cards"]) == Counter(played.split())
        assert [entry["now"] for entry in table] == [False] * (len(table) - 1) + [True]
        assert shown(drawn["hands"][seat], "duty", "both") == Counter(held.split())
        assert shown(drawn["hands"][seat], "played", "both") == Counter(played.split())


def test_the_hands_drawn_are_the_deal_less_what_was_played() -> None:
    (record,) = loads(BOTZONE)
    for finding in one(BOTZONE)["findings"]:
        hands = before_play(record, finding["element"])
        drawn = finding["drawing"]["hands"]
        assert {seat: shown(drawn[seat]) for seat in "NWES"} == {seat: +hands[seat] for seat in "NWES"}
        assert {seat: drawn[seat]["count"] for seat in "NWES"} == {s: hands[s].total() for s in "NWES"}


def test_rows_are_suits_to_follow_trumps_first() -> None:
    south = one(BOTZONE)["findings"][0]["drawing"]["hands"]["S"]
    assert [row["group"] for row in south["rows"]] == ["T", "S", "H", "D"]
    assert [card for card, _ in south["rows"][0]["cards"]] == ["B", "B", "D2", "CK", "C5"]


@pytest.mark.parametrize(
    ("number", "legal"),
    [
        (1, [["B", "B"]]),
        (5, [["B"], ["D2"]]),
        (7, [["C4"], ["D2"]]),
        (11, [["D2"]]),
    ],
)
def test_few_legal_plays_are_all_named(number: int, legal: list[list[str]]) -> None:
    found = one(BOTZONE)["findings"][number - 1]["legal"]
    assert sorted(map(sorted, found)) == sorted(map(sorted, legal))


def test_many_legal_plays_are_left_to_the_example() -> None:
    """West holds seven trumps and owes two."""
    finding = one(BOTZONE)["findings"][1]
    assert finding["legal"] == []
    assert finding["expected"][0] == "for example ♣4 ♣3"


def test_of_a_beaten_throw_the_cards_that_beat_it_are_marked() -> None:
    text = """[SJN "1"]
[Rules "standard; throw_allowed=yes"]
[Level "2"]
[Trump "S"]
[Dealer "N"]

Tricks:
1. N HKQ / W H34 / S HA5 / E H78
= *
"""
    (finding,) = one(text)["findings"]
    assert finding["code"] == "throw.beaten"
    drawn = finding["drawing"]
    assert drawn["duty"] == "beats"
    assert shown(drawn["hands"]["S"], "duty") == Counter(["HA"])
    assert shown(drawn["hands"]["N"], "played") == Counter(["HK", "HQ"])
    assert {seat: drawn["hands"][seat]["derived"] for seat in "NWES"} == dict.fromkeys("NWES", True)


def test_a_bid_is_drawn_with_what_lay_before_it() -> None:
    text = changed(TEACHING, "[Hand", '[Site "Here"]\n[Hand')
    bid = next(line for line in text.split("\n") if line[:1].isdigit() and ". " not in line)
    seat = bid.split()[1]
    text = changed(text, bid, f"{' '.join(bid.split()[:2])} BBLL")
    finding = next(f for f in one(text)["findings"] if f["phase"] == "bids")
    drawn = finding["drawing"]
    assert (drawn["kind"], drawn["seat"]) == ("auction", seat)
    assert [card for card, _ in drawn["table"][seat]["cards"]] == ["B", "B", "L", "L"]
    (record,) = loads(text)
    dealt = {item.seat: Counter(map(card_text, item.cards)) for item in record.deal}
    assert {each: shown(hand) for each, hand in drawn["hands"].items()} == dealt


def test_a_bury_is_drawn_with_the_kitty_in_the_hand() -> None:
    (record,) = loads(TEACHING)
    (bury,) = record.buries
    short = changed(TEACHING, "E C6432 DT542", "E C6432 DT54")
    finding = next(f for f in one(short)["findings"] if f["code"] == "kitty.count")
    drawn = finding["drawing"]
    hand = next(item.cards for item in record.deal if item.seat == bury.seat)
    assert record.kitty is not None
    assert shown(drawn["hands"][bury.seat]) == Counter(map(card_text, (*hand, *record.kitty.cards)))
    assert Counter(drawn["kitty"]) == Counter(map(card_text, record.kitty.cards))
    buried = Counter(card for card, _ in drawn["buried"])
    assert buried == shown(drawn["hands"][bury.seat], "played")


def test_two_findings_on_one_play_share_a_drawing() -> None:
    wrong = changed(GODOT, "= 130 NS+1", "= 75 NS+3")
    first, second = [f for f in one(wrong)["findings"] if f["phase"] == "score"]
    assert first["drawing"]["kind"] == "account"
    assert (second["drawing"], second["same_as"]) == (None, str(first["number"]))


def test_beyond_a_number_positions_are_not_drawn() -> None:
    hands = [changed(BOTZONE, '[Hand "1"]', f'[Hand "{n}"]') for n in range(1, 21)]
    part = one(*hands)
    assert len(part["findings"]) == 220
    assert sum(finding["drawing"] is not None for finding in part["findings"]) == DRAWN == 200


def test_of_two_tricks_of_one_number_neither_is_drawn() -> None:
    text = CLEAN.replace("E H6", "E C6\n1. N HK / W H4 / S H7 / E H6")
    findings = one(text)["findings"]
    assert "follow.suit" in [finding["code"] for finding in findings]
    assert [finding["drawing"] for finding in findings] == [None] * len(findings)


# The hands at a glance


def test_a_match_is_a_table_of_its_hands() -> None:
    part = one(GODOT)
    assert not part["single"]
    assert [
        (row["number"], row["attackers_stated"], row["attackers"], row["next"], row["gain"], row["agrees"])
        for row in part["hands"]
    ] == [("1", 115, 115, "NS", 0, True), ("2", 130, 130, "NS", 1, True)]
    assert part["findings"] == []


def test_a_wrong_total_is_shown_beside_the_count() -> None:
    part = one(changed(GODOT, "= 115 NS+0", "= 105 NS+0"))
    row = part["hands"][0]
    assert (row["attackers_stated"], row["attackers"], row["agrees"], row["errors"]) == (105, 115, False, 1)
    assert row["finding"] == part["findings"][0]["id"]
    assert part["counts"]["accounts"] == 1
    assert part["counts"]["offences"] == 0


def test_the_account_adds_up_to_what_the_table_wrote() -> None:
    """The teaching hand says of itself: 35 in tricks and 60 from the kitty, times 4, make 95."""
    done = audit(loads(changed(TEACHING, "= 95 NS+0", "= 90 NS+0"))[0])
    finding = next(f for f in done.findings if f.code == "score.points")
    account = drawing(done, finding)
    assert account is not None
    assert (account["captured"], account["kitty_points"], account["multiplier"]) == (35, 60, 4)
    assert (account["fines"], account["total"], account["stated"]) == (0, 95, 90)
    assert sum(trick["points"] for trick in account["tricks"]) == 35


def test_what_follows_from_a_finding_is_a_note() -> None:
    """Five plays of the teaching hand break rules; a wrong total may follow from them."""
    part = one(changed(TEACHING, "= 95 NS+0", "= 90 NS+0"))
    assert [finding["code"] for finding in part["findings"]] == [
        *("follow.pair", "follow.tractor", "throw.beaten", "follow.suit", "play.not_held")
    ]
    assert [note["code"] for note in part["notes"]] == ["score.points"]


def test_a_hand_that_was_not_played_out_has_no_total() -> None:
    row = one(BOTZONE)["hands"][0]
    assert (row["finished"], row["attackers"], row["agrees"]) == (False, None, None)


def test_a_wrong_rise_names_the_row_of_the_table() -> None:
    part = one(changed(GODOT, "= 130 NS+1", "= 130 NS+3"))
    (finding,) = part["findings"]
    assert finding["code"] == "score.gain"
    row = finding["table_row"]
    assert (row["low"], row["high"], row["side"], row["levels"]) == (120, 155, "attackers", 1)


# The chain of a match


def chain(*hands: tuple[int, str, str, str]) -> str:
    """Hands of one match without plays: number, levels, dealer, result."""
    head = '[SJN "1"]\n[Match "Final"]\n\n'
    return head + "".join(
        f'[SJN "1"]\n[Hand "{number}"]\n[Rules "standard"]\n'
        f'[Levels "{levels}"]\n[Dealer "{dealer}"]\n\n= {result}\n\n'
        for number, levels, dealer, result in hands
    )


def test_levels_run_through_the_match() -> None:
    """85 points take the deal without a rise; 30 points let the dealer side rise two levels."""
    part = one(
        chain((1, "NS:2 EW:2", "N", "85 EW+0"), (2, "NS:2 EW:2", "W", "30 EW+2"), (3, "NS:2 EW:4", "E", "*"))
    )
    assert [row["levels_before"] for row in part["hands"]] == [
        {"NS": "2", "EW": "2"},
        {"NS": "2", "EW": "2"},
        {"NS": "2", "EW": "4"},
    ]
    assert part["cause"] is None
    assert part["findings"] == []
    chart = part["charts"]["levels"]
    assert chart is not None
    assert chart["stated"] == []


def test_a_level_that_does_not_follow_shows_both_ledgers_and_the_cause() -> None:
    """After 30 points the dealer side rises to 4; hand 3 is written with 5."""
    part = one(
        chain((1, "NS:2 EW:2", "N", "85 EW+0"), (2, "NS:2 EW:2", "W", "30 EW+2"), (3, "NS:2 EW:5", "E", "*"))
    )
    (finding,) = part["findings"]
    assert (finding["code"], finding["hand"]) == ("match.levels", "3")
    assert part["cause"] == {"hand": "3", "code": "match.levels", "id": finding["id"]}
    second, third = part["hands"][1:]
    assert (second["levels_after"], second["levels_after_stated"]) == (
        {"NS": "2", "EW": "4"},
        {"NS": "2", "EW": "5"},
    )
    assert third["levels_before"]["EW"] == "4"
    assert [line["side"] for line in part["charts"]["levels"]["stated"]] == ["EW"]


def test_hands_that_are_missing_are_said() -> None:
    part = one(chain((1, "NS:2 EW:2", "N", "85 EW+0"), (4, "NS:3 EW:4", "E", "*")))
    assert [row["missing_before"] for row in part["hands"]] == [0, 2]
    assert part["hands"][0]["levels_after_stated"] == {}
    assert [note["code"] for note in part["notes"]] == ["match.gap"]


def test_who_won_and_why() -> None:
    """The dealer side at A holds the attackers to 30 points and has passed A."""
    part = one(chain((1, "NS:A EW:K", "N", "30 NS+2")))
    assert part["result"]["winner"] == "NS"
    assert all(part["result"]["why"])


# Proposals


def test_what_a_penalty_would_make_of_the_score() -> None:
    """Clause 十二(二)3: a dealer side at fault loses the deal and the others rise one; if the attackers
    are at fault, the dealer side has passed its level and rises one more. Level 7 is played, NS are at 5."""
    text = TEACHING.replace('[Rules "standard"]', '[Rules "hbut_2013; throw_allowed=yes"]')
    south, west = one(text)["findings"][:2]
    assert (south["seat"], west["seat"]) == ("S", "W")
    (attackers,), (dealers,) = south["proposals"], west["proposals"]
    assert attackers["clause"] == dealers["clause"] == "十二(二)3"
    assert attackers["outcome"] == [
        ("East-West deal next and rise 2 levels", "下副东西方坐庄，升 2 级"),
        ("levels North-South 5, East-West 9", "级数：南北方 5，东西方 9"),
    ]
    assert dealers["outcome"] == [
        ("North-South deal next and rise 1 level", "下副南北方坐庄，升 1 级"),
        ("levels North-South 6, East-West 7", "级数：南北方 6，东西方 7"),
    ]
    assert all(attackers["remark"])


# Parts


def test_numbers_that_start_again_are_another_match() -> None:
    assert [len(part["hands"]) for part in report(GODOT, GODOT)] == [2, 2]


def test_another_table_is_another_match() -> None:
    other = CLEAN.replace("[Event", '[Table "2"]\n[Event')
    assert [part["heading"]["table"] for part in report(CLEAN, CLEAN, other)] == ["", "2"]


def test_hands_of_two_files_are_not_one_match() -> None:
    judged = (Judged(audit(record), n, f"{n}.sjn") for n, record in enumerate(loads(CLEAN) * 2, 1))
    assert [part["files"] for part in parts_of(judged)] == [["1.sjn"], ["2.sjn"]]


def test_anchors_differ_between_parts() -> None:
    ids = [finding["id"] for part in report(BOTZONE, BOTZONE) for finding in part["findings"]]
    assert len(set(ids)) == 22


def test_no_hand_gives_no_part() -> None:
    assert report() == []


# Findings


def test_notes_stand_apart_and_name_their_readings() -> None:
    """The sheet does not say what the triple is at level K, so AAQ may be one."""
    text = CLEAN.replace("standard", "hbut_2013").replace('[Level "2"]', '[Level "K"]')
    part = one(text.replace("1. N HA / W H3 / S H5 / E H6", "1. N HAAQ"))
    assert part["findings"] == []
    (note,) = part["notes"]
    assert (note["code"], note["severity"], note["rule"]["name"]) == ("lead.throw", "note", "triple_ranks")
    assert (note["rule"]["clause"], note["rule"]["status"]) == ("二(二)", "ambiguous")
    assert not note["rule"]["may_accuse"]
    assert len(note["readings"]) == 2
    assert (part["counts"]["notes"], part["counts"]["errors"]) == (1, 0)


def test_a_rule_is_named_by_clause_and_meaning() -> None:
    text = CLEAN.replace("standard", "hbut_2013").replace("E H6", "E C6\n2. N HK / W H4 / S H7 / E H6")
    (finding,) = one(text)["findings"]
    rule = finding["rule"]
    assert (rule["clause"], rule["status"], rule["overridden"]) == ("二(八); 八(三)", "stated", False)
    assert rule["value"] == (
        "the suit led as far as held, trumps being one suit",
        "有该花色必须跟，主牌算一门",
    )
    assert one(text)["applied"] == [rule]


def test_what_a_header_sets_otherwise_is_listed() -> None:
    part = one(CLEAN.replace("standard", "hbut_2013; throw_allowed=yes"))
    (rules,) = part["rules"]
    assert rules["id"] == "hbut_2013"
    assert [(each["name"], each["value"]) for each in rules["overrides"]] == [
        ("throw_allowed", ("allowed", "可以"))
    ]


def test_an_error_of_the_text_comes_with_its_line_in_a_later_hand() -> None:
    broken = CLEAN.replace("W H3", "W X3")
    part = one(CLEAN + "\n" + broken)
    (finding,) = [f for f in part["findings"] if f["phase"] == "text"]
    assert finding["line"] == CLEAN.count("\n") + 1 + 9
    assert "X3" in finding["excerpt"].at + finding["excerpt"].before + finding["excerpt"].after
    assert part["counts"]["text"] == 1


def test_incidents_of_the_table_are_listed() -> None:
    text = CLEAN.replace("E H6", 'E H6\n<revoke W trick=1 found=after_hand ruling="10 points">')
    (incident,) = one(text)["incidents"]
    assert (incident["incident"], incident["party"], incident["fields"]["ruling"]) == (
        "revoke",
        "W",
        "10 points",
    )


def test_the_game_of_the_other_tests_has_its_offences() -> None:
    part = one(GAME)
    assert part["counts"]["offences"] == 12


# Charts


def rows(*values: tuple[int | None, str | None, str | None]) -> list[dict[str, Any]]:
    return [
        {
            "number": str(at),
            "attackers": points,
            "attackers_stated": None,
            "errors": 0,
            "levels_before": {side: rank for side, rank in (("NS", ns), ("EW", ew)) if rank},
            "levels_before_stated": {},
            "levels_after": {},
            "levels_after_stated": {},
        }
        for at, (points, ns, ew) in enumerate(values, 1)
    ]


LADDER = "23456789TJQKA"


def test_bars_are_as_high_as_their_points() -> None:
    chart = points_chart(rows((0, None, None), (80, None, None), (160, None, None)), 80)
    assert chart is not None
    low, middle, high = chart["bars"]
    assert middle["y"] == chart["target"]["y"]
    assert high["height"] == pytest.approx(2 * middle["height"], abs=0.2)
    assert low["height"] < 3
    assert [bar["taken"] for bar in chart["bars"]] == [False, True, True]


def test_points_below_zero_hang_down() -> None:
    chart = points_chart(rows((-40, None, None), (80, None, None)), 80)
    assert chart is not None
    below, above = chart["bars"]
    assert below["y"] == chart["zero"] == pytest.approx(above["y"] + above["height"], abs=0.2)


def test_a_level_not_known_leaves_a_gap() -> None:
    chart = levels_chart(rows((0, "2", "2"), (0, "3", None), (0, "3", "5"), (0, "3", "6")), LADDER)
    assert chart is not None
    ns, ew = chart["lines"]
    assert [len(run) for run in ns["runs"]] == [4]
    assert [len(run) for run in ew["runs"]] == [1, 2]


def test_a_higher_level_is_higher_in_the_drawing() -> None:
    chart = levels_chart(rows((0, "9", "2"), (0, "T", "2"), (0, "A", "3")), LADDER)
    assert chart is not None
    heights = [y for _, y in chart["lines"][0]["runs"][0]]
    assert heights == sorted(heights, reverse=True)
    assert len(set(heights)) == 3


def test_a_single_hand_has_no_chart() -> None:
    assert points_chart(rows((80, "2", "2")), 80) is None
    assert levels_chart(rows((80, "2", "2")), LADDER) is None


def everything(value: Any) -> list[float]:
    if isinstance(value, dict):
        return [n for key, each in value.items() if key != "text" for n in everything(each)]
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [n for each in value for n in everything(each)]
    return [value] if isinstance(value, int | float) and not isinstance(value, bool) else []


@pytest.mark.parametrize("count", [2, 7, 40, 200])
def test_charts_stay_inside_their_frame(count: int) -> None:
    table = rows(*((20 * (at % 15) - 40, LADDER[at % 13], "2") for at in range(count)))
    for chart in (points_chart(table, 80), levels_chart(table, LADDER)):
        assert chart is not None
        assert all(0 <= number <= max(WIDTH, HEIGHT) for number in everything(chart))
        assert len(chart["labels"]) <= 12
