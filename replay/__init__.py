"""The rules core, the replayer and the audit. No text syntax, no storage, no I/O.

`audit(record)` checks a recorded hand; `Position` answers what may be played at any point of one;
`judge` answers single questions of rule.
"""

from __future__ import annotations

from .audit import Audit, audit
from .order import Order, order_for
from .position import Holding, Position
from .timeline import timeline

__all__ = ["Audit", "Holding", "Order", "Position", "audit", "order_for", "timeline"]
