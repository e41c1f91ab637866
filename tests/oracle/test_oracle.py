"""The engine against the brute-force oracle, the oracle against the sheets' own examples."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

from paipu.grammar.cards import Cards, card, parse_cards
from paipu.replay.follow import legal_follows
from paipu.replay.order import order_for
from paipu.replay.rules import load_rules, rule_ids
from tests.shared import lines, needs_shared

from . import verdicts
from .compare import NOT_COMPARED, OPEN, Open, compare, is_open
from .counts import read_counts
from .generate import OVERRIDES, Position, ladder_for, position, positions, specs
from .ladder import Ladder

SEED = 2013
EACH = 24
"""Positions for each rule set; `python -m tests.oracle` tries more."""


def of_spec(spec: str, number: int) -> list[Position]:
    """Positions under one rule set: every so-manieth of a fixed sequence."""
    at, every = specs().index(spec), len(specs())
    return list(islice(positions(every * number, SEED), at, None, every))
