"""Findings as SARIF 2.1.0, the format code hosts and editors show next to a file.

Owns the log. Knows the tables of codes, from which a rule takes its description.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from paipu.grammar import TEXT_CODES
from paipu.grammar.findings import Finding
from paipu.records.imported import IMPORT_CODES
from paipu.replay.messages import CODES

from .pragma import Marked

__all__ = ["sarif"]

SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
STDIN: Final = "stdin"


def sarif(found: Iterable[tuple[str, Marked]]) -> dict[str, Any]:
    """One SARIF log for findings, each with the file it is in; silenced ones as suppressed in the source.

    >>> log = sarif([])
    >>> log["version"], log["runs"][0]["results"]
    ('2.1.0', [])
    """
    results = [_result(file, marked) for file, marked in found]
    codes = sorted({result["ruleId"] for result in results})
    for result in results:
        result["ruleIndex"] = codes.index(result["ruleId"])
    driver = {"name": "paipu", "version": version("paipu"), "rules": [_rule(code) for code in codes]}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(code: str) -> dict[str, Any]:
    entry = next((table[code] for table in _TABLES if code in table), None)
    # The sentences are templates: their braces name what a finding fills in.
    return {"id": code, **({"shortDescription": {"text": entry.en}} if entry else {})}


_TABLES: Final[tuple[Any, ...]] = (TEXT_CODES, CODES, IMPORT_CODES)


def _result(file: str, marked: Marked) -> dict[str, Any]:
    finding = marked.finding
    location: dict[str, Any] = {"artifactLocation": {"uri": _uri(file)}}
    if finding.line:
        location["region"] = {"startLine": finding.line, "startColumn": finding.column or 1}
    return {
        "ruleId": finding.code,
        "level": finding.severity,
        "message": {"text": _message(finding)},
        "locations": [{"physicalLocation": location}],
        **({"suppressions": [{"kind": "inSource"}]} if marked.silenced else {}),
        "properties": finding.to_dict(),
    }


def _message(finding: Finding) -> str:
    return f"{finding.message}; expected: {finding.expected}" if finding.expected else finding.message


def _uri(file: str) -> str:
    """A path as a URI reference.

    >>> _uri("a b/牌谱.sjn"), _uri("-")
    ('a%20b/%E7%89%8C%E8%B0%B1.sjn', 'stdin')
    """
    if file == "-":
        return STDIN
    path = Path(file)
    # A colon in the first part of a relative reference would begin a scheme.
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())
