"""The italics of rule texts: the official texts of 2004 to 2014 mark them with underscores, ``_Magic_``.

Pages show italics; JSON keeps the text as it was printed. Whole pages are read rather than single texts, so that no
template can forget it: titles, headings, rules and redlines alike.
"""

from __future__ import annotations

import re

_MARKED = re.compile(r"_(?<!\w_)(?=[^\s_])([^_<>\n]+)_(?!\w)")
"""Words between underscores, with no letter outside against them: ``test_one_thing`` and ``_____`` have no italics.

An underscore comes first, so that the rest is only tried where one is.

Source: 101 of 2009-07-11, “The _Magic_ Golden Rules”; 123.6a of 2022-10-07 names “Wolf in ________ Clothing”.
"""

_CAME_OR_WENT = re.compile(r"<(ins|del)>_</\1>([^_<>\n]+)<\1>_</\1>")
"""In a redline: words that became italics, or ceased to be. Source: 100.6 of 2014-05-01, “Most Magic tournaments”."""

_TOKEN = re.compile(
    r"<(?P<whole>code|pre|kbd|script|style|textarea|title|text|option)\b[^>]*>.*?</(?P=whole)>"
    r"|(?P<tag><[^>_]*_[^>]*>)"
    rf"|{_MARKED.pattern}",
    re.DOTALL,
)
"""An element that is replaced or kept as a whole, a tag with an underscore, or words in italics."""

_UNSTYLED = frozenset({"title", "text", "option"})
"""Elements that have no italics inside: those of a drawing, of the head and of a list to choose from."""

_SPOKEN = re.compile(r' (?:content|aria-label|data-cite)="[^"]*"')
"""Attributes with words for readers."""


def without_marks(text: str) -> str:
    """Return `text` without the underscores around words in italics, for what is cut short or shown without HTML."""
    return _MARKED.sub(r"\1", text)


def with_italics(page: str) -> str:
    """Return the HTML of `page` with italics for words between underscores, where code does not quote them."""
    if ">_</" in page:
        page = _CAME_OR_WENT.sub(lambda found: f"<i>{found[2]}</i>" if found[1] == "ins" else found[2], page)
    return _TOKEN.sub(_shown, page) if _MARKED.search(page) else page


def _shown(token: re.Match[str]) -> str:
    text = token[0]
    if token["whole"]:
        return _MARKED.sub(r"\1", text) if token["whole"] in _UNSTYLED else text
    if token["tag"]:
        return _SPOKEN.sub(lambda said: _MARKED.sub(r"\1", said[0]), text)
    return f"<i>{text[1:-1]}</i>"
