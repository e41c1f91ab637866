"""Rule sets beside each other, and a hand judged by another set: what the pages show."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from flask.testing import FlaskClient

from paipu.records.sample_games import samples
from paipu.replay.rules import differences, load_rules, rule_ids

ZH = {"Accept-Language": "zh-CN"}


# --- the comparison page ------------------------------------------------------------------------


def test_only_parameters_that_differ(client: FlaskClient) -> None:
    page = client.get("/rules/compare?ids=standard,hbut_2013").text
    found = {each.parameter.name for each in differences([load_rules("standard"), load_rules("hbut_2013")])}
    assert set(re.findall(r'<tr id="(\w+)">', page)) == found
    assert f"{len(found)} parameters differ" in page
    assert 'href="/rules/hbut_2013#throw_allowed"' in page
    assert "二(二)" in page
    assert "有歧义" in client.get("/rules/compare?ids=standard,hbut_2013", headers=ZH).text


def test_a_row_has_a_cell_for_each_set(client: FlaskClient) -> None:
    page = client.get("/rules/compare?ids=standard,hbut_2013,botzone").text
    row = re.search(r'<tr id="throw_allowed">(.*?)</tr>', page, re.DOTALL)
    assert row
    assert row[1].count("<td>") == 3


def test_what_the_form_sends_comes_to_the_short_address(client: FlaskClient) -> None:
    response = client.get("/rules/compare?ids=standard&ids=godot&ids=&lang=zh")
    assert response.status_code == 303
    assert unescape(response.location).replace("%2C", ",") == "/rules/compare?ids=standard,godot&lang=zh"


def test_overrides_keep_the_commas_of_their_values(client: FlaskClient) -> None:
    page = client.get("/rules/compare?ids=standard&ids=standard; must_play_levels=2,J,A").text
    assert re.findall(r'<tr id="(\w+)">', page) == ["must_play_levels"]
    assert "set otherwise" in page


@pytest.mark.parametrize("query", ["", "?ids=", "?ids=standard", "?ids=standard,standard"])
def test_with_fewer_than_two_it_asks(client: FlaskClient, query: str) -> None:
    page = client.get(f"/rules/compare{query}").text
    assert "Choose two sets or more" in page
    assert page.count("<select") == 3


def test_no_more_columns_than_fit(client: FlaskClient) -> None:
    page = client.get(f"/rules/compare?ids={','.join(rule_ids()[:6])}").text
    assert "Only the first 4 sets are shown" in page
    assert page.count("<select") == 4


def test_an_unknown_set_is_not_there(client: FlaskClient) -> None:
    assert client.get("/rules/compare?ids=standard,nowhere").status_code == 404


def test_the_list_and_each_sheet_lead_there(client: FlaskClient) -> None:
    index = client.get("/rules").text
    assert 'action="/rules/compare"' in index
    assert [each for each in rule_ids() if f'type="checkbox" name="ids" value="{each}"' not in index] == []
    sheet = client.get("/rules/hbut_2013").text
    assert '<input type="hidden" name="ids" value="hbut_2013">' in sheet
    assert '<option value="standard">' in sheet


def test_the_legend_of_a_sheet_speaks_the_language_of_the_request(client: FlaskClient) -> None:
    """Whichever language the template was first used in."""
    for headers, word in ((ZH, "明文</span>"), ({}, "stated</span>"), (ZH, "明文</span>")):
        legend = client.get("/rules/hbut_2013", headers=headers).text.partition('class="legend')[2]
        assert word in legend.partition("</p>")[0]


# --- a hand judged by another set ---------------------------------------------------------------


@pytest.fixture
def hand(add: Callable[..., str]) -> str:
    return f"/r/{add(dict(samples())['teaching.sjn'].decode())}/1"


def test_the_page_says_what_changed_and_by_which_parameter(client: FlaskClient, hand: str) -> None:
    page = client.get(f"{hand}?rules=hbut_2013").text
    changes = page[page.index('<details class="changes') : page.index("</details>")]
    assert "Judged by hbut_2013 instead of standard:" in changes
    assert "3 findings more, 1 finding fewer" in changes
    assert unescape(changes).count('href="/rules/compare?ids=standard,hbut_2013#throw_allowed"') == 2
    assert changes.count('class="is-appears"') == 3
    assert changes.count('class="is-vanishes"') == 1
    assert 'href="#4.1"' in changes
    assert "Each of these alone" in changes


def test_and_in_chinese(client: FlaskClient, hand: str) -> None:
    page = client.get(f"{hand}?rules=hbut_2013", headers=ZH).text
    assert "多 3 处，少 1 处" in page
    assert "任一项即可" in page


def test_nothing_is_said_under_the_set_of_the_record(client: FlaskClient, hand: str) -> None:
    for query in ("", "?rules=", "?rules=standard"):
        assert 'class="changes' not in client.get(hand + query).text


def test_agreement_is_told(client: FlaskClient, add: Callable[..., str]) -> None:
    upload = add(dict(samples())["botzone_2023.sjn"].decode())
    page = client.get(f"/r/{upload}/1?rules=standard").text
    assert "Judged by standard instead of botzone: <b>no difference</b>" in page


def test_figures_are_told(client: FlaskClient, add: Callable[..., str]) -> None:
    upload = add(dict(samples())["rooms_three_rounds.sjn"].decode())
    page = client.get(f"/r/{upload}/1?rules=hbut_2013").text
    assert "another count" in page
    assert "Attackers&#39; points: 85 → <b>125</b>" in page


def test_readings_are_in_the_language_of_the_page(client: FlaskClient, add: Callable[..., str]) -> None:
    head = '[SJN "1"]\n[Rules "hbut_2013"]\n[Level "A"]\n[Trump "S"]\n[Dealer "N"]\n\nTricks:\n'
    upload = add(head + "1. N HKKQ / W H345 / S H678 / E H9TJ\n= *\n")
    assert "top_two_side_ranks：打A时K、Q" in client.get(f"/r/{upload}/1", headers=ZH).text
    assert "top_two_side_ranks: " in client.get(f"/r/{upload}/1").text


def test_a_platform_is_not_quoted_by_its_one_word(client: FlaskClient, add: Callable[..., str]) -> None:
    page = client.get(f"/r/{add()}/1").text
    assert re.search(r'<a href="/rules/botzone#follow_pair">botzone</a>', page)
