"""What the referee decided about single findings: incidents that name one, and uphold or dismiss it.

Owns which finding a decision is about, and which incidents count. What an upheld one costs is weighed as for
any incident (`check_incidents`); a dismissed one costs nothing. Of several about one finding the last counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from paipu.grammar.cards import SEATS, Seat, Side, side_of
from paipu.grammar.findings import Finding
from paipu.grammar.model import Incident, Record

from .penalty_words import Words, imposed_words, joined

__all__ = ["Decision", "decisions_on", "idle_incidents", "weighed_incidents"]

Verdict = Literal["upheld", "dismissed"]
_VERDICTS: Final[dict[str | None, Verdict]] = {"upheld": "upheld", "dismissed": "dismissed"}


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision about one finding: the address of the incident that says it, and the ruling in words.

    `imposed` is what one that is upheld gives and takes, a phrase each.
    """

    at: str
    decision: Verdict
    ruling: str | None = None
    imposed: tuple[Words, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The JSON object beside the finding; what nothing is said of is null."""
        imposed, imposed_zh = joined(self.imposed)
        return {
            "at": self.at,
            "decision": self.decision,
            "ruling": self.ruling,
            "imposed": imposed or None,
            "imposed_zh": imposed_zh or None,
        }


def idle_incidents(record: Record) -> frozenset[str]:
    """The addresses of incidents that weigh nothing: dismissed, or a decision that a later one replaces.

    A later one does so that is about the same finding of the same party, behind the same element or in the
    same trick.

    >>> from paipu.grammar import loads
    >>> text = '[SJN "1"]\\n\\nTricks:\\n1. N SA / W H3 {} {} {}\\n= *\\n'
    >>> fine = "<revoke W points=10 finding=follow.suit decision=upheld>"
    >>> other = "<wrong_play finding=follow.suit decision=upheld>"
    >>> sorted(idle_incidents(loads(text.format(fine, other, "<revoke S decision=dismissed>"))[0]))
    ['1.2i1', '1.2i3']
    """
    idle = set()
    places: dict[tuple[str | None, ...], set[Seat | Side | None]] = {}
    tricks: dict[tuple[str | None, ...], set[Seat | Side | None]] = {}
    for at, incident, place, trick_of_place, seat in reversed([*_placed(record)]):
        if incident.get("decision") == "dismissed":
            idle.add(at)
        code, named = incident.get("finding"), incident.get("trick")
        if not code or incident.get("decision") not in _VERDICTS:
            continue
        trick = named or trick_of_place
        party = incident.party or (None if named else seat)
        here, within = places.setdefault((code, trick, place), set()), tricks.setdefault((code, trick), set())
        alike = [*here, *((other for other in within if other) if party and trick else ())]
        if any(_may_be(party, other) for other in alike):
            idle.add(at)
        here.add(party)
        within.add(party)
    return frozenset(idle)


def _placed(record: Record) -> Iterator[tuple[str, Incident, str, str | None, Seat | None]]:
    """Each incident: its address, the element it stands behind, and the trick and seat if that is a play."""
    before = "deal"
    for number, item in enumerate(record.auction, 1):
        if isinstance(item, Incident):
            yield f"a{number}", item, before, None, None
        else:
            before = f"a{number}"
    for trick, place, play in record.plays():
        for number, incident in enumerate(play.incidents, 1):
            here = f"{trick.number}.{place}"
            yield f"{here}i{number}", incident, here, str(trick.number), play.seat


def _may_be(party: Seat | Side | None, other: Seat | Side | None) -> bool:
    """Whether two parties may be one: a seat is of its side, nobody in particular anybody."""
    if party is None or other is None or party == other:
        return True
    return any(one in SEATS and two == side_of(one) for one, two in ((party, other), (other, party)))


def weighed_incidents(record: Record) -> Iterator[tuple[str, Incident]]:
    """The incidents of the main line with their addresses, but for those that weigh nothing."""
    idle = idle_incidents(record)
    return ((at, incident) for at, incident in record.incidents() if at not in idle)


def decisions_on(record: Record, findings: Sequence[Finding]) -> dict[int, Decision]:
    """The decision about each finding, by its index; the last one where there are several.

    An incident is about the findings with the code that its field ``finding`` names, of its party where it
    has one, at the element behind which it stands, else in the trick that its field ``trick`` names.

    >>> from paipu.grammar import loads
    >>> from paipu.replay import audit
    >>> tags = '[SJN "1"]\\n[Level "2"]\\n[Trump "S"]\\n[Dealer "N"]\\n\\n'
    >>> text = 'Tricks:\\n1. N HA / W D3 / S H4 / E H5\\n2. N HK / W H3 / S H7 / E H8\\n'
    >>> text += '<revoke W trick=1 finding=follow.suit decision=dismissed>\\n= *\\n'
    >>> done = audit(loads(tags + text)[0])
    >>> [(done.findings[index].code, one.decision) for index, one in done.decisions.items()]
    [('follow.suit', 'dismissed')]
    """
    named = [
        (at, one) for at, one in record.incidents() if one.get("finding") and one.get("decision") in _VERDICTS
    ]
    if not named:
        return {}
    replaced = {at for at, one in named if one.get("decision") == "upheld"} & idle_incidents(record)
    named = [(at, one) for at, one in named if at not in replaced]
    by_code: dict[str, list[int]] = {}
    for index, finding in enumerate(findings):
        by_code.setdefault(finding.code, []).append(index)
    decided: dict[int, Decision] = {}
    for at, incident in named:
        verdict = _VERDICTS[incident.get("decision")]
        imposed = imposed_words(incident, record.naming) if verdict == "upheld" else ()
        decision = Decision(at, verdict, incident.get("ruling"), imposed)
        meant = [
            index
            for index in by_code.get(incident.get("finding") or "", ())
            if _is_party(incident.party, findings[index].seat)
        ]
        decided |= dict.fromkeys(_in_place(record, at, incident, findings, meant), decision)
    return decided


def _is_party(party: Seat | Side | None, seat: Seat | None) -> bool:
    return party is None or seat is None or party in (seat, side_of(seat))


def _in_place(
    record: Record, at: str, incident: Incident, findings: Sequence[Finding], meant: list[int]
) -> list[int]:
    """Those of the findings meant that are where the incident stands, else in the trick it names."""
    trick, behind = incident.get("trick"), _stands_behind(record, at)
    here = [
        index
        for index in meant
        if (findings[index].element or "deal") in behind and trick in (None, str(findings[index].trick))
    ]
    return here or [index for index in meant if trick is not None and str(findings[index].trick) == trick]


def _stands_behind(record: Record, at: str) -> set[str]:
    """The addresses of the elements an incident stands behind: what it follows, and the incidents between."""
    place, found, number = at.partition("i")
    if found:
        last = record.tricks[-1]
        ends = place == f"{last.number}.{len(last.plays)}"
        return {place, *(f"{place}i{n}" for n in range(1, int(number))), *(["result"] if ends else [])}
    items = record.auction
    first = index = int(at[1:]) - 1
    while first > 0 and isinstance(items[first - 1], Incident):
        first -= 1
    ends = not record.tricks and all(isinstance(item, Incident) for item in items[index:])
    before = f"a{first}" if first else "deal"
    return {before, *(f"a{n}" for n in range(first + 1, index + 1)), *(["result"] if ends else [])}
