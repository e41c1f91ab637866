"""Variations replayed and judged: who wins, what it brings, what is against the rules, who plays next."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bench.simulate import random_hand
from paipu.grammar import loads
from paipu.grammar.cards import SEATS, format_cards, parse_cards, sort_cards
from paipu.grammar.findings import Finding
from paipu.grammar.model import Play, Record, Trick, Variation
from paipu.replay import Audit, audit, timeline
from paipu.replay.lines import Line, line_at, lines_of, main_line
from paipu.replay.rules import load_rules
from paipu.replay.views import until

TAGS = '[SJN "1"]\n[Rules "{}"]\n[Level "2"]\n[Trump "S"]\n[Dealer "N"]\n\n'
WEST = "Deal:\nW H3345 C789TJQKA C9TJQKA DK L B S3456\n"
CLUBS = parse_cards("C33445566778899TTJJQQKKAA DJJQQKKAA")
"""Two of each club, and diamonds, to fill hands with."""
Json = dict[str, Any]


def filled(cards: str, size: int = 25) -> str:
    """A hand with these cards, clubs and at the end diamonds."""
    own = parse_cards(cards)
    left = list((Counter(CLUBS) - Counter(own)).elements())
    return format_cards((*own, *left[: size - len(own)]))


def hand(plays: str, deal: str = "", rules: str = "standard") -> Audit:
    (record,) = loads(TAGS.format(rules) + deal + f"\nTricks:\n{plays}\n= *\n")
    assert not [finding for finding in record.findings if finding.code != "text.trick_number"]
    return audit(record)


def variation(audited: Audit, *path: int) -> Json:
    """A variation of the timeline: the first one, or the first one in it by so many ones."""
    steps = timeline(audited)["steps"]
    for number in path or (0,):
        found: Json = [each for step in steps for each in step.get("variations", ())][number]
        steps = found["steps"]
    return found


def breaches(found: Json) -> dict[str, tuple[str, str]]:
    return {
        step["at"]: (step["breach"]["code"], step["breach"]["severity"])
        for step in found["steps"]
        if "breach" in step
    }


# --- who wins, and what it brings -------------------------------------------------------------------


def test_a_ruff_in_a_variation_wins_the_trick_and_its_points() -> None:
    """East, an attacker, ruffs a king and a ten; in the main line North kept them."""
    done = hand("1. N HA / W HK / S HT / E H5 ( 1. N HA / W HK / S HT / E S3 )")
    found = variation(done)
    assert found["tricks"] == [
        {
            "number": 1, "leader": "N", "winner": "E", "points": 20, "attackers": 20,
            "plays": [f"1.4v1/1.{n}" for n in range(1, 5)],
        }
    ]  # fmt: skip
    assert found["next"] == {"seat": "E", "trick": 2, "play": 1, "count": None}
    assert timeline(done)["tricks"][0]["winner"] == "N"
    assert timeline(done)["next_play"] == {"seat": "N", "trick": 2, "play": 1, "count": None}


def test_points_are_counted_on_from_the_trick_before() -> None:
    plays = "1. N H3 / W HA / S HK / E H5\n2. W DA / S D3 / E D5 / N DK "
    done = hand(plays + "( 2. W DA / S D3 / E D5 / N S3 3. N CA / W CT / S C3 / E S4 )")
    assert [row["attackers"] for row in timeline(done)["tricks"]] == [15, 30]
    rows = variation(done)["tricks"]
    assert [(row["winner"], row["points"], row["attackers"]) for row in rows] == [("N", 5, 15), ("E", 10, 25)]


@pytest.mark.parametrize(
    ("line", "seat", "trick", "play", "count"),
    [
        ("1. N HAA", "W", 1, 2, 2),
        ("1. N HAA / W H33 / S H44", "E", 1, 4, 2),
        ("1. N HQ / W HK / S H4 / E H5", "W", 2, 1, None),
        ("1. N HQ / W HK / S H4 / E H5 2. W C7", "S", 2, 2, 1),
        ("1. N HQ / S H4", "W", 1, 3, 1),
    ],
)
def test_who_plays_next(line: str, seat: str, trick: int, play: int, count: int | None) -> None:
    expected = {"seat": seat, "trick": trick, "play": play, "count": count}
    assert variation(hand(f"1. N D3 / W D4 ( {line} )"))["next"] == expected
    assert timeline(hand(line.replace(" 2.", "\n2.")))["next_play"] == expected


def test_who_plays_next_is_null_where_it_is_not_known() -> None:
    assert variation(hand("1. N H3 / W H4 ( 1. N H3 / W H? / S H5 / E H6 )"))["next"] is None
    plain = '[SJN "1"]\n\nTricks:\n1. N H3 / W H4 / S H5 / E H6 {}\n= *\n'
    done = audit(loads(plain.format("( 1. N H3 / W H4 / S H5 / E S6 )"))[0])
    assert variation(done)["next"] is None  # no trump: who won is not known
    assert variation(done)["tricks"][0]["winner"] is None
    assert variation(done)["tricks"][0]["points"] == 5
    done = audit(loads(plain.format("( 1. N H3 / W H4 )"))[0])
    assert variation(done)["next"] == {"seat": "S", "trick": 1, "play": 3, "count": 1}


def test_nobody_plays_next_when_all_cards_are_played() -> None:
    record = random_hand(Random(3), load_rules("standard"))
    assert timeline(audit(record))["next_play"] is None
    *tricks, last = record.tricks
    again = Variation(tricks=(last,))
    first = replace(last.plays[0], variations=(again,))
    cut = replace(record, tricks=(*tricks, Trick(number=last.number, plays=(first,))), result=None)
    done = audit(cut)
    assert variation(done)["next"] is None
    assert timeline(done)["next_play"] == {
        "seat": last.plays[1].seat, "trick": last.number, "play": 2, "count": len(last.plays[0].cards),
    }  # fmt: skip


def test_the_dealer_leads_to_the_first_trick_of_an_unplayed_hand() -> None:
    text = TAGS.format("standard") + "Deal:\nW H3\n\n= {}\n"
    lead = {"seat": "N", "trick": 1, "play": 1, "count": None}
    assert timeline(audit(loads(text.format("*"))[0]))["next_play"] == lead
    assert timeline(audit(loads(text.format("80 EW+0"))[0]))["next_play"] is None


# --- what is against the rules ----------------------------------------------------------------------


def test_an_illegal_discard_is_told_with_its_clause() -> None:
    line = "1. N HA / W {} / S H6 / E H7"
    done = hand(f"{line.format('H3')} ( {line.format('DK')} )", WEST, rules="hbut_2013")
    found = variation(done)
    assert breaches(found) == {"1.4v1/1.2": ("follow.suit", "error")}
    breach = found["steps"][1]["breach"]
    assert breach["clause"] == "二(八); 八(三)"
    assert breach["element"] == "1.4v1/1.2"
    assert breach["seat"] == "W"
    assert (breach["cards"], breach["held"]) == ("DK", "H5433")
    assert breach["line"] == 11
    assert not [each for each in timeline(done)["findings"] if each["severity"] == "error"]
    assert done.verdict == "clean"


def test_a_play_written_again_is_not_told_again() -> None:
    """West revokes in the main line: of the variation, that departs behind it, this is nothing new."""
    line = "1. N HA / W DK / S H6 / E {}"
    done = hand(f"{line.format('H7')} ( {line.format('H8')} )", WEST)
    assert [(f.element, f.code) for f in done.errors] == [("1.2", "follow.suit")]
    assert breaches(variation(done)) == {}
    other = "1. N HA / W H3 / S H6 / E H7"
    assert breaches(variation(hand(f"{other} ( {line.format('H7')} )", WEST))) == {
        "1.4v1/1.2": ("follow.suit", "error")
    }


def test_a_hand_dealt_anew_makes_a_play_legal_or_not() -> None:
    line = "1. N HA / W {} / S H6 / E H7"
    for dealt, play, expected in (
        (filled(""), "C3", {}),
        (filled("H3"), "C3", {"1.4v1/1.2": ("follow.suit", "error")}),
        ("H3", "C3", {"1.4v1/1.2": ("follow.suit", "error")}),
        ("C3", "C4", {}),  # what else West holds is not known
        (filled("H3"), "H4", {"1.4v1/1.2": ("play.not_held", "error")}),
    ):
        done = hand(f"{line.format('H3')} ( Deal: W {dealt} {line.format(play)} )", WEST)
        assert breaches(variation(done)) == expected, dealt
    assert breaches(variation(hand(f"{line.format('H3')} ( {line.format('C9')} )", WEST))) == {
        "1.4v1/1.2": ("follow.suit", "error")
    }


def test_a_play_written_again_with_another_hand_is_judged() -> None:
    """West has no heart in the main line, and is supposed to have one."""
    deal = f"Deal:\nW {filled('')}\n"
    line = "1. N HA / W C3 / S H6 / E H7"
    done = hand(f"{line} ( Deal: W H3 {line} )", deal)
    assert done.errors == ()
    assert breaches(variation(done)) == {"1.4v1/1.2": ("follow.suit", "error")}
    assert breaches(variation(hand(f"{line} ( {line} )", deal))) == {}


def test_supposed_cards_leave_the_hand_as_they_are_played() -> None:
    line = f"( Deal: W {filled('H33')} 1. N HAA / W H33 / S H44 / E H66 2. N HK / W C3 )"
    done = hand(f"1. N HA / W H3 / S H6 / E H7 {line}", WEST)
    assert breaches(variation(done)) == {}
    done = hand(f"1. N HA / W H3 / S H6 / E H7 {line.replace('/ W H33', '/ W H3C3')}", WEST)
    assert breaches(variation(done)) == {
        "1.4v1/1.2": ("follow.suit", "error"),
        "1.4v1/2.2": ("follow.suit", "error"),
    }


def test_a_card_supposed_elsewhere_accuses_nobody_who_may_have_lost_it() -> None:
    """Both threes of hearts are West's, and no other heart; if East has one or both, West has one or none."""
    line = "1. N HA / W {} / S H6 / E H3"
    for supposed, severity in (("H3", "error"), ("H33", "note"), ("H4", "error")):
        done = hand(
            f"1. N HA / W H3 / S H6 / E H7 ( Deal: E {supposed} {line.format('C3')} )",
            f"Deal:\nW {filled('H33')}\n",
        )
        assert breaches(variation(done))["1.4v1/1.2"] == ("follow.suit", severity)


