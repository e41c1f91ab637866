"""Decisions about findings: which finding an incident is about, what an upheld and a dismissed one do."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from paipu.cli.main import main
from paipu.grammar import loads
from paipu.replay import Audit, audit, audit_hands, timeline
from paipu.replay.chain import follows
from paipu.replay.views import seen_by, until

TAGS = """[SJN "1"]
[Rules "{}"]
[Hand "4"]
[Levels "NS:8 EW:5"]
[Level "8"]
[Dealer "N"]
[Trump "S"]

"""
WEST = "Deal:\nW H3345 C3344556677 C99TTJJQQKKA\n\n"
PLAYS = """Tricks:
1. N HA / W C3 {} / S H6 / E H7 {}
2. N HK / W C4 {} / S H9 / E HT {}
= *
"""
"""West, an attacker, revokes twice: hearts are held. The sheet of hbut_2013 has a figure for it."""


def hand(*incidents: str, rules: str = "hbut_2013") -> Audit:
    """The incidents stand behind West's first play, the first trick, West's second play, the second trick."""
    placed = [*incidents, "", "", "", ""][:4]
    (record,) = loads(TAGS.format(rules) + WEST + PLAYS.format(*placed))
    assert not [finding for finding in record.findings if finding.severity != "note"]
    return audit(record)


def decided(done: Audit) -> list[tuple[str | None, str, str]]:
    return [
        (done.findings[index].element, done.findings[index].code, decision.decision)
        for index, decision in sorted(done.decisions.items())
    ]


def proposed(done: Audit) -> list[str | None]:
    return [done.findings[one.finding].element for one in done.proposals]


def incident_codes(done: Audit) -> list[str]:
    return [finding.code for finding in done.findings if finding.phase == "incident"]


def faults(done: Audit) -> dict[tuple[str, str], int]:
    assert done.after
    return dict(done.after.faults)  # type: ignore[arg-type]


def attackers(done: Audit) -> int | None:
    shown = timeline(done)["replayed"]
    return None if shown is None else shown["attackers"]


def test_without_a_decision_both_penalties_are_proposed() -> None:
    done = hand()
    assert [(f.element, f.code) for f in done.errors] == [("1.2", "follow.suit"), ("2.2", "follow.suit")]
    assert proposed(done) == ["1.2", "2.2"]
    assert done.decisions == {}


def test_a_dismissed_finding_costs_nothing_and_is_no_fault() -> None:
    ruling = '<revoke W finding=follow.suit decision=dismissed points=-10 ruling="C3 was misread">'
    done, plain = hand(ruling), hand()
    assert decided(done) == [("1.2", "follow.suit", "dismissed")]
    assert proposed(done) == ["2.2"]
    assert incident_codes(done) == []
    assert faults(done) == {}
    assert done.score.replayed == plain.score.replayed
    assert [f.code for f in done.findings] == [f.code for f in plain.findings]
    assert done.verdict == plain.verdict
    (index,) = done.decisions
    assert done.to_dict()["findings"][index]["decision"] == {
        "at": "1.2i1", "decision": "dismissed", "ruling": "C3 was misread",
        "imposed": None, "imposed_zh": None,
    }  # fmt: skip


def test_an_upheld_finding_is_weighed_as_any_incident() -> None:
    """The hand ends, and the dealer's side rises by two (twelve (two) 3)."""
    right = "<revoke W finding=follow.suit found=after_hand decision=upheld levels=NS+2 deal=NS>"
    done = hand(right)
    assert decided(done) == [("1.2", "follow.suit", "upheld")]
    assert proposed(done) == ["2.2"]
    assert incident_codes(done) == []
    assert faults(done) == {("EW", "revoke"): 1}
    assert [one.to_dict() for one in done.decisions.values()] == [
        {
            "at": "1.2i1",
            "decision": "upheld",
            "ruling": None,
            "imposed": "North-South rise 2 levels; North-South deal next",
            "imposed_zh": "南北方升 2 级，下副南北方坐庄",
        }
    ]
    wrong = hand(right.replace("levels=NS+2 deal=NS", "points=-10"))
    assert incident_codes(wrong) == ["incident.points"]
    assert proposed(wrong) == ["2.2"]
    assert faults(wrong) == {("EW", "revoke"): 1}


