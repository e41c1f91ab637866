"""The rules core, the replayer and the audit. No text syntax, no storage, no I/O.

`audit(record)` checks a recorded hand, `audit_hands` those of a file with the matches they make;
`compare` and `compare_hands` judge them by two rule sets. `Position` answers what may be played at any
point of a hand, `judge` single questions of rule.
"""

from __future__ import annotations

from .audit import Audit, audit
from .compare import Comparison, compare, compare_hands
from .match import Match, audit_hands, matches
from .order import Order, order_for
from .position import Holding, Position
from .timeline import timeline

__all__ = [
    "Audit",
    "Comparison",
    "Holding",
    "Match",
    "Order",
    "Position",
    "audit",
    "audit_hands",
    "compare",
    "compare_hands",
    "matches",
    "order_for",
    "timeline",
]
