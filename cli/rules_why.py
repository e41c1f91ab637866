"""`paipu rules why`: what the code of a finding means and which parameters it stands on.

Owns the two renderings, text and JSON, and the words for the blanks of a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import groupby
from typing import Any, Final

import click

from paipu.grammar.messages import TEXT_CODES
from paipu.records.imported import IMPORT_CODES
from paipu.replay.grounds import GROUNDS, PATTERN_CODES, PATTERNS
from paipu.replay.messages import CODES
from paipu.replay.rules import RuleSet, load_rules, parameter, rule_ids, value_text

from .rule_words import basis, or_usage_error, output_options, print_json

__all__ = ["why_command"]


@dataclass(frozen=True, slots=True)
class _Meaning:
    """One code in both languages, English first; empty where its table has none."""

    phase: str
    title: tuple[str, str]
    sentence: tuple[str, str]
    expected: tuple[str, str]

    def message(self, chinese: bool) -> str:
        return _in_words(self.sentence[chinese], chinese, self.phase)

    def right(self, chinese: bool) -> str:
        return _in_words(self.expected[chinese], chinese, self.phase)


@click.command("why")
@click.argument("code", metavar="CODE")
@click.option(
    "--rules",
    "specs",
    metavar="ID",
    multiple=True,
    help="Show value and clause in this set; may be repeated.",
)
@output_options
def why_command(code: str, specs: tuple[str, ...], form: str, lang: str) -> None:
    """Explain the finding CODE: what it says and the parameters it can stand on.

    Without --rules it is shown which sets have which value.
    """
    meaning = _meaning(code)
    sets = [or_usage_error(load_rules, spec) for spec in specs]
    if form == "json":
        print_json(_to_dict(code, meaning, sets))
    else:
        click.echo("\n".join(_lines(code, meaning, sets, lang)))


def _meaning(code: str) -> _Meaning:
    if code in CODES:
        found = CODES[code]
        return _Meaning(
            found.phase,
            (found.title, found.title_zh),
            (found.en, found.zh),
            (found.expected, found.expected_zh),
        )
    texts = {**TEXT_CODES, **IMPORT_CODES}
    if code in texts:
        return _Meaning("text", ("", ""), (texts[code].en, texts[code].zh), ("", ""))
    near = get_close_matches(code, [*CODES, *texts], n=1)
    raise click.UsageError(f"no such code: {code!r}" + (f"; did you mean {near[0]}?" if near else ""))


_BLANKS: Final = {
    "seat": ("a seat", "某家"),
    "leader": ("the leader", "首家"),
    "other": ("another seat", "另一家"),
    "play": ("cards played", "所出的牌"),
    "lead": ("cards led", "领出的牌"),
    "held": ("cards held", "所持的牌"),
    "tried": ("cards thrown", "所甩的牌"),
    "example": ("a legal play", "合规的出法"),
    "cards": ("cards", "牌"),
    "part": ("a part of it", "其中一部分"),
    "given": ("actual", "实际"),
    "needed": ("due", "应有"),
    "name": ("name", "名称"),
    "reason": ("reason", "理由"),
    "allowed": ("what is allowed", "许可的"),
    "owed": ("what is owed", "应跟的牌"),
    "owed_zh": ("what is owed", "应跟的牌"),
    "done": ("what was given of it", "实际跟了多少"),
    "done_zh": ("what was given of it", "实际跟了多少"),
    "points": ("points", "得分"),
    "side": ("a side", "一方"),
    "at": ("place", "位置"),
    "text": ("text", "原文"),
    "spelling": ("spelling", "写法"),
    "choices": ("choices", "几种读法"),
    "limit": ("limit", "上限"),
    "what": ("what", "内容"),
    "kind": ("the incident", "事项"),
    "party": ("whom it concerns", "所涉者"),
    "due": ("what is due", "应有的处罚"),
    "hand": ("number", "序号"),
    "why": ("why", "缘由"),
    "where": ("where", "某处"),
}
"""What stands in the blanks of a sentence; other blanks are shown by name."""

_BID_BLANKS: Final = {
    "play": ("cards shown", "所亮的牌"),
    "lead": ("the bid before", "此前所亮的牌"),
    "leader": ("its seat", "亮牌者"),
}
"""In the bids the same blanks hold other things."""


def _in_words(template: str, chinese: bool, phase: str = "") -> str:
    """A sentence with its blanks in words.

    >>> _in_words("{seat} leads {play}.", False), _in_words("{seat}领出 {play}。", True)
    ('‹a seat› leads ‹cards played›.', '‹某家›领出 ‹所出的牌›。')
    """

    blanks = {**_BLANKS, **_BID_BLANKS} if phase == "bids" else _BLANKS

    def word(match: re.Match[str]) -> str:
        name = match[1].removesuffix("_zh")
        return f"‹{blanks.get(name, (name, name))[chinese]}›"

    return re.sub(r"\{(\w+)[^}]*\}", word, template)


def _to_dict(code: str, meaning: _Meaning, sets: Sequence[RuleSet]) -> dict[str, Any]:
    return {
        "code": code,
        "phase": meaning.phase,
        "title": meaning.title[0],
        "title_zh": meaning.title[1],
        "message": meaning.message(False),
        "message_zh": meaning.message(True),
        "expected": meaning.right(False),
        "expected_zh": meaning.right(True),
        "parameters": [_ground(name, sets) for name in GROUNDS.get(code, ())],
        "patterns": [_ground(name, sets) for name in (PATTERNS if code in PATTERN_CODES else ())],
    }


def _ground(name: str, sets: Sequence[RuleSet]) -> dict[str, Any]:
    about = parameter(name)
    chosen = sets or [load_rules(each) for each in rule_ids()]
    values = [{"rules": str(rules), **rules.entry(name).to_dict()} for rules in chosen]
    return {"name": name, "en": about.en, "zh": about.zh, "values": values}


def _lines(code: str, meaning: _Meaning, sets: Sequence[RuleSet], lang: str) -> Iterator[str]:
    chosen = lang == "zh"
    yield f"{code}: {meaning.title[chosen]}" if meaning.title[chosen] else code
    yield f"  {meaning.message(chosen)}"
    if right := meaning.right(chosen):
        yield f"  {'应为：' if chosen else 'right would be: '}{right}"
    yield ""
    names = GROUNDS.get(code, ())
    if not names:
        yield "与规则的取值无关" if chosen else "stands on no parameter of a rule set"
        return
    yield "依据的参数" if chosen else "stands on"
    yield from _grounds(names, sets, lang)
    if code in PATTERN_CODES:
        yield ""
        yield "以及何种牌成为牌型" if chosen else "and on which cards form a pattern"
        yield from _grounds(PATTERNS, sets, lang)


def _grounds(names: Sequence[str], sets: Sequence[RuleSet], lang: str) -> Iterator[str]:
    for name in names:
        about = parameter(name)
        yield f"  {name}: {about.zh if lang == 'zh' else about.en}"
        yield from _chosen(name, sets, lang) if sets else _tally(name, lang)


def _chosen(name: str, sets: Sequence[RuleSet], lang: str) -> Iterator[str]:
    """Value and basis in the sets asked for."""
    width = max(len(str(rules)) for rules in sets)
    for rules in sets:
        entry = rules.entry(name)
        meaning = parameter(name).meaning(entry.value)[lang == "zh"]
        text = value_text(entry.value)
        said = "" if meaning == text else f" ({meaning})" if lang == "en" else f"（{meaning}）"
        yield f"    {rules!s:<{width}}  {text}{said}  [{basis(entry, rules, lang)}]"
        for reading in entry.readings:
            yield f"    {'':<{width}}    {reading.text_zh if lang == 'zh' else reading}"


def _tally(name: str, lang: str) -> Iterator[str]:
    """Which sets have which value; the commonest value is that of all the others."""
    sets = [load_rules(each) for each in rule_ids()]
    by_value = sorted(sets, key=lambda rules: value_text(rules[name]))
    groups = [(v, [r.id for r in g]) for v, g in groupby(by_value, key=lambda r: value_text(r[name]))]
    groups.sort(key=lambda group: -len(group[1]))
    width = max(len(value) for value, _ in groups)
    for at, (value, ids) in enumerate(groups):
        if at:
            who = ", ".join(ids)
        elif len(groups) == 1:
            who = "各套规则相同" if lang == "zh" else "every set"
        else:
            who = f"其余 {len(ids)} 套" if lang == "zh" else f"the other {len(ids)} sets"
        yield f"    {value:<{width}}  {who}"
