"""The modules of a page as one script, for pages that have no server to fetch them from.

Owns the few forms of import and export that the scripts use; anything else is refused, not guessed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Final

__all__ = ["bundled", "joined"]

_FOLDER: Final = Path(__file__).parent / "static" / "js"
_IMPORT: Final = re.compile(r'^import (?:\* as (\w+)|\{([^}]*)\}) from "\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export ((?:async )?function\*?|const|class) (\w+)", re.MULTILINE)
_OTHER: Final = re.compile(
    r"^\s*(?:import|export)\b.*|.*\bimport\(.*|.*</script.*", re.MULTILINE | re.IGNORECASE
)


@lru_cache(maxsize=8)
def bundled(name: str) -> str:
    """The script `name` of the viewer with every module it imports.

    >>> bundled("dom").splitlines()[0]
    'const dom_js = (() => {'
    """
    return joined(name, lambda each: (_FOLDER / f"{each}.js").read_text("utf-8"))


def joined(name: str, read: Callable[[str], str]) -> str:
    """A module and those it imports, each as a function that is called once, in the order of need.

    `ValueError` for a form of import or export that is not known, and for modules in a circle.

    >>> modules = {"a": 'import { b as c } from "./b.js";\\nc();\\n', "b": "export const b = 1;\\n"}
    >>> print(joined("a", modules.__getitem__))
    const b_js = (() => {
    const b = 1;
    return { b };
    })();
    const a_js = (() => {
    const { b: c } = b_js;
    c();
    return {  };
    })();
    <BLANKLINE>
    """
    done: dict[str, str] = {}
    _add(name, read, done, ())
    return "".join(done.values())


def _add(name: str, read: Callable[[str], str], done: dict[str, str], within: tuple[str, ...]) -> None:
    if name in done:
        return
    if name in within:
        raise ValueError(f"modules in a circle: {' '.join((*within, name))}")
    text = read(name)
    for match in _IMPORT.finditer(text):
        _add(match[3], read, done, (*within, name))
    exports = ", ".join(match[2] for match in _EXPORT.finditer(text))
    body = _EXPORT.sub(r"\1 \2", _IMPORT.sub(_taken, text))
    if odd := _OTHER.search(body):
        raise ValueError(f"{name}.js: cannot be put into one script: {odd.group().strip()}")
    done[name] = f"const {name}_js = (() => {{\n{body}return {{ {exports} }};\n}})();\n"


def _taken(match: re.Match[str]) -> str:
    every, some, module = match.groups()
    return f"const {every or '{' + some.replace(' as ', ': ') + '}'} = {module}_js;\n"
