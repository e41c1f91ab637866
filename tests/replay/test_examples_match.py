"""The sheets' own examples on deals, levels, schedules, the end of a match, and when nobody declares.

Answers must be the expected one or one of those the example accepts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from paipu.grammar import loads
from paipu.grammar.cards import RANKS, SUITS, Rank, Seat, Side, card, format_cards
from paipu.replay import audit_hands
from paipu.replay.auction import Bidding, Shown, bid_breach
from paipu.replay.follow import follow_breach
from paipu.replay.judge import judge
from paipu.replay.levels import level_ladder, raised
from paipu.replay.order import TRUMPS, order_for
from paipu.replay.outcome import Ended, Knocked, knocked_to, outcome
from paipu.replay.position import seats_from
from paipu.replay.rules import RuleSet, load_rules, rule_ids
from paipu.replay.tricks import points_in
from tests.shared import lines, needs_shared

Example = dict[str, Any]
Asked = Callable[[Example, RuleSet], Any]
SEATS: tuple[Seat, ...] = ("E", "N", "W", "S")


def flip(example: Example, rules: RuleSet) -> Any:
    """Nobody declares: trump, new deal, later overturns."""
    given, expect = example["given"], example["expect"]
    kitty = format_cards([card(code) for code in given.get("kitty_top_to_bottom", ["SK"])])
    question = {"rules": rules.id, "kind": "flip", "level": example["level"] or "5", "kitty": kitty}
    answer = judge(question | {"hand_no": given.get("hand_no", 2)})["answer"]
    overturn = answer.get("overturn")
    jokers = {"B", "L"} & {*given.get("kitty_top_to_bottom", ["SK"])[:4]}
    ended = Ended(dealer="N", levels={"NS": "5", "EW": "5"}, flip="joker" if jokers else "card")
    lost = outcome(ended, 80, rules, side="EW", gain=0)
    assert lost is not None
    known = {
        "trump": answer.get("trump"),
        "redeal": answer.get("redeal"),
        "overturn": {"no": False, "joker_pair": "joker_pair_only"}.get(str(overturn)),
        "after_bury_overturn": rules["no_bid_overturn"] not in ("no", "no_after_bury"),
        "dealer_side_levels": RANKS.index(lost.levels["NS"]) - RANKS.index("5"),
        "caller": {"opponents_call": "opponents"}.get(rules.word("no_bid_later")),
        # Who holds the same card is seen at the table.
        "dealer_side_of": expect.get("dealer_side_of"),
        "dealer": {"random_dealer_then_flip": "random"}.get(rules.word("no_bid_first_hand")),
    }
    if expect.get("trump") == "from_kitty":
        known["trump"] = "from_kitty" if answer.get("trump") else None
    return {key: known[key] for key in expect}


def dealer(example: Example, rules: RuleSet) -> Any:
    given = example["given"]
    if "first_declarer" in given:
        first, then = given["first_declarer"], given["overturned_by"]
        text = (
            f'[SJN "1"]\n[Rules "{rules.id}"]\n[Hand "1"]\n[Levels "NS:2 EW:2"]\n[Dealer "{then}"]\n\n'
            f"Bids:\n5 {first} S2\n80 {then} H22\n= *\n"
        )
        (done,) = audit_hands(loads(text))
        wrong = [finding for finding in done.findings if finding.code == "bid.dealer"]
        owner = None if wrong else then
        return {"dealer": owner, "kitty_to": owner}
    numbered = isinstance(given["dealer"], int)
    around = seats_from("E", rules.word("play_direction"))
    seat: Seat = around[given["dealer"]] if numbered else given["dealer"]
    points = given.get("attacker_points", 60 if given.get("dealer_side_wins") else 80)
    out = outcome(Ended(dealer=seat, levels={}), points, rules)
    assert out is not None
    if numbered:
        assert out.dealer is not None
        return {"next_dealer": around.index(out.dealer), "seats": "numbered in play order"}
    return {"next_dealer": out.dealer}


def schedule(example: Example, rules: RuleSet) -> Any:
    """The seats of the schedule are named SE NE NW SW: South-East deals first, then counter-clockwise."""
    around = seats_from("E", rules.word("play_direction"))
    names = dict(zip(around, ("SE", "NE", "NW", "SW"), strict=True))
    dealers, seat = [], around[0]
    for _ in range(example["given"]["hands"]):
        dealers.append(names[seat])
        out = outcome(Ended(dealer=seat, levels={}), 60, rules)
        assert out is not None
        assert out.dealer is not None
        seat = out.dealer
    return {"levels": list(level_ladder(rules)), "dealers": dealers}


def must_play(example: Example, rules: RuleSet) -> Any:
    given, expect = example["given"], example["expect"]
    if "levels" in expect:
        return {"levels": sorted(rules.words("must_play_levels"), key=RANKS.index)}
    if "attacker_points" in given:
        levels: dict[Side, Rank] = {"NS": given["dealer_level"], "EW": given["attacker_level"]}
        out = outcome(Ended(dealer="N", levels=levels), given["attacker_points"], rules)
        assert out is not None
        return {"attacker_level": out.levels["EW"], "dealer_level": out.levels["NS"]}
    rise = raised({"NS": given["level"]}, "NS", given["levels_up"], rules, dealt=True)
    return {"level": rise.levels["NS"]}


def knock_back(example: Example, rules: RuleSet) -> Any:
    given, expect = example["given"], example["expect"]
    if "last_trick_winning_play" in given:
        levels: dict[Side, Rank] = {"NS": example["level"], "EW": "6"}
        play = tuple(map(card, given["last_trick_winning_play"]))
        ended = Ended(dealer="N", levels=levels, level=example["level"], trump="H", capture=play)
        out = outcome(ended, 90, rules)
        assert out is not None
        known: Example = {
            "dealer_level": out.levels["NS"],
            "two_must_play": "2" not in out.waived.get("NS", ()),
            "deal": "dealer_side" if out.side == "NS" else "attackers",
            "knock_back": knocked_to(ended, rules) is not None,
        }
        return {key: known[key] for key in expect}
    back = given["knocked_back_from"]
    after = outcome(
        Ended(dealer="N", levels={"NS": "2", "EW": "6"}, knocked={"NS": Knocked(back)}),
        given["next_hand_attacker_points"],
        rules,
    )
    assert after is not None
    restored = after.levels["NS"] == back
    return {"dealer_level": after.levels["NS"]} if "dealer_level" in expect else {"restored": restored}


def win(example: Example, rules: RuleSet) -> Any:
    given = example["given"]
    if "level_after_hand" in given:
        # 5 and one level more, or from 4 to 5.
        start: Rank = "5" if given["level_after_hand"] == "6" else "4"
        return {"wins_game": raised({"NS": start}, "NS", 1, rules, dealt=True).over}
    out = outcome(Ended(dealer="N", levels={"NS": given["level"], "EW": "8"}), 60, rules)
    assert out is not None
    return {"wins_game": out.over == "NS"}


def match_result(example: Example, rules: RuleSet) -> Any:
    """One last hand that leaves the levels given: the attackers took the deal without a rise."""
    given, expect = example["given"], example["expect"]
    if not given:
        from paipu.replay.match_end import SHARES

        win, _, loss, forfeit = SHARES[rules.word("match_points")]
        return {"win": win, "loss": loss, "forfeit": forfeit}
    levels = given["levels"]
    deals = given.get("dealer_side", "NS")
    seat = "N" if deals == "NS" else "E"
    # Held with one level more, so that the side deals again and stands where the example says.
    before = dict(levels) | {deals: RANKS[RANKS.index(levels[deals]) - 1]}
    text = (
        f'[SJN "1"]\n[Rules "{rules.id}"]\n[Hand "9"]\n[Stage "{given.get("phase", "season")}"]\n'
        f'[Levels "NS:{before["NS"]} EW:{before["EW"]}"]\n[Dealer "{seat}"]\n\n'
        f"Bids:\n<time_up>\n= 60 {deals}+1\n"
    )
    (done,) = audit_hands(loads(text))
    result = done.result
    assert result is not None
    known = {
        **{side: result.points[side] for side in result.points or {}},
        "draw": result.draw,
        "winner": result.winner,
        "continue_until_ahead": not result.decided,
        "extra_hands": not result.decided,
    }
    return {key: known[key] for key in expect}


def overturn_order(example: Example, rules: RuleSet) -> Any:
    """Each pair is overturned by those before it in the order, and by no other."""
    names = example["expect"]["descending"]
    hand_no = example["given"].get("hand_no", 2)
    if not rules.flag("overturn_first_hand" if hand_no == 1 else "overturn_later"):
        return None
    pairs = {name: (card(name if name in "BL" else name + "5"),) * 2 for name in names}
    for low, under in enumerate(names):
        for high, over in enumerate(names):
            if low == high:
                continue
            bidding = Bidding(
                rules=rules,
                level="5",
                phase="before_kitty",
                first_hand=hand_no == 1,
                history=(Shown("N", pairs[under]),),
            )
            if (bid_breach(bidding, "W", pairs[over]) is None) != (high < low):
                return {"descending": [over, under]}
    return {"descending": names}


def follow(example: Example, rules: RuleSet) -> Any:
    given = example["given"]
    order = order_for(rules, example["trump_suit"], example["level"])
    led, hand = (tuple(map(card, given[name])) for name in ("led", "hand"))
    return {
        name: [play for play in example["expect"][name] if legal(led, hand, play, order) == (name == "legal")]
        for name in ("legal", "illegal")
    }


def legal(led: Any, hand: Any, play: list[str], order: Any) -> bool:
    return follow_breach(led, hand, tuple(map(card, play)), order) is None


def trump_set(example: Example, rules: RuleSet) -> Any:
    order = order_for(rules, example["trump_suit"], example["level"])
    return {"all_trump": all(order.group(card(code)) == TRUMPS for code in example["given"]["cards"])}


def trump_count(example: Example, rules: RuleSet) -> Any:
    order = order_for(rules, "NT", "2")
    names = [suit + rank for suit in SUITS for rank in RANKS] + ["B", "L"]
    count = 2 * sum(order.group(card(name)) == TRUMPS for name in names)
    return dict.fromkeys(example["expect"], count)


def points(example: Example, rules: RuleSet) -> Any:
    deck = [card(suit + rank) for suit in SUITS for rank in RANKS] * rules.number("deck_count")
    each = [points_in((card(code),)) for code in example["given"]["cards"]]
    return {"points": each, "total_two_decks": points_in(deck)}


RUN: dict[str, Asked] = {
    "dealer": dealer,
    "direction": lambda example, rules: {
        "order": list(seats_from(example["given"]["leader"], rules.word("play_direction")))
    },
    "follow": follow,
    "knock_back": knock_back,
    "level_sequence": lambda _, rules: {"sequence": list(level_ladder(rules))},
    "match_result": match_result,
    "must_play": must_play,
    "no_bid": flip,
    "overturn_order": overturn_order,
    "points": points,
    "schedule": schedule,
    "trump_count": trump_count,
    "trump_set": trump_set,
    "win": win,
}

UNREACHED = {
    "bury": "no set limits what may be buried",
    "draw_order": "who draws first is settled before the record begins",
    "overturn_coin": "stakes are not recorded",
}
"""Kinds of example that no record can show, and why."""

EXAMPLES = [e for e in lines("rules/examples.jsonl") if e["doc"] in rule_ids() and e["kind"] in RUN]


@needs_shared
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["id"])
def test_example(example: Example) -> None:
    found = RUN[example["kind"]](example, load_rules(example["doc"]))
    assert found in [example["expect"], *example.get("accept", ())]


@needs_shared
def test_every_kind_runs_somewhere() -> None:
    from tests.replay.test_examples import RUN as OTHERS

    kinds = {example["kind"] for example in lines("rules/examples.jsonl")}
    assert kinds - {*RUN} - {*OTHERS} == {*UNREACHED}