def test_a_seat_whose_cards_are_not_known_accuses_nobody() -> None:
    """North, South and East may hold anything; of West only the three of hearts was seen."""
    main = "1. N HA / W H3"
    for line, expected in (
        ("1. N HA / W DK / S S6 / E C7", {"1.2v1/1.2": ("follow.suit", "error")}),
        ("1. N HA / W H3 / S S6 / E C7", {}),
        (
            "1. N HA / W H4 / S H6 / E H7 2. N HQ / W S5 / S S7 / E C8",
            {"1.2v1/2.2": ("follow.suit", "error")},
        ),
        ("1. N HA / W H3 / S H6 / E H7 2. N HQ / W S5 / S S7 / E C8", {}),
        ("1. N HAA / W H34 / S S66 / E BC7", {}),
        ("1. N HAA / W H34 / S S66 / E B", {"1.2v1/1.4": ("follow.count", "error")}),
    ):
        assert breaches(variation(hand(f"{main} ( {line} )"))) == expected, line


def test_a_card_that_leaves_the_hand_unseen_in_a_variation_may_be_the_one_known() -> None:
    """West plays the five of hearts later in the main line; in the variation it may be the unknown card."""
    main = "1. N HA / W H4 / S H6 / E H7 {}\n2. N HK / W H5 / S H8 / E H9"
    line = "( 1. N HA / W {} / S H6 / E H7 2. N HK / W C3 / S H8 / E H9 )"
    assert breaches(variation(hand(main.format(line.format("H4"))))) == {
        "1.4v1/2.2": ("follow.suit", "error")
    }
    assert breaches(variation(hand(main.format(line.format("?"))))) == {"1.4v1/2.2": ("follow.suit", "error")}
    main = "1. N HA / W H4 / S H6 / E H7 {}"
    assert breaches(variation(hand(main.format(line.format("?"))))) == {"1.4v1/2.2": ("follow.suit", "note")}