def test_an_incident_that_names_no_finding_rules_on_all_of_its_kind() -> None:
    assert proposed(hand("<revoke W found=after_hand levels=NS+2 deal=NS>")) == []
    assert proposed(hand("<revoke W decision=dismissed>")) == ["1.2", "2.2"]
    assert decided(hand("<revoke W decision=dismissed>")) == []


@pytest.mark.parametrize(
    ("incidents", "elements"),
    [
        (("<revoke W {}>",), ["1.2"]),
        (("<revoke {}>",), ["1.2"]),
        (("<revoke EW {}>",), ["1.2"]),
        (("<revoke N {}>",), []),
        (("<revoke NS {}>",), []),
        (("<conduct S> <revoke W {}>",), ["1.2"]),
        (("", "<revoke W {}>"), []),  # behind East's play, and no trick is named
        (("", "<revoke W trick=1 {}>"), ["1.2"]),
        (("", "", "", "<revoke W trick=1 {}>"), ["1.2"]),
        (("", "", "<revoke W trick=1 {}>"), ["1.2"]),
        (("<revoke W trick=1 {}>",), ["1.2"]),
        (("<revoke W trick=2 {}>",), ["2.2"]),
        (("<revoke W trick=3 {}>",), []),
        (("<revoke W {}>", "", "<revoke W {}>"), ["1.2", "2.2"]),
    ],
)
def test_which_finding_is_meant(incidents: tuple[str, ...], elements: list[str]) -> None:
    fields = "finding=follow.suit decision=dismissed"
    assert [at for at, _, _ in decided(hand(*(one.format(fields) for one in incidents)))] == elements
    other = fields.replace("suit", "pair")
    assert decided(hand(*(one.format(other) for one in incidents))) == []
    vague = fields.replace("dismissed", "perhaps")
    assert decided(hand(*(one.format(vague) for one in incidents))) == []


def test_in_one_trick_the_play_it_stands_behind_is_meant() -> None:
    """South's hand is known from its later play: South and West both revoke in trick 1."""
    text = TAGS.format("hbut_2013") + WEST + "Tricks:\n1. N HA / W C3 / S C9 {} / E H7 {}\n"
    text += "2. N HK / W H3 / S H9 / E HT\n= *\n"
    line = "<revoke trick=1 finding=follow.suit decision=upheld>"
    assert [at for at, _, _ in decided(audit(loads(text.format(line, ""))[0]))] == ["1.3"]
    assert [at for at, _, _ in decided(audit(loads(text.format("", line))[0]))] == ["1.2", "1.3"]


def test_the_last_decision_counts() -> None:
    line = "<revoke W finding=follow.suit decision={}>"
    done = hand(f"{line.format('dismissed')} {line.format('upheld')}")
    assert decided(done) == [("1.2", "follow.suit", "upheld")]
    assert [decision.at for decision in done.decisions.values()] == ["1.2i2"]


def test_of_two_decisions_about_one_finding_the_earlier_weighs_nothing() -> None:
    """The fault is counted once, the points of the first are not in the score, and the second is shown."""
    line = "<{} {}finding=follow.suit decision={} points={}>"
    twice = hand(f"{line.format('revoke', 'W ', 'upheld', -10)} {line.format('revoke', 'W ', 'upheld', -20)}")
    once = hand(line.format("revoke", "W ", "upheld", -20))
    assert faults(twice) == faults(once) == {("EW", "revoke"): 1}
    assert attackers(twice) == attackers(once) is not None
    assert [decision.at for decision in twice.decisions.values()] == ["1.2i2"]
    # Of another kind, by nobody in particular, or behind the trick: it is the same finding.
    dismissed = line.format("wrong_play", "", "dismissed", 0)
    for later in (
        hand(f"{line.format('revoke', 'W ', 'upheld', -10)} {dismissed}"),
        hand(
            line.format("revoke", "W ", "upheld", -10), line.format("conduct", "W trick=1 ", "dismissed", 0)
        ),
    ):
        assert [decision.decision for decision in later.decisions.values()] == ["dismissed"]
        assert faults(later) == {}
        assert attackers(later) == attackers(hand())


