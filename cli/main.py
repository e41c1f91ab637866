"""The `paipu` command: one group, one module a verb.

Owns the list of verbs and what becomes of output that cannot be written. Each verb is imported only when
it is called, so that `paipu check` does not pay for the web server.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import sys
from typing import Any, Final, NoReturn

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


_UNWRITABLE: Final = 3
"""Exit status when what there is to say or to keep cannot be written."""


class _Verbs(click.Group):
    """A group that imports a verb when it is asked for."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        for stream in (sys.stdout, sys.stderr):
            # A terminal that lacks a sign shows a question mark for it.
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        try:
            return super().main(*args, **kwargs)
        except OSError as error:
            _give_up(error)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _VERBS:
            return None
        module, name = _VERBS[cmd_name]
        command = getattr(importlib.import_module(f"paipu.cli.{module}"), name)
        assert isinstance(command, click.Command)
        return command


def _give_up(error: OSError) -> NoReturn:
    """End on a full disk and the like with one line."""
    with contextlib.suppress(OSError):
        file = f"{error.filename}: " if error.filename else ""
        click.echo(f"Error: {file}{error.strerror or error}", err=True)
    # What is still in the buffer would fail again as Python ends.
    with contextlib.suppress(OSError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(_UNWRITABLE)


@click.group(cls=_Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="paipu")
def main() -> None:
    """Keep, check, replay and annotate games of 双升 / 升级 / 拖拉机 (Sheng Ji, Tractor)."""
