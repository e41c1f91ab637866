"""HTML and script in a field of text is text, on every page that shows it."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient
from jinja2.utils import htmlsafe_json_dumps

from paipu.records.library import Library
from paipu.web import create_app
from tests.web.hostile import EVERYWHERE, FREE, MEANT, Parts, html, quoted, record

PAGES = (
    "/", "/r/{}", "/r/{}/1", "/r/{}/1?seat=S", "/r/{}/1?seat=public", "/r/{}/1?spoil=0&at=1.2",
    "/r/{}/1?rules=hbut_2013", "/r/{}/1/print", "/r/{}/1/print?seat=S", "/r/{}/1.html", "/r/{}.html",
    "/embed/r/{}/1", "/embed/r/{}/1?seat=N", "/report/{}", "/report/{}/1", "/report/{}/1.html",
)  # fmt: skip
PICTURES = ("/r/{}/1/position.svg?at=1.1", "/r/{}/1/position.svg?at=result")
NO_PAGE = (
    "SouthEast", "NorthEast", "NorthWest", "SouthWest", "Stage", "BigPoints", "Winner", "MatchPoints",
    "Source", "Annotator", "X-Private",
)  # fmt: skip
"""Tags that are in the data of a page but that none says."""
SJN = '[SJN "1"]\n[Level "2"]\n[Trump "S"]\n[Dealer "N"]\n\n'
BROKEN = {
    "card": f"{SJN}Tricks:\n1. N {html()} / W H3\n= *\n",
    "seat": f"{SJN}Tricks:\n1. {html()} HA / W H3\n= *\n",
    "section": f"{SJN}{html()}:\nN HA\n= *\n",
    "result": f"{SJN}= {html()}\n",
    "open comment": f"{SJN}Tricks:\n1. N HA {{{html()}\n= *\n",
    "name of a tag": f'[SJN "1"]\n[{html()} "x"]\n\n= *\n',
    "version": f'[SJN "{quoted(html())}"]\n\n= *\n',
    "other format": json.dumps({"what": html()}),
    "no format": html(),
}


def check(page: str, where: str) -> Parts:
    parts = Parts(page)
    assert parts.running == [], where
    for data in re.findall(r'<script type="application/json"[^>]*>(.*?)</script>', page, re.DOTALL):
        json.loads(data)
    return parts


def test_the_check_sees_what_runs() -> None:
    for harm in (html(), '<a href="javascript:zq()">x</a>', '<p onclick="zq()">', "<script>zq()</script>"):
        assert Parts(f"<p>{harm}</p>").running != []


@pytest.fixture(scope="module")
def pages() -> Iterator[dict[str, str]]:
    """Every page of a record with HTML wherever it reads, one of its own in each place; POST /view too."""
    library = Library(None)
    client = create_app(library, testing=True).test_client()
    upload = library.add_upload("a.sjn", EVERYWHERE.encode()).id
    answers = {address: client.get(address.format(upload)) for address in (*PAGES, *PICTURES)}
    answers["/view"] = client.post("/view", data={"text": EVERYWHERE})
    for kind in ("json", "xml"):
        about = f"/oembed?url=http://localhost/r/{upload}/1&format={kind}"
        answers[kind] = client.get(about)
    assert {answer.status_code for answer in answers.values()} == {200}
    yield {address: answer.text for address, answer in answers.items()}
    library.close()


@pytest.mark.parametrize("address", [*PAGES, "/view"])
def test_no_page_takes_it_as_html(pages: dict[str, str], address: str) -> None:
    check(pages[address], address)


@pytest.mark.parametrize("where", FREE)
def test_each_field_is_told_as_text(pages: dict[str, str], where: str) -> None:
    """Which also shows that the fixture has put it there."""
    told = [address for address in (*PAGES, "/view") if html(where) in Parts(pages[address]).told]
    if where in NO_PAGE:
        assert told == []
        assert str(htmlsafe_json_dumps(html(where)))[1:-1] in pages["/r/{}/1"]
    else:
        assert told


def test_no_picture_takes_it_as_html(pages: dict[str, str]) -> None:
    for address in PICTURES:
        elements = {each.tag.split("}")[-1] for each in ET.fromstring(pages[address]).iter()}
        assert elements & {"img", "script", "foreignObject"} == set()
    for frame in (json.loads(pages["json"])["html"], ET.fromstring(pages["xml"]).findtext("html", "")):
        [(tag, attributes)] = Parts(frame).elements
        assert (tag, attributes["title"][:9]) == ("iframe", "</script>")
        assert not any(name.startswith("on") for name in attributes)


@pytest.mark.parametrize("where", MEANT)
def test_where_it_keeps_more_from_being_read(
    client: FlaskClient, add: Callable[..., str], where: str
) -> None:
    upload = add(record(where), "a.sjn")
    told = ""
    for address in ("/", "/r/{}", "/r/{}/1", "/report/{}", "/r/{}/1/print", "/r/{}/1.html", "/embed/r/{}/1"):
        told += check(client.get(address.format(upload)).text, address).told
    check(client.post("/view", data={"text": record(where)}).text, "/view")
    assert "zq(" in told


@pytest.mark.parametrize("where", sorted(BROKEN))
def test_what_does_not_read_is_told_as_text(client: FlaskClient, add: Callable[..., str], where: str) -> None:
    """Findings quote what they are about."""
    upload = add(BROKEN[where], "a.sjn")
    for address in ("/", "/r/{}", "/r/{}/1", "/report/{}", "/r/{}/1/print", "/r/{}/1.html", "/embed/r/{}/1"):
        check(client.get(address.format(upload)).text, address)
    check(client.post("/view", data={"text": BROKEN[where], "hand": html()}).text, "/view")


def test_a_file_name_is_told_as_text(client: FlaskClient, add: Callable[..., str]) -> None:
    name = f"{html()}.sjn"
    upload = add(record(), name)
    for address in PAGES:
        parts = check(client.get(address.format(upload)).text, address)
        if address in ("/", "/r/{}", "/r/{}/1", "/r/{}/1.html", "/embed/r/{}/1"):
            assert name in parts.text, address
    assert "<" not in client.get(f"/r/{upload}/source").headers["Content-Disposition"]


@pytest.mark.parametrize("name", ["q", "lang", "rules", "seat", "at", "spoil", "home", "original", "page"])
def test_html_in_an_address_is_text(client: FlaskClient, add: Callable[..., str], name: str) -> None:
    upload = add(record())
    for address in ("/", "/r/{}", "/r/{}/1", "/r/{}/1/print", "/r/{}/1.html", "/embed/r/{}/1", "/report/{}"):
        check(client.get(f"{address.format(upload)}?{name}={quote(html())}").text, address)
    check(client.get(f"/rules/compare?{name}={quote(html())}&a={quote(html())}").text, "compare")


def test_what_was_searched_for_is_told_as_text(client: FlaskClient, add: Callable[..., str]) -> None:
    add(record())
    assert html() in check(client.get(f"/?q={quote(html())}").text, "search").text
    check(client.get(f"/rules/{quote(html(), safe='')}").text, "rules")
