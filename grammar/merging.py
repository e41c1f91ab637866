"""Two versions of a hand that were edited from one, put together.

Owns `merged`: what either side added stays, and only what both changed in different ways is a conflict.
Knows nothing of who the sides are, nor of where versions are kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, NamedTuple, TypeVar

from .addresses import Line, hand_names, plays_of
from .differences import Slot, differences, tail_texts
from .edit_lines import line_plays
from .edit_values import refused
from .limits import MAX_HAND
from .matching import anchored, bare, facts, incident_key, line_keys, shared, variation_keys
from .merged_lists import in_order, merged_list
from .model import Bid, Bury, Call, Comment, Dealt, Incident, Play, Record, Trick, Variation
from .writer import canonical, part_text, write

__all__ = ["Conflict", "Merged", "Side", "merged"]

Side = Literal["mine", "theirs"]

_Value = TypeVar("_Value")


class Conflict(NamedTuple):
    """What both sides changed in different ways: the texts before, and those of either side.

    `at` is an address in their version, in mine where the element is not in theirs. Two at one place with
    the same texts are one conflict.
    """

    at: str
    slot: Slot
    base: tuple[str, ...]
    mine: tuple[str, ...]
    theirs: tuple[str, ...]


class Merged(NamedTuple):
    """The record with what both sides did, and the conflicts not answered; there it has what they did."""

    record: Record
    conflicts: tuple[Conflict, ...]


def merged(
    base: Record, mine: Record, theirs: Record, answers: Mapping[Conflict, Side] | None = None
) -> Merged:
    """Two versions of `base` as one; a conflict that has an answer is resolved as that side has it.

    An answer holds for the very texts it was given on: where a side has changed since, the conflict is
    another one. Of additions to one list both are kept, theirs first. `EditError` if together they are more
    than a hand may have.

    >>> from paipu.grammar.reader import loads
    >>> text = '[SJN "1"]\\n\\nTricks:\\n1. N SA{} / W S3{}\\n= *\\n'
    >>> hands = [loads(text.format(*notes))[0] for notes in (("", ""), (" {x}", ""), (" {y}", " {z}"))]
    >>> write(merged(*hands).record).splitlines()[3]
    '1. N SA {y} {x} / W S3 {z}'
    """
    answers = answers or {}
    if unknown := {*answers.values()} - {"mine", "theirs"}:
        raise ValueError(f"no side: {unknown.pop()!r}")
    base, mine, theirs = canonical(base), canonical(mine), canonical(theirs)
    merge = _Merge(answers, base)
    record = replace(canonical(merge.record(base, mine, theirs)), source="")
    if len(write(replace(record, inherited=()))) > MAX_HAND:
        raise refused("size", limit=MAX_HAND)
    return Merged(record, tuple(dict.fromkeys(merge.conflicts)))


class _Merge:
    """One merge: the answers to conflicts, and those that have none."""

    def __init__(self, answers: Mapping[Conflict, Side], base: Record) -> None:
        self._answers = answers
        self._naming = base.naming
        self.conflicts: list[Conflict] = []

    def record(self, base: Record, mine: Record, theirs: Record) -> Record:
        if mine in (base, theirs):
            return theirs
        if theirs == base:
            return mine
        if not facts(base) == facts(mine) == facts(theirs):
            # No edits of one hand: there is nothing that could be put together.
            return self._chosen("deal", "facts", (base, mine, theirs), _facts_changed(base))
        items, behind = self._auction(base, mine, theirs)
        auction: list[Any] = [*behind[0]]
        for item, incidents in zip(items, behind[1:], strict=True):
            auction += [item, *incidents]
        tricks = self._plays("", base, (base, mine, theirs), theirs.tricks)
        return replace(
            theirs,
            comments=self._comments("deal", "after", *(each.comments for each in (base, mine, theirs))),
            deal=tuple(
                self._noted(f"deal/{name}", *three)
                for name, *three in zip(hand_names(base.deal), base.deal, mine.deal, theirs.deal, strict=True)
            ),
            kitty=self._noted("kitty", base.kitty, mine.kitty, theirs.kitty) if base.kitty else None,
            auction=tuple(auction),
            tricks=tricks,
            result=self._noted("result", base.result, mine.result, theirs.result) if base.result else None,
        )

    # -- one thing that three versions have

    def _chosen(
        self, at: str, slot: Slot, three: Sequence[_Value], texts: Callable[[_Value], tuple[str, ...]]
    ) -> _Value:
        """What is left of one thing: as the side has it that changed it, else as the conflict is answered."""
        base, mine, theirs = three
        if mine in (base, theirs):
            return theirs
        if theirs == base:
            return mine
        conflict = Conflict(at, slot, texts(base), texts(mine), texts(theirs))
        if conflict not in self._answers:
            self.conflicts.append(conflict)
        return mine if self._answers.get(conflict) == "mine" else theirs

    def _noted(self, at: str, base: Any, mine: Any, theirs: Any) -> Any:
        """An element that is the same for all, with what is noted on it."""
        if mine in (base, theirs):
            return theirs
        if theirs == base:
            return mine
        three = (base, mine, theirs)
        return replace(
            theirs,
            before=self._comments(at, "before", *(each.before for each in three)),
            glyphs=self._chosen(at, "glyphs", [each.glyphs for each in three], tuple),
            after=self._comments(at, "after", *(each.after for each in three)),
        )

    def _comments(
        self, at: str, slot: Slot, base: Sequence[Comment], mine: Sequence[Comment], theirs: Sequence[Comment]
    ) -> tuple[Comment, ...]:
        def one(_index: int, *three: Comment | None) -> Comment | None:
            return self._chosen(at, slot, three, _comment_text)

        return merged_list(base, mine, theirs, lambda comment: comment, one)

    # -- incidents

    def _auction(self, *three: Record) -> tuple[list[Bid | Call | Bury], list[tuple[Incident, ...]]]:
        """Bids, calls and buries with their notes, and the incidents before and behind each."""
        (base, behind_base), (mine, behind_mine), (theirs, behind_theirs) = (
            anchored(each.auction) for each in three
        )
        items: list[Bid | Call | Bury] = []
        behind = []
        at, number = "deal", 0
        for n, incidents in enumerate(behind_theirs):
            if n:
                number += 1
                at = f"a{number}"
                items.append(self._noted(at, base[n - 1], mine[n - 1], theirs[n - 1]))
            behind.append(self._incidents(at, "a", number, behind_base[n], behind_mine[n], incidents))
            number += len(incidents)
        return items, behind

    def _incidents(
        self,
        at: str,
        prefix: str,
        number: int,
        base: Sequence[Incident],
        mine: Sequence[Incident],
        theirs: Sequence[Incident],
    ) -> tuple[Incident, ...]:
        """The incidents at one place, whose addresses in their version count on from `number`.

        What both have decided about one finding is one thing, of whatever kinds their incidents are.
        """
        before = len(self.conflicts)
        made = self._listed(at, prefix, number, base, mine, theirs)
        on_play = prefix != "a"
        counts = [_decided(each, on_play) for each in (base, mine, theirs)]
        twice = [key for key, n in _decided(made, on_play).items() if n > max(each[key] for each in counts)]
        if not twice:
            return made
        del self.conflicts[before:]
        chosen: list[Incident] = []
        rest: list[list[Incident]] = [[*base], [*mine], [*theirs]]
        for key in twice:
            about: list[Sequence[Incident]] = [
                tuple(each for each in side if _decision(each, on_play) == key) for side in rest
            ]
            kept: Sequence[Incident] = self._chosen(at, "incidents", about, self._all_written)
            chosen += kept
            rest = [[each for each in side if _decision(each, on_play) != key] for side in rest]
        return (*self._listed(at, prefix, number, *rest), *chosen)

    def _listed(
        self,
        at: str,
        prefix: str,
        number: int,
        base: Sequence[Incident],
        mine: Sequence[Incident],
        theirs: Sequence[Incident],
    ) -> tuple[Incident, ...]:
        def one(index: int, *three: Incident | None) -> Incident | None:
            first, second, third = three
            if first is None or second is None or third is None:
                found: Incident | None = self._chosen(at, "incidents", three, self._written)
                return found
            core: Incident = self._chosen(
                at, "incidents", [bare(each) for each in (first, second, third)], self._written
            )
            notes: Incident = self._noted(f"{prefix}{number + index + 1}", first, second, third)
            return replace(notes, kind=core.kind, party=core.party, fields=core.fields)

        return merged_list(base, mine, theirs, incident_key, one)

    def _all_written(self, parts: Sequence[Incident]) -> tuple[str, ...]:
        return tuple(part_text(part, self._naming) for part in parts)

    def _written(self, part: Any) -> tuple[str, ...]:
        return () if part is None else (part_text(part, self._naming),)

    # -- lines

    def _plays(
        self, prefix: str, parent: Line, three: tuple[Line, Line, Line], tricks: tuple[Trick, ...]
    ) -> tuple[Trick, ...]:
        """The plays of `tricks`, each with what three versions of their line have noted on it.

        Where a version does not have a play, it has nothing to say on it.
        """
        whole = Variation(tricks=tricks)
        keys = line_keys(whole)
        lines = [line_plays(line) for line in three]
        same = [shared(line_keys(line), keys) for line in three]
        made = []
        for n, ((t, p), play) in enumerate(zip(plays_of(whole), line_plays(whole), strict=True)):
            base = lines[0][n] if n < same[0] else bare(play)
            mine, theirs = (lines[k][n] if n < same[k] else base for k in (1, 2))
            made.append(self._play(f"{prefix}{tricks[t].number}.{p + 1}", parent, base, mine, theirs))
        rest = iter(made)
        return tuple(replace(trick, plays=tuple(next(rest) for _ in trick.plays)) for trick in tricks)

    def _play(self, at: str, parent: Line, base: Play, mine: Play, theirs: Play) -> Play:
        if mine in (base, theirs):
            return theirs
        if theirs == base:
            return mine
        three = (base, mine, theirs)
        noted: Play = self._noted(at, *three)
        return replace(
            noted,
            variations=self._variations(at, parent, *(each.variations for each in three)),
            incidents=self._incidents(at, f"{at}i", 0, *(each.incidents for each in three)),
        )

    def _variations(
        self,
        at: str,
        parent: Line,
        base: tuple[Variation, ...],
        mine: tuple[Variation, ...],
        theirs: tuple[Variation, ...],
    ) -> tuple[Variation, ...]:
        """Variations behind one play, matched by how they depart from `parent`, the line as it was."""
        if mine in (base, theirs):
            return theirs
        if theirs == base:
            return mine
        old, own, new = (
            dict(zip(variation_keys(each, parent), each, strict=True)) for each in (base, mine, theirs)
        )
        own = {_added(key, value, old, new): value for key, value in own.items()}
        numbers = {key: number for each in (old, own, new) for number, key in enumerate(each, 1)}
        kept: dict[Hashable, Variation] = {}
        for key in dict.fromkeys([*new, *own, *old]):
            three = (old.get(key), own.get(key), new.get(key))
            if (found := self._variation(f"{at}v{numbers[key]}", at, *three)) is not None:
                kept[key] = found
        orders = [
            tuple(key for key in each if key in old and key in own and key in new) for each in (old, own, new)
        ]
        chosen = self._chosen(
            at,
            "variations",
            orders,
            lambda keys: tuple(part_text(old[key], self._naming) for key in keys),
        )
        first, second = (new, own) if chosen == orders[2] else (own, new)
        return tuple(kept[key] for key in in_order(first, second, kept, old))

    def _variation(
        self, at: str, behind: str, base: Variation | None, mine: Variation | None, theirs: Variation | None
    ) -> Variation | None:
        if base is None:
            return mine if theirs is None else theirs
        if mine is None or theirs is None or theirs == base or mine in (base, theirs):
            return self._chosen(behind, "variations", (base, mine, theirs), self._written)
        three = (base, mine, theirs)
        tricks = self._tail(at, *three)
        return replace(
            theirs,
            before=self._comments(at, "before", *(each.before for each in three)),
            deal=self._supposed(at, *(each.deal for each in three)),
            tricks=self._plays(f"{at}/", base, three, tricks),
        )

    def _tail(self, at: str, base: Variation, mine: Variation, theirs: Variation) -> tuple[Trick, ...]:
        """The plays of a variation: of the side that changed them; of both if one goes on with the other."""
        old, own, new = (line_keys(each) for each in (base, mine, theirs))
        agreed = min(shared(old, own), shared(old, new))
        changed = {
            "mine": line_plays(mine)[agreed:] != line_plays(base)[agreed:],
            "theirs": line_plays(theirs)[agreed:] != line_plays(base)[agreed:],
        }
        if own == new or not changed["mine"]:
            return theirs.tricks
        if not changed["theirs"]:
            return mine.tricks
        if old == own[: len(old)] == new[: len(old)] and shared(own, new) == min(len(own), len(new)):
            return max(
                theirs.tricks, mine.tricks, key=lambda tricks: len(line_keys(Variation(tricks=tricks)))
            )
        chosen: Variation = self._chosen(
            at, "variations", (base, mine, theirs), lambda line: tail_texts(line, agreed, self._naming)
        )
        return chosen.tricks

    def _supposed(
        self, at: str, base: tuple[Dealt, ...], mine: tuple[Dealt, ...], theirs: tuple[Dealt, ...]
    ) -> tuple[Dealt, ...]:
        """The hands supposed for a variation, each by its seat."""
        old, own, new = (dict(zip(hand_names(each), each, strict=True)) for each in (base, mine, theirs))
        hands: list[Dealt] = []
        for name in dict.fromkeys([*new, *own, *old]):
            three = (old.get(name), own.get(name), new.get(name))
            if None in three:
                found: Dealt | None = self._chosen(at, "deal", three, self._written)
            else:
                cards: Dealt = self._chosen(at, "deal", [bare(each) for each in three], self._written)
                found = replace(self._noted(f"{at}/deal/{name}", *three), cards=cards.cards)
            if found is not None:
                hands.append(found)
        return tuple(hands)


def _facts_changed(base: Record) -> Callable[[Record], tuple[str, ...]]:
    def texts(record: Record) -> tuple[str, ...]:
        changes = differences(base, record)
        return tuple(text for change in changes if change.slot == "facts" for text in change.added)

    return texts


def _decision(incident: Incident, on_play: bool) -> tuple[object, ...] | None:
    """The finding that an incident decides. Behind a play that is of one seat, whoever is named."""
    code = incident.get("finding")
    if not code or not incident.get("decision"):
        return None
    return code, incident.get("trick"), None if on_play else incident.party


def _decided(incidents: Sequence[Incident], on_play: bool) -> Counter[tuple[object, ...]]:
    """How many decisions there are about each finding."""
    return Counter(key for each in incidents if (key := _decision(each, on_play)) is not None)


def _comment_text(comment: Comment | None) -> tuple[str, ...]:
    return () if comment is None else (comment.text,)


def _added(
    key: Hashable, value: Variation, old: Mapping[Hashable, Variation], new: Mapping[Hashable, Variation]
) -> Hashable:
    """The key of a variation of mine; one of its own if they added another that departs alike."""
    return (key, "mine") if key not in old and key in new and new[key] != value else key
