"""One position, two answers: the engine's and the oracle's.

Owns the comparison. Asks the engine through its public functions only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from unittest.mock import patch

from paipu.grammar.cards import Cards
from paipu.replay import follow, shapes, throws, tricks
from paipu.replay.order import order_for
from paipu.replay.rules import load_rules

from . import verdicts
from .generate import Position, ladder_for, spell

__all__ = ["SUBJECTS", "Disagreement", "compare"]

SUBJECTS = ("order", "shape", "components", "lead", "throw", "follows", "breach", "winner")


@dataclass(frozen=True)
class Disagreement:
    """What the two say about one position."""

    subject: str
    position: Position
    engine: str
    oracle: str

    def __str__(self) -> str:
        return (
            f"disagreement on {self.subject}\n{self.position}\n"
            f"  engine   {self.engine}\n  oracle   {self.oracle}"
        )


def compare(position: Position) -> list[Disagreement]:
    """The disagreements of engine and oracle about one position."""
    return list(_compare(position))


def _compare(position: Position) -> Iterator[Disagreement]:
    order = order_for(load_rules(position.spec), position.trump, position.level)
    ladder = ladder_for(position.spec, position.trump, position.level)
    lead, others, hand = position.lead, position.hands[1:], position.hands[1]

    def differ(subject: str, engine: object, oracle: object) -> Disagreement:
        return Disagreement(subject, position, str(engine), str(oracle))

    # The order of all cards on the table.
    cards = tuple(each for every in position.hands for each in every)
    rungs = [sorted(set(rung.cards) & set(cards)) for group in ladder.rungs for rung in ladder.rungs[group]]
    theirs = [sorted(set(equal)) for equal in order.descending(cards)]
    ours = [rung for rung in rungs if rung]
    if sorted(theirs) != sorted(ours) or theirs[: len(ours)] != ours:
        yield differ("order", theirs, ours)

    # The lead: what it is, of which components, whether it may be led, whether it stands.
    if shapes.shape_of(lead, order) != (shape := verdicts.shape(lead, ladder)):
        yield differ("shape", shapes.shape_of(lead, order), shape)
    readings = [
        Counter((part.kind, part.cards) for part in parts) for parts in verdicts.decompositions(lead, ladder)
    ]
    parts = shapes.components(lead, order)
    read = Counter(
        ((part.pairs, part.width) if part.pairs else (0, 1), tuple(sorted(part.cards))) for part in parts
    )
    if read not in readings:
        yield differ("components", _spell_all(part.cards for part in parts), _spell_readings(readings))
    throw = throws.throw_of(lead, others, order)
    verdict = verdicts.throw_verdict(lead, others, ladder)
    if throw.legal != verdict.legal:
        yield differ("lead", f"legal={throw.legal}", f"legal={verdict.legal}")
    elif throw.legal:
        must = tuple(sorted(throw.must_lead))
        if throw.stands != verdict.stands or (not throw.stands and must not in verdict.must_lead):
            allowed = " or ".join(spell(each) for each in sorted(verdict.must_lead))
            yield differ("throw", spell(must), allowed or "-")
        elif not throw.stands and load_rules(position.spec)["throw_success_test"] == "component_wise":
            beaten = sorted(tuple(sorted(each.component.cards)) for each in throw.beaten)
            if beaten not in (ways := verdicts.beaten_parts(lead, others, ladder)):
                yield differ("throw", f"beaten {_spell_all(beaten)}", " | ".join(map(_spell_all, ways)))

    # The answers of hand 1.
    legal = verdicts.legal_follows(lead, hand, ladder)
    with patch.object(follow, "example_follow", lambda *_: ()):  # else one for each illegal candidate
        found = [tuple(sorted(play)) for play in follow.legal_follows(lead, hand, order)]
    if set(found) != legal or len(found) != len(set(found)):
        more, less = sorted(set(found) - legal), sorted(legal - set(found))
        yield differ(
            "follows",
            f"{len(found)}, also {_spell_all(more[:4])}",
            f"{len(legal)}, also {_spell_all(less[:4])}",
        )
    if tuple(sorted(follow.example_follow(lead, hand, order))) not in legal:
        yield differ("follows", f"example {spell(follow.example_follow(lead, hand, order))}", "not legal")
    for play in (*position.tries, lead, hand[: len(lead) - 1]):
        breach = follow.follow_breach(lead, hand, play, order)
        code = None if play in legal else verdicts.breach_code(lead, hand, play, ladder)
        said = breach.code if breach else None
        if code == "follow.sets" and said in ("follow.tractor", "follow.pair", "follow.alike"):
            said = code
        if said != code:
            yield differ("breach", f"{spell(play)}: {breach.code if breach else 'legal'}", code or "legal")

    for plays in position.tricks:
        best = verdicts.winner(plays, ladder)
        if best is not None and (engine := tricks.winner_of(plays, order)) != best:
            trick = " / ".join(spell(play) for play in plays)
            yield differ("winner", f"{trick}: play {engine}", f"play {best}")


def _spell_all(many: Iterable[Cards]) -> str:
    return " + ".join(spell(tuple(each)) for each in many) or "-"


def _spell_readings(readings: list[Counter[tuple[verdicts.Kind, Cards]]]) -> str:
    return " | ".join(_spell_all(cards for _, cards in reading.elements()) for reading in readings)
