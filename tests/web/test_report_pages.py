"""The report as HTML: one file without scripts or fetches, a page under the policy of the viewer."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable
from html.parser import HTMLParser
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from paipu.grammar import loads
from paipu.records.library import Library
from paipu.records.sample_games import samples
from paipu.replay import audit
from paipu.replay.rules import rule_ids
from paipu.web.catalogue import REPORTED
from paipu.web.report import Judged
from paipu.web.report_file import report_html
from tests.web.games import BROKEN, CLEAN, GAME, HOSTILE

LANGUAGES = ("en", "zh")
ZH = {"Accept-Language": "zh-CN"}


class Page(HTMLParser):
    """What a browser would find in a page: elements with attributes, ids, links, text by element."""

    VOID = frozenset({"meta", "link", "br", "input", "line", "circle", "rect", "polyline", "use", "path"})

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self._open: list[str] = []
        self.feed(html)
        assert self._open == [], "every element is closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open, f"</{tag}> without its start"
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.setdefault(self._open[-1] if self._open else "", []).append(data)

    def tags(self) -> set[str]:
        return {tag for tag, _ in self.elements}

    def values(self, name: str) -> list[str]:
        return [value for _, attrs in self.elements if (value := attrs.get(name)) is not None]


def in_file(*texts: str, language: str = "en", **options: Any) -> str:
    records = [record for text in texts for record in loads(text)]
    judged = [Judged(audit(record), number) for number, record in enumerate(records, 1)]
    return report_html(judged, language, **options)  # type: ignore[arg-type]


# The file


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("texts", [(GAME,), (CLEAN,), (BROKEN,), (GAME, CLEAN, BROKEN), ()])
def test_a_file_needs_nothing_else(texts: tuple[str, ...], language: str) -> None:
    html = in_file(*texts, language=language)
    page = Page(html)
    assert page.tags().isdisjoint({"script", "link", "img", "iframe", "object", "embed", "form", "base"})
    assert page.values("src") == []
    assert page.values("style") == []
    assert [name for _, attrs in page.elements for name in attrs if name.startswith("on")] == []
    assert [value for value in page.values("href") if not value.startswith("#")] == []
    (style,) = page.texts["style"]
    assert not re.search(r"url\(|@import|://", style)
    assert "://" not in html


@pytest.mark.parametrize("language", LANGUAGES)
def test_links_inside_a_file_lead_somewhere(language: str) -> None:
    page = Page(in_file(GAME, GAME, CLEAN, language=language))
    ids = page.values("id")
    assert len(ids) == len(set(ids))
    targets = {value.removeprefix("#") for value in (*page.values("href"), *page.values("aria-labelledby"))}
    assert targets - set(ids) == set()


def test_a_file_forbids_itself_everything_but_its_style() -> None:
    page = Page(in_file(CLEAN))
    (style,) = page.texts["style"]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    (policy,) = [attrs["content"] for tag, attrs in page.elements if attrs.get("http-equiv")]
    assert policy == f"default-src 'none'; style-src 'sha256-{digest}'"


def test_a_file_speaks_one_language() -> None:
    english, chinese = in_file(GAME), in_file(GAME, language="zh")
    assert '<html lang="en">' in english
    assert '<html lang="zh-CN">' in chinese
    assert "Referee's report" in english.replace("&#39;", "'")
    assert "裁判报告" in chinese
    assert "有对不跟" in chinese
    assert "pair not followed" in english
    assert "Rules" not in Page(chinese).texts["dt"]


def test_text_in_another_language_stays_out_of_the_chinese_file() -> None:
    """Nothing but names, codes and card letters is Latin in a Chinese report on a Chinese match."""
    text = CLEAN.replace("standard", "hbut_2013").replace("E H6", "E C6\n2. N HK / W H4 / S H7 / E H6")
    page = Page(in_file(text.replace("Clean", "决赛"), language="zh"))
    words = " ".join(
        part for tag, parts in page.texts.items() if tag not in ("style", "code") for part in parts
    )
    assert set(re.findall("[A-Za-z]{3,}", words)) == {"paipu"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_a_record_says_is_text(language: str) -> None:
    quoted = HOSTILE.replace('"', '\\"')
    names = ("Event", "Match", "Site", "Date", "Round", "Table", "East", "North", "West", "South", "Source")
    tags = "".join(f'[{name} "{quoted}{name}"]\n' for name in names)
    text = GAME
    for name in ("Event", "East", "West", "Source"):
        text = re.sub(rf'\[{name} ".*"\]\n', "", text)
    text = text.replace('[SJN "1"]\n', f'[SJN "1"]\n{tags}', 1)
    text = text.replace(
        "\n= *", f'\n<revoke S trick=2 reason="{quoted}" ruling="{quoted}">\n<odd W x="{quoted}">\n= *', 1
    )
    text += (
        f'\n[SJN "1"]\n[{HOSTILE}]\n[Trump "{quoted}"]\n[Rules "{quoted}"]\n\nTricks:\n1. N {HOSTILE}\n= *\n'
    )
    html = in_file(text, language=language, title=HOSTILE, unread=[(HOSTILE, HOSTILE)])
    page = Page(html)
    assert "script" not in page.tags()
    assert HOSTILE not in html
    shown = "".join(part for parts in page.texts.values() for part in parts)
    for name in ("Event", "Match", "Site", "Date", "Round", "Table", "East", "North", "West", "South"):
        assert f"{HOSTILE}{name}" in shown, name
    assert shown.count("<script>") > 12


def test_a_clean_match_says_so() -> None:
    english = in_file(CLEAN)
    assert "1 hand judged, no offence found." in english
    assert "Nothing to rule on" in english
    assert "审核 1 副，未发现违规。" in in_file(CLEAN, language="zh")


def test_the_verdict_counts_what_was_found() -> None:
    assert "1 hand judged, 12 offences. 1 hand is not recorded to its end." in in_file(GAME)
    assert "审核 1 副，12 处违规。1 副没有记录到底。" in in_file(GAME, language="zh")


def test_nothing_to_report_on() -> None:
    html = in_file(unread=[("a.txt", "no hand could be read")])
    assert "No hand could be read, so there is nothing to report on." in html
    assert "a.txt" in html


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", rule_ids())
def test_every_rule_set_can_be_reported_under(rules: str, language: str) -> None:
    """Whatever a sheet calls its clauses and however sure its values are."""
    text = re.sub(r'\[Rules ".*"\]', f'[Rules "{rules}"]', GAME)
    Page(in_file(text, language=language))


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "en",
            (
                "the hand ends, the dealer&#39;s side keeps the deal, East-West rise 2 levels",
                "East-West deal next and rise 2 levels; levels North-South 5, East-West 9",
            ),
        ),
        (
            "zh",
            (
                "本副即告结束，庄家方继续坐庄，东西方升 2 级",
                "下副东西方坐庄，升 2 级；级数：南北方 5，东西方 9",
            ),
        ),
    ],
)
def test_a_proposed_penalty_comes_with_the_score(language: str, words: tuple[str, ...]) -> None:
    teaching = dict(samples())["teaching.sjn"].decode()
    html = in_file(
        teaching.replace('[Rules "standard"]', '[Rules "hbut_2013; throw_allowed=yes"]'), language=language
    )
    assert '<b class="clause">十二(二)3</b>' in html
    for phrase in words:
        assert phrase in html


@pytest.mark.parametrize(
    ("language", "heading", "told"),
    [
        (
            "en",
            "Decision",
            ("upheld</b>: 10 points off the attackers, North-South rise 1 level", "dismissed</b>"),
        ),
        ("zh", "裁定", ("成立</b>：闲家减 10 分，南北方升 1 级", "不成立</b>")),
    ],
)
def test_a_decision_stands_beside_its_finding(language: str, heading: str, told: tuple[str, ...]) -> None:
    """West revokes twice; one finding is upheld, one dismissed, and nothing is proposed for either."""
    text = '[SJN "1"]\n[Rules "hbut_2013"]\n[Level "8"]\n[Dealer "N"]\n[Trump "S"]\n\nTricks:\n'
    text += "1. N HA / W C3 {} / S H6 / E H7\n2. N HK / W C4 {} / S H9 / E HT\n"
    text += "3. N HQ / W H3 / S HJ / E H4\n= *\n"
    line = '<revoke W finding=follow.suit decision={} points=-10 levels=NS+1 ruling="a < b">'
    plain, decided = text.format("", ""), text.format(line.format("upheld"), line.format("dismissed"))

    assert f"<dt>{heading}</dt>" not in in_file(plain, language=language)
    assert in_file(plain, language=language).count('class="proposal"') == 2
    page = in_file(decided, language=language)
    for words in told:
        assert f'<dt>{heading}</dt><dd><b>{words} <span dir="auto">a &lt; b</span></dd>' in page
    assert 'class="proposal"' not in page


def test_several_matches_have_a_list_of_contents() -> None:
    html = in_file(GAME, CLEAN)
    contents = html.split("<nav", 1)[1].split("</nav>")[0]
    assert re.findall(r'href="#(p\d-title)"', contents) == ["p1-title", "p2-title"]
    assert "12 offences" in contents
    assert "no offence found" in contents
    assert "<nav" not in in_file(GAME)


SAMPLES = dict(samples())


@pytest.mark.parametrize("seed", range(40))
def test_damaged_records_are_reported_too(seed: int) -> None:
    """Lines lost, doubled, moved, characters changed: whatever stands there, a report comes of it."""
    random = Random(seed)
    name = random.choice(sorted(SAMPLES))
    lines = SAMPLES[name].decode().split("\n")
    for _ in range(random.randint(1, 6)):
        at, other = random.randrange(len(lines)), random.randrange(len(lines))
        match random.randrange(4):
            case 0:
                del lines[at]
            case 1:
                lines.insert(other, lines[at])
            case 2:
                lines[at], lines[other] = lines[other], lines[at]
            case _:
                spot = random.randrange(len(lines[at]) + 1)
                lines[at] = lines[at][:spot] + random.choice("SHCDAK2BL?>/{}[]<=") + lines[at][spot + 1 :]
    Page(in_file("\n".join(lines), language=random.choice(LANGUAGES)))


# The page


def test_the_page_is_linked_from_file_and_hand(client: FlaskClient, add: Callable[..., str]) -> None:
    upload = add(f"{CLEAN}\n{GAME}")
    assert f'href="/report/{upload}"' in client.get(f"/r/{upload}").text
    hand = client.get(f"/r/{upload}/2").text
    assert f'href="/report/{upload}/2"' in hand
    assert f'href="/report/{upload}"' in hand
    assert f'href="/report/{upload}/2?rules=standard"' in client.get(f"/r/{upload}/2?rules=standard").text


def test_the_page_keeps_the_policy(client: FlaskClient, add: Callable[..., str]) -> None:
    response = client.get(f"/report/{add()}")
    assert response.status_code == 200
    policy = response.headers["Content-Security-Policy"]
    assert "style-src 'self'" in policy
    assert "unsafe" not in policy
    page = Page(response.text)
    assert "style" not in page.tags()
    assert page.values("style") == []
    scripts = [attrs.get("src") for tag, attrs in page.elements if tag == "script"]
    assert len(scripts) == 1
    assert re.fullmatch("/static/[0-9a-f]{10}/js/report.js", scripts[0] or "")


def test_findings_of_the_page_open_the_game_at_the_play(client: FlaskClient, add: Callable[..., str]) -> None:
    upload = add(f"{CLEAN}\n{GAME}")
    page = client.get(f"/report/{upload}").text
    assert f'href="/r/{upload}/2#2.3"' in page
    assert f'href="/r/{upload}/2?rules=botzone#2.3"' in client.get(f"/report/{upload}?rules=botzone").text


def test_the_report_of_one_hand_is_on_that_hand(client: FlaskClient, add: Callable[..., str]) -> None:
    upload = add(f"{CLEAN}\n{GAME}")
    assert "no offence found" in client.get(f"/report/{upload}/1").text
    assert "12 offences" in client.get(f"/report/{upload}/2").text


def test_one_hand_is_judged_in_its_match(client: FlaskClient, add: Callable[..., str]) -> None:
    """85 points take the deal without a rise, so hand 2 cannot begin at 3; alone it would be clean."""
    head = '[SJN "1"]\n[Match "Final"]\n\n'
    hand = '[SJN "1"]\n[Hand "{}"]\n[Rules "standard"]\n[Levels "NS:2 EW:{}"]\n[Dealer "{}"]\n\n= {}\n\n'
    upload = add(head + hand.format(1, 2, "N", "85 EW+0") + hand.format(2, 3, "W", "*"))
    assert "match.levels" not in client.get(f"/report/{upload}/1").text
    assert "match.levels" in client.get(f"/report/{upload}/2").text
    assert "match.levels" in client.get(f"/report/{upload}").text


def test_another_rule_set_judges_the_report_too(client: FlaskClient, add: Callable[..., str]) -> None:
    upload = add(CLEAN)
    title = "湖北工业大学教职工双升扑克牌比赛规则（2013年12月）"
    assert title in client.get(f"/report/{upload}?rules=hbut_2013", headers=ZH).text
    assert title not in client.get(f"/report/{upload}", headers=ZH).text


@pytest.mark.parametrize(
    "address",
    ["/report/nothere", "/report/nothere.html", "/report/{}/2", "/report/{}/0", "/report/{}?rules=x"],
)
def test_what_is_not_there_is_not_found(client: FlaskClient, add: Callable[..., str], address: str) -> None:
    assert client.get(address.format(add(CLEAN))).status_code == 404


@pytest.mark.parametrize(("suffix", "name"), [("", ""), ("/1", "-1")])
def test_the_one_file_form_is_saved(
    client: FlaskClient, add: Callable[..., str], suffix: str, name: str
) -> None:
    upload = add()
    response = client.get(f"/report/{upload}{suffix}.html?lang=zh")
    assert response.headers["Content-Disposition"] == f'attachment; filename="{upload}{name}-report.html"'
    assert "script" not in Page(response.text).tags()
    assert '<html lang="zh-CN">' in response.text
    assert "12 处违规" in response.text


def test_a_file_without_a_hand_is_not_called_clean(client: FlaskClient, add: Callable[..., str]) -> None:
    page = client.get(f"/report/{add('hello there', 'note.txt')}").text
    assert "1 hand judged, 1 error in the text. 1 hand cannot be read." in page
    assert "Nothing to rule on" not in page


def test_one_process_speaks_both_languages(client: FlaskClient, add: Callable[..., str]) -> None:
    """Also of constants in templates, which Jinja would fold in the language of the first request."""
    upload = add()
    assert "North-South" in client.get(f"/report/{upload}").text
    chinese = client.get(f"/report/{upload}", headers=ZH).text
    assert "North-South" not in chinese
    assert "南北" in chinese


def test_a_long_file_is_reported_in_part(client: FlaskClient, library: Library) -> None:
    hand = '[SJN "1"]\n[Rules "standard"]\n\n= *\n\n'
    upload = library.add_upload("long.sjn", (hand * (REPORTED + 1)).encode())
    page = client.get(f"/report/{upload.id}").text
    assert f"Only the first {REPORTED} hands of {REPORTED + 1}" in page
