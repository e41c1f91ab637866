"""Faults between the hands of a match, its end, and rulings against the sheet.

Owns how they are planted: the match is played on from what was written wrongly, as people would.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from paipu.grammar.cards import Rank, Seat, Side
from paipu.grammar.model import Incident, Record, Result, Tag

from .faults import Catalogue, Planted
from .match import Finished, finish_hand, open_hand, play_match, result_of
from .scores import COUNTER_CLOCKWISE, OTHER, PARTNER, SIDE, Standing, ladder_of, outcome
from .staging import standing_for

__all__ = ["FAULTS"]

FAULTS = Catalogue()
Change = Callable[[Standing, Finished, Random], bool]
"""Makes what the next hand begins with wrong; False where there is no occasion."""
CLIMBED = ("standard", "hbut_2013", "fen80", "jerryyyu", "rbtying")
"""Rule sets whose levels accuse; in trade_union_stripped the must-play levels are restored, and may not."""
CHAINED = (*CLIMBED, "trade_union_stripped")


def _chain(
    rules: str, random: Random, change: Change, *, start: Standing | None = None, after: int = 1
) -> Planted | None:
    """Four hands; what the one after the first `after` hands begins with is changed."""
    standing = start or standing_for(rules, random)
    records: list[Record] = []
    for number in range(1, 5):
        finished = finish_hand(open_hand(standing, random), random)
        records.append(finished.record)
        standing = finished.written.after
        if standing.winner:
            return None
        if number == after and not change(standing, finished, random):
            return None
    return Planted(*records, hand=after + 1)


# --- dealer and levels ----------------------------------------------------------------------------


@FAULTS.add("dealt by the partner of who should", "match.dealer", *CHAINED, "two_team")
def wrong_partner(rules: str, random: Random) -> Planted | None:
    def change(after: Standing, finished: Finished, random: Random) -> bool:
        assert after.dealer is not None
        after.dealer = PARTNER[after.dealer]
        return True

    return _chain(rules, random, change)


@FAULTS.add("dealt by the wrong side", "match.dealer", *CHAINED, "swiss_8_rounds", "pass_ten", "two_team")
def wrong_side(rules: str, random: Random) -> Planted | None:
    def change(after: Standing, finished: Finished, random: Random) -> bool:
        assert after.dealer is not None
        after.dealer = random.choice([s for s in COUNTER_CLOCKWISE if SIDE[s] != SIDE[after.dealer or "N"]])
        return True

    return _chain(rules, random, change)


@FAULTS.add(
    "the level of the next dealers off by one", "match.levels", *CLIMBED, "swiss_8_rounds", "pass_ten"
)
def level_off(rules: str, random: Random) -> Planted | None:
    def change(after: Standing, finished: Finished, random: Random) -> bool:
        assert after.dealer is not None
        return _moved(after, SIDE[after.dealer], random.choice((-1, 1)))

    return _chain(rules, random, change)


@FAULTS.add("the level of the other side off by one", "match.levels", *CLIMBED, "swiss_8_rounds", "pass_ten")
def other_level_off(rules: str, random: Random) -> Planted | None:
    def change(after: Standing, finished: Finished, random: Random) -> bool:
        assert after.dealer is not None
        return _moved(after, OTHER[SIDE[after.dealer]], random.choice((-1, 1)))

    return _chain(rules, random, change)


@FAULTS.add("a rise that was not carried out", "match.levels", *CLIMBED, "swiss_8_rounds", "pass_ten")
def not_risen(rules: str, random: Random) -> Planted | None:
    def change(after: Standing, finished: Finished, random: Random) -> bool:
        before = finished.hand.standing.levels
        if before == after.levels:
            return False
        after.levels = dict(before)
        return True

    return _chain(rules, random, change)


@FAULTS.add("levels that changed sides", "match.levels", *CLIMBED, "swiss_8_rounds", "pass_ten")
def levels_swapped(rules: str, random: Random) -> Planted | None:
    def change(after: Standing, finished: Finished, random: Random) -> bool:
        if after.levels["NS"] == after.levels["EW"]:
            return False
        after.levels = {"NS": after.levels["EW"], "EW": after.levels["NS"]}
        return True

    return _chain(rules, random, change)


def _moved(after: Standing, side: Side, by: int) -> bool:
    ladder = ladder_of(after.rules)
    at = ladder.index(after.levels[side]) + by
    if not 0 <= at < len(ladder):
        return False
    after.levels[side] = ladder[at]  # type: ignore[assignment]
    return True


@FAULTS.add("a must-play level jumped over", "match.levels", "fen80", "godot", "minzhengbu")
def jumped(rules: str, random: Random) -> Planted | None:
    must: Rank = "J" if rules == "minzhengbu" else "T"
    ladder = ladder_of(rules)
    start = standing_for(rules, random)
    assert start.dealer is not None
    side = SIDE[start.dealer]
    start.levels[side] = ladder[ladder.index(must) - 1]  # type: ignore[assignment]

    def change(after: Standing, finished: Finished, random: Random) -> bool:
        gain = finished.written.gain
        if finished.written.dealer_next != side or after.levels[side] != must or not gain or gain < 2:
            return False
        return _moved(after, side, gain - 1)

    return _chain(rules, random, change, start=start)


@FAULTS.add("what a must-play level cut off not taken from the others", "match.levels", "minzhengbu")
def not_deducted(rules: str, random: Random) -> Planted | None:
    start = standing_for(rules, random)
    assert start.dealer is not None
    side = SIDE[start.dealer]
    start.levels = {"NS": "T", "EW": "T"}

    def change(after: Standing, finished: Finished, random: Random) -> bool:
        if finished.written.dealer_next != side or after.levels[OTHER[side]] == "T":
            return False
        after.levels[OTHER[side]] = "T"
        return True

    return _chain(rules, random, change, start=start)


@FAULTS.add(
    "a match that begins at another level",
    "match.start",
    *CHAINED,
    "swiss_8_rounds",
    "pass_ten",
    "minzhengbu",
)
def wrong_start(rules: str, random: Random) -> Planted | None:
    standing = Standing.start(rules)
    wrong: Rank = random.choice(ladder_of(rules)[1:])  # type: ignore[assignment]
    standing.levels = {"NS": wrong, "EW": wrong}
    return Planted(finish_hand(open_hand(standing, random), random).record, hand=1)


@FAULTS.add("a level that is not the schedule's", "match.level", "annex3_sixteen_hands")
def off_schedule(rules: str, random: Random) -> Planted | None:
    match = play_match(rules, str(random.random()), hands=3)
    second = match.standings[1]
    hand = open_hand(replace(second, hand=random.choice((5, 9, 13))), random)  # the level of a later hand
    hand.standing = second
    other = finish_hand(hand, random).record
    return Planted(match.records[0], other, hand=2)


@FAULTS.add("a dealer who is not the schedule's", "match.dealer", "annex3_sixteen_hands")
def dealer_off_schedule(rules: str, random: Random) -> Planted | None:
    def change(after: Standing, finished: Finished, random: Random) -> bool:
        assert after.dealer is not None
        after.dealer = PARTNER[after.dealer]
        return True

    start = replace(Standing.start(rules), hand=2, dealer="N")
    return _chain(rules, random, change, start=start)


# --- hands missing, too many, the end ---------------------------------------------------------------


@FAULTS.add("a hand missing", "match.gap", *CHAINED, "swiss_8_rounds", severity="note")
def gap(rules: str, random: Random) -> Planted | None:
    planted = _chain(rules, random, lambda *_: True)
    if planted is None:
        return None
    first, _, *rest = planted.records
    return Planted(first, *rest, hand=2)


def _won(rules: str, random: Random) -> tuple[list[Record], Standing] | None:
    """A last hand: the dealer side stands at the top and wins."""
    start = standing_for(rules, random)
    assert start.dealer is not None
    start.levels[SIDE[start.dealer]] = ladder_of(rules)[-1]  # type: ignore[assignment]
    finished = finish_hand(open_hand(start, random), random)
    return ([finished.record], finished.written.after) if finished.written.after.winner else None


@FAULTS.add(
    "a hand after the game was won", "match.over", "standard", "swiss_8_rounds", "pass_ten", "hbut_2013",
    "pass_five", "jerryyyu", severity="warning",
)  # fmt: skip
def played_on(rules: str, random: Random) -> Planted | None:
    found = _won(rules, random)
    if found is None:
        return None
    records, after = found
    after.winner = None
    records.append(finish_hand(open_hand(after, random), random).record)
    return Planted(*records, hand=2)


@FAULTS.add(
    "the winner stated wrong", "match.winner", "standard", "swiss_8_rounds", "pass_ten", "hbut_2013",
    "pass_five",
)  # fmt: skip
def wrong_winner(rules: str, random: Random) -> Planted | None:
    found = _won(rules, random)
    if found is None:
        return None
    [record], after = found
    assert after.winner is not None
    wrong = random.choice((OTHER[after.winner], "draw"))
    return Planted(replace(record, tags=(*record.tags, Tag("Winner", wrong))), hand=1, element="result")


@FAULTS.add("the winner on time stated wrong", "match.winner", "swiss_8_rounds", "minzhengbu", "pass_ten")
def wrong_winner_on_time(rules: str, random: Random) -> Planted | None:
    match = play_match(rules, str(random.random()), hands=4)
    tags = match.records[-1].tags
    winner = next((tag.value for tag in tags if tag.name == "Winner"), "draw")
    if winner == "draw" or match.won:
        return None
    other = OTHER[winner]  # type: ignore[index]
    kept = tuple(replace(tag, value=other) if tag.name == "Winner" else tag for tag in tags)
    records = (*match.records[:-1], replace(match.records[-1], tags=kept))
    return Planted(*records, hand=4, element="result")


@FAULTS.add("the winner by big points stated wrong", "match.winner", "annex3_sixteen_hands")
def wrong_big_points(rules: str, random: Random) -> Planted | None:
    match = play_match(rules, str(random.random()))
    tags = match.records[-1].tags
    kept = tuple(
        replace(tag, value={"NS": "EW", "EW": "NS", "draw": "NS"}[tag.value]) if tag.name == "Winner" else tag
        for tag in tags
    )
    return Planted(*match.records[:-1], replace(match.records[-1], tags=kept), hand=16, element="result")


@FAULTS.add("match points wrong", "match.points", "swiss_8_rounds", "hbut_2013")
def wrong_match_points(rules: str, random: Random) -> Planted | None:
    found = _won(rules, random)
    if found is None:
        return None
    [record], after = found
    assert after.winner is not None
    loser = 0 if rules == "hbut_2013" else 1  # the other sheet's points for losing
    shares = {after.winner: 2, OTHER[after.winner]: loser}
    tags = (Tag("Winner", after.winner), Tag("MatchPoints", f"NS:{shares['NS']} EW:{shares['EW']}"))
    return Planted(replace(record, tags=(*record.tags, *tags)), hand=1, element="result")


@FAULTS.add("a hand begun after time", "match.time", "minzhengbu")
def after_time(rules: str, random: Random) -> Planted | None:
    planted = _chain(rules, random, lambda *_: True)
    if planted is None:
        return None
    first, second, *_ = planted.records
    return Planted(_with(first, Incident(kind="time_up")), second, hand=2)


def _with(record: Record, incident: Incident) -> Record:
    """The hand with an incident behind its last play."""
    last = record.tricks[-1]
    play = replace(last.plays[-1], incidents=(incident,))
    return replace(record, tricks=(*record.tricks[:-1], replace(last, plays=(*last.plays[:-1], play))))


# --- consequences -----------------------------------------------------------------------------------


@FAULTS.add(
    "points that cost the deal, and a match played on from there",
    "score.points",
    "standard",
    "fen80",
    "rbtying",
)
def points_and_ledger(rules: str, random: Random) -> Planted | None:
    """A wrong total is one error; that later levels differ from the replay is a note."""
    standing = standing_for(rules, random)
    first = finish_hand(open_hand(standing, random), random)
    wrong = first.played.points + random.choice((-40, 40))
    dealer = first.hand.opening.dealer
    if wrong < 0:
        return None
    written = outcome(standing, dealer, wrong)
    if written.after.winner or first.written.after.winner:
        return None
    record = replace(first.record, result=result_of(wrong, written))
    second = finish_hand(open_hand(written.after, random), random).record
    return Planted(record, second, hand=1, element="result")


# --- rulings ----------------------------------------------------------------------------------------


def _ruled(rules: str, random: Random, kind: str, fields: Callable[[int], dict[str, str]]) -> Planted | None:
    """A fault of the dealer side with a ruling in points, which the score holds as it was ruled."""
    standing = standing_for(rules, random)
    finished = finish_hand(open_hand(standing, random), random, throws=0.0)
    dealer: Seat = finished.hand.opening.dealer
    given = fields(random.randint(1, 3))
    incident = Incident(kind=kind, party=dealer, fields=tuple(given.items()))
    points = finished.played.points + int(given.get("points", "0"))
    written = outcome(standing, dealer, points)
    if finished.played.knocked_back:
        return None
    record = replace(_with(finished.record, incident), result=result_of(points, written))
    return Planted(record, hand=1)


@FAULTS.add("20 points for a time-out ruled as 10", "incident.points", "discussion_draft")
def timeout_ruled(rules: str, random: Random) -> Planted | None:
    return _ruled(rules, random, "timeout", lambda _: {"action": "play", "seconds": "45", "points": "10"})


@FAULTS.add("10 points for a card taken back ruled as 20", "incident.points", "clockwise_ace_to_king")
def take_back_ruled(rules: str, random: Random) -> Planted | None:
    return _ruled(rules, random, "take_back", lambda _: {"found": "before_next", "points": "20"})


@FAULTS.add("10 points for a play corrected in time ruled as 20", "incident.points", "hbut_2013")
def correction_ruled(rules: str, random: Random) -> Planted | None:
    return _ruled(
        rules, random, "wrong_play", lambda _: {"found": "before_next", "choice": "correct", "points": "20"}
    )


@FAULTS.add("a deal lost for a revoke ruled as kept", "incident.deal", "hbut_2013")
def deal_ruled(rules: str, random: Random) -> Planted | None:
    return _ended(rules, random, deal=False, levels=1)


@FAULTS.add("one level for a revoke ruled as two", "incident.levels", "hbut_2013")
def levels_ruled(rules: str, random: Random) -> Planted | None:
    return _ended(rules, random, deal=True, levels=2)


def _ended(rules: str, random: Random, *, deal: bool, levels: int) -> Planted | None:
    """hbut_2013 十二(二)3: a revoke of the dealer side ends the hand, the attackers deal and rise one."""
    standing = standing_for(rules, random)
    finished = finish_hand(open_hand(standing, random), random, throws=0.0)
    dealer = finished.hand.opening.dealer
    side, other = SIDE[dealer], OTHER[SIDE[dealer]]
    fields = {
        "found": "later_trick",
        "deal": other if deal else side,
        "levels": f"{other}+{levels}",
    }
    record = replace(finished.record, tricks=finished.record.tricks[:5], result=Result(state="unstated"))
    return Planted(_with(record, Incident(kind="revoke", party=dealer, fields=tuple(fields.items()))), hand=1)


@FAULTS.add("a hand dealt again for a play corrected in time", "incident.replay", "hbut_2013")
def replay_ruled(rules: str, random: Random) -> Planted | None:
    finished = finish_hand(open_hand(standing_for(rules, random), random), random, throws=0.0)
    fields = (("found", "before_next"), ("choice", "correct"), ("points", "10"), ("replay", "yes"))
    fault = Incident(kind="wrong_play", party=finished.hand.opening.dealer, fields=fields)
    record = replace(finished.record, tricks=finished.record.tricks[:5], result=Result(state="unstated"))
    return Planted(_with(record, fault), hand=1)
