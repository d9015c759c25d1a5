"""A .docx document to lines: its paragraphs, with tracked changes accepted or rejected.

A document may come from anybody. Its text is read as it streams by, no tree is built, and what makes readers of
archives and of XML run out of time or memory (bombs, depth, entities) is refused.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from io import BytesIO
from typing import Final, NamedTuple
from xml.parsers.expat import ExpatError, ParserCreate
from zipfile import BadZipFile, ZipFile, ZipInfo

from crdiff.errors import UnreadableText

_W: Final = "http://schemas.openxmlformats.org/wordprocessingml/2006/main "
_DOCUMENT, _BODY, _PARAGRAPH = _W + "document", _W + "body", _W + "p"
_PARAGRAPH_PROPERTIES, _MARK = _W + "pPr", _W + "rPr"
_ADDED = frozenset({_W + "ins", _W + "moveTo"})
_TAKEN = frozenset({_W + "del", _W + "moveFrom"})
_TEXT = frozenset({_W + "t", _W + "delText"})
_SIGNS = {_W + "tab": "\t", _W + "br": "\n", _W + "cr": "\n", _W + "noBreakHyphen": "-"}
_SKIPPED = frozenset(
    {"http://schemas.openxmlformats.org/markup-compatibility/2006 Fallback", _PARAGRAPH_PROPERTIES, _MARK}
)
_RELATIONSHIPS: Final = "_rels/.rels"
_RELATIONSHIP: Final = "http://schemas.openxmlformats.org/package/2006/relationships Relationship"
_TYPES: Final = "[Content_Types].xml"
_MAIN_PART = "/officeDocument"
"""What the type of the relationship ends with that names the part with the text."""

_MEMBERS_MAX = 10_000
"""Files in the archive; the .docx of 2024-06-07 has 31, and a directory of a million costs 500 MB to read."""

_PART_MAX = 1 << 26
"""Bytes of an unpacked part of the archive: 64 MB. The text of 2024-06-07 has 4 MB."""

_PARAGRAPHS_MAX = 500_000
"""Paragraphs; 2024-06-07 has 8,822."""

_DEPTH_MAX = 256
"""Elements in one another; Word needs some twenty for a text box in a table."""

_ENCRYPTED = 0x1

_A_WORD_DOCUMENT = "a .docx document"


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
    text = _Text(_ADDED if original else _TAKEN)
    _parse(_main_part(raw), text.start, text.end, text.characters)
    if not text.has_body:
        raise UnreadableText("the archive holds a document without text", _A_WORD_DOCUMENT)
    return DocxText(_joined(text.paragraphs), text.tracked)


def _joined(paragraphs: Collection[_Paragraph]) -> list[str]:
    """Return a line for each paragraph whose mark stays; the others go on in the next one."""
    lines: list[str] = []
    pieces: list[str] = []
    for paragraph in paragraphs:
        pieces += paragraph.pieces
        if not paragraph.goes_on:
            lines.append("".join(pieces))
            pieces.clear()
    return [*lines, "".join(pieces)] if pieces else lines


def _main_part(raw: bytes) -> bytes:
    """Return the XML of the part that holds the text, as the relationships of the archive name it."""
    if raw.count(b"PK\x01\x02") > _MEMBERS_MAX:
        raise UnreadableText(f"the archive holds more than {_MEMBERS_MAX:,} files", _A_WORD_DOCUMENT)
    try:
        with ZipFile(BytesIO(raw)) as archive:
            found: list[str] = []

            def relationship(name: str, attributes: dict[str, str]) -> None:
                if name == _RELATIONSHIP and attributes.get("Type", "").endswith(_MAIN_PART):
                    found.append(attributes.get("Target", "").lstrip("/"))

            _parse(_part(archive, _TYPES), _ignore_start)
            _parse(_part(archive, _RELATIONSHIPS), relationship)
            return _part(archive, found[0])
    except BadZipFile:
        raise UnreadableText("the zip archive is damaged", "a whole .docx document") from None
    except (KeyError, IndexError):
        raise UnreadableText("the file is a zip archive, but no Word document", _A_WORD_DOCUMENT) from None
    except (zlib.error, EOFError, OSError, RuntimeError, ValueError) as error:  # zipfile lets all of these through
        raise UnreadableText(f"the archive cannot be unpacked ({error})", _A_WORD_DOCUMENT) from None


def _part(archive: ZipFile, name: str) -> bytes:
    """Return a file of the archive unpacked. The library reads no more bytes than its directory says."""
    member: ZipInfo = archive.getinfo(name)
    if member.flag_bits & _ENCRYPTED:
        raise UnreadableText("the archive is encrypted", "a .docx document without a password")
    if member.file_size > _PART_MAX:
        what = f"the archive holds {member.file_size:,} bytes of {name}, more than {_PART_MAX:,}"
        raise UnreadableText(what, _A_WORD_DOCUMENT)
    return archive.read(member)


_Start = Callable[[str, dict[str, str]], None]


def _ignore_start(_name: str, _attributes: dict[str, str]) -> None:
    pass


def _parse(
    xml: bytes,
    start: _Start,
    end: Callable[[str], None] | None = None,
    characters: Callable[[str], None] | None = None,
) -> None:
    """Call back for the elements of `xml`. Raises `UnreadableText` where it is broken or declares a document type."""
    parser = ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    parser.StartDoctypeDeclHandler = _refuse_doctype
    try:
        parser.Parse(xml, True)
    except (ExpatError, ValueError, LookupError) as error:  # values and look-ups: encodings that are none
        raise UnreadableText(f"the document's XML is damaged ({error})", "a whole .docx document") from None


def _refuse_doctype(*_: object) -> None:
    raise UnreadableText("the document's XML declares entities", "a .docx document as Word writes it")


@dataclass(slots=True)
class _Paragraph:
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


class _Text:
    """The text of a document while its elements stream by; `left_out` are the elements whose content is not read."""

    def __init__(self, left_out: frozenset[str]) -> None:
        self.paragraphs: list[_Paragraph] = []
        self.tracked = 0
        self.has_body = False
        self._left_out = left_out
        self._depth = 0
        self._open: list[_Paragraph] = []

    def start(self, name: str, _attributes: dict[str, str]) -> None:
        """Take in the beginning of an element."""
        self._depth += 1
        if self._depth <= 2:
            self._outermost(name)
        elif self._depth > _DEPTH_MAX:
            raise UnreadableText(f"the document's XML is more than {_DEPTH_MAX} elements deep", _A_WORD_DOCUMENT)
        if not self.has_body:
            return
        if name in _ADDED or name in _TAKEN:
            self.tracked += 1
        if name == _PARAGRAPH:
            self._open_paragraph()
        elif self._open:
            self._within(self._open[-1], name)

    def _outermost(self, name: str) -> None:
        if self._depth == 1 and name != _DOCUMENT:
            raise UnreadableText("the file is a zip archive, but no Word document", _A_WORD_DOCUMENT)
        self.has_body |= self._depth == 2 and name == _BODY

    def _open_paragraph(self) -> None:
        """Open a paragraph; one inside another (in a text box) comes after it and is none of its text."""
        if len(self.paragraphs) == _PARAGRAPHS_MAX:
            raise UnreadableText(f"the document has more than {_PARAGRAPHS_MAX:,} paragraphs", _A_WORD_DOCUMENT)
        paragraph = _Paragraph(self._depth)
        self.paragraphs.append(paragraph)
        self._open.append(paragraph)

    def _within(self, paragraph: _Paragraph, name: str) -> None:
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
            paragraph.pieces.append(_SIGNS[name])
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
            self._open[-1].pieces.append(text)
