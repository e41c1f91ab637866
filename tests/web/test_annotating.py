"""The annotator's routes: drafts, legal plays, revisions, the history, and what they refuse."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from paipu.grammar import dumps, loads
from paipu.grammar.differences import Change
from paipu.records.library import Library, UnfitError
from paipu.web import create_app
from paipu.web.change_words import change_html
from paipu.web.drafts import EDITS
from paipu.web.edit_words import KEYS, address_words, anchor
from tests.web.games import BROKEN, CLEAN, GAME, HOSTILE

Add = Callable[..., str]
Json = dict[str, Any]

COMMENT: Json = {"do": "comment", "at": "6.2", "text": "throws a queen away"}


NAMED = """[SJN "1"]
[Seats "SE NE NW SW"]
[Level "2"]
[Trump "S"]

Tricks:
1. NE HA / NW H3 / SW H5 / SE H6
= *
"""


def ask(
    client: FlaskClient, upload: str, what: str, *edits: Json, base: int = 0, **more: Any
) -> TestResponse:
    return client.post(f"/r/{upload}/1/{what}", json={"base": base, "edits": list(edits), **more})


def save(client: FlaskClient, upload: str, *edits: Json, **more: Any) -> TestResponse:
    return ask(client, upload, "revisions", *edits, **more)


def embedded(page: str, name: str) -> Any:
    (data,) = re.findall(rf'id="{name}" data-part>(.*?)</script>', page, re.DOTALL)
    return json.loads(data)


def step(page: str, at: str) -> Json:
    steps = embedded(page, "timeline")["steps"]
    return next(dict(each) for each in steps if each["at"] == at)


# Drafts


def test_a_draft_shows_the_hand_as_it_would_be_and_keeps_nothing(client: FlaskClient, add: Add) -> None:
    upload = add()
    page = ask(client, upload, "draft", COMMENT).text
    assert step(page, "6.2")["comments"] == ["throws a queen away"]
    assert "throws a queen away" in re.findall(r'data-comment-at="6.2">.*?</article>', page, re.DOTALL)[0]
    editor = embedded(page, "editor")
    assert editor["at"] == "6.2"
    assert editor["annotations"]["6.2"]["after"] == ["throws a queen away"]
    assert "throws a queen away" not in client.get(f"/r/{upload}/1").text


def test_the_page_says_what_there_is_to_edit(client: FlaskClient, add: Add) -> None:
    editor = embedded(client.get(f"/r/{add()}/1").text, "editor")
    assert editor["base"] == 0
    assert editor["annotations"]["1.1"] == {"before": [], "after": ["a safe start"], "glyphs": ["!"]}
    assert editor["annotations"]["2.3v1/2.3"]["after"] == ["the only play"]


@pytest.mark.parametrize("query", ["seat=N", "seat=public", "spoil=0", "rev=0"])
def test_where_not_all_is_shown_there_is_nothing_to_edit(client: FlaskClient, add: Add, query: str) -> None:
    """Annotations may name any card; and an earlier revision is not the one to go on from."""
    assert embedded(client.get(f"/r/{add()}/1?{query}").text, "editor") is None


def test_an_illegal_play_of_a_variation_is_flagged_there_and_is_no_finding(
    client: FlaskClient, add: Add
) -> None:
    """Trick 6, North leads the king of diamonds; West holds D954, so a heart is a revoke."""
    upload = add()
    before = embedded(client.get(f"/r/{upload}/1").text, "timeline")
    page = ask(client, upload, "draft", {"do": "play", "after": "6.1", "seat": "W", "cards": ["HA"]}).text
    timeline = embedded(page, "timeline")
    assert embedded(page, "editor")["at"] == "6.2v1/6.2"
    [variation] = step(page, "6.2")["variations"]
    assert variation["steps"][1]["breach"]["code"] == "follow.suit"
    assert timeline["findings"] == before["findings"]
    assert 'data-finding-at="6.2v1/6.2"' in page


def test_a_draft_by_another_rule_set_is_judged_by_it(client: FlaskClient, add: Add) -> None:
    upload = add()
    page = client.post(f"/r/{upload}/1/draft?rules=hbut_2013", json={"base": 0, "edits": [COMMENT]}).text
    assert embedded(page, "timeline")["rules"]["id"] == "hbut_2013"
    assert client.post(f"/r/{upload}/1/draft?rules=none", json={"base": 0, "edits": []}).status_code == 404


def test_a_hand_of_whose_text_something_was_lost_says_why_it_is_not_edited(
    client: FlaskClient, add: Add
) -> None:
    upload = add(BROKEN)
    page = client.get(f"/r/{upload}/1").text
    assert embedded(page, "editor") is None
    assert "What was found in the text" in page
    assert ask(client, upload, "draft", {**COMMENT, "at": "deal"}).status_code == 400


# Legal plays


def test_legal_plays_are_those_of_the_draft(client: FlaskClient, add: Add) -> None:
    """After N DK / W D4 of trick 6 South follows with one of its diamonds AJT87753; the two is a trump."""
    upload = add()
    found = ask(client, upload, "legal.json", after="6.2").json
    assert found is not None
    assert (found["seat"], found["trick"], found["play"], found["all"]) == ("S", 6, 3, True)
    assert sorted(cards for [cards] in found["plays"]) == ["D3", "D5", "D7", "D8", "DA", "DJ", "DT"]
    east = {"do": "play", "after": "6.2", "seat": "S", "cards": ["DA"]}
    found = ask(client, upload, "legal.json", east, after="6.3v1/6.3").json
    assert found is not None
    assert found["seat"] == "E"
    assert sorted(cards for [cards] in found["plays"]) == ["D6", "DA", "DJ", "DK", "DQ"]


def test_a_supposed_hand_has_its_own_legal_plays(client: FlaskClient, add: Add) -> None:
    hand = [card for card in ("S3", "S4", "S6", "S7", "S8", "S9", "H3", "H4", "HA") for _copy in range(2)]
    found = ask(client, add(), "legal.json", after="6.1", deal={"W": hand}).json
    assert found is not None
    assert sorted(cards for [cards] in found["plays"]) == sorted(set(hand))


# Saving


def test_saving_makes_a_revision_that_pages_and_exports_show(
    client: FlaskClient, add: Add, library: Library
) -> None:
    upload = add()
    answer = save(client, upload, COMMENT, {"do": "glyphs", "at": "6.2", "glyphs": ["?!"]}, author=" A \n")
    assert (answer.status_code, answer.json) == (201, {"revision": 1, "merged": False, "new": True})
    assert [(each.number, each.author) for each in library.revisions(upload, 1)] == [(0, ""), (1, "A")]
    text = client.get(f"/r/{upload}/1.sjn").text
    assert "W D4?! {throws a queen away}" in text
    assert dumps(loads(text)) == text
    assert "throws a queen away" in client.get(f"/r/{upload}/1.html").text
    assert "throws a queen away" in client.get(f"/r/{upload}/1/record.json").text
    assert "Revision 1" in client.get(f"/r/{upload}/1").text
    assert client.get(f"/r/{upload}/source").data == GAME.encode()
    assert "throws a queen away" not in client.get(f"/r/{upload}/1.sjn?rev=0").text
    assert "Revision 0 of 1" in client.get(f"/r/{upload}/1?rev=0").text


def test_the_verdict_and_the_lists_are_those_of_the_newest(client: FlaskClient, add: Add) -> None:
    upload = add()
    before = embedded(client.get(f"/r/{upload}/1").text, "timeline")
    save(client, upload, COMMENT)
    after = embedded(client.get(f"/r/{upload}/1").text, "timeline")
    assert [each["code"] for each in after["findings"]] == [each["code"] for each in before["findings"]]
    assert "12 errors" in client.get(f"/r/{upload}").text


def test_two_people_keep_each_other_s_work(client: FlaskClient, add: Add) -> None:
    upload = add()
    assert save(client, upload, COMMENT, author="A").json == {"revision": 1, "merged": False, "new": True}
    other = {"do": "comment", "at": "6.2", "text": "or a signal"}
    assert save(client, upload, other, author="B").json == {"revision": 2, "merged": True, "new": True}
    assert "{throws a queen away} {or a signal}" in client.get(f"/r/{upload}/1.sjn").text


def conflicts_of(answer: TestResponse) -> list[Json]:
    assert answer.status_code == 409
    assert answer.json is not None
    conflicts: list[Json] = answer.json["conflicts"]
    return conflicts


def test_what_both_have_changed_is_shown_to_the_second(client: FlaskClient, add: Add) -> None:
    upload = add()
    mine = {"do": "comment", "at": "2.3", "index": 0, "text": "my words"}
    assert save(client, upload, {**mine, "text": "their words"}).status_code == 201
    [conflict] = conflicts_of(save(client, upload, mine, COMMENT))
    assert conflict == {
        "at": "2.3",
        "slot": "after",
        "place": "Trick 2, play 3 · comment",
        "told": {"mine": ["my words"], "theirs": ["their words"]},
        "base": ["hides the jokers"],
        "mine": ["my words"],
        "theirs": ["their words"],
    }
    assert "their words" in client.get(f"/r/{upload}/1.sjn").text
    answers = [{**conflict, "keep": "mine"}]
    assert save(client, upload, mine, COMMENT, answers=answers).json == {
        "revision": 2,
        "merged": True,
        "new": True,
    }
    text = client.get(f"/r/{upload}/1.sjn").text
    assert "my words" in text
    assert "their words" not in text
    assert "throws a queen away" in text


def test_each_conflict_is_answered_by_itself(client: FlaskClient, add: Add) -> None:
    upload = add()

    def edits(who: str, glyph: str) -> list[Json]:
        text = {"do": "comment", "at": "2.3", "index": 0, "text": f"{who} words"}
        return [text, {"do": "glyphs", "at": "6.2", "glyphs": [glyph]}]

    save(client, upload, *edits("their", "!"))
    words, glyphs = conflicts_of(save(client, upload, *edits("my", "?")))
    one = [{**words, "keep": "theirs"}]
    assert conflicts_of(save(client, upload, *edits("my", "?"), answers=one)) == [glyphs]
    both = [*one, {**glyphs, "keep": "mine"}]
    assert save(client, upload, *edits("my", "?"), answers=both).status_code == 201
    text = client.get(f"/r/{upload}/1.sjn").text
    assert "their words" in text
    assert "W D4? " in text


def test_variations_in_conflict_are_told_in_words(client: FlaskClient, add: Add) -> None:
    upload = add(NAMED)
    variation = {"do": "play", "after": "1.1", "seat": "W", "cards": ["H4"]}
    assert save(client, upload, variation).status_code == 201
    for card, status in (("H7", 201), ("H8", 409)):
        answer = save(
            client, upload, {**variation, "after": "1.2v1/1.2", "seat": "S", "cards": [card]}, base=1
        )
        assert answer.status_code == status
    [conflict] = conflicts_of(answer)
    assert (conflict["mine"], conflict["theirs"]) == (["1. SW H8"], ["1. SW H7"])
    assert conflict["told"] == {"mine": ["1. SW ♥\ufe0e8"], "theirs": ["1. SW ♥\ufe0e7"]}


@pytest.mark.parametrize(
    "damage",
    [
        {"keep": "ours"},
        {"keep": ["mine"]},
        {"at": 2},
        {"slot": "x"},
        {"slot": []},
        {"base": "x"},
        {"mine": [1]},
    ],
)
def test_answers_that_make_no_sense_are_refused(client: FlaskClient, add: Add, damage: Json) -> None:
    sound = {"at": "2.3", "slot": "after", "base": [], "mine": [], "theirs": [], "keep": "mine"}
    upload = add()
    assert save(client, upload, COMMENT, answers=[{**sound, **damage}]).status_code == 400
    for answers in ({}, "mine", [1]):
        assert save(client, upload, COMMENT, answers=answers).status_code == 400
    assert save(client, upload, COMMENT, answers=[sound]).status_code == 201  # of what is no conflict


def test_a_choice_holds_for_what_was_shown(client: FlaskClient, add: Add) -> None:
    """Another one saves between the conflict and the answer to it: that is shown first."""
    upload = add()
    glyph = {"do": "glyphs", "at": "6.2", "glyphs": ["?"]}
    save(client, upload, {**glyph, "glyphs": ["!"]})
    [first] = conflicts_of(save(client, upload, glyph))
    save(client, upload, {**glyph, "glyphs": ["??"]}, base=1)
    answers = [{**first, "keep": "mine"}]
    [second] = conflicts_of(save(client, upload, glyph, answers=answers))
    assert (second["mine"], second["theirs"]) == (["?"], ["??"])
    answers.append({**second, "keep": "theirs"})
    assert save(client, upload, glyph, answers=answers).json == {"revision": 2, "merged": True, "new": False}


def test_any_hand_of_a_file_is_annotated(client: FlaskClient, add: Add) -> None:
    upload = add(f"{CLEAN}\n{GAME}\n{CLEAN}")
    for hand, at in ((1, "1.1"), (2, "6.2"), (3, "1.4")):
        sent = {"base": 0, "edits": [{**COMMENT, "at": at}]}
        page = client.post(f"/r/{upload}/{hand}/draft", json=sent)
        assert page.status_code == 200
        assert step(page.text, at)["comments"] == ["throws a queen away"]
        assert client.post(f"/r/{upload}/{hand}/revisions", json=sent).status_code == 201
    text = client.get(f"/r/{upload}.sjn").text
    assert text.count("throws a queen away") == 3
    assert dumps(loads(text)) == text


def test_a_decision_is_an_incident_and_stands_with_its_finding(client: FlaskClient, add: Add) -> None:
    upload = add()
    finding = next(
        each
        for each in embedded(client.get(f"/r/{upload}/1").text, "timeline")["findings"]
        if each["trick"] == 2
    )
    decision = {
        "do": "incident", "at": "2.3", "kind": "revoke", "party": "S",
        "fields": {"finding": finding["code"], "decision": "dismissed", "ruling": "nobody claimed it"},
    }  # fmt: skip
    assert save(client, upload, decision).status_code == 201
    timeline = embedded(client.get(f"/r/{upload}/1").text, "timeline")
    decided = next(each for each in timeline["findings"] if each["trick"] == 2)
    assert decided["decision"]["decision"] == "dismissed"
    assert decided["decision"]["at"] == "2.3i1"
    assert "decision=dismissed" in client.get(f"/r/{upload}/1.sjn").text


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "upheld</b></a> · 10 points off the attackers; North-South lose 1 level"),
        ("zh", "成立</b></a> · 闲家减 10 分，南北方降 1 级"),
        ("zh-Hant", "成立</b></a> · 閒家減 10 分，南北方降 1 級"),
    ],
)
def test_what_was_imposed_stands_with_the_finding(
    client: FlaskClient, add: Add, lang: str, told: str
) -> None:
    upload = add()
    fields = {"finding": "follow.pair", "decision": "upheld", "points": "-10", "levels": "NS-1"}
    decision = {"do": "incident", "at": "2.3", "kind": "revoke", "party": "S", "fields": fields}
    answer = client.post(f"/r/{upload}/1/draft?lang={lang}", json={"base": 0, "edits": [decision]})
    assert told in answer.text


# History


def test_the_history_tells_who_when_and_what(client: FlaskClient, add: Add) -> None:
    upload = add()
    save(client, upload, COMMENT, author="A")
    save(client, upload, {"do": "comment", "at": "6.2", "index": 0, "text": "careless"}, base=1, author="")
    page = client.get(f"/r/{upload}/1/history").text
    assert page.index("Revision 2") < page.index("Revision 1") < page.index("As uploaded")
    assert '<del dir="auto">throws a queen away</del><ins dir="auto">careless</ins>' in page
    assert "Trick 6, play 2" in page
    assert "nobody named" in page
    assert re.search(r'<time datetime="20\d\d-\d\d-\d\dT', page)


def test_the_history_tells_incidents_in_words(client: FlaskClient, add: Add) -> None:
    upload = add()
    fields = {"trick": "2", "points": "-10", "ruling": "ten off", "reason": HOSTILE}
    revoke = {"do": "incident", "kind": "revoke", "party": "S"}
    save(client, upload, {**revoke, "at": "2.3", "fields": fields})
    changed = {"trick": "2", "finding": "follow.pair", "decision": "dismissed"}
    save(
        client,
        upload,
        {"do": "incident", "at": "2.3i1", "kind": "revoke", "party": "S", "fields": changed},
        base=1,
    )
    page = client.get(f"/r/{upload}/1/history").text
    assert "&lt;revoke" not in page
    told = re.findall(r"<(del|ins) dir=\"auto\">(.*?)</\1>", page)
    assert [name for name, _ in told] == ["del", "ins", "ins"]
    assert told[0][1] == told[2][1]
    assert told[0][1].startswith("Referee: South – ")
    assert "(trick 2) → ten off" in told[0][1]
    assert "Points: <b>-10</b>" in told[0][1]
    assert "Decision: <b>dismissed</b>" in told[1][1]
    assert "<script>alert" not in page
    chinese = client.get(f"/r/{upload}/1/history?lang=zh").text
    assert "裁判" in chinese


def test_incidents_of_hands_that_name_their_seats_are_told_by_those_names(
    client: FlaskClient, add: Add
) -> None:
    upload = add(NAMED)
    assert (
        save(client, upload, {"do": "incident", "at": "1.2", "kind": "late", "party": "W"}).status_code == 201
    )
    text = client.get(f"/r/{upload}/1.sjn").text
    assert "<late NW>" in text
    page = client.get(f"/r/{upload}/1/history").text
    assert "&lt;late" not in page
    assert "Referee: " in page


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        (
            "South leads the king [%clk 0:12]",
            "South leads the queen [%clk 0:12]",
            '<p class="reworded" dir="auto">South leads the <del>king</del><ins>queen</ins> '
            '<small class="command">[%clk 0:12]</small></p>',
        ),
        ("先出主牌", "先出副牌", '<p class="reworded" dir="auto">先出<del>主</del><ins>副</ins>牌</p>'),
        ("a b c", "a b c d", '<p class="reworded" dir="auto">a b c<ins> d</ins></p>'),
        ("one thing", "<b>", '<del dir="auto">one thing</del><ins dir="auto">&lt;b&gt;</ins>'),
    ],
)
def test_changed_words_are_marked(before: str, after: str, shown: str) -> None:
    assert change_html(Change("1.1", "after", (before,), (after,))) == shown


def test_an_earlier_revision_comes_back_as_a_new_one(client: FlaskClient, add: Add) -> None:
    upload = add()
    save(client, upload, COMMENT, author="A")
    answer = client.post(f"/r/{upload}/1/history", data={"revision": "0", "author": "B"})
    assert answer.status_code == 303
    assert "throws a queen away" not in client.get(f"/r/{upload}/1.sjn").text
    page = client.get(f"/r/{upload}/1/history").text
    assert "Revision 2" in page
    client.post(f"/r/{upload}/1/history", data={"revision": "1"})
    assert "throws a queen away" in client.get(f"/r/{upload}/1.sjn").text


def test_a_long_history_has_pages(client: FlaskClient, add: Add, library: Library) -> None:
    """Of 51 revisions and the upload 50 are on the first page, the oldest of them with what it changed."""
    upload = add(CLEAN)
    for n in range(51):
        save(client, upload, {"do": "comment", "at": "1.1", "text": f"n{n:02}"}, base=n)
    assert len(library.revisions(upload, 1)) == 52
    first = client.get(f"/r/{upload}/1/history").text
    assert re.findall(r'id="r(\d+)"', first) == [str(n) for n in range(51, 1, -1)]
    assert re.findall(r"<ins[^>]*>(n\d\d)</ins>", first) == [f"n{n:02}" for n in range(50, 0, -1)]
    assert f'href="/r/{upload}/1/history?page=2"' in first
    second = client.get(f"/r/{upload}/1/history?page=2").text
    assert re.findall(r'id="r(\d+)"', second) == ["1", "0"]
    assert "As uploaded" in second
    assert 'value="1"' in second
    assert "history?page=3" not in second


def test_a_hand_never_edited_has_a_history_too(client: FlaskClient, add: Add) -> None:
    assert "as it was uploaded" in client.get(f"/r/{add()}/1/history").text


# What is refused


@pytest.mark.parametrize("what", ["draft", "legal.json", "revisions"])
def test_other_sites_cannot_send(client: FlaskClient, add: Add, what: str) -> None:
    answer = client.post(
        f"/r/{add()}/1/{what}",
        json={"base": 0, "edits": [], "after": "1.1"},
        headers={"Origin": "https://elsewhere.example"},
    )
    assert answer.status_code == 403


def test_nor_can_they_bring_a_revision_back(client: FlaskClient, add: Add) -> None:
    headers = {"Sec-Fetch-Site": "cross-site"}
    assert client.post(f"/r/{add()}/1/history", data={"revision": "0"}, headers=headers).status_code == 403


@pytest.mark.parametrize(
    "sent",
    [
        "[]", "no json", '{"base": "0", "edits": []}', '{"base": true, "edits": []}', '{"base": 0}',
        '{"base": 0, "edits": {}}', '{"base": 0, "edits": [1]}', '{"base": 0, "edits": [{"do": "nothing"}]}',
        '{"base": 0, "edits": [{"do": "comment", "at": "99.1", "text": "x"}]}',
        '{"base": 0, "edits": [{"do": "remove", "at": "2.3"}]}',
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(client: FlaskClient, add: Add, sent: str) -> None:
    upload = add()
    for what in ("draft", "revisions"):
        answer = client.post(f"/r/{upload}/1/{what}", data=sent, content_type="application/json")
        assert answer.status_code == 400, what
    assert "Revision" not in client.get(f"/r/{upload}/1").text


def test_an_edit_that_cannot_be_made_says_which_and_why(client: FlaskClient, add: Add) -> None:
    answer = ask(client, add(), "draft", COMMENT, {"do": "remove", "at": "2.3"})
    assert answer.status_code == 400
    assert answer.json is not None
    assert answer.json["edit"] == 1
    assert answer.json["message"]


@pytest.mark.parametrize("address", ["/r/nothing/1/draft", "/r/{upload}/2/draft", "/r/{upload}/2/history"])
def test_what_is_not_there_is_not_found(client: FlaskClient, add: Add, address: str) -> None:
    url = address.format(upload=add())
    sent = client.get(url) if url.endswith("history") else client.post(url, json={"base": 0, "edits": []})
    assert sent.status_code == 404


def test_a_base_that_is_not_there_is_not_found(client: FlaskClient, add: Add) -> None:
    upload = add()
    assert ask(client, upload, "draft", base=3).status_code == 404
    assert save(client, upload, COMMENT, base=3).status_code == 404
    assert client.get(f"/r/{upload}/1?rev=3").status_code == 404
    assert client.get(f"/r/{upload}/1?rev=x").status_code == 404


def test_a_hand_read_anew_as_another_is_not_written_over(
    client: FlaskClient, add: Add, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    upload = add()

    def unfit(*_arguments: object, **_options: object) -> None:
        raise UnfitError("other facts")

    monkeypatch.setattr(library, "revise", unfit)
    answer = save(client, upload, COMMENT)
    assert answer.status_code == 409
    assert answer.json is not None
    assert "read anew" in answer.json["message"]
    page = client.post(f"/r/{upload}/1/history", data={"revision": "0"})
    assert (page.status_code, page.mimetype) == (409, "text/html")
    assert "read anew" in page.text


@pytest.mark.parametrize("what", ["draft", "legal.json", "revisions"])
def test_nesting_without_end_is_refused(client: FlaskClient, add: Add, what: str) -> None:
    answer = client.post(f"/r/{add()}/1/{what}", data="[" * 200_000, content_type="application/json")
    assert (answer.status_code, answer.mimetype) == (400, "application/json")


@pytest.mark.parametrize(
    "deal", [{"N": ["foo"]}, {"N": [""]}, {"N": "SA"}, {"X": ["SA"]}, {"N": [1]}, ["SA"], "SA"]
)
def test_supposed_hands_are_hands(client: FlaskClient, add: Add, deal: object) -> None:
    assert ask(client, add(), "legal.json", after="6.1", deal=deal).status_code == 400


@pytest.mark.parametrize("what", ["draft", "legal.json", "revisions"])
@pytest.mark.parametrize(("language", "words"), [("en", "no longer there"), ("zh", "已不存在")])
def test_a_script_is_told_that_its_base_has_gone(
    client: FlaskClient, add: Add, what: str, language: str, words: str
) -> None:
    answer = client.post(
        f"/r/{add()}/1/{what}?lang={language}", json={"base": 10**30, "edits": [], "after": "1.1"}
    )
    assert answer.status_code == 404
    assert answer.json is not None
    assert words in answer.json["message"]


def test_many_save_one_hand_at_once(tmp_path: Path) -> None:
    """Each of 6 x 4 comments is there in the end, in a revision of its own."""
    library = Library(tmp_path / "library.db")
    upload = library.add_upload("clean.sjn", CLEAN.encode()).id
    app = create_app(library, testing=True)

    def saves(who: int) -> list[int]:
        texts = [f"comment {who}-{n}" for n in range(4)]
        edits = [{"do": "comment", "at": "1.1", "text": text} for text in texts]
        return [save(app.test_client(), upload, edit).status_code for edit in edits]

    with ThreadPoolExecutor(6) as pool:
        assert [*pool.map(saves, range(6))] == [[201] * 4] * 6
    text = library.hand(upload, 1)
    assert text is not None
    assert all(f"{{comment {who}-{n}}}" in text.sjn for who in range(6) for n in range(4))
    assert text.revision == 24
    library.close()


def test_who_finds_no_moment_to_save_is_told_to_try_again(
    client: FlaskClient, add: Add, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if another process had always saved just before."""
    upload = add()
    monkeypatch.setattr(library, "revise", lambda *_arguments, **_options: None)
    monkeypatch.setattr("paipu.web.drafts._PAUSE", 0)
    answer = save(client, upload, COMMENT)
    assert (answer.status_code, answer.mimetype) == (503, "application/json")
    page = client.post(f"/r/{upload}/1/history", data={"revision": "0"})
    assert (page.status_code, page.mimetype) == (503, "text/html")


