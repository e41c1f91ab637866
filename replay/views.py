"""What of a timeline is shown to whom: one seat, the public; and up to where.

Owns the hiding, as pure functions from timeline to timeline: what a view does not show is not in the
object any more. Knows who can see what at a table; judges nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from paipu.grammar.cards import SEATS
from paipu.grammar.commands import commands
from paipu.grammar.model import Comment
from paipu.grammar.profiles import SEAT_TAGS, VIEWS

from .audit import Audit
from .timeline import card_order, knowledge, timeline

__all__ = ["OPEN", "OWN", "findings_seen", "is_said_openly", "seen_by", "shows_play", "timeline_for", "until"]

Json = dict[str, Any]

OPEN: Final = frozenset(
    f"{phase}.{name}"
    for phase, names in {
        "deal": "count partial kitty_count level tag unnamed rules",
        "bid": "cards not_higher overturn window own reinforce repeat reinforced order trump dealer rebel"
        " redeal",
        "kitty": "again count flip burier",
        "turn": "leader order twice short",
        "lead": "suits throw",
        "throw": "part",
        "follow": "count",
        "score": "incomplete points dealer gain",
        "match": "start levels level dealer gap over time winner points ledger",
    }.items()
    for name in names.split()
)
"""Codes of findings that rest on what lay open and name nothing else."""

OWN: Final = frozenset(
    f"{phase}.{name}"
    for phase, names in {
        "bid": "not_held not_drawn kitty_cards",
        "kitty": "not_held",
        "play": "not_held",
        "follow": "suit pair alike tractor fill",
    }.items()
    for name in names.split()
)
"""Codes of findings that name cards of the seat they are about, and of nobody else."""

_TABLE: Final = ("claim", "concede")
"""Incidents the players settle in the open; others may stand where a fault was that was found later."""
_SAID: Final = {
    "by": re.compile(r"[NESW]{1,2}"),
    "tricks": re.compile(r"all|[+-]?[0-9]{1,4}"),
    "points": re.compile(r"all|[+-]?[0-9]{1,4}"),
}
"""Fields of such an incident that everybody heard, as SPEC 6.4 has them: what was claimed, and by whom."""
_TIMES: Final = ("clk", "emt")
_WORKED_OUT: Final = ("breach", "throw")
"""What a step of a variation has from its replay."""
_PLACE: Final = re.compile(r"([0-9]{1,6})\.([0-9]{1,6})(?:i([0-9]{1,6}))?")


def timeline_for(audited: Audit, view: str) -> Json:
    """The timeline of a hand as `seen_by` a view, and in ``known`` what that view could know."""
    shown = seen_by(timeline(audited), view)
    return shown if view == "all" else {**shown, "known": knowledge(audited, view)}


def seen_by(hand: Mapping[str, Any], view: str) -> Json:
    """The timeline as a seat sees it, or the public: its own cards and what lies open.

    Hidden cards are ``"?"``. Findings that rest on hidden cards are left out, and so are comments,
    glyphs, variations and the text of the record, which may name any card. `ValueError` for no view.
    """
    if view not in VIEWS:
        raise ValueError(f"not a view: {view!r}")
    if view == "all":
        return {**hand, "view": view}
    kept = [i for i, finding in enumerate(hand["findings"]) if _is_seen(finding, view)]
    place = {old: new for new, old in enumerate(kept)}
    takers = [step["seat"] for step in hand["steps"] if step["kind"] == "bury"]
    return {
        **hand,
        "view": view,
        "tags": {
            name: text for name, text in hand["tags"].items() if name in (*SEAT_TAGS, "Dealer", "Trump")
        },
        "deal": {seat: cards if seat == view else _hidden(cards) for seat, cards in hand["deal"].items()},
        "draw": hand["draw"] and {s: c if s == view else _hidden(c) for s, c in hand["draw"].items()},
        "kitty": hand["kitty"] if takers[:1] == [view] else _hidden(hand["kitty"]),
        "steps": list(_steps_seen(hand["steps"], view, takers, place)),
        "findings": [_seen_finding(hand["findings"][i]) for i in kept],
        "proposals": {},
        "kitty_result": _seen_kitty(hand["kitty_result"], takers[-1:] == [view]),
        "verdict": None,
        "source": "",
    }


def findings_seen(hand: Mapping[str, Any]) -> dict[str, list[int]]:
    """For each seat and the public, which findings of a timeline it sees, by their index."""
    return {
        view: [i for i, finding in enumerate(hand["findings"]) if _is_seen(finding, view)]
        for view in VIEWS
        if view != "all"
    }


def _is_seen(finding: Mapping[str, Any], view: str) -> bool:
    return finding["code"] in OPEN or (finding["code"] in OWN and finding.get("seat") == view)


def _seen_finding(finding: Mapping[str, Any]) -> Json:
    """Without the line, which is of a text that this view does not show, and what was decided about it."""
    return {name: value for name, value in finding.items() if name not in ("line", "column", "decision")}


def _hidden(cards: Sequence[str] | None) -> list[str] | None:
    return None if cards is None else ["?"] * len(cards)


def _seen_kitty(out: Mapping[str, Any] | None, own: bool) -> Json | None:
    """The kitty lies open once it is captured."""
    if out is None or out["captured"] or own:
        return dict(out) if out else None
    return {**out, "cards": _hidden(out["cards"])}


def _steps_seen(
    steps: Iterable[Mapping[str, Any]], view: str, takers: Sequence[str], place: Mapping[int, int]
) -> Iterator[Json]:
    buried = 0
    for step in steps:
        if step["kind"] == "incident" and not _is_of_table(step):
            continue
        seen = {
            **step,
            "comments": [f"[%{name} {value}]" for name, value in _times(step)],
            "findings": [place[i] for i in step.get("findings") or () if i in place],
        }
        for name in ("before", "glyphs", "variations"):
            if name in seen:
                seen[name] = []
        seen.pop("throw", None)
        if step["kind"] == "incident":
            seen["fields"] = _said(step["fields"])
        if step["kind"] == "bury":
            if takers[buried] != view:
                seen["took"] = _hidden(step["took"])
                # Who takes the kitty up next sees what lies in it.
                if view not in takers[buried + 1 : buried + 2]:
                    seen["cards"] = _hidden(step["cards"])
            buried += 1
        yield seen


def _is_of_table(step: Mapping[str, Any]) -> bool:
    """Whether an incident is a claim or a concession, and not what a referee decided about one."""
    return step["incident"] in _TABLE and not {"finding", "decision"} & {*step["fields"]}


def _said(fields: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in fields.items() if name in _SAID and _SAID[name].fullmatch(value)}


def is_said_openly(step: Mapping[str, Any]) -> bool:
    """Whether all that the record has of an incident was said in the open, so that any view may show it."""
    return _is_of_table(step) and _said(step["fields"]) == step["fields"]


def _times(step: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The clock of a step, which is in its comments and names no card."""
    for text in (*(step.get("before") or ()), *(step.get("comments") or ())):
        yield from ((name, value) for name, value in commands(Comment(text)) if name in _TIMES)


