"""Rules as data: parameters, rule sets, level tables.

Owns the vocabulary (`schema`), rule sets as values (`ruleset`), the sheets they are read from
(`sheets`, one TOML file each), their differences (`comparison`) and the level tables (`advance`).
Must not know how a hand is played or audited.
"""

from __future__ import annotations

from .advance import AdvanceRow, AdvanceTable, advance_table
from .comparison import Difference, differences
from .ruleset import Entry, Reading, RuleSet, Weight
from .schema import (
    BASICS,
    CHECKS,
    Choice,
    Parameter,
    RuleError,
    Section,
    Value,
    parameter,
    parameters,
    sections,
    value_text,
)
from .sheets import load_rules, read_rules, rule_ids

__all__ = [
    "BASICS",
    "CHECKS",
    "AdvanceRow",
    "AdvanceTable",
    "Choice",
    "Difference",
    "Entry",
    "Parameter",
    "Reading",
    "RuleError",
    "RuleSet",
    "Section",
    "Value",
    "Weight",
    "advance_table",
    "differences",
    "load_rules",
    "parameter",
    "parameters",
    "read_rules",
    "rule_ids",
    "sections",
    "value_text",
]
