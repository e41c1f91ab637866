"""Records in the JSON form of SJN: one object, an array of them, or one a line.

Owns the findings for what is no record. The form itself is `paipu.grammar.jsonform`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from paipu.grammar.encoding import decode
from paipu.grammar.findings import Finding
from paipu.grammar.jsonform import JsonFormError, from_json
from paipu.grammar.model import Record
from paipu.grammar.writer import write

from .imported import Imported, found
from .jsonread import documents

__all__ = ["read"]


def read(data: bytes, *, name: str) -> Imported:
    """Read the hands of a file; one that is no record is left out, with a finding.

    >>> imported = read(b'[{"sjn_json": 1}, {"sjn_json": 2}]', name="a.json")
    >>> len(imported.records), imported.findings[0].message
    (1, 'record 2, sjn_json: must be 1')
    """
    text, said = decode(data)
    found_documents, findings = documents(text)
    records: list[Record] = []
    for number, (value, line) in enumerate(_values(found_documents), 1):
        record = _record(value, number, line)
        if isinstance(record, Record):
            records.append(record)
        else:
            findings.append(record)
    return Imported(tuple(records), (*said, *findings))


def _values(read_documents: list[Any]) -> Iterator[tuple[Any, int]]:
    """Every value that should be a record, with the line its document begins on."""
    for document in read_documents:
        values = document.value if isinstance(document.value, list) else [document.value]
        yield from ((value, document.line) for value in values)


def _record(value: Any, number: int, line: int) -> Record | Finding:
    try:
        record = from_json(value)
        write(record).encode()  # a tag name or text that no SJN can hold is a ValueError
    except JsonFormError as error:
        return _said(f"record {number}, {error}", f"第 {number} 个牌谱，{error}", line)
    except (ValueError, RecursionError) as error:
        return _said(
            f"record {number} cannot be written as SJN: {error}",
            f"第 {number} 个牌谱无法写成 SJN：{error}",
            line,
        )
    return record


def _said(message: str, message_zh: str, line: int) -> Finding:
    return found("sjn_json", "error", message, message_zh, line=line, column=1, loses_data=True)
