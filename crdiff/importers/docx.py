"""A .docx document to lines: its paragraphs, with tracked changes accepted or rejected.

Its text is read as it streams by, and no tree is built: a document may come from anybody.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from crdiff.errors import UnreadableText
from crdiff.importers.docx_package import A_WORD_DOCUMENT, main_part, read_xml

W: Final = "http://schemas.openxmlformats.org/wordprocessingml/2006/main "
"""What the names of the elements of a text begin with as `read_xml` tells them."""

_DOCUMENT, _BODY, _PARAGRAPH = W + "document", W + "body", W + "p"
_PARAGRAPH_PROPERTIES, _MARK = W + "pPr", W + "rPr"
_ADDED = frozenset({W + "ins", W + "moveTo"})
TAKEN = frozenset({W + "del", W + "moveFrom"})
"""What is left out where all tracked changes are accepted."""

_TEXT = frozenset({W + "t", W + "delText"})
_SIGNS = {W + "tab": "\t", W + "br": "\n", W + "cr": "\n", W + "noBreakHyphen": "-"}
_SKIPPED = frozenset(
    {"http://schemas.openxmlformats.org/markup-compatibility/2006 Fallback", _PARAGRAPH_PROPERTIES, _MARK}
)

_PARAGRAPHS_MAX = 500_000
"""Paragraphs; 2024-06-07 has 8,822."""

_DEPTH_MAX = 256
"""Elements in one another; Word needs some twenty for a text box in a table."""


class DocxText(NamedTuple):
    """The paragraphs of a document, and how many insertions and deletions it tracks."""

    lines: list[str]
    tracked: int


def docx_text(raw: bytes, *, original: bool) -> DocxText:
    """Return the text of a document; `original` takes the text before its tracked changes.

    A paragraph whose mark was deleted (or, in the original, not yet inserted) goes on in the next one. Raises
    `UnreadableText` for an archive that is not a Word document, and for one that is damaged, encrypted, or larger
    unpacked than any text of the rules.
    """
    text = DocxReader(_ADDED if original else TAKEN)
    read_xml(main_part(raw).xml, text)
    if not text.has_body:
        raise UnreadableText("the archive holds a document without text", A_WORD_DOCUMENT)
    lines = ["".join(piece for one in line for piece in one.pieces) for line in lines_of(text.paragraphs)]
    return DocxText(lines, text.tracked)


def lines_of(paragraphs: Iterable[DocxParagraph]) -> Iterator[list[DocxParagraph]]:
    """Yield the paragraphs of each line: one whose mark stays, after those that go on in it."""
    line: list[DocxParagraph] = []
    for paragraph in paragraphs:
        line.append(paragraph)
        if not paragraph.goes_on:
            yield line
            line = []
    if any(paragraph.pieces for paragraph in line):
        yield line


@dataclass(slots=True, eq=False)
class DocxParagraph:
    """A paragraph: its text in pieces, whether its mark is left out, and where in it the reader is.

    `depth` is that of its own element. `skipped` and `text` are the depths of an element whose content is left out and
    of one whose characters are text, 0 outside them. `properties` is how many of pPr and rPr, the way to its mark, are
    open.
    """

    depth: int
    pieces: list[str] = field(default_factory=list)
    goes_on: bool = False
    skipped: int = 0
    text: int = 0
    properties: int = 0


class DocxReader:
    """The text of a document while its elements stream by; `left_out` are the elements whose content is not read."""

    def __init__(self, left_out: frozenset[str]) -> None:
        self.paragraphs: list[DocxParagraph] = []
        self.tracked = 0
        self.has_body = False
        self._left_out = left_out
        self._depth = 0
        self._open: list[DocxParagraph] = []

    def start(self, name: str, _attributes: dict[str, str]) -> None:
        """Take in the beginning of an element."""
        self._depth += 1
        if self._depth <= 2:
            self._outermost(name)
        elif self._depth > _DEPTH_MAX:
            raise UnreadableText(f"the document's XML is more than {_DEPTH_MAX} elements deep", A_WORD_DOCUMENT)
        if not self.has_body:
            return
        if name in _ADDED or name in TAKEN:
            self.tracked += 1
        if name == _PARAGRAPH:
            self._open_paragraph()
        elif self._open:
            self._within(self._open[-1], name)

    def _outermost(self, name: str) -> None:
        if self._depth == 1 and name != _DOCUMENT:
            raise UnreadableText("the file is a zip archive, but not a Word document", A_WORD_DOCUMENT)
        self.has_body |= self._depth == 2 and name == _BODY

    def _open_paragraph(self) -> None:
        """Open a paragraph; one inside another (in a text box) comes after it and is none of its text."""
        if len(self.paragraphs) == _PARAGRAPHS_MAX:
            raise UnreadableText(f"the document has more than {_PARAGRAPHS_MAX:,} paragraphs", A_WORD_DOCUMENT)
        paragraph = DocxParagraph(self._depth)
        self.paragraphs.append(paragraph)
        self._open.append(paragraph)

    def _within(self, paragraph: DocxParagraph, name: str) -> None:
        inside = self._depth - paragraph.depth
        if paragraph.skipped or paragraph.text:
            if inside == paragraph.properties + 1:
                if inside == 2 and name == _MARK:
                    paragraph.properties = 2
                elif inside == 3 and name in self._left_out:
                    paragraph.goes_on = True
        elif name in _TEXT:
            paragraph.text = self._depth
        elif name in _SIGNS:
            self.take(paragraph, _SIGNS[name])
            paragraph.skipped = self._depth
        elif name in self._left_out or name in _SKIPPED:
            paragraph.skipped = self._depth
            paragraph.properties = int(inside == 1 and name == _PARAGRAPH_PROPERTIES)

    def end(self, _name: str) -> None:
        """Take in the end of an element."""
        if self._open:
            paragraph = self._open[-1]
            if paragraph.depth == self._depth:
                self._open.pop()
            elif paragraph.skipped == self._depth:
                paragraph.skipped = paragraph.properties = 0
            elif paragraph.text == self._depth:
                paragraph.text = 0
            elif paragraph.properties and self._depth - paragraph.depth == paragraph.properties:
                paragraph.properties -= 1
        self._depth -= 1

    def characters(self, text: str) -> None:
        """Take in characters between two tags."""
        if self._open and self._open[-1].text == self._depth:
            self.take(self._open[-1], text)

    def take(self, paragraph: DocxParagraph, piece: str) -> None:
        """Take in a piece of the text of a paragraph."""
        paragraph.pieces.append(piece)