def test_decisions_about_two_findings_both_weigh() -> None:
    """By another seat, in another trick, or about another code."""
    line = "<revoke W finding=follow.suit decision=upheld points=-10>"
    done = hand(line, "", line)
    assert faults(done) == {("EW", "revoke"): 2}
    assert decided(done) == [("1.2", "follow.suit", "upheld"), ("2.2", "follow.suit", "upheld")]
    done = hand("", f"{line.replace('W', 'W trick=1')} {line.replace('W', 'W trick=2')}")
    assert faults(done) == {("EW", "revoke"): 2}
    done = hand(f"{line} {line.replace('follow.suit', 'follow.pair')} {line.replace('W', 'S')}")
    assert sum(faults(done).values()) == 3


# --- other places -----------------------------------------------------------------------------------


def test_a_finding_about_the_result() -> None:
    """Behind the last play; on a score sheet the last thing written."""
    text = TAGS.format("standard") + WEST + "Tricks:\n1. N HA / W H3 / S H6 / E H7 {}\n= 41 NS+1\n"
    line = "<conduct finding=score.fives decision=dismissed>"
    assert decided(audit(loads(text.format(line))[0])) == [("result", "score.fives", "dismissed")]
    assert decided(audit(loads(text.format("").replace("/ S H6", f"{line} / S H6"))[0])) == []
    sheet = TAGS.format("standard") + f"Bids:\n<conduct E>\n{line}\n= 41 NS+1\n"
    assert decided(audit(loads(sheet)[0])) == [("result", "score.fives", "dismissed")]


def test_findings_about_the_deal_and_a_bury() -> None:
    seven = TAGS.format("standard") + WEST + "Bids:\n{}\n14 N S8\n\nBury:\nN D3344556 {}\n= *\n"
    line = "<conduct finding={} decision=dismissed>"
    done = audit(loads(seven.format(line.format("deal.partial"), line.format("kitty.count")))[0])
    assert ("a3", "kitty.count", "dismissed") in decided(done)
    short = WEST.replace(" C3344556677", "")
    done = audit(loads(seven.replace(WEST, short).format(line.format("deal.count"), ""))[0])
    assert decided(done) == [("deal", "deal.count", "dismissed")]
    done = audit(loads(seven.replace(WEST, short).format("", line.format("deal.count")))[0])
    assert decided(done) == []


def test_a_misdeclaration_that_was_dismissed_bars_no_suit() -> None:
    """In the sheet of eight rounds it bars the suit to that side (L146)."""
    tags = '[SJN "1"]\n[Rules "swiss_8_rounds"]\n[Hand "1"]\n[Levels "NS:2 EW:2"]\n[Level "2"]\n'
    tags += '[Dealer "E"]\n[Trump "H"]\n\nBids:\n'

    def errors(bids: str) -> list[str]:
        return [finding.code for finding in audit(loads(f"{tags}{bids}\n= *\n")[0]).errors]

    barred = "E H3\n<misdeclare E cards=H3{}>\nE H2"
    assert errors(barred.format("")) == ["bid.cards", "bid.barred"]
    assert errors(barred.format(" finding=bid.cards decision=dismissed")) == ["bid.cards"]


