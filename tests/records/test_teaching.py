"""The teaching hand: exactly the five faults it says, the score it says, and lines that hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from paipu.grammar import dumps, loads
from paipu.grammar.cards import SEATS, Cards, Seat, format_cards, side_of
from paipu.grammar.model import Comment, Element, Play, Record, Trick, Variation
from paipu.records.sample_games import samples
from paipu.replay import Audit, Position, audit, timeline
from paipu.replay.kitty import Capture, capture
from paipu.replay.levels import advance

TEXT = dict(samples())["teaching.sjn"].decode()
FAULTS = [
    ("follow.pair", "1.4", "S92"),
    ("follow.tractor", "2.3", "SK443"),
    ("throw.beaten", "4.1", "DAK"),
    ("follow.suit", "8.4", "HK"),
    ("play.not_held", "11.4", "H9"),
]
LINES = ["4.1v1", "8.4v1", "12.1v1", "12.1v1/13.1v1"]


@pytest.fixture(scope="module")
def record() -> Record:
    (hand,) = loads(TEXT)
    return hand


@pytest.fixture(scope="module")
def audited(record: Record) -> Audit:
    return audit(record)


def variations(tricks: tuple[Trick, ...], line: str = "") -> Iterator[tuple[str, Variation]]:
    """Every variation with its address, a nested one after the one it stands in."""
    for trick in tricks:
        for number, play in enumerate(trick.plays, 1):
            for count, variation in enumerate(play.variations, 1):
                address = f"{line}{trick.number}.{number}v{count}"
                yield address, variation
                yield from variations(variation.tricks, f"{address}/")


def comments(record: Record) -> list[Comment]:
    """Every comment of the hand, those in variations included."""
    lines = [variation for _, variation in variations(record.tricks)]
    tricks = [*record.tricks, *(trick for line in lines for trick in line.tricks)]
    elements: list[Element | None] = [*record.deal, record.kitty, *record.auction, record.result]
    elements += [play for trick in tricks for play in trick.plays]
    found = [*record.comments, *(comment for line in lines for comment in line.before)]
    return found + [c for e in elements if e is not None for c in (*e.before, *e.after)]


def checked(position: Position, play: Play) -> Position:
    """The position after a play that must be legal, a failed throw included."""
    thrown = play.tried or play.cards
    assert position.can(play.seat, thrown), (position.trick, play)
    if position.lead is None:
        throw = position.throw(play.seat, thrown)
        assert throw.stands == (play.tried is None), (position.trick, play)
        assert throw.stands or play.cards == throw.must_lead, (position.trick, play)
    return position.play(play.seat, play.cards)


def replayed(start: Position, line: Variation) -> dict[int, Position]:
    """A line replayed play by play from `start`: the state at the start of each trick, and after the last."""
    states = {start.trick: start}
    position = start
    for trick in line.tricks:
        assert position.trick == trick.number
        for play in trick.plays:
            position = checked(position, play)
        states[0] = position
        position = position.next_trick()
        states[position.trick] = position
    return states


def outcome(end: Position, kitty: Cards) -> tuple[Capture, int]:
    """The kitty and the attackers' points after a last trick."""
    winner = end.winner
    assert winner is not None
    captured = capture([laid.cards for laid in end.table], side_of(winner) == "NS", kitty, end.order)
    points = end.next_trick().captured
    assert points is not None
    return captured, points + captured.points


def test_the_text_is_canonical_and_sound(record: Record) -> None:
    assert record.findings == ()
    assert dumps([record]) == TEXT


def test_the_deal_is_two_decks_and_every_hand_is_played_out(record: Record) -> None:
    assert record.kitty is not None
    dealt = Counter(card for held in record.deal for card in held.cards) + Counter(record.kitty.cards)
    assert dealt == Counter(dict.fromkeys(range(54), 2))
    played: Counter[Seat] = Counter()
    for _, _, play in record.plays():
        played[play.seat] += len(play.cards)
    assert played == Counter(dict.fromkeys(SEATS, 25))


