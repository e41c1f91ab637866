"""Botzone import: the real files, then small made ones for what no real file holds."""

from __future__ import annotations

import json
from typing import Any

import pytest

from paipu.grammar.cards import format_cards, parse_cards
from paipu.records.botzone import read

VIEWS = [
    # file, seat, its cards, order, evidence, trump, bids, tricks, kitty known
    ("view_dylanwrh_a1a6b001", "S", 25, "s h c d (cards)", "H", ["2 W H2", "34 W H22"], 9, False),
    ("view_jacksimbol_fcc0e385", "S", 25, "h d s c (call)", "D", ["14 W C2", "47 S D22"], 4, True),
    ("view_roushelfy_52508a97", "N", 25, "s h c d (cards)", "D", ["11 S D2", "35 S D22"], 15, False),
    ("view_roushelfy_77fbe818", "W", 25, "s h c d (cards)", "H", ["44 E D2", "76 E H22"], 6, False),
    ("view_roushelfy_97912aab", "N", 25, "s h c d (format)", "H", ["44 E D2", "76 E H22"], 5, False),
    ("view_roushelfy_a7af39f3", "N", 1, "s h c d (format)", None, [], 0, False),
]

ILLEGAL = [
    # trick, player, led, played: the table of the real records
    (2, 2, "C22", "CK5"),
    (3, 1, "H22", "HTT"),
    (3, 2, "H22", "HKK"),
    (3, 3, "H22", "HQ4"),
    (7, 2, "CQ", "H8"),
    (8, 2, "C7", "S5"),
    (13, 0, "S2", "S4"),
    (13, 1, "S2", "S8"),
    (13, 2, "S2", "SQ"),
    (14, 2, "CA", "D7"),
    (15, 0, "CA", "D4"),
]


def bids(record: Any) -> list[str]:
    return [f"{bid.draw or '-'} {bid.seat} {format_cards(bid.cards, '')}" for bid in record.bids]


def plays(record: Any) -> list[str]:
    return [f"{trick.number} {play.seat} {format_cards(play.cards, '')}" for trick, _, play in record.plays()]


# Real files


def test_the_judge_log_is_a_whole_hand(real):
    imported = read(real("botzone/judge_jacksimbol_a2b64da8.json"), name="logs.json")
    (record,) = imported.records
    assert {t.name: t.value for t in record.tags} == {
        "SJN": "1",
        "Event": "Botzone",
        "Hand": "1",
        "Rules": "botzone",
        "Levels": "NS:2 EW:2",
        "Level": "2",
        "Dealer": "N",
        "Trump": "C",
        "Source": "logs.json (Botzone match log)",
        "X-Botzone-Suits": "h d s c (call)",
    }
    assert bids(record) == ["13 N C2"]
    assert format_cards(record.kitty.cards) == "C2Q H2A93 D89"
    assert [(b.seat, format_cards(b.cards)) for b in record.buries] == [("N", "ST9 HJ9 CT9 DT9")]
    assert len(record.tricks) == 17
    assert record.result.state == "unfinished"
    assert {finding.severity for finding in imported.findings} == {"note"}


def test_the_deal_and_the_kitty_of_the_judge_log_are_two_decks(real):
    (record,) = read(real("botzone/judge_jacksimbol_a2b64da8.json"), name="x").records
    cards = sorted([*record.kitty.cards, *(card for hand in record.deal for card in hand.cards)])
    assert cards == sorted([*range(54), *range(54)])


@pytest.mark.parametrize(("trick", "player", "led", "played"), ILLEGAL)
def test_the_illegal_follows_of_the_judge_log_are_kept_as_played(real, trick, player, led, played):
    (record,) = read(real("botzone/judge_jacksimbol_a2b64da8.json"), name="x").records
    plays_of = record.tricks[trick - 1].plays
    (play,) = [play for play in plays_of if play.seat == "NWSE"[player]]
    assert format_cards(plays_of[0].cards, "") == led
    assert format_cards(play.cards, "") == played


@pytest.mark.parametrize(("file", "seat", "held", "suits", "trump", "shown", "tricks", "kitty"), VIEWS)
def test_a_bot_view_knows_one_hand(real, file, seat, held, suits, trump, shown, tricks, kitty):
    imported = read(real(f"botzone/{file}.json"), name=f"{file}.json")
    (record,) = imported.records
    assert [(hand.seat, len(hand.cards)) for hand in record.deal] == [(seat, held)]
    assert record.tag("X-Botzone-Suits") == suits
    assert record.tag("Trump") == trump
    assert bids(record) == shown
    assert len(record.tricks) == tricks
    assert (record.kitty is not None) == kitty
    assert bool(record.buries) == kitty
    assert record.result.state == "unfinished"
    assert all(finding.severity == "note" for finding in imported.findings)


