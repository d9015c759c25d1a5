"""Text of the rules with its cross-references made into links."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from markupsafe import Markup, escape

from crdiff.annotate.cross_references import cross_references
from crdiff.model.number import ClauseNumber
from crdiff.pages.frame.address import relative

_references = lru_cache(maxsize=1 << 15)(cross_references)
"""The same text stands on the pages of many releases."""


def linked(
    text: str, targets: Mapping[ClauseNumber, str], page: str, marks: Mapping[int, Markup] | None = None
) -> Markup:
    """Return `text` escaped, each number that it refers to leading to where `targets` says it is read.

    `page` is the address of the page that the text stands on. A reference to what is not there stays plain. Each of
    `marks` is put before the character at its offset, or before the reference that spans it.
    """
    pieces: list[Markup] = []
    at = 0
    for start, stop, link in _links(text, targets, page):
        spanned = (marks[offset] for offset in sorted(marks or ()) if marks and start <= offset < stop)
        pieces += (*_marked(text, at, start, marks), *spanned, link)
        at = stop
    return Markup("").join((*pieces, *_marked(text, at, len(text), marks)))


def _links(text: str, targets: Mapping[ClauseNumber, str], page: str) -> Iterator[tuple[int, int, Markup]]:
    at = 0
    for each in _references(text):
        target = targets.get(each.number)
        if target is not None and each.start >= at:
            at = each.stop
            shown = escape(text[each.start : at])
            yield each.start, at, Markup(f'<a href="{escape(relative(target, page))}">{shown}</a>')


def _marked(text: str, start: int, stop: int, marks: Mapping[int, Markup] | None) -> Iterator[Markup]:
    """Yield a part of `text` with the marks in it, not one right at its end."""
    for offset in sorted(marks or ()):
        if start <= offset < stop and marks:
            yield escape(text[start:offset])
            yield marks[offset]
            start = offset
    yield escape(text[start:stop])
