"""Which failures are the same one."""

from __future__ import annotations

from pathlib import Path

from .properties import check

__all__ = ["fails_like", "kind_of"]


def kind_of(error: Exception) -> str:
    """What went wrong and where, without what differs from input to input."""
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    code = at.tb_frame.f_code if at is not None else None
    where = f"{Path(code.co_filename).name}:{code.co_name}" if code else "?"
    words = str(error).partition("\n")[0].partition(":")[0][:80]
    return f"{type(error).__name__} in {where}: {words}"


def fails_like(data: str | bytes, kind: str) -> bool:
    """Whether an input fails in this way."""
    try:
        check(data)
    except Exception as error:
        return kind_of(error) == kind
    return False
