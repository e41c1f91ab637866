"""Findings as SARIF 2.1.0, the format code hosts and editors show next to a file."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import version
from typing import Any

from paipu.grammar.findings import Finding

__all__ = ["sarif"]


def sarif(found: Iterable[tuple[str, Finding]]) -> dict[str, Any]:
    """One SARIF log for findings, each with the file it is in.

    >>> log = sarif([])
    >>> log["version"], log["runs"][0]["results"]
    ('2.1.0', [])
    """
    results = [_result(file, finding) for file, finding in found]
    rules = [{"id": code} for code in sorted({result["ruleId"] for result in results})]
    driver = {"name": "paipu", "version": version("paipu"), "rules": rules}
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}],
    }


def _result(file: str, finding: Finding) -> dict[str, Any]:
    location: dict[str, Any] = {"artifactLocation": {"uri": file}}
    if finding.line:
        location["region"] = {"startLine": finding.line, "startColumn": finding.column or 1}
    return {
        "ruleId": finding.code,
        "level": finding.severity,
        "message": {"text": finding.message},
        "locations": [{"physicalLocation": location}],
        "properties": finding.to_dict(),
    }