def test_two_seats_of_one_match_tell_the_same(real):
    west, north = (
        read(real(f"botzone/view_roushelfy_{key}.json"), name="x").records[0]
        for key in ("77fbe818", "97912aab")
    )
    assert bids(west) == bids(north)
    shared = min(len(plays(west)), len(plays(north)))
    assert shared == 20
    assert plays(west)[:shared] == plays(north)[:shared]


@pytest.mark.parametrize("file", [row[0] for row in VIEWS])
def test_a_view_plays_only_cards_of_its_hand(real, file):
    (record,) = read(real(f"botzone/{file}.json"), name="x").records
    seat = record.deal[0].seat
    held = list(record.deal[0].cards) + list(record.kitty.cards if record.kitty else ())
    for bury in record.buries:
        for card in bury.cards:
            held.remove(card)
    for _, _, play in record.plays():
        if play.seat == seat:
            for card in play.cards:
                held.remove(card)


def test_a_file_with_merge_marks_gets_one_finding_that_names_the_mark(real):
    imported = read(real("botzone/malformed_roushelfy_df570f0f.json"), name="x")
    (finding,) = imported.findings
    assert imported.records == ()
    assert (finding.code, finding.severity) == ("import.not_json", "error")
    assert (finding.line, finding.column) == (2, 1)
    assert "<<<<<<<" in finding.message
    assert "<<<<<<<" in finding.message_zh


# Made files. Card numbers are those of the order s h c d: 4 S2, 5 H2, 6 C2, 7 D2, 52 L, 53 B.


def banking(called: int = -1, snatched: int = -1, major: str = "", banker: int = -1) -> dict[str, Any]:
    return {"called": called, "snatched": snatched, "major": major, "banker": banker}


class Judge:
    """Writes a log the way the judge does."""

    def __init__(self, **init: Any) -> None:
        self.log: list[dict[str, Any]] = []
        self.init = init
        self.event: dict[str, Any] = {}

    def turn(
        self, seat: int, request: dict[str, Any], response: Any, played: Any = None, **reply: Any
    ) -> Judge:
        display = {"event": self.event}
        self.log.append(
            {"output": {"command": "request", "content": {str(seat): request}, "display": display}}
        )
        self.log.append({str(seat): {"verdict": "OK", "response": response, **reply}})
        shown = response if played is None else played
        self.event = {"currplayer": seat, "action": request["stage"], "poker": shown}
        return self

    def deal(self, seat: int, card: int, state: dict[str, Any], response: Any = ()) -> Judge:
        world = {"level": "2", "banking": state, "first_round": True}
        return self.turn(seat, {"stage": "deal", "deliver": [card], "global": world}, list(response))

    def play(
        self,
        seat: int,
        state: dict[str, Any],
        response: Any,
        *,
        trick: Any = (),
        total: int = 0,
        played: Any = None,
    ) -> Judge:
        world = {"level": "2", "banking": state, "total_score": total, "first_round": True}
        request = {"stage": "play", "history": [[], list(trick), 0, seat], "global": world}
        return self.turn(seat, request, response, played)

    def finish(self, content: dict[str, int], **display: Any) -> Judge:
        output = {"command": "finish", "content": content, "display": {"event": self.event, **display}}
        self.log.append({"output": output})
        return self

    def match(self, **more: Any) -> dict[str, Any]:
        return {"log": self.log, "initdata": self.init, **more}


def only(match: Any) -> Any:
    (record,) = read(json.dumps(match).encode(), name="m.json").records
    return record


OPEN = banking(0, -1, "h", 0)


def test_a_failed_throw_keeps_what_was_tried_and_what_was_led():
    judge = Judge().deal(0, 5, banking(), [5]).play(0, OPEN, [0, 44, 48], played=[44])
    record = only(judge.play(1, OPEN, [8], trick=[[44]]).match())
    assert plays(record) == ["1 N SQ", "1 W S3"]
    assert format_cards(record.tricks[0].plays[0].tried, "") == "SAKQ"


