"""Where in the XML of a .docx each piece of its text is: as it is read with all tracked changes accepted."""

from __future__ import annotations

import re
from typing import Final
from xml.parsers.expat import XMLParserType

from msgspec import Struct

from crdiff.errors import UnreadableText
from crdiff.importers.docx import TAKEN, DocxParagraph, DocxReader, W, lines_of, read_xml

_RUN: Final = W + "r"
_PROPERTIES: Final = W + "rPr"
_INSERTION: Final = W + "ins"
_ID: Final = W + "id"
# A tag: ">" may be part of an attribute.
_TAG = re.compile(rb"<(?:[^\"'>]|\"[^\"]*\"|'[^']*')*>")


class DocxRun(Struct):
    """A run of text: its tag and its properties as written, and the tag of the tracked insertion right around it."""

    tag: bytes
    insertion: bytes = b""
    properties: bytes = b""


class Piece(Struct):
    """An element with text, or a sign such as a tab: its bytes `start` to `stop`, and its place `at` in all text."""

    start: int
    run: DocxRun | None
    is_text: bool
    text: str = ""
    stop: int = 0
    at: int = 0


class _Element(Struct):
    """An element that is open: where it begins, its tag, the run that it is, and its piece of text."""

    name: str
    start: int
    tag: bytes
    run: DocxRun | None = None
    piece: Piece | None = None


class DocxPlaces(Struct, frozen=True):
    """The text of a document, its pieces in the order of the text, and the greatest id of an annotation."""

    text: str
    pieces: tuple[Piece, ...]
    last_id: int


def docx_places(xml: bytes) -> DocxPlaces:
    """Return where the text of a document is in `xml`, its main part. Raises `UnreadableText`."""
    reader = _PlacedReader(xml)
    read_xml(xml, reader, reader.begin)
    lines: list[str] = []
    pieces: list[Piece] = []
    at = 0
    for line in lines_of(reader.paragraphs):
        text = ""
        for piece in (piece for paragraph in line for piece in reader.pieces.get(paragraph, ())):
            piece.at = at + len(text)
            text += piece.text
            pieces.append(piece)
        lines.append(text)
        at += len(text) + 1
    return DocxPlaces("\n".join(lines), tuple(pieces), reader.last_id)


class _PlacedReader(DocxReader):
    """Reads the text of a document and notes where each piece of it is."""

    def __init__(self, xml: bytes) -> None:
        super().__init__(TAKEN)
        self.pieces: dict[DocxParagraph, list[Piece]] = {}
        self.last_id = 0
        self._xml = xml
        self._elements: list[_Element] = []
        self._parser: XMLParserType | None = None

    def begin(self, parser: XMLParserType) -> None:
        """Take the parser, which knows where it is."""
        self._parser = parser

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Take in the beginning of an element."""
        at = self._parser.CurrentByteIndex if self._parser else -1
        found = _TAG.match(self._xml, at)
        if found is None:
            raise UnreadableText("the document's XML is not in UTF-8", "a .docx document as Word writes it")
        element = _Element(name, at, found[0])
        self._elements.append(element)
        if name == _RUN:
            around = self._elements[-2] if len(self._elements) > 1 else element
            element.run = DocxRun(element.tag, around.tag if around.name == _INSERTION else b"")
        self.last_id = max(self.last_id, _number(attributes.get(_ID, "")))
        super().start(name, attributes)

    def end(self, name: str) -> None:
        """Take in the end of an element."""
        super().end(name)
        element = self._elements.pop()
        if element.piece is not None:
            element.piece.stop = self._stop(element)
        elif name == _PROPERTIES and self._elements and self._elements[-1].run:
            self._elements[-1].run.properties = self._xml[element.start : self._stop(element)]

    def take(self, paragraph: DocxParagraph, piece: str) -> None:
        """Take in a piece of the text, and note its element."""
        super().take(paragraph, piece)
        element = self._elements[-1]
        if element.piece is None:
            run = next((above.run for above in reversed(self._elements) if above.run), None)
            element.piece = Piece(element.start, run, is_text=element.name == W + "t")
            self.pieces.setdefault(paragraph, []).append(element.piece)
        element.piece.text += piece

    def _stop(self, element: _Element) -> int:
        """Return the byte after an element that ends here."""
        if element.tag.endswith(b"/>"):
            return element.start + len(element.tag)
        at = self._parser.CurrentByteIndex if self._parser else element.start
        found = _TAG.match(self._xml, at)
        return found.end() if found else at


def _number(printed: str) -> int:
    return int(printed) if printed.isascii() and printed.isdigit() else 0