def test_the_audit_finds_the_five_faults_and_nothing_else(audited: Audit) -> None:
    found = [(f.code, f.element, format_cards(f.cards, "")) for f in audited.findings]
    assert found == FAULTS
    assert [(f.code, f"{f.trick}.{f.play}") for f in audited.findings] == [fault[:2] for fault in FAULTS]
    assert {finding.severity for finding in audited.findings} == {"error"}


def test_every_fault_is_marked_and_explained_where_it_stands(record: Record) -> None:
    marked = {f"{t.number}.{n}": p for t, n, p in record.plays() if "?" in p.glyphs}
    assert sorted(marked) == sorted(at for _, at, _ in FAULTS)
    assert all(play.after for play in marked.values())


def test_the_stated_result_is_the_replayed_one(audited: Audit) -> None:
    stated, counted = audited.score.stated, audited.score.replayed
    assert stated is not None
    assert [stated[key] for key in ("attackers", "dealer_next", "gain")] == [95, "NS", 0]
    assert {key: counted[key] for key in stated} == stated


def test_the_kitty_is_captured_with_a_pair(audited: Audit) -> None:
    shown = timeline(audited)["kitty_result"]
    assert (shown["captured"], shown["multiplier"], shown["points"]) == (True, 4, 60)


def test_the_throws_fail_and_stand_as_written(record: Record, audited: Audit) -> None:
    """Trick 3 fails and leads its smallest beaten part; trick 5 throws what is left of it, and stands."""
    for at in ("3.1", "5.1"):
        number = int(at.partition(".")[0])
        checked(audited.replay.positions[at], record.tricks[number - 1].plays[0])
    assert record.tricks[2].plays[0].tried is not None
    assert len(set(record.tricks[4].plays[0].cards)) == 2


def test_a_ruff_is_over_ruffed(audited: Audit) -> None:
    """In trick 7 each seat after the leader takes the trick over."""
    holders = [audited.replay.positions[f"7.{number}"].winner for number in (2, 3, 4)]
    assert [*holders, audited.replay.tricks[6].winner] == ["W", "S", "E", "N"]


def test_comments_are_chinese_first_then_english(record: Record) -> None:
    texts = [comment.text for comment in comments(record)]
    assert len(texts) == TEXT.count("{") == 44
    for text in texts:
        chinese = [at for at, char in enumerate(text) if "一" <= char <= "鿿"]
        english = [at for at, char in enumerate(text) if "a" <= char <= "z"]
        assert max(chinese, default=len(text)) < min(english, default=-1), text


def test_the_page_shows_every_line(record: Record, audited: Audit) -> None:
    assert [address for address, _ in variations(record.tricks)] == LINES
    steps = {step["at"]: step for step in timeline(audited)["steps"]}
    shown = [v["at"] for step in steps.values() for v in step.get("variations", ())]
    assert shown == LINES[:3]
    (better,) = steps["12.1"]["variations"]
    assert [v["at"] for step in better["steps"] for v in step["variations"]] == LINES[3:]


def test_the_lines_are_legal_and_come_to_what_they_say(record: Record, audited: Audit) -> None:
    lines = dict(variations(record.tricks))
    starts = audited.replay.positions
    short = [replayed(starts[f"{number}.1"], lines[f"{at}v1"]) for at, number in (("4.1", 4), ("8.4", 8))]
    assert [states[0].winner for states in short] == ["E", "N"]
    assert short[1][9].captured == 20

    better = replayed(starts["12.1"], lines["12.1v1"])
    saved = replayed(better[13], lines["12.1v1/13.1v1"])
    levels = audited.case.header.levels
    results = []
    for states in (better, saved):
        captured, points = outcome(states[0], audited.hands.kitty)
        after = advance(points, "EW", levels, audited.rules)
        assert after is not None
        results.append((captured.multiplier, points, after.dealer_next, after.gain))
    assert results == [(2, 65, "EW", 1), (0, 35, "EW", 2)]