def test_a_trick_that_is_missing_puts_the_hands_in_doubt() -> None:
    line = "1. N HA / W H3 / S H6 / E H7"
    done = hand(f"{line} ( {line} 3. N HK / W DK / S H8 / E H9 )", WEST)
    assert breaches(variation(done)) == {"1.4v1/3.2": ("follow.suit", "note")}
    assert [row["attackers"] for row in variation(done)["tricks"]] == [0, None]
    done = hand(f"{line} ( {line} 2. N HK / W DK / S H8 / E H9 )", WEST)
    assert breaches(variation(done)) == {"1.4v1/2.2": ("follow.suit", "error")}


def test_turns_in_a_variation() -> None:
    line = "1. N H3 / W HA / S H4 / E H5"
    assert breaches(variation(hand(f"{line} ( {line} 2. N HK / W H6 / S H7 / E H8 )"))) == {
        "1.4v1/2.1": ("turn.leader", "error")
    }
    assert breaches(variation(hand(f"{line} ( 1. N H3 / S H4 / W HA / E H5 )"))) == {
        "1.4v1/1.2": ("turn.order", "error")
    }
    assert breaches(variation(hand(f"{line}\n2. W HK / S H6 ( 2. S H6 )"))) == {
        "2.2v1/2.1": ("turn.leader", "error")
    }


