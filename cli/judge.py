"""`paipu judge`: questions of rule in, answers out, one JSON object a line (judge.md)."""

from __future__ import annotations

import json
from typing import Any, BinaryIO

import click

from paipu.replay.judge import judge
from paipu.replay.rules import RuleError, load_rules

from .common import echo_utf8, require_stdin

__all__ = ["judge_command"]


class _Input(click.File):
    """A file, or standard input unless it is closed."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "-":
            require_stdin()
        return super().convert(value, param, ctx)


@click.command("judge")
@click.option("--rules", "spec", metavar="ID[;param=value...]", help="Rule set of questions that name none.")
@click.argument("questions", type=_Input("rb"), default="-")
def judge_command(spec: str | None, questions: BinaryIO) -> None:
    """Answer QUESTIONS (JSON lines; standard input by default) in order.

    A question that cannot be read is answered with an error object, and the stream goes on.
    """
    if spec:
        try:
            load_rules(spec)
        except RuleError as error:
            raise click.BadParameter(str(error), param_hint="--rules") from None
    for line in questions:
        if not line.strip():
            continue
        echo_utf8(json.dumps(_answer(line, spec), ensure_ascii=False))


def _answer(line: bytes, spec: str | None) -> dict[str, object]:
    try:
        question = json.loads(line)
    except (ValueError, RecursionError) as error:
        return {"id": None, "error": {"code": "question.json", "message": f"not JSON: {error}"}}
    if spec and isinstance(question, dict):
        question = {"rules": spec, **question}
    return judge(question)
