"""The rules core, the replayer and the audit. No text syntax, no storage, no I/O.

`audit(record)` checks a recorded hand, `compare` judges it by two rule sets; `Position` answers what
may be played at any point of one; `judge` answers single questions of rule.
"""

from __future__ import annotations

from .audit import Audit, audit
from .compare import Comparison, compare
from .order import Order, order_for
from .position import Holding, Position
from .timeline import timeline

__all__ = [
    "Audit",
    "Comparison",
    "Holding",
    "Order",
    "Position",
    "audit",
    "compare",
    "order_for",
    "timeline",
]