def test_a_line_may_go_on_where_the_main_line_ends() -> None:
    line = "1. N H3 / W HA / S H4 / E H5"
    found = variation(hand(f"{line} ( 2. W DK / S D3 / E D4 / N DA )"))
    assert breaches(found) == {}
    assert [(row["number"], row["winner"], row["attackers"]) for row in found["tricks"]] == [(2, "N", 5)]
    assert breaches(variation(hand(f"{line} ( 2. N D3 / W DK )"))) == {"1.4v1/2.1": ("turn.leader", "error")}


def test_a_failed_throw_in_a_variation() -> None:
    """North throws ace and three of hearts; West holds the four: the three must be led."""
    for thrown, expected in (
        ("HA3", ("throw.beaten", "error")),
        ("HA3>HA", None),  # hands that are not known whole do not say what had to be led
        ("HA3>H3", None),
    ):
        line = (
            f"1. N {thrown} / W {'H43' if thrown == 'HA3' else 'H5'} / S H6{'7' if thrown == 'HA3' else ''}"
        )
        found = variation(hand(f"1. N HA / W H3 / S H6 / E H7 ( {line} )", WEST))
        assert breaches(found) == ({"1.4v1/1.1": expected} if expected else {}), thrown
        assert found["steps"][0]["throw"] == {
            "thrown": ["HA", "H3"], "must": ["H3"],
            "beaten": [{"cards": ["H3"], "by": "W", "with": ["H4"]}],
        }  # fmt: skip


def test_a_failed_throw_must_lead_the_part_that_was_beaten() -> None:
    record = random_hand(Random(8), load_rules("standard"), throws=1.0)
    trick, play = next((trick, trick.plays[0]) for trick in record.tricks if trick.plays[0].tried)
    assert play.tried
    other = next((card,) for card in play.tried if (card,) != play.cards)
    changed = replace(play, cards=other)
    line = Variation(tricks=(replace(trick, plays=(changed,)),))
    plays = (*trick.plays[:-1], replace(trick.plays[-1], variations=(line,)))
    tricks = tuple(replace(one, plays=plays) if one is trick else one for one in record.tricks)
    found = breaches(variation(audit(replace(record, tricks=tricks))))
    assert found == {f"{trick.number}.4v1/{trick.number}.1": ("throw.forced", "error")}


def test_three_decks() -> None:
    """Three threes are held: they must follow three aces."""
    rules = "standard; deck_count=3; hand_size=39; kitty_size=6"
    deal = f"Deal:\nW {filled('H3334 C3456789TJQKA DTT9', 39)}\n"
    line = "1. N HAAA / W {} / S H555 / E H666"
    done = hand(f"{line.format('H333')} ( {line.format('H433')} ) ( {line.format('C345')} )", deal, rules)
    assert done.errors == ()
    first, second = (variation(done, n) for n in (0, 1))
    assert breaches(first) == {"1.4v1/1.2": ("follow.alike", "error")}
    assert breaches(second) == {"1.4v2/1.2": ("follow.suit", "error")}
    assert [row["points"] for row in first["tricks"]] == [15]


def test_a_nested_variation_departs_from_the_one_it_stands_in() -> None:
    """The inner line knows what was played in the outer one, and the hand supposed for it."""
    inner = "( 2. N HK / W {} / S H8 / E H9 )"
    outer = f"( Deal: W {filled('H34')} 1. N HA / W {{}} / S H6 / E H7 2. N HK / W H4 / S H8 / E H9 {inner} )"
    main = "1. N HA / W H5 / S H6 / E H7 "
    for first, second, expected in (
        ("H3", "C3", {"1.4v1/2.4v1/2.2": ("follow.suit", "error")}),
        ("H3", "H5", {"1.4v1/2.4v1/2.2": ("play.not_held", "error")}),
        ("C3", "C4", {"1.4v1/2.4v1/2.2": ("follow.suit", "error")}),
    ):
        done = hand(main + outer.format(first, second), WEST)
        assert breaches(variation(done, 0, 0)) == expected
    line = line_at(done, "1.4v1/2.4v1")
    assert line
    assert [trick.number for trick in line.tricks] == [1, 2]
    assert (
        line.tricks[0].plays[1].cards
        == loads('[SJN "1"]\n\nTricks:\n1. W C3\n= *\n')[0].tricks[0].plays[0].cards
    )
    assert line_at(done, "1.4v1/2.4v2") is None
    assert line_at(done, "nonsense") is None
    assert line_at(done, "1.4v0") is None


