"""Comments as HTML: the small part of Markdown that people use in a sentence or two, and nothing else.

Owns which part that is: paragraphs and line breaks, `**bold**`, `*em*`, code, lists, quotes, links to
http and https. HTML in a comment is text. Must not know pages or records.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline.state_inline import Delimiter, StateInline
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from markupsafe import Markup, escape

from .present import dress

__all__ = ["comment_html", "comment_line"]

_LONGEST: Final = 20_000
"""Characters of a comment that is taken as Markdown; a longer one is no remark, and costs time."""
_DEEPEST: Final = 20
"""Containers within each other; what is deeper the parser would leave out."""
_BLOCKS: Final = ("blockquote", "list")
_INLINE: Final = ("newline", "escape", "backticks", "emphasis", "link", "autolink")
_PAIRS: Final = ("emphasis",)


def comment_html(text: str) -> Markup:
    """A comment as paragraphs, lists and quotes, the cards in it coloured.

    >>> str(comment_html("**good**\\n- ♠A <b>"))[:37]
    '<p><strong>good</strong></p>\\n<ul>\\n<li'
    """
    tokens = _PARSER.parse(text) if len(text) <= _LONGEST else None
    if tokens is None or any(token.level > _DEEPEST - 3 for token in tokens):
        return Markup('<p class="is-plain">{}</p>').format(dress(text))
    return Markup(_PARSER.renderer.render(tokens, _PARSER.options, {}))


def comment_line(text: str) -> Markup:
    """A comment within a line of other text: without blocks, a line break is a blank.

    >>> str(comment_line("a *b*\\n- c"))
    'a <em>b</em>\\n- c'
    """
    if len(text) > _LONGEST:
        return dress(text)
    return Markup(_IN_A_LINE.renderInline(text))


class _Parser(MarkdownIt):
    """Markdown whose links lead to the web, not into scripts, files or mail."""

    def validateLink(self, url: str) -> bool:  # noqa: N802
        try:
            parts = urlsplit(url)
            return parts.scheme in ("http", "https") and bool(parts.hostname)
        except ValueError:
            return False


class _Renderer(RendererHTML):
    """What differs from the usual HTML: cards in colour, links without favour, items with their number."""

    def text(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Mapping[str, Any]) -> str:
        return str(dress(tokens[idx].content))

    def code_inline(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Mapping[str, Any]
    ) -> str:
        return f"<code>{escape(tokens[idx].content)}</code>"

    def link_open(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Mapping[str, Any]
    ) -> str:
        href = escape(tokens[idx].attrGet("href") or "")
        return f'<a href="{href}" rel="nofollow noopener noreferrer">'

    def list_item_open(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Mapping[str, Any]
    ) -> str:
        """With the number as written: "7." then "9." are tricks 7 and 9."""
        number = tokens[idx].info
        return f'<li value="{int(number)}">' if number else "<li>"


def _stars(state: StateInline, silent: bool) -> bool:
    """Stars open where no blank follows and close where none precedes.

    CommonMark also looks at punctuation, with which "**好牌！**可惜" stays as written, for there are no
    blanks in Chinese. A single star between figures or cards multiplies.
    """
    at, source = state.pos, state.src
    if silent or source[at] != "*":
        return False
    end = at
    while end < state.posMax and source[end] == "*":
        end += 1
    before, after = source[at - 1 : at], source[end : end + 1]
    times = end - at == 1 and _counts(before) and _counts(after)
    for _star in range(end - at):
        token = state.push("text", "", 0)
        token.content = "*"
        state.delimiters.append(
            Delimiter(
                marker=ord("*"),
                length=end - at,
                token=len(state.tokens) - 1,
                end=-1,
                open=not times and bool(after.strip()),
                close=not times and bool(before.strip()),
            )
        )
    state.pos = end
    return True


def _counts(sign: str) -> bool:
    return bool(sign) and (sign in "♠♥♣♦?" or (sign.isascii() and sign.isalnum()))


def _parser(*, breaks: bool) -> _Parser:
    parser = _Parser(
        "zero", {"html": False, "breaks": breaks, "maxNesting": _DEEPEST}, renderer_cls=_Renderer
    )
    parser.block.ruler.enable(list(_BLOCKS))
    parser.inline.ruler.enable(list(_INLINE))
    parser.inline.ruler2.enable(list(_PAIRS))
    parser.inline.ruler.at("emphasis", _stars)
    return parser


_PARSER: Final = _parser(breaks=True)
_IN_A_LINE: Final = _parser(breaks=False)
