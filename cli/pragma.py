"""The pragma that silences findings: the tag `[X-Ignore "text.import_form follow.*"]` of a hand.

Owns what it means on the command line. A silenced finding is not listed, but counted in the summary and
kept, marked, in JSON and SARIF, whose verdict is that of all findings. Silenced warnings do not count for
the exit status; errors do: what is wrong cannot be made right by a tag. Knows no code.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from paipu.grammar import Finding, Record

from .common import Language

__all__ = ["TAG", "Marked", "counted", "mark", "shown", "silenced_words"]

TAG: Final = "X-Ignore"
_SEPARATOR: Final = re.compile(r"[\s,;]+")


@dataclass(frozen=True, slots=True)
class Marked:
    """A finding, and whether the hand it is in silences its code."""

    finding: Finding
    silenced: bool = False

    def to_dict(self) -> dict[str, Any]:
        """The JSON of the finding, with ``"silenced": true`` where it is."""
        found = self.finding.to_dict()
        return {**found, "silenced": True} if self.silenced else found


def mark(record: Record | None, findings: Iterable[Finding]) -> tuple[Marked, ...]:
    """Findings of one hand, marked by its pragma; a star at the end stands for any rest of a code.

    >>> from paipu.grammar import Tag
    >>> record = Record(tags=(Tag("X-Ignore", "text.junk, follow.*"),))
    >>> found = [Finding(code=code, severity="note", phase="text", message="", message_zh="")
    ...     for code in ("text.junk", "text.limit", "follow.pair")]
    >>> [marked.silenced for marked in mark(record, found)]
    [True, False, True]
    """
    value = record.tag(TAG) if record else None
    codes = [code for code in _SEPARATOR.split(value or "") if code]
    whole = {code for code in codes if not code.endswith("*")}
    starts = tuple(code[:-1] for code in codes if code.endswith("*"))
    return tuple(Marked(f, f.code in whole or f.code.startswith(starts)) for f in findings)


def shown(marked: Iterable[Marked]) -> list[Finding]:
    """The findings to list."""
    return [one.finding for one in marked if not one.silenced]


def counted(marked: Iterable[Marked]) -> Iterator[Finding]:
    """The findings that the exit status goes by."""
    return (one.finding for one in marked if not one.silenced or one.finding.severity == "error")


def silenced_words(marked: Iterable[Marked], lang: Language) -> str:
    """How many findings are silenced, for the summary; empty if none.

    >>> found = Finding(code="x", severity="error", phase="text", message="", message_zh="")
    >>> silenced_words([Marked(found, True)], "en")
    '1 silenced (1 error)'
    """
    silent = [one.finding for one in marked if one.silenced]
    errors = sum(finding.severity == "error" for finding in silent)
    if not silent:
        return ""
    if lang == "zh":
        return f"{len(silent)} 条已屏蔽" + (f"（含 {errors} 个错误）" if errors else "")
    return f"{len(silent)} silenced" + (f" ({errors} error{'s' * (errors > 1)})" if errors else "")
