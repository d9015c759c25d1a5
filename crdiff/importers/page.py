"""A page that may quote rules, in HTML, Markdown or the marks of a wiki: its text, each word with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape
from html.parser import HTMLParser

import msgspec

from crdiff.errors import UnreadableText
from crdiff.importers.document import Tracked, import_document
from crdiff.importers.fence import FenceError, fenced
from crdiff.importers.kinds import PLAIN, is_page_of_html
from crdiff.text.decode import decode
from crdiff.text.source_text import SourceText, TextPiece, as_it_is

# What is not shown as it is typed, each with a bound, so that no text takes long: a note, a break, a tag,
# ``{{CR|702.19a}}``, ``[[Trample|trample]]``, ``[Trample](address)``, ``&rsquo;``.
_MARKS = re.compile(
    r"(?P<note><ref(?:[ \t][^<>]{0,300})?(?:/>|>[^<]{0,1000}</ref>))"
    r"|(?P<line><br[ \t]*/?>)"
    r"|(?P<tag></?[A-Za-z][^<>\n]{0,500}>)"
    r"|\{\{[^{}|\n]{1,40}\|(?P<template>[^{}|\n]{1,300})\}\}"
    r"|\[\[(?:[^\[\]|\n]{1,200}\|)?(?P<page>[^\[\]|\n]{1,300})\]\]"
    r"|\[(?P<link>[^\[\]\n]{1,300})\]\([^()\s]{0,1000}(?:[ \t]\"[^\"\n]{0,200}\")?\)"
    r"|(?P<character>&(?:[A-Za-z]{2,10}|\#[0-9]{1,7}|\#[xX][0-9A-Fa-f]{1,6});)"
)
_SHOWN = ("template", "page", "link")


def _marked_pieces(source: str) -> Iterator[TextPiece]:
    """Yield `source` without what its reader does not see."""
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


_BLOCKS = frozenset(
    (
        *("address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dialog", "div"),
        *("dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6"),
        *("header", "hr", "li", "main", "nav", "ol", "option", "p", "pre", "section", "summary", "table", "td"),
        *("textarea", "th", "title", "tr", "ul"),
    )
)
_UNREAD = frozenset(("script", "style", "template", "svg", "noscript", "iframe", "object", "del"))
_AS_TYPED = frozenset(("pre", "textarea"))
# A block that goes on in the next one: a number in a cell of its own, or in a heading over its rule.
_ONLY_NUMBER = re.compile(r"\s*[1-9][0-9]{2}\.[0-9]{1,3}[a-z]{0,2}\.?\s*")
# The words for a picture in the place of a symbol: ``{T}``.
_SYMBOL = re.compile(r"\{[^{}\s]{1,5}\}")
# Characters of a page that is read behind a fence: html.parser looks for the end of an unclosed comment from each of
# its beginnings, and takes a second for 64 kB of them.
_FENCED_MIN = 1 << 16
# CPU seconds of the fence: a saved page of a megabyte takes half a second.
_SECONDS = 3
_STUCK = "a page that a browser shows in seconds"


def html_text(source: str) -> SourceText:
    """Return the text of a page. Raises `UnreadableText` for one that takes too long to read."""
    if len(source) < _FENCED_MIN:
        return SourceText(_html_pieces(source), source)
    try:
        found = fenced(lambda: msgspec.json.encode(_html_pieces(source)), RecursionError, _SECONDS)
    except FenceError:
        raise UnreadableText("the page of HTML takes too long to read", _STUCK) from None
    return SourceText(msgspec.json.decode(found, type=list[TextPiece]), source)


def _html_pieces(source: str) -> Sequence[TextPiece]:
    reader = _Reader(source)
    reader.feed(source[: _end_of_tags(source)])
    reader.close()
    return reader.pieces


def _end_of_tags(source: str) -> int:
    """Return where a comment or a tag begins that never ends, of which a browser shows nothing; else the length."""
    comment = source.find("<!--", source.rfind("-->") + 1)
    tag = source.find("<", source.rfind(">") + 1)
    return min((at for at in (comment, tag) if at >= 0), default=len(source))


class _Reader(HTMLParser):
    """Collects the text of a page in `pieces`."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=False)
        self.pieces: list[TextPiece] = []
        self._lines = [0, *(match.end() for match in re.finditer("\n", source))]
        self._length = len(source)
        self._unread: list[str] = []
        self._typed = 0
        self._block: list[str] = []

    @property
    def _at(self) -> int:
        line, column = self.getpos()
        return min(self._lines[line - 1] + column, self._length)

    def _add(self, text: str, length: int) -> None:
        if not self._unread:
            self.pieces.append(TextPiece(text, self._at, min(self._at + length, self._length)))
            self._block.append(text)

    def _break(self) -> None:
        """End a block: with an empty line, or with a space after a number alone."""
        said = "".join(self._block)
        if said.strip():
            self._block = []
            at = self._at
            self.pieces.append(TextPiece("  " if _ONLY_NUMBER.fullmatch(said) else "\n\n", at, at))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open what a tag opens."""
        given = dict(attrs)
        if tag in _UNREAD or (tag == "sup" and "reference" in (given.get("class") or "")):
            self._unread.append(tag)
        elif self._unread:
            return
        elif tag in _BLOCKS:
            self._break()
            self._typed += tag in _AS_TYPED
        elif tag == "br":
            self._add("\n", 0)
        elif tag == "img" and _SYMBOL.fullmatch(alt := given.get("alt") or ""):
            self._add(alt, len(self.get_starttag_text() or ""))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Do as for a tag that is closed at once."""
        self.handle_starttag(tag, attrs)
        if tag in _UNREAD or tag in _AS_TYPED:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close what a tag closes."""
        if self._unread:
            if self._unread[-1] == tag:
                self._unread.pop()
        elif tag in _BLOCKS:
            self._break()
            self._typed -= tag in _AS_TYPED and self._typed > 0

    def handle_data(self, data: str) -> None:
        """Take text in, its line ends as spaces but where the page keeps them."""
        self._add(data if self._typed else data.replace("\n", " "), len(data))

    def handle_entityref(self, name: str) -> None:
        """Take in the character that ``&name;`` stands for."""
        self._reference(f"&{name};")

    def handle_charref(self, name: str) -> None:
        """Take in the character that ``&#name;`` stands for."""
        self._reference(f"&#{name};")

    def _reference(self, printed: str) -> None:
        said = unescape(printed)
        self._add(" " if said == "\u00a0" else said, len(printed))


def read_page(raw: bytes, name: str, tracked: Tracked = Tracked.FINAL) -> SourceText:
    """Return the text of a page: HTML, Markdown, wiki text, plain text, .docx, .rtf or .pdf.

    `name` tells HTML and Markdown apart where the text does not. The source of a document is its text. Raises
    `UnreadableText`.
    """
    document = None if name.lower().endswith(PLAIN) else import_document(raw, tracked)
    if document:
        return as_it_is(document.text)
    text = decode(raw).text
    return html_text(text) if is_page_of_html(text, name) else SourceText(_marked_pieces(text), text)
