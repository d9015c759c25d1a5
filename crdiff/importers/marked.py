"""Text with marks of Markdown or of a wiki: what a reader of it does not see is left out, with every place kept.

Marks of lists, quotations and emphasis stay, as do tables: whoever compares words passes over them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

from crdiff.text.source_text import SourceText, TextPiece

_MARKS = re.compile(
    r"(?P<note><ref(?:[ \t][^<>]{0,300})?(?:/>|>[^<]{0,1000}</ref>))"
    r"|(?P<line><br[ \t]*/?>)"
    r"|(?P<tag></?[A-Za-z][^<>\n]{0,500}>)"
    r"|\{\{[^{}|\n]{1,40}\|(?P<template>[^{}|\n]{1,300})\}\}"
    r"|\[\[(?:[^\[\]|\n]{1,200}\|)?(?P<page>[^\[\]|\n]{1,300})\]\]"
    r"|\[(?P<link>[^\[\]\n]{1,300})\]\([^()\s]{0,1000}(?:[ \t]\"[^\"\n]{0,200}\")?\)"
    r"|(?P<character>&(?:[A-Za-z]{2,10}|\#[0-9]{1,7}|\#[xX][0-9A-Fa-f]{1,6});)"
)
"""What is not shown as it is typed, each with a bound, so that no text takes long: a note, a break, a tag,
``{{CR|702.19a}}``, ``[[Trample|trample]]``, ``[Trample](address)``, ``&rsquo;``."""
_SHOWN = ("template", "page", "link")


def marked_text(source: str) -> SourceText:
    """Return `source` without what its reader does not see."""
    return SourceText(_pieces(source), source)


def _pieces(source: str) -> Iterator[TextPiece]:
    at = 0
    for found in _MARKS.finditer(source):
        yield TextPiece(source[at : found.start()], at, found.start())
        yield from _shown(found)
        at = found.end()
    yield TextPiece(source[at:], at, len(source))


def _shown(found: re.Match[str]) -> Iterator[TextPiece]:
    kind = found.lastgroup
    if kind == "line":
        yield TextPiece("\n", *found.span())
    elif kind == "character":
        yield TextPiece(unescape(found[0]).replace("\u00a0", " "), *found.span())
    elif kind in _SHOWN:
        yield TextPiece(found[kind], *found.span(kind))