def test_a_draft_has_a_limit(client: FlaskClient, add: Add) -> None:
    edit = {"do": "glyphs", "at": "1.1", "glyphs": []}
    assert ask(client, add(), "draft", *[edit] * (EDITS + 1)).status_code == 413


def test_names_and_comments_are_shown_as_text(client: FlaskClient, add: Add) -> None:
    upload = add()
    save(client, upload, {"do": "comment", "at": "6.2", "text": HOSTILE}, author=HOSTILE)
    for address in (
        f"/r/{upload}/1",
        f"/r/{upload}/1/history",
        f"/r/{upload}/1/print",
        f"/r/{upload}/1.html",
    ):
        assert "<script>alert" not in client.get(address).text


# Words


def test_an_address_is_told_in_words(app: Flask) -> None:
    with app.test_request_context("/", headers={"Accept-Language": "en"}):
        assert address_words("7.3v1/8.1") == "Trick 7, play 3 · variation 1 · Trick 8, play 1"
        assert address_words("7.3i2") == "Trick 7, play 3 · incident 2"
        assert address_words("7.3v1/deal/W") == "Trick 7, play 3 · variation 1 · supposed hand of West"
        assert address_words("7.3v1/deal/W2").endswith("supposed hand of West 2")
        assert address_words("deal/E") == "The deal · East"
        assert address_words("deal/E2") == "The deal · East 2"
        assert address_words("a3") == "Auction, item 3"
    assert anchor("deal/E") == "deal"
    assert anchor("deal/E2") == "deal"
    assert anchor("7.3v1/deal/W2") == "7.3v1"
    assert anchor("7.3v1/8.1v2/deal/W") == "7.3v1/8.1v2"
    assert anchor("kitty") == "deal"


def test_the_keys_of_the_glyphs_are_those_of_the_help(client: FlaskClient, add: Add) -> None:
    page = client.get(f"/r/{add()}/1").text
    keyed = re.findall(r'data-glyph="([^"]+)"[^>]*title="[^"]*\((\d)\)"', page)
    assert keyed == [(glyph, str(n)) for n, glyph in enumerate(KEYS, 1)]