def test_the_history_tells_what_was_led_where_the_event_is_missing():
    judge = Judge().deal(0, 5, banking(), [5]).play(0, OPEN, [0, 44, 48])
    judge.event = {}
    record = only(judge.play(1, OPEN, [8], trick=[[44]]).match())
    assert plays(record) == ["1 N SQ", "1 W S3"]
    assert format_cards(record.tricks[0].plays[0].tried, "") == "SAKQ"


def test_a_play_in_another_order_of_the_same_cards_is_no_failed_throw():
    judge = Judge().deal(0, 5, banking(), [5]).play(0, OPEN, [0, 48], played=[48, 0])
    record = only(judge.play(1, OPEN, [8], trick=[[48, 0]]).match())
    assert plays(record) == ["1 N SAK", "1 W S3"]
    assert record.tricks[0].plays[0].tried is None


@pytest.mark.parametrize(
    ("gained", "scores", "result"),
    [
        (30, (0, 1, 0, 1), (90, "EW", 1)),
        (-10, (1, 0, 1, 0), (50, "NS", 1)),
        (-60, (3, 0, 3, 0), (0, "NS", 3)),
    ],
)
def test_a_finished_match_states_points_side_and_gain(gained, scores, result):
    judge = Judge().deal(0, 5, banking(), [5]).play(0, OPEN, [0], total=60)
    record = only(judge.finish({str(i): s for i, s in enumerate(scores)}, get_score=gained, score={}).match())
    assert (record.result.attackers, record.result.dealer_next, record.result.gain) == result
    assert record.result.state == "stated"


def test_a_match_that_ends_by_an_error_is_unfinished_and_says_why():
    judge = Judge().deal(0, 5, banking(), [5]).play(0, OPEN, [0])
    record = only(judge.finish({"0": -3}, error=["ILLEGAL_MOVE", None, None, None]).match())
    assert record.result.state == "unfinished"
    assert "N ILLEGAL_MOVE" in record.result.after[0].text


def test_a_snatch_over_a_call_is_a_second_bid_with_its_own_draw():
    snatched = banking(0, 1, "n", 1)
    judge = Judge().deal(0, 5, banking(), [5]).deal(1, 52, OPEN).deal(2, 9, OPEN).deal(3, 10, OPEN)
    record = only(judge.deal(0, 11, OPEN).deal(1, 106, OPEN, [52, 106]).deal(2, 12, snatched).match())
    assert bids(record) == ["1 N H2", "6 W LL"]
    assert (record.tag("Trump"), record.tag("Dealer")) == ("NT", "W")


def test_nobody_declared_is_said_in_a_comment():
    drawn = banking(-1, -1, "c", 2)
    record = only(Judge().deal(0, 9, banking()).play(2, drawn, [0]).match())
    assert (record.tag("Trump"), record.tag("Dealer"), record.bids) == ("C", "S", ())
    assert "by lot" in record.comments[0].text


def test_initdata_may_be_a_string_and_the_log_may_be_called_logs():
    hands = [[0, 1], [2, 3], [4, 5], [8, 9]]
    init = json.dumps({"allocation": hands, "publiccard": [12, 13], "level": "10"})
    record = only({"logs": Judge().deal(0, 0, banking()).log, "initdata": init})
    assert [(hand.seat, format_cards(hand.cards)) for hand in record.deal] == [
        ("E", "S3 H3"),
        ("N", "SA HA"),
        ("W", "CA DA"),
        ("S", "S2 H2"),
    ]
    assert (record.tag("Level"), format_cards(record.kitty.cards)) == ("T", "S4 H4")


def test_a_pack_has_a_match_a_line_and_a_bad_line_loses_nothing_else():
    good = json.dumps(Judge().deal(0, 5, banking(), [5]).match(players=["a", "b", "c", "d"], _id="f" * 24))
    imported = read(f"{good}\n{{broken\n{good}\n{{}}\n".encode(), name="pack.jsonl")
    assert [record.tag("North") for record in imported.records] == ["a", "a"]
    assert [record.tag("East") for record in imported.records] == ["d", "d"]
    wrong = [(f.code, f.line) for f in imported.findings if f.severity == "error"]
    assert wrong == [("import.not_json", 2), ("import.botzone.not_a_match", 4)]


