"""SARIF of `paipu check` and `paipu audit`: the structure code hosts need.

The schema below is the part of SARIF 2.1.0 that is used here, with what the standard requires of it; it
takes no key it does not know, so that a misspelt one is seen.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from paipu.cli.main import main

DATA = Path(__file__).parents[1] / "data" / "sjn"
FILES = sorted(DATA.rglob("*.sjn"))


def closed(required: tuple[str, ...] = (), **properties: object) -> dict[str, Any]:
    return {
        "type": "object",
        "required": list(required),
        "properties": properties,
        "additionalProperties": False,
    }


def many(items: object) -> dict[str, Any]:
    return {"type": "array", "items": items}


TEXT = closed(("text",), text={"type": "string", "minLength": 1})
POSITIVE = {"type": "integer", "minimum": 1}
URI = {"type": "string", "pattern": r"^[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=%-]+$"}
RULE = closed(("id",), id={"type": "string"}, shortDescription=TEXT)
REGION = closed((), startLine=POSITIVE, startColumn=POSITIVE)
PHYSICAL = closed(("artifactLocation",), artifactLocation=closed(("uri",), uri=URI), region=REGION)
RESULT = closed(
    ("message", "ruleId", "ruleIndex", "level", "locations"),
    ruleId={"type": "string"},
    ruleIndex={"type": "integer", "minimum": 0},
    level={"enum": ["none", "note", "warning", "error"]},
    message=TEXT,
    locations=many(closed((), physicalLocation=PHYSICAL)),
    suppressions=many(closed(("kind",), kind={"enum": ["inSource", "external"]})),
    properties={"type": "object"},
)
DRIVER = closed(
    ("name", "version", "rules"), name={"type": "string"}, version={"type": "string"}, rules=many(RULE)
)
RUN = closed(
    ("tool", "results"),
    tool=closed(("driver",), driver=DRIVER),
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    results=many(RESULT),
)
LOG = closed(
    ("version", "runs"),
    **{"$schema": URI, "version": {"const": "2.1.0"}, "runs": {**many(RUN), "minItems": 1}},
)


def log_of(verb: str, *files: str, text: str | None = None) -> dict[str, Any]:
    log = json.loads(CliRunner().invoke(main, [verb, "--format", "sarif", *files], input=text).stdout)
    Draft202012Validator(LOG).validate(log)
    assert isinstance(log, dict)
    return log


@pytest.mark.parametrize("verb", ["check", "audit"])
def test_every_finding_of_every_file_is_a_valid_result(verb: str) -> None:
    log = log_of(verb, *map(str, FILES))
    [run] = log["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert len(run["results"]) > 10
    assert len(rules) == len(set(rules))
    assert all("shortDescription" in rule for rule in run["tool"]["driver"]["rules"])
    assert all(rules[result["ruleIndex"]] == result["ruleId"] for result in run["results"])


def test_a_result_says_where_it_is() -> None:
    text = '[SJN "1"]\n\nTricks:\n1. N SA / W S1\n= *\n'
    [run] = log_of("check", "-", text=text)["runs"]
    result = next(found for found in run["results"] if found["level"] == "error")
    place = result["locations"][0]["physicalLocation"]
    assert place == {"artifactLocation": {"uri": "stdin"}, "region": {"startLine": 4, "startColumn": 13}}


def test_paths_are_uri_references(tmp_path: Path) -> None:
    path = tmp_path / "第一 桌#1.sjn"
    path.write_text('[SJN "9"]\n= *\n')
    [run] = log_of("check", str(path))["runs"]
    uri = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri.startswith("file:///")
    assert uri.endswith("/%E7%AC%AC%E4%B8%80%20%E6%A1%8C%231.sjn")


def test_silenced_findings_are_suppressed() -> None:
    [run] = log_of("check", "-", text='[SJN "1"]\n[Odd "x"]\n[X-Ignore "text.*"]\n\n= *\n')["runs"]
    assert [result["suppressions"] for result in run["results"]] == [[{"kind": "inSource"}]]


def test_nothing_found_is_a_log_without_results() -> None:
    [run] = log_of("check", "-", text='[SJN "1"]\n\n= *\n')["runs"]
    assert (run["results"], run["tool"]["driver"]["rules"]) == ([], [])
