"""The `paipu` command: one group, one module a verb.

Owns nothing but the list of verbs; each is imported only when it is called, so that `paipu check` does
not pay for the web server.
"""

from __future__ import annotations

import importlib
from typing import Final

import click

__all__ = ["main"]

_VERBS: Final = {
    "audit": ("audit", "audit_command"),
    "check": ("check", "check"),
    "export": ("export", "export"),
    "fix": ("fix", "fix"),
    "fmt": ("fmt", "fmt"),
    "import": ("import_", "import_command"),
    "judge": ("judge", "judge_command"),
    "rules": ("rules", "rules"),
    "serve": ("serve", "serve"),
}
"""Each verb: the module it lives in and the command object."""


class _Verbs(click.Group):
    """A group that imports a verb when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _VERBS:
            return None
        module, name = _VERBS[cmd_name]
        command = getattr(importlib.import_module(f"paipu.cli.{module}"), name)
        assert isinstance(command, click.Command)
        return command


@click.group(cls=_Verbs)
@click.version_option(package_name="paipu")
def main() -> None:
    """Keep, check, replay and annotate games of 双升 / 升级 / 拖拉机 (Sheng Ji, Tractor)."""
