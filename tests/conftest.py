"""Settings of all tests: properties have no time limit and, in CI, the same examples every time.

The first example of a property may build the grammar, which says nothing about speed.
"""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("paipu", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "paipu")