def test_seats_named_as_corners_are_inside_names() -> None:
    text = TAGS.format("standard").replace('"N"', '"NE"').replace("[Level", '[Seats "SE NE NW SW"]\n[Level')
    text += "Tricks:\n1. NE HA / NW H3 / SW H4 / SE H5 ( 1. NE HA / NW DK )\n= *\n"
    found = variation(audit(loads(text)[0]))
    assert found["steps"][1]["breach"]["seat"] == "W"
    assert found["next"]["seat"] == "S"


# --- the hand itself --------------------------------------------------------------------------------


def faulty(seed: int) -> Record:
    """A hand played to the end in which some plays, or one throw, are as chance has them."""
    random = Random(seed)
    record = random_hand(random, load_rules(random.choice(("standard", "hbut_2013", "rbtying"))))
    tricks = list(record.tricks)
    for _ in range(random.randint(1, 6)):
        at = random.randrange(len(tricks) - 1)
        plays = list(tricks[at].plays)
        number = random.randrange(4)
        seat = plays[number].seat
        later = [card for t in tricks[at:] for play in t.plays if play.seat == seat for card in play.cards]
        cards = sort_cards(random.sample(later, len(plays[number].cards)))
        plays[number] = Play(seat=seat, cards=cards)
        if not random.randrange(3):
            plays[1], plays[2] = plays[2], plays[1]
        tricks[at] = replace(tricks[at], plays=tuple(plays))
    return replace(record, tricks=tuple(tricks))


def told(finding: Finding, prefix: str) -> tuple[Any, ...]:
    return (
        finding.code, finding.severity, finding.seat, finding.message, finding.cards, finding.held,
        finding.expected, finding.parameter, (finding.element or "").removeprefix(prefix),
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(30))
def test_the_main_line_as_a_variation_is_judged_as_the_main_line(seed: int) -> None:
    """Behind another first lead, a whole hand is written as a variation: winners, points, breaches agree."""
    record = faulty(seed)
    plain = audit(record)
    lead = record.tricks[0].plays[0]
    held = next(item.cards for item in record.deal if item.seat == lead.seat)
    other = Play(seat=lead.seat, cards=(next(card for card in held if (card,) != lead.cards),))
    assert (other.cards, other.tried) != (lead.cards, lead.tried)
    first = replace(other, variations=(Variation(tricks=record.tricks),))
    done = audit(replace(record, tricks=(Trick(number=1, plays=(first,)),), result=None))
    (line,) = lines_of(done).branches
    assert list(line.played) == plain.replay.tricks
    assert {at: position.captured for at, position in line.positions.items()} == {
        f"1.1v1/{at}": position.captured for at, position in plain.replay.positions.items()
    }
    expected: dict[str, tuple[Any, ...]] = {}
    for severity in ("error", "warning", "note"):
        for finding in plain.case.findings:
            if finding.phase == "tricks" and finding.severity == severity and finding.element:
                expected.setdefault(finding.element, told(finding, ""))
    assert expected
    found = {at.removeprefix("1.1v1/"): told(one, "1.1v1/") for at, one in line.breaches.items()}
    assert found == expected


def some_lines(record: Record, seed: int) -> Record:
    """The hand with variations at random: from any trick on, each play another of the same seat."""
    random = Random(seed)
    tricks = list(record.tricks)
    for at, trick in enumerate(tricks[:-2]):
        if random.random() < 0.6:
            continue
        line = []
        for later in record.tricks[at : at + 3]:
            plays = tuple(
                Play(seat=play.seat, cards=sort_cards(random.sample(range(54), len(play.cards))))
                for play in later.plays
            )
            line.append(replace(later, plays=plays))
        nested = replace(line[-1].plays[-1], variations=(Variation(tricks=tuple(line[1:])),))
        line[-1] = replace(line[-1], plays=(*line[-1].plays[:-1], nested))
        variation = Variation(tricks=tuple(line))
        number = random.randrange(4)
        plays = (
            *trick.plays[:number],
            replace(trick.plays[number], variations=(variation, variation)),
            *trick.plays[number + 1 :],
        )
        tricks[at] = replace(trick, plays=plays)
    return replace(record, tricks=tuple(tricks))