def until(hand: Mapping[str, Any], at: str) -> Json:
    """The timeline up to the element at `at`, without the result and whatever tells of later play.

    ``next`` is the address of the element that follows, with its seat if that is a play; who plays at the
    end of the hand (``next_play``) is not told. Of a variation that begins behind a trick not shown nothing
    is left that was worked out for it. An address beyond what the trick or the auction holds means its
    last element; one that is none, the deal.
    """
    steps = hand["steps"]
    shown = _reach(steps, at)
    if shown == len(steps) - 1:
        return {**hand, "next": None}
    following = steps[shown + 1]
    past = steps[: shown + 1]
    ats = {step["at"] for step in past}
    kept = sorted(i for i in set(_finding_indices(past)) if hand["findings"][i]["phase"] != "text")
    place = {old: new for new, old in enumerate(kept)}
    opened = any(step["kind"] in ("bury", "play") for step in past)
    first = hand["tags"].get("Hand") in (None, "", "?", "1")
    known = hand.get("known")
    reached = _reached_tricks(hand["tricks"], ats)
    cut = {
        **hand,
        "tags": {
            name: text
            for name, text in hand["tags"].items()
            if name in SEAT_TAGS
            or (name == "Trump" and opened)
            or (name == "Dealer" and (opened or not first))
        },
        "steps": [_unplayed(_renumbered(step, place), reached) for step in past],
        "tricks": [_trick_until(trick, ats) for trick in hand["tricks"] if trick["plays"][0] in ats],
        "findings": [_undecided(hand["findings"][i], ats) for i in kept],
        "proposals": {},
        "stated": None,
        "replayed": None,
        "kitty_result": None,
        "verdict": None,
        "source": "",
        "next_play": None,
        "next": {"at": following["at"], "seat": following["seat"] if following["kind"] == "play" else None},
    }
    if known is not None:
        cut["known"] = {address: value for address, value in known.items() if address in ats}
    if hand["draw"]:
        cut |= _drawn_so_far(hand, sum(step["kind"] == "draw" for step in past))
    if not opened:
        cut |= {"trump": None, "order": card_order(None)}
        if first:
            cut |= {"dealer": None, "seats": _from_north(hand["seats"])}
    return cut


def shows_play(hand: Mapping[str, Any], at: str) -> bool:
    """Whether a timeline, whole or cut, shows the play at an address and what was worked out for it."""
    steps = hand["steps"]
    reached = max((trick["number"] for trick in hand["tricks"]), default=0) if hand.get("next") else None
    *lines, last = at.split("/")
    for line in lines:
        place, _, number = line.rpartition("v")
        step = next((each for each in steps if each["at"].rpartition("/")[2] == place), None)
        variations = (step or {}).get("variations") or ()
        if not number.isdecimal() or not 0 < int(number[:6]) <= len(variations):
            return False
        steps = variations[int(number[:6]) - 1]["steps"]
        if reached is not None and steps and steps[0]["trick"] > reached:
            return False
    return any(step["at"].rpartition("/")[2] == last for step in steps)


