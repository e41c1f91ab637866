"""The game page as one seat sees it, without spoilers, and in its match: what is in it and what is not."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from paipu.grammar.editing import edited
from paipu.records.library import Library
from paipu.records.sample_games import samples
from paipu.web.catalogue import Catalogue
from tests.web.games import CLEAN, GAME

TEACHING = dict(samples())["teaching.sjn"].decode()
Add = Callable[..., str]

LINKED = """[SJN "1"]
[Event "Cup"]
[Rules "standard"]
[Hand "{number}"]
[Levels "NS:{ns} EW:2"]
[Level "{ns}"]
[Dealer "{dealer}"]
[Trump "S"]
= {result}
"""


def match(*hands: tuple[str, str, str]) -> str:
    """Hands of one match without their plays: levels of North-South, dealer, result."""
    return "\n".join(
        LINKED.format(number=n, ns=ns, dealer=dealer, result=result)
        for n, (ns, dealer, result) in enumerate(hands, 1)
    )


def embedded(page: str) -> dict[str, Any]:
    (data,) = re.findall(r'id="timeline" data-part>(.*?)</script>', page, re.DOTALL)
    return dict(json.loads(data))


@pytest.mark.parametrize("seat", ["N", "public"])
def test_a_page_of_one_view_holds_no_word_about_hidden_cards(
    client: FlaskClient, add: Add, seat: str
) -> None:
    """Of the Botzone game: South hides the jokers, which the comment, the finding and the variation tell."""
    upload = add()
    everything = client.get(f"/r/{upload}/1").text
    for told in ("hides the jokers", "the only play", "follow.pair", "a safe start"):
        assert told in everything
    page = client.get(f"/r/{upload}/1?seat={seat}").text
    for told in ("hides the jokers", "the only play", "follow.pair", "a safe start"):
        assert told not in page
    data = client.get(f"/r/{upload}/1.json?seat={seat}").json
    assert data == embedded(page)
    for other in "NESW":
        hidden = data["deal"][other] == ["?"] * 25
        assert hidden == (other != seat)
    assert "Comments, glyphs and variations may name any card" in page


def test_a_seat_sees_its_own_faults(client: FlaskClient, add: Add) -> None:
    page = client.get(f"/r/{add()}/1?seat=S").text
    assert page.count('class="finding is-error"') == 6
    assert "follow.pair" in page
    assert "what South sees" in page


def test_a_view_without_findings_is_not_called_clean(client: FlaskClient, add: Add) -> None:
    upload = add()
    assert 'is-clean">' not in client.get(f"/r/{upload}/1?seat=public").text
    assert "every play keeps to the rules" not in client.get(f"/r/{upload}/1?seat=public").text


def test_what_is_no_view_shows_all(client: FlaskClient, add: Add) -> None:
    upload = add()
    assert client.get(f"/r/{upload}/1.json?seat=X").json == client.get(f"/r/{upload}/1.json").json


def test_what_other_rules_judge_otherwise_is_told_with_all_hands_only(client: FlaskClient, add: Add) -> None:
    address = f"/r/{add()}/1?rules=standard"
    assert 'class="changes' in client.get(address).text
    assert 'class="changes' not in client.get(f"{address}&seat=S").text


def test_knowledge_comes_with_a_view(client: FlaskClient, add: Add) -> None:
    """In trick 1 of the teaching hand South does not follow a pair, so all take its spades to be pairless."""
    upload = add(TEACHING)
    assert "known" not in client.get(f"/r/{upload}/1.json").json
    known = client.get(f"/r/{upload}/1.json?seat=N").json["known"]
    assert known["1.4"]["pairless"]["S"] == ["S"]
    assert "S" not in client.get(f"/r/{upload}/1.json?seat=S").json["known"]["1.4"]["pairless"]


# Without spoilers


def test_without_spoilers_a_page_ends_where_the_reader_is(client: FlaskClient, add: Add) -> None:
    upload = add(TEACHING)
    page = client.get(f"/r/{upload}/1?spoil=0&at=3.2").text
    data = embedded(page)
    assert data["steps"][-1]["at"] == "3.2"
    assert data["next"] == {"at": "3.3", "seat": "W"}
    assert re.findall(r'data-trick="(\d+)"', page) == ["1", "2", "3"]
    assert page.count('class="finding is-error"') == 2
    for later in ("follow.suit", "95 NS+0", "满 80 分上台", "follow.tractor</code>" * 2):
        assert later not in page
    assert client.get(f"/r/{upload}/1.json?spoil=0&at=3.2").json == data


def test_without_spoilers_a_page_begins_with_the_deal(client: FlaskClient, add: Add) -> None:
    data = embedded(client.get(f"/r/{add(TEACHING)}/1?spoil=0").text)
    assert [step["at"] for step in data["steps"]] == ["deal"]
    assert data["trump"] is None


def test_without_spoilers_at_the_end_all_is_told(client: FlaskClient, add: Add) -> None:
    upload = add(TEACHING)
    assert client.get(f"/r/{upload}/1.json?spoil=0&at=result").json == client.get(f"/r/{upload}/1.json").json


@pytest.mark.parametrize("at", ["", "%00", "9" * 400, "1.1v9/2", "<script>", "d", "k"])
def test_any_address_is_harmless(client: FlaskClient, add: Add, at: str) -> None:
    assert client.get(f"/r/{add()}/1?spoil=0&at={at}").status_code == 200


def test_neighbouring_hands_are_linked_in_the_same_view(client: FlaskClient, add: Add) -> None:
    upload = add(f"{CLEAN}\n{GAME}")
    page = client.get(f"/r/{upload}/1?seat=S&spoil=0&at=1.2").text
    assert f'href="/r/{upload}/2?seat=S&amp;spoil=0"' in page


# Legal plays


def test_legal_plays_are_answered_where_the_view_shows_the_hand(client: FlaskClient, add: Add) -> None:
    """To ♠AA of trick 1 South, with one pair of spades, owes ♠55."""
    legal = f"/r/{add(TEACHING)}/1/legal.json"
    assert client.get(legal).json["1.4"] == {
        "seat": "S", "plays": [["S5", "S5"]], "all": True, "example": None, "throws": False,
    }  # fmt: skip
    assert client.get(f"{legal}?seat=S").json["1.4"]
    north = client.get(f"{legal}?seat=N").json
    assert {each["seat"] for each in north.values()} == {"N"}
    assert client.get(f"{legal}?seat=public").json == {}
    assert client.get(f"{legal}?rules=nowhere").status_code == 404
    assert client.get("/r/nowhere/1/legal.json").status_code == 404


# The match


def test_a_hand_is_judged_within_its_match(client: FlaskClient, add: Add) -> None:
    """85 points are enough for the attackers to take the deal, so North does not deal again."""
    upload = add(match(("2", "N", "85 EW+0"), ("2", "N", "85 EW+0")))
    codes = [finding["code"] for finding in client.get(f"/r/{upload}/2.json").json["findings"]]
    assert "match.dealer" in codes
    assert "match.dealer" in client.get(f"/r/{upload}/2").text
    first = [finding["code"] for finding in client.get(f"/r/{upload}/1.json").json["findings"]]
    assert "match.dealer" not in first


def test_a_hand_of_another_match_in_the_file_is_not(client: FlaskClient, add: Add) -> None:
    text = match(("2", "N", "85 EW+0"), ("2", "N", "85 EW+0")).replace(
        '[Event "Cup"]\n[Rules "standard"]\n[Hand "2"]', '[Event "Other"]\n[Rules "standard"]\n[Hand "2"]'
    )
    codes = [finding["code"] for finding in client.get(f"/r/{add(text)}/2.json").json["findings"]]
    assert "match.dealer" not in codes


def test_the_page_and_the_list_count_the_same(client: FlaskClient, add: Add, library: Library) -> None:
    upload = add(match(("2", "N", "85 EW+0"), ("2", "N", "85 EW+0"), ("2", "E", "85 EW+0")))
    for number, hand in enumerate(library.hands(upload), 1):
        found = client.get(f"/r/{upload}/{number}.json").json["findings"]
        severities = [finding["severity"] for finding in found]
        assert (severities.count("error"), severities.count("note")) == (hand.errors, hand.notes)


def test_the_ledger_stands_beside_and_marks_the_hand(client: FlaskClient, add: Add) -> None:
    upload = add(match(("2", "N", "35 NS+2"), ("4", "S", "85 EW+0"), ("4", "E", "0 EW+3")))
    page = client.get(f"/r/{upload}/2").text
    (ledger,) = re.findall(r'<table class="match">.*?</table>', page, re.DOTALL)
    assert ledger.count("<tr") == 4
    assert f'href="/r/{upload}/2" aria-current="page"' in ledger
    assert f'href="/r/{upload}/3"' in ledger
    assert 'id="tab-match"' in page


def test_without_spoilers_the_ledger_ends_before_the_hand(client: FlaskClient, add: Add) -> None:
    upload = add(match(("2", "N", "35 NS+2"), ("4", "S", "85 EW+0"), ("4", "E", "0 EW+3")))
    page = client.get(f"/r/{upload}/2?spoil=0").text
    (ledger,) = re.findall(r'<table class="match">.*?</table>', page, re.DOTALL)
    assert ledger.count("<tr") == 2
    assert "The first hand of the match." in client.get(f"/r/{upload}/1?spoil=0").text


def test_a_hand_by_itself_has_no_ledger(client: FlaskClient, add: Add) -> None:
    assert 'id="tab-match"' not in client.get(f"/r/{add()}/1").text


def test_stepping_through_a_match_audits_it_once(
    library: Library, add: Add, monkeypatch: pytest.MonkeyPatch
) -> None:
    from paipu.web import catalogue as module

    audited: list[str] = []
    original = module.audit_hands

    def counting(records: Any, rules: Any = None) -> Any:
        for done in original(records, rules):
            audited.append(done.record.tag("Hand") or "")
            yield done

    upload = add(match(("2", "N", "35 NS+2"), ("4", "S", "85 EW+0"), ("4", "E", "0 EW+3")))
    monkeypatch.setattr(module, "audit_hands", counting)
    shown = Catalogue(library)
    for number in (3, 1, 2, 3, 2):
        assert shown.timeline(upload, number)
        assert shown.ledger(upload, number)
    assert audited == ["1", "2", "3"]


def test_no_view_of_a_seat_is_told_what_might_be_played_in_variations(client: FlaskClient, add: Add) -> None:
    """It has none of them. In the variation South, who holds both big jokers, plays them to trick 2."""
    legal = f"/r/{add()}/1/legal.json"
    assert client.get(legal).json["2.3v1/2.3"]["seat"] == "S"
    for view in ("S", "N", "public"):
        assert [at for at in client.get(f"{legal}?seat={view}").json if "v" in at] == []


def test_without_spoilers_legal_plays_end_where_the_reader_is(client: FlaskClient, add: Add) -> None:
    legal = f"/r/{add()}/1/legal.json?spoil=0"
    told = lambda at, play: play in client.get(f"{legal}&at={at}").json  # noqa: E731
    assert [told("2.1", play) for play in ("1.3", "2.1", "2.2", "2.3", "2.3v1/2.3", "6.2")] == [
        True, True, False, False, False, False,
    ]  # fmt: skip
    assert [told("2.3", play) for play in ("2.2", "2.3", "2.3v1/2.3", "2.4")] == [True, True, True, False]
    assert [told("result", play) for play in ("2.3v1/2.3", "6.2")] == [True, True]
    assert not told("deal", "1.1")


def test_where_not_all_is_told_the_history_is_not_offered(
    client: FlaskClient, add: Add, library: Library
) -> None:
    """It tells everything."""
    upload = add()
    kept = library.hand(upload, 1)
    assert kept is not None
    edit = {"do": "comment", "at": "6.2", "text": "x"}
    library.revise(upload, 1, edited(kept.record(), [edit]).record, base=0, author="A", newest=0)
    assert f'href="/r/{upload}/1/history"' in client.get(f"/r/{upload}/1").text
    for query in ("seat=S", "seat=public", "spoil=0"):
        page = client.get(f"/r/{upload}/1?{query}").text
        assert "Revision 1" in page
        assert "history" not in page


def test_a_hand_not_played_so_far_is_no_hand_without_plays(client: FlaskClient, add: Add) -> None:
    upload = add(CLEAN)
    assert "No play so far." in client.get(f"/r/{upload}/1?spoil=0").text
    assert "No play is recorded." not in client.get(f"/r/{upload}/1?spoil=0").text
    empty = add(CLEAN.partition("Tricks:")[0] + "Result: *\n")
    assert "No play is recorded." in client.get(f"/r/{empty}/1").text