@pytest.mark.parametrize("seed", range(10))
def test_variations_change_nothing_of_the_hand(seed: int) -> None:
    record = faulty(seed)
    plain, done = audit(record), audit(some_lines(record, seed))
    told_before = plain.to_dict()
    page = timeline(done)
    assert done.to_dict() == told_before
    assert [one.to_dict() for one in done.findings] == [one.to_dict() for one in plain.findings]
    bare = timeline(plain)
    for name in ("findings", "verdict", "tricks", "replayed", "stated", "next_play", "kitty_result"):
        assert page[name] == bare[name]
    assert any(
        "breach" in inner
        for step in page["steps"]
        for v in step.get("variations", ())
        for inner in v["steps"]
    )
    for step, plainly in zip(page["steps"], bare["steps"], strict=True):
        assert {**step, "variations": []} == {**plainly, "variations": []}
        assert "breach" not in step


def test_a_line_is_found_as_it_stands_among_the_others() -> None:
    done = audit(some_lines(faulty(3), 3))

    def check(line: Line) -> int:
        assert replace(line_at(done, line.at) or main_line(done), branches=line.branches) == line
        return 1 + sum(map(check, line.branches))

    assert check(lines_of(done)) > 10


def test_two_tricks_of_one_number_keep_their_variations() -> None:
    line = "1. N HA / W H3 / S H4 / E H5 ( 1. N HA / W {} )"
    (record,) = loads(TAGS.format("standard") + f"Tricks:\n{line.format('HK')}\n{line.format('HQ')}\n= *\n")
    steps = timeline(audit(record))["steps"]
    cards = [v["steps"][1]["cards"] for step in steps for v in step.get("variations", ())]
    assert cards == [["HK"], ["HQ"]]


# --- reading without spoilers -----------------------------------------------------------------------


def test_a_cut_hand_does_not_say_who_plays_at_its_end() -> None:
    done = hand("1. N HA / W H3 / S H4 / E H5\n2. N HK / W H4 / S H6")
    page = timeline(done)
    assert page["next_play"] == {"seat": "E", "trick": 2, "play": 4, "count": 1}
    assert until(page, "1.2")["next_play"] is None
    assert until(page, "result")["next_play"] == page["next_play"]


def test_a_line_that_begins_behind_what_is_shown_tells_nothing_of_it() -> None:
    """The line from trick 2 on rests on who won trick 1; the one from trick 1 on does not."""
    lines = "( 2. W HK / S C3 / E H5 / N H6 ) ( 1. N H3 / W HA / S D4 / E H5 )"
    main = f"1. N H3 / W HA {lines} / S HK / E H5\n2. W HQ / S H9 / E H6 / N H7"
    deal = f"Deal:\nS {filled('HK9')}\n"
    page = timeline(hand(main, deal))
    later, now = next(step for step in page["steps"] if step["at"] == "1.2")["variations"]
    assert later["tricks"][0]["attackers"] == 15 + 15
    assert breaches(later) == {"1.2v1/2.2": ("follow.suit", "error")}
    shown = until(page, "1.3")["steps"][-2]["variations"]
    assert shown[0]["steps"][1]["cards"] == ["C3"]
    assert (shown[0]["tricks"], shown[0]["next"], breaches(shown[0])) == ([], None, {})
    assert shown[1] == now
    assert until(page, "1.4")["steps"][2]["variations"] == [later, now]


def test_a_record_that_begins_later_is_cut_alike() -> None:
    page = timeline(hand("5. N H3 ( 5. N H4 / W HK ) ( 6. W D3 / S D5 ) / W HA / S H5 / E H6\n6. W D4"))
    now, later = page["steps"][1]["variations"]
    assert (now["next"], later["next"]) == (
        {"seat": "S", "trick": 5, "play": 3, "count": 1},
        {"seat": "E", "trick": 6, "play": 3, "count": 1},
    )
    shown = until(page, "5.2")["steps"][1]["variations"]
    assert [each["next"] for each in shown] == [now["next"], None]
    assert until(page, "5.4")["steps"][1]["variations"] == [now, later]


def test_seats_are_as_in_the_record() -> None:
    assert {
        each["seat"] for each in variation(hand("1. N H3 ( 1. N H4 / W H5 / S H6 / E H7 )"))["steps"]
    } == {*SEATS}
