"""The grammar itself: it is LALR, its terminals are disjoint, and its three depths agree."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from lark import Lark

from paipu.grammar import Record, write
from paipu.grammar.syntax import COARSE_STARTS, FINE_STARTS, coarse_parser, fine_parser, grammar_text
from tests.strategies import flat_records


def test_terminals_are_disjoint_at_every_depth() -> None:
    Lark(grammar_text(), parser="lalr", lexer="contextual", strict=True, start=[*FINE_STARTS, *COARSE_STARTS])


def test_a_collision_would_be_found() -> None:
    spoiled = grammar_text().replace('STAR: "*"', 'STAR: "*" | "?"')
    with pytest.raises(Exception, match="Collision"):
        Lark(spoiled, parser="lalr", lexer="contextual", strict=True, start=list(FINE_STARTS))


@settings(deadline=None, max_examples=60)
@given(flat_records)
def test_canonical_text_reads_at_every_depth(record: Record) -> None:
    text = write(replace(record, inherited=()))
    fine_parser().parse(text, start="hand")
    coarse_parser().parse(text, start="hand_section")
    coarse_parser().parse(text, start="hand_line")
