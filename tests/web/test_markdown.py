"""Comments as Markdown: the part that is taken, and that all the rest stays text."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from html import unescape
from html.parser import HTMLParser

import pytest
from flask import Flask
from flask.testing import FlaskClient
from flask_babel import Babel
from hypothesis import given
from hypothesis import strategies as st

from paipu.web.markdown import comment_html, comment_line

HAND = """[SJN "1"]
[Rules "standard"]
[Level "2"]
[Trump "S"]
[Dealer "N"]

Tricks:
1. N HA {a **main** ♠10} / W H3 ( {a *branch* [go](http://b.c)} 1. N HA / W H4 {then `x`} ) / S H5 / E H6
= *
"""

LINK = 'rel="nofollow noopener noreferrer"'


@pytest.fixture(autouse=True, scope="module")
def language() -> Iterator[None]:
    app = Flask("words alone")
    Babel(app)
    with app.test_request_context("/"):
        yield


def words(html: str) -> str:
    """What of some HTML is read."""
    return unescape(re.sub(r"<[^>]*>", "", html)).replace("\ufe0e", "")


class Elements(HTMLParser):
    """The elements of some HTML, each with its attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("one\ntwo\n\nthree", "<p>one<br>two</p><p>three</p>"),
        ("**bold** *em* `code`", "<p><strong>bold</strong> <em>em</em> <code>code</code></p>"),
        ("- a\n- b", "<ul><li>a</li><li>b</li></ul>"),
        ("> a\n\nb", "<blockquote><p>a</p></blockquote><p>b</p>"),
        ("[a](https://b.c/d)", f'<p><a href="https://b.c/d" {LINK}>a</a></p>'),
        ("<http://b.c>", f'<p><a href="http://b.c" {LINK}>http://b.c</a></p>'),
        # No blanks in Chinese: stars beside its punctuation count all the same.
        ("看**好牌！**可惜", "<p>看<strong>好牌！</strong>可惜</p>"),
        ("他说*“不”*了", "<p>他说<em>“不”</em>了</p>"),
        # Numbers of tricks are no numbers of a list.
        ("7. a\n9. b", '<ol start="7"><li value="7">a</li><li value="9">b</li></ol>'),
        # What multiplies, and what is spelled as SJN, is no emphasis.
        ("5*2 and 10*3", "<p>5*2 and 10*3</p>"),
        ("2 * 5 * 7", "<p>2 * 5 * 7</p>"),
        (r"\*a\*", "<p>*a*</p>"),
        ("SAK? _S_ S_A_K", "<p>SAK? _S_ S_A_K</p>"),
    ],
)
def test_what_is_written_so_is_shown_so(text: str, html: str) -> None:
    assert str(comment_html(text)).replace("\n", "") == html


@pytest.mark.parametrize(
    "text",
    [
        "<b>x</b>", "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<!-- x -->",
        "&lt;b&gt; &amp;", "# no heading", "no heading\n===", "| a | b |\n|---|---|\n| c | d |",
        "[a]: http://b.c", "[a](javascript:alert(1))", "[a](JaVaScRiPt:alert(1))", "[a](data:text/html,x)",
        "[a](//b.c)", "[a](/b)", "[a](#b)", "[a](mailto:a@b.c)", "[a](file:///etc)", "[a](https:b)",
        "<javascript:alert(1)>", "<a@b.c>", "http://a.b", "---", "~~a~~",
    ],
)  # fmt: skip
def test_all_else_is_text(text: str) -> None:
    for html in (str(comment_html(text)), str(comment_line(text))):
        assert {tag for tag, _attributes in Elements(html).found} <= {"p", "br"}
        assert words(html).split() == text.split()


def test_a_picture_is_no_picture() -> None:
    assert str(comment_html("![a](http://b.c/d.png)")) == (
        f'<p>!<a href="http://b.c/d.png" {LINK}>a</a></p>\n'
    )


def test_cards_keep_their_colour_wherever_they_stand() -> None:
    html = str(comment_html("**♠10** 大王\n- *big joker* ♥A\n\n> [♣K](http://a.b)"))
    for card in ("suit-S", "suit-H", "suit-C"):
        assert html.count(f'class="c {card}"') == 1
    assert html.count('class="c joker-B"') == 2
    assert words(html).split() == ["♠10", "大王", "big", "joker", "♥A", "♣K"]


def test_within_a_line_there_are_no_blocks() -> None:
    html = str(comment_line("> **a**\n\n- b\n7. ♦9"))
    assert {tag for tag, _attributes in Elements(html).found} == {"strong", "span"}
    assert words(html).split() == [">", "a", "-", "b", "7.", "♦9"]


ALLOWED = {
    "p": {"class"}, "br": set(), "strong": set(), "em": set(), "code": set(), "ul": set(), "ol": {"start"},
    "li": {"value"}, "blockquote": set(), "a": {"href", "rel"}, "span": {"class"},
}  # fmt: skip
PIECES = st.sampled_from(
    [
        "ж", "щ ", "*", "**", "`", "``", "\\", "\n", "\n\n", "- ", "  - ", "7. ", "> ", "[", "](", ")",
        "<", ">", "http://", "javascript:", "♠10", "大王", "&", '"', "'", "<b>", "\0", "\t", "![", "___",
        "#", "|", " ",
    ]
)  # fmt: skip


@given(st.lists(PIECES, max_size=40).map("".join))
def test_only_what_is_allowed_comes_out(text: str) -> None:
    for html in (str(comment_html(text)), str(comment_line(text))):
        for tag, attributes in Elements(html).found:
            assert set(attributes) <= ALLOWED[tag]
            if tag == "a":
                assert str(attributes["href"]).startswith(("http://", "https://"))


@given(
    st.lists(PIECES.filter(lambda each: each not in ("](", ")") and "http" not in each), max_size=40).map(
        "".join
    )
)
def test_nothing_that_was_said_is_lost(text: str) -> None:
    """The marks of Markdown go, words and cards stay, in their order, whatever stands in whatever."""
    for html in (str(comment_html(text)), str(comment_line(text))):
        assert re.findall("ж|щ|♠10|大王", words(html)) == re.findall("ж|щ|♠10|大王", text)


@pytest.mark.parametrize("mark", ["> ", "- ", "1. ", "> - ", "- 1. > "])
@pytest.mark.parametrize("depth", [1, 4, 9, 30, 500])
def test_what_stands_deep_is_not_lost(mark: str, depth: int) -> None:
    assert words(str(comment_html(mark * depth + "ж"))).count("ж") == 1


@pytest.mark.parametrize(
    "piece", ["[", "*a **b ", "`a", "> ", "- ", "[a](http://x ", "<http://", "[](", "\\", "[a][b]", "\n> - "]
)
def test_no_comment_takes_long(piece: str) -> None:
    """Neither one as long as is taken as Markdown nor one of two megabytes."""
    for text in (piece * (2_000_000 // len(piece)), piece * (19_990 // len(piece))):
        begun = time.perf_counter()
        comment_html(text)
        comment_line(text)
        assert time.perf_counter() - begun < 5


def test_a_hand_of_500_comments(client: FlaskClient, add: Callable[..., str]) -> None:
    said = " ".join(f"{{**{n}** ♠10 [a](http://b.c) *x*}}" for n in range(500))
    upload = add(HAND.replace("{a **main** ♠10}", said))
    client.get(f"/r/{upload}/1.json")  # read and judged
    begun = time.perf_counter()
    page = client.get(f"/r/{upload}/1").text
    assert time.perf_counter() - begun < 5
    assert page.count(LINK) == 500 + 2  # that of the variation stands in the record and among the comments
    assert [f"<strong>{n}</strong>" in page for n in range(500)] == [True] * 500


@pytest.mark.parametrize("path", ["/r/{}/1", "/r/{}/1.html", "/r/{}/1/print"])
def test_the_pages_of_a_hand_use_it(client: FlaskClient, add: Callable[..., str], path: str) -> None:
    page = client.get(path.format(add(HAND))).text
    shown = page.split('type="application/json"')[0]
    assert re.search(r'class="remark" dir="auto"><p>a <strong>main</strong> <span class="c suit-S">', shown)
    assert f'a <em>branch</em> <a href="http://b.c" {LINK}>go</a></span>' in shown
    assert "then <code>x</code></span>" in shown
    assert "**main**" not in shown