def test_time_beyond_the_limit() -> None:
    """Of a timeout ruled on, the clock says nothing more; a finding decided on stays, with its decision."""
    text = TAGS.format("hbut_2013; time_limit_play_s=10") + WEST
    text += "Tricks:\n1. N HA {{[%emt 0:41]}} {} / W H3 / S H6 / E H7\n= *\n"
    assert incident_codes(audit(loads(text.format(""))[0])) == ["incident.time"]
    ruled = audit(loads(text.format("<timeout N seconds=41 limit=10>"))[0])
    assert "incident.time" not in incident_codes(ruled)
    done = audit(loads(text.format("<timeout N finding=incident.time decision=dismissed>"))[0])
    assert incident_codes(done) == ["incident.time"]
    assert decided(done) == [("1.1", "incident.time", "dismissed")]
    assert proposed(done) == []


def test_what_was_dismissed_ends_nothing() -> None:
    """Neither a forfeit nor the end of the time nor a hand to be played again."""
    sheet = TAGS.format("hbut_2013") + "Bids:\n{}\n= 40 NS+2\n"
    lost = audit(loads(sheet.format("<forfeit EW>"))[0])
    assert lost.after
    assert lost.after.lost
    done = audit(loads(sheet.format("<forfeit EW decision=dismissed>"))[0])
    assert done.after
    assert done.after.lost is None
    timed = audit(loads(sheet.format("<time_up>"))[0])
    assert timed.after
    assert timed.after.time_left is not None
    done = audit(loads(sheet.format("<time_up decision=dismissed>"))[0])
    assert done.after
    assert done.after.time_left is None


def test_a_hand_that_was_not_to_be_played_again_is_not() -> None:
    """Two hands of one number: the second is the first one dealt again, or it is a game of its own."""
    sheet = TAGS.format("hbut_2013") + "Bids:\n{}\n= 40 NS+2\n"
    for more, again in (("", True), (" decision=dismissed", False)):
        first, _ = audit_hands(loads(sheet.format(f"<redeal replay=yes{more}>") + sheet.format("")))
        assert follows(loads(sheet.format(""))[0], first.record) == again


# --- on the page ------------------------------------------------------------------------------------


def test_the_timeline_tells_the_decision_and_what_to_write_into_a_form() -> None:
    page = timeline(hand('<revoke W finding=follow.suit decision=dismissed ruling="C3 was misread">'))
    index = next(i for i, finding in enumerate(page["findings"]) if "decision" in finding)
    assert page["findings"][index]["element"] == "1.2"
    assert page["findings"][index]["decision"] == {
        "at": "1.2i1", "decision": "dismissed", "ruling": "C3 was misread",
        "imposed": None, "imposed_zh": None,
    }  # fmt: skip
    ((key, proposal),) = page["proposals"].items()
    assert page["findings"][int(key)]["element"] == "2.2"
    assert proposal["kind"] == "revoke"
    assert proposal["party"] == "W"
    assert (proposal["points"], proposal["levels"], proposal["deal"]) == (None, {"NS": 2}, "NS")
    assert (proposal["replay"], proposal["clause"]) == (False, "十二(二)3")
    assert proposal["found"] == "after_hand"
    assert proposal["fields"] == {
        "finding": "follow.suit", "found": "after_hand", "levels": "NS+2", "deal": "NS",
    }  # fmt: skip


