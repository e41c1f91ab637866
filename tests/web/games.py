"""A game for the tests of the viewer: a sample with names, comments, a variation and a failed throw."""

from __future__ import annotations

from paipu.records.sample_games import samples

HOSTILE = '"><script>alert(1)</script>'
LONG = "long" * 50

_CHANGES = (
    ("\n\nDeal:", f'\n[East "{HOSTILE.replace(chr(34), chr(92) + chr(34))}"]\n[West "{LONG}"]\n\nDeal:'),
    ("1. N HA ", "1. N HA! {a safe start} "),
    (
        "S CK5 ",
        "S CK5? {hides the jokers} ( {should be} 2. N C22 / W C66 / S BB! {the only play} / E C88 ) ",
    ),
    ("12. S D8 ", "12. S D83>D8 "),
)


def _changed(text: str) -> str:
    for old, new in _CHANGES:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


GAME = _changed(dict(samples())["botzone_2023.sjn"].decode())
"""The Botzone game of 11 offences; the throw of trick 12 is a twelfth, for the wrong card is led."""

CLEAN = """[SJN "1"]
[Event "Clean"]
[Rules "standard"]
[Level "2"]
[Trump "S"]
[Dealer "N"]

Tricks:
1. N HA / W H3 / S H5 / E H6
= *
"""

BROKEN = """[SJN "1"]
[Event "Broken"]
[Level "2"]
[Trump "S"]
[Dealer "N"]

Tricks:
1. N HA / W X3 {never closed
= *
"""

NO_TRUMP_NAMED = """[SJN "1"]
[Event "Trump not noted"]
[Rules "standard"]
[Level "2"]
[Dealer "N"]

Tricks:
1. N HA / W H3 / S H5 / E H6
2. N CA / W C3 / S C5 / E C6
= *
"""
"""Nobody can say who wins a trick here."""