def test_a_saved_match_page_is_read_without_the_network():
    log = json.dumps(json.dumps(Judge().deal(0, 5, banking(), [5]).log))
    page = (
        f"<!doctype html><script>var _rawLogJSON = {log};\n"
        'var playerNames = ["甲", "</script>", "", "x\\ny"];'
        "\nvar matchID = '5e37dcf74019f43051e53201';</script>"
    )
    (record,) = read(page.encode(), name="C:\\games\\match.html").records
    assert bids(record) == ["1 N H2"]
    assert [record.tag(name) for name in ("North", "West", "South", "East")] == [
        "甲",
        "</script>",
        None,
        "x y",
    ]
    assert record.tag("Table") == "5e37dcf74019f43051e53201"
    assert record.tag("Source") == "match.html (Botzone match log)"


def test_a_page_without_a_log_says_so_where_it_is_named():
    (finding,) = read(b"<html>\n<script>_rawLogJSON = oops;", name="x").findings
    assert (finding.code, finding.line) == ("import.page", 2)


def test_cards_out_of_range_stand_as_unknown_and_are_said():
    match = Judge().deal(0, 5, banking(), [5]).play(0, OPEN, [0, 108, "x", True, None]).match()
    imported = read(json.dumps(match).encode(), name="x")
    assert format_cards(imported.records[0].tricks[0].plays[0].cards, "") == "????SA"
    (finding,) = [finding for finding in imported.findings if finding.severity == "error"]
    assert (finding.code, finding.loses_data) == ("import.card", True)


def test_a_bid_of_more_cards_than_the_notation_has_is_left_out_and_said():
    match = Judge().deal(0, 5, banking(), [5, 9, 13, 17, 21]).deal(1, 52, OPEN).match()
    imported = read(json.dumps(match).encode(), name="x")
    assert imported.records[0].bids == ()
    (finding,) = [finding for finding in imported.findings if finding.severity == "error"]
    assert (finding.code, finding.loses_data) == ("import.card", True)
    assert "5 cards" in finding.message


# Views


def view(requests: list[dict[str, Any]], responses: list[Any]) -> Any:
    return only({"requests": requests, "responses": responses})


def dealt(card: int, state: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"stage": "deal", "deliver": [card], "global": {"level": "2", "banking": state}, **more}


def asked(state: dict[str, Any], *history: Any) -> dict[str, Any]:
    world = {"level": "2", "banking": state, "total_score": 0}
    return {"stage": "play", "history": list(history), "global": world}


def test_the_last_answer_of_a_view_is_a_play_and_an_unanswered_turn_is_not():
    requests = [dealt(0, banking(), playerpos=1), asked(OPEN, [], [[8]], 0, 0)]
    assert plays(view(requests, [[], [0]])) == ["1 N S3", "1 W SA"]
    assert plays(view(requests, [[]])) == ["1 N S3"]


def test_a_view_knows_its_own_failed_throw_from_the_next_history():
    requests = [
        dealt(0, banking(), playerpos=0),
        asked(OPEN, [], [], 0, 0),
        asked(OPEN, [[44], [48], [0], [8]], [[12], [13]], 0, 2),
    ]
    record = view(requests, [[], [44, 40], [16]])
    assert plays(record) == ["1 N SQ", "1 W SK", "1 S SA", "1 E S3", "2 S S4", "2 E H4", "2 N S5"]
    assert format_cards(record.tricks[0].plays[0].tried, "") == "SQJ"


def test_a_call_and_a_snatch_between_two_requests_leave_the_called_suit_unknown():
    requests = [dealt(0, banking(), playerpos=0), dealt(8, banking(1, 2, "s", 2))]
    assert bids(view(requests, [[], []])) == ["2 W ?", "3 S S22"]


@pytest.mark.parametrize(("held", "shown"), [(52, "BB"), (53, "LL"), (0, "??")])
def test_an_unseen_joker_pair_is_named_only_if_one_is_left(held, shown):
    requests = [dealt(held, banking(1, -1, "s", 1), playerpos=0), dealt(8, banking(1, 2, "n", 2))]
    assert bids(view(requests, [[], []]))[-1] == f"3 S {shown}"


def test_draws_are_counted_from_the_dealer_where_he_is_known_before_the_deal():
    requests = [dealt(5, banking(banker=3), playerpos=1), dealt(8, banking(1, -1, "h", 3))]
    assert bids(view(requests, [[5], []])) == ["3 W H2"]


def test_without_a_seat_in_the_file_it_follows_from_whose_turn_it_is():
    requests = [dealt(0, banking()), asked(OPEN, [], [[8], [12]], 0, 0)]
    record = view(requests, [[], [0]])
    assert record.deal[0].seat == "S"
    assert record.deal[0].cards == parse_cards("SA")