def _undecided(finding: Mapping[str, Any], ats: set[str]) -> Json:
    """A finding without a decision that was taken later."""
    decision = finding.get("decision")
    if decision is None or decision["at"] in ats:
        return dict(finding)
    return {name: value for name, value in finding.items() if name != "decision"}


def _drawn_so_far(hand: Mapping[str, Any], rounds: int) -> Json:
    """The hands after some rounds of drawing: what is to come is as hidden as later play."""
    if all(len(cards) <= rounds for cards in hand["draw"].values()):
        return {}
    left = {seat: _hidden(cards[rounds:]) or [] for seat, cards in hand["draw"].items()}
    draw = {seat: [*cards[:rounds], *left[seat]] for seat, cards in hand["draw"].items()}
    return {"draw": draw, "deal": {**hand["deal"], **draw}}


def _from_north(seats: Sequence[str]) -> list[str]:
    at = list(seats).index("N") if "N" in seats else 0
    return [*seats[at:], *seats[:at]]


def _order_of(at: str) -> tuple[int, int, int, int]:
    """Where an address of the main line stands among the others; drawing stands with the auction."""
    if at == "result":
        return (3, 0, 0, 0)
    if at[:1] == "a" and at[1:].isdecimal():
        return (1, int(at[1:]), 0, 0)
    match = _PLACE.fullmatch(at)
    return (2, int(match[1]), int(match[2]), int(match[3] or 0)) if match else (0, 0, 0, 0)


def _reach(steps: Sequence[Mapping[str, Any]], at: str) -> int:
    """The index of the last step that an address shows: ``k`` means the first bury, ``d18`` what was drawn
    or bid by card 18, a variation the play it stands at, a trick alone its first play."""
    at = at.partition("v")[0][:20]
    for index, step in enumerate(steps):
        if step["at"] == at:
            return index
    if at == "k":
        return next((i for i, step in enumerate(steps) if step["kind"] == "bury"), 0)
    if at[:1] == "d" and at[1:].isascii() and at[1:].isdecimal():
        card = int(at[1:])
        return max((i for i, step in enumerate(steps) if _card_of(step, card) <= card), default=0)
    if at.isascii() and at.isdecimal():
        at += ".1"
    wanted = _order_of(at)
    if wanted[0] == 2 and wanted[:2] not in {_order_of(step["at"])[:2] for step in steps}:
        return 0  # no such trick
    return max(
        i for i, step in enumerate(steps) if _order_of(step["at"]) <= wanted and step["kind"] != "draw"
    )


def _card_of(step: Mapping[str, Any], card: int) -> int:
    """The number of the card at which a step stands, beyond `card` where it has none."""
    if step["kind"] == "draw":
        return int(step["at"][1:]) - len(SEATS) + 1
    return step.get("draw") or card + 1


def _finding_indices(steps: Iterable[Mapping[str, Any]]) -> Iterator[int]:
    for step in steps:
        yield from step.get("findings") or ()
        for variation in step.get("variations") or ():
            yield from _finding_indices(variation["steps"])


def _renumbered(step: Mapping[str, Any], place: Mapping[int, int]) -> Json:
    renumber: Callable[[Mapping[str, Any]], Json] = lambda s: _renumbered(s, place)  # noqa: E731
    kept = {**step, "findings": [place[i] for i in step.get("findings") or () if i in place]}
    if step.get("variations"):
        kept["variations"] = [
            {**variation, "steps": [renumber(inner) for inner in variation["steps"]]}
            for variation in step["variations"]
        ]
    return kept


def _reached_tricks(tricks: Iterable[Mapping[str, Any]], ats: set[str]) -> int | None:
    """The highest number of the tricks up to the first one that is not shown whole; None if all are."""
    highest = 0
    for trick in tricks:
        highest = max(highest, int(trick["number"]))
        if not {*trick["plays"]} <= ats:
            return highest
    return None


def _unplayed(step: Mapping[str, Any], trick: int | None) -> Json:
    """A step whose variations tell no more than is written in them of what follows the trick reached."""
    if trick is None or not step.get("variations"):
        return dict(step)
    return {**step, "variations": [_as_written(each, trick) for each in step["variations"]]}


def _as_written(variation: Mapping[str, Any], trick: int) -> Json:
    """A variation as it is, but without what rests on a trick not shown if it begins behind one."""
    steps = variation["steps"]
    if not steps or steps[0]["trick"] <= trick:
        return dict(variation)
    plain = [{name: value for name, value in step.items() if name not in _WORKED_OUT} for step in steps]
    nested = [
        {**step, "variations": [_as_written(each, trick) for each in step["variations"]]}
        if step.get("variations")
        else step
        for step in plain
    ]
    return {**variation, "steps": nested, "tricks": [], "next": None}


def _trick_until(trick: Mapping[str, Any], ats: set[str]) -> Json:
    """A trick as far as it has been played: whole, or without a winner."""
    plays = [at for at in trick["plays"] if at in ats]
    if plays == trick["plays"]:
        return dict(trick)
    return {**trick, "plays": plays, "winner": None, "points": 0, "attackers": None}