def test_a_form_that_is_written_as_proposed_passes() -> None:
    """Also where the seats are named as corners: fields are in the names of the hand."""
    for corners in (False, True):
        text = TAGS.format("hbut_2013") + WEST + PLAYS
        if corners:
            text = text.replace('"NS:8 EW:5"', '"NESW:8 SENW:5"').replace('[Dealer "N"]', '[Dealer "NE"]')
            text = text.replace("[Level ", '[Seats "SE NE NW SW"]\n[Level ')
            for old, new in (("W", "NW"), ("N", "NE"), ("E", "SE"), ("S", "SW")):
                text = text.replace(f" {old} ", f" {new} ").replace(f"\n{old} ", f"\n{new} ")
        (plain,) = loads(text.format("", "", "", ""))
        assert not [finding for finding in plain.findings if finding.severity != "note"]
        form = timeline(audit(plain))["proposals"]["0"]
        assert form["fields"]["levels"] == ("NESW+2" if corners else "NS+2")
        fields = " ".join(f"{name}={value}" for name, value in form["fields"].items())
        who = plain.naming.called(form["party"])
        done = audit(loads(text.format(f"<{form['kind']} {who} {fields} decision=upheld>", "", "", ""))[0])
        assert decided(done) == [("1.2", "follow.suit", "upheld")]
        assert incident_codes(done) == []
        assert proposed(done) == ["2.2"]


@pytest.mark.parametrize(("seat", "points"), [("W", -10), ("S", 10)])
def test_points_of_a_form_are_those_to_the_attackers(seat: str, points: int) -> None:
    """Ten points for a card (L234): off those of the attackers, West's side, or to them from South's."""
    south = "S H6678 D3344556677 D99TTJJQQKKA\n\n"
    west, other = ("C3", "H6") if seat == "W" else ("H3", "D3")
    text = TAGS.format("eighty_points") + WEST.rstrip() + f"\n{south}"
    (form,) = timeline(audit(loads(f"{text}Tricks:\n1. N HA / W {west} / S {other} / E HT\n= *\n")[0]))[
        "proposals"
    ].values()
    assert (form["party"], form["points"], form["fields"]["points"]) == (seat, points, str(points))


def test_who_sees_a_decision() -> None:
    page = timeline(hand("", "<revoke W trick=1 finding=follow.suit decision=upheld>"))
    assert page["proposals"]
    assert "decision" in page["findings"][0]
    for view in ("W", "S", "public"):
        seen = seen_by(page, view)
        assert seen["proposals"] == {}
        assert not any("decision" in finding for finding in seen["findings"])
    assert seen_by(page, "W")["findings"]
    early, late = until(page, "1.3"), until(page, "1.4i1")
    assert [f["element"] for f in early["findings"]] == ["1.2"]
    assert "decision" not in early["findings"][0]
    assert late["findings"][0]["decision"] == page["findings"][0]["decision"]
    assert early["proposals"] == late["proposals"] == {}


def test_the_command_tells_it() -> None:
    record = TAGS.format("hbut_2013") + WEST
    record += PLAYS.format('<revoke W finding=follow.suit decision=dismissed ruling="misread">', "", "", "")
    run = lambda *more: CliRunner().invoke(main, ["audit", "-", *more], input=record)  # noqa: E731
    told = json.loads(run("--format", "json").stdout)[0]["findings"]
    assert [one.get("decision", {}).get("decision") for one in told] == ["dismissed", None]
    assert "decided: dismissed (misread)" in run("--lang", "en").stdout
    assert "裁定：不成立（misread）" in run("--lang", "zh").stdout


@pytest.mark.parametrize(
    ("fields", "english", "chinese"),
    [
        ("", "decided: upheld\n", "裁定：成立\n"),
        ("ruling=late", "decided: upheld (late)\n", "裁定：成立（late）\n"),
        (
            "points=+5 levels=NS-1 ruling=late",
            "decided: upheld, 5 points to the attackers; North-South lose 1 level (late)\n",
            "裁定：成立，闲家加 5 分，南北方降 1 级（late）\n",
        ),
    ],
)
def test_the_command_tells_what_was_imposed(fields: str, english: str, chinese: str) -> None:
    decision = f"<revoke W finding=follow.suit decision=upheld {fields}>".replace(" >", ">")
    record = TAGS.format("hbut_2013") + WEST + PLAYS.format(decision, "", "", "")
    for lang, told in (("en", english), ("zh", chinese)):
        result = CliRunner().invoke(main, ["audit", "-", "--lang", lang], input=record)
        assert f"      {told}" in result.stdout
