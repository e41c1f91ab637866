"""The annotator's routes: drafts, legal plays, revisions, the history, and what they refuse."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from paipu.grammar import dumps, loads
from paipu.records.library import Library
from paipu.web.drafts import EDITS
from paipu.web.edit_words import KEYS, address_words, anchor
from tests.web.games import BROKEN, CLEAN, GAME, HOSTILE

Add = Callable[..., str]
Json = dict[str, Any]

COMMENT: Json = {"do": "comment", "at": "6.2", "text": "throws a queen away"}


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


def test_what_both_have_changed_is_shown_to_the_second(client: FlaskClient, add: Add) -> None:
    upload = add()
    mine = {"do": "comment", "at": "2.3", "index": 0, "text": "my words"}
    assert save(client, upload, {**mine, "text": "their words"}).status_code == 201
    answer = save(client, upload, mine, COMMENT)
    assert answer.status_code == 409
    assert answer.json == {
        "newest": 1,
        "conflicts": [
            {
                "at": "2.3",
                "slot": "after",
                "place": "Trick 2, play 3 · comment",
                "mine": ["my words"],
                "theirs": ["their words"],
            }
        ],
    }
    assert "their words" in client.get(f"/r/{upload}/1.sjn").text
    assert save(client, upload, mine, COMMENT, prefer="mine").status_code == 409  # of what nobody has shown
    assert save(client, upload, mine, COMMENT, prefer="mine", newest=1).json == {
        "revision": 2,
        "merged": True,
        "new": True,
    }
    text = client.get(f"/r/{upload}/1.sjn").text
    assert "my words" in text
    assert "their words" not in text
    assert "throws a queen away" in text


def test_a_choice_holds_for_what_was_shown(client: FlaskClient, add: Add) -> None:
    """Another one saves between the conflict and the answer to it: it is shown before it is written over."""
    upload = add()
    glyph = {"do": "glyphs", "at": "6.2", "glyphs": ["?"]}
    save(client, upload, {**glyph, "glyphs": ["!"]})
    assert save(client, upload, glyph).json["newest"] == 1
    save(client, upload, {**glyph, "glyphs": ["??"]}, base=1)
    answer = save(client, upload, glyph, prefer="mine", newest=1)
    assert answer.status_code == 409
    assert answer.json["conflicts"][0]["theirs"] == ["??"]
    assert save(client, upload, glyph, prefer="theirs", newest=2).json == {
        "revision": 2, "merged": True, "new": False,
    }  # fmt: skip


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
        raise ValueError("other facts")

    monkeypatch.setattr(library, "revise", unfit)
    answer = save(client, upload, COMMENT)
    assert answer.status_code == 409
    assert answer.json is not None
    assert "read anew" in answer.json["message"]


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
        assert address_words("deal/E") == "The deal · East"
        assert address_words("a3") == "Auction, item 3"
    assert anchor("deal/E") == "deal"
    assert anchor("kitty") == "deal"


def test_the_keys_of_the_glyphs_are_those_of_the_help(client: FlaskClient, add: Add) -> None:
    page = client.get(f"/r/{add()}/1").text
    keyed = re.findall(r'data-glyph="([^"]+)"[^>]*title="[^"]*\((\d)\)"', page)
    assert keyed == [(glyph, str(n)) for n, glyph in enumerate(KEYS, 1)]
