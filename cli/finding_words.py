"""How the audit verbs read files and word findings: where one stands and what it stands on.

Owns these words in both languages. Must not know any verb.
"""

from __future__ import annotations

from pathlib import Path

from paipu.grammar.findings import Finding
from paipu.records.formats import import_bytes
from paipu.records.imported import Imported
from paipu.replay.rules import RuleSet

from .common import Language, read_input
from .rule_words import override_word, status_word

__all__ = ["ground", "read_records", "where"]


def read_records(file: str, source: str | None) -> Imported:
    """The records of a file, or of standard input for `-`; `source` is its format if that is known."""
    name = "stdin" if file == "-" else Path(file).name
    return import_bytes(read_input(file), name=name, format=source)


def where(finding: Finding) -> str:
    """Place in the text, trick and play as far as they are known, and the code."""
    place = f"{finding.line}:{finding.column} " if finding.line else ""
    if finding.trick is not None:
        return f"{place}{finding.trick}.{finding.play} {finding.code}  "
    return f"{place}{finding.code}  "


def ground(finding: Finding, rules: RuleSet, lang: Language) -> str:
    """The parameter a finding names and what its value stands on.

    A sheet is quoted by clause and status, the set of a platform by its name.

    >>> from paipu.replay.rules import load_rules
    >>> found = Finding(code="follow.pair", severity="error", phase="tricks", message="", message_zh="",
    ...     parameter="follow_pair", clause="judge", status="stated")
    >>> ground(found, load_rules("botzone"), "en")
    'follow_pair (botzone)'
    """
    assert finding.parameter is not None
    assert finding.status is not None
    chinese = lang == "zh"
    status = status_word(finding.status, lang)
    if finding.clause is None:
        said = status
    elif finding.clause == "header":
        said = override_word(lang)
    elif rules.has_clauses:
        return f"{finding.parameter}: {finding.clause}{'，' if chinese else ', '}{status}"
    else:
        said = rules.id
    return f"{finding.parameter}（{said}）" if chinese else f"{finding.parameter} ({said})"
