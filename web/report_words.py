"""The sentences of a report that are made of numbers: its verdict, and where a finding stands.

Owns these words in the language of the page. Must not know how a report looks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext, pgettext

from paipu.replay.messages import CODES

from .i18n import pick
from .words import phase_name, seat_name

__all__ = ["place", "title", "verdict"]


def title(code: str) -> str:
    """What a finding of this code is called, empty where it has no name but its code."""
    message = CODES.get(code)
    return pick(message.title, message.title_zh) if message else ""


def place(item: Mapping[str, Any], single: bool = False) -> str:
    """Where a finding stands: hand (unless it is the only one), trick or phase, play, seat, line."""
    parts = (
        "" if single else _("Hand %(n)s", n=item["hand"]),
        _("Trick %(trick)s", trick=item["trick"]) if item.get("trick") else phase_name(item["phase"]),
        item.get("play") and _("play %(play)s", play=item["play"]),
        seat_name(item.get("seat")),
        item.get("line") and _("line %(line)s", line=item["line"]),
    )
    return " · ".join(str(part) for part in parts if part)


def verdict(part: Mapping[str, Any]) -> str:
    """The outcome of a part in a sentence or two."""
    full_stop: str = pgettext("sentence", ". ")
    return full_stop.join([*_verdict(part), ""]).rstrip(" ")


def _verdict(part: Mapping[str, Any]) -> Iterator[str]:
    counts = part["counts"]
    comma: str = pgettext("between clauses", ", ")
    play, score, text = counts["offences"], counts["accounts"], counts["text"]
    found = [
        play and ngettext("%(num)s offence", "%(num)s offences", play),
        score
        and ngettext(
            "%(num)s error of deal, score or ruling", "%(num)s errors of deal, score or ruling", score
        ),
        text and ngettext("%(num)s error in the text", "%(num)s errors in the text", text),
    ]
    judged = ngettext("%(num)s hand judged", "%(num)s hands judged", counts["hands"])
    told = [str(each) for each in found if each] or [_("no offence found")]
    yield comma.join([judged, *told])
    unread = counts["unreadable"]
    if unread:
        yield ngettext("%(num)s hand cannot be read", "%(num)s hands cannot be read", unread)
    cut = counts["unfinished"] - unread
    if cut > 0:
        yield ngettext(
            "%(num)s hand is not recorded to its end", "%(num)s hands are not recorded to their end", cut
        )
    sheets = counts["score_sheets"]
    if sheets:
        yield ngettext(
            "%(num)s hand is a score without plays", "%(num)s hands are scores without plays", sheets
        )
    notes = counts["notes"]
    if notes:
        yield ngettext(
            "%(num)s note accuses nobody and is left to the referee",
            "%(num)s notes accuse nobody and are left to the referee",
            notes,
        )
