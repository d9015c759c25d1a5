"""A .docx document to lines: its paragraphs, with tracked changes accepted or rejected, out of its archive."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Final, NamedTuple, Protocol
from xml.parsers.expat import ExpatError, ParserCreate, XMLParserType
from zipfile import BadZipFile, ZipFile, ZipInfo

from msgspec import Struct, field

from crdiff.errors import UnreadableText

# What is expected where a file is something else.
A_WORD_DOCUMENT = "a .docx document"

_RELATIONSHIPS: Final = "_rels/.rels"
_RELATIONSHIP: Final = "http://schemas.openxmlformats.org/package/2006/relationships Relationship"
_TYPES: Final = "[Content_Types].xml"
# What the type of the relationship ends with that names the part with the text.
_MAIN_PART = "/officeDocument"

# Files in the archive; the .docx of 2024-06-07 has 31, and a directory of a million costs 500 MB to read.
_MEMBERS_MAX = 10_000

# Bytes of an unpacked part of the archive: 64 MB. The text of 2024-06-07 has 4 MB.
_PART_MAX = 1 << 26

_ENCRYPTED = 0x1


class MainPart(NamedTuple):
    """The part of a document that contains its text: its name in the archive, and its XML."""

    name: str
    xml: bytes


class XmlReader(Protocol):
    """What is called back for the elements of a document as they stream by."""

    def start(self, name: str, attributes: dict[str, str], /) -> None:
        """Take in the beginning of an element."""

    def end(self, name: str, /) -> None:
        """Take in the end of an element."""

    def characters(self, text: str, /) -> None:
        """Take in characters between two tags."""


def main_part(raw: bytes) -> MainPart:
    """Return the part that contains the text, as the relationships of the archive name it.

    Raises `UnreadableText` for an archive that is not a Word document, or is damaged, encrypted or far too large.
    """
    with opened(raw) as archive:
        found: list[str] = []

        def relationship(name: str, attributes: dict[str, str]) -> None:
            if name == _RELATIONSHIP and attributes.get("Type", "").endswith(_MAIN_PART):
                found.append(attributes.get("Target", "").lstrip("/"))

        _parse(_part(archive, _TYPES), lambda _name, _attributes: None)
        _parse(_part(archive, _RELATIONSHIPS), relationship)
        return MainPart(found[0], _part(archive, found[0]))


@contextmanager
def opened(raw: bytes) -> Iterator[ZipFile]:
    """Open the archive of a document; what goes wrong with it is raised as `UnreadableText`."""
    if raw.count(b"PK\x01\x02") > _MEMBERS_MAX:
        raise UnreadableText(f"the archive holds more than {_MEMBERS_MAX:,} files", A_WORD_DOCUMENT)
    try:
        with ZipFile(BytesIO(raw)) as archive:
            yield archive
    except BadZipFile:
        raise UnreadableText("the zip archive is damaged", "a whole .docx document") from None
    except (KeyError, IndexError):
        raise UnreadableText("the file is a zip archive, but not a Word document", A_WORD_DOCUMENT) from None
    except (zlib.error, EOFError, OSError, RuntimeError, ValueError) as error:  # zipfile lets all of these through
        raise UnreadableText(f"the archive cannot be unpacked ({error})", A_WORD_DOCUMENT) from None


def _part(archive: ZipFile, name: str) -> bytes:
    """Return a file of the archive unpacked. The library reads no more bytes than its directory says."""
    member: ZipInfo = archive.getinfo(name)
    if member.flag_bits & _ENCRYPTED:
        raise UnreadableText("the archive is encrypted", "a .docx document without a password")
    if member.file_size > _PART_MAX:
        what = f"the archive holds {member.file_size:,} bytes of {name}, more than {_PART_MAX:,}"
        raise UnreadableText(what, A_WORD_DOCUMENT)
    return archive.read(member)


def read_xml(xml: bytes, reader: XmlReader, begin: Callable[[XMLParserType], None] | None = None) -> None:
    """Call `reader` back for the elements of `xml`; `begin` gets the parser first.

    Raises `UnreadableText` where the XML is broken or declares a document type.
    """
    _parse(xml, reader.start, reader.end, reader.characters, begin)


_Start = Callable[[str, dict[str, str]], None]


def _parse(
    xml: bytes,
    start: _Start,
    end: Callable[[str], None] | None = None,
    characters: Callable[[str], None] | None = None,
    begin: Callable[[XMLParserType], None] | None = None,
) -> None:
    """Call back for the elements of `xml`. Raises `UnreadableText` where it is broken or declares a document type."""
    parser = ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    parser.StartDoctypeDeclHandler = _refuse_doctype
    if begin:
        begin(parser)
    try:
        parser.Parse(xml, True)
    except (ExpatError, ValueError, LookupError) as error:  # values and look-ups: encodings that are none
        raise UnreadableText(f"the document's XML is damaged ({error})", "a whole .docx document") from None


def _refuse_doctype(*_: object) -> None:
    raise UnreadableText("the document's XML declares entities", "a .docx document as Word writes it")


# What the names of the elements of a text begin with as `read_xml` tells them.
W: Final = "http://schemas.openxmlformats.org/wordprocessingml/2006/main "

_DOCUMENT, _BODY, _PARAGRAPH = W + "document", W + "body", W + "p"
_PARAGRAPH_PROPERTIES, _MARK = W + "pPr", W + "rPr"
_ADDED = frozenset({W + "ins", W + "moveTo"})
# What is left out where all tracked changes are accepted.
TAKEN = frozenset({W + "del", W + "moveFrom"})

_TEXT = frozenset({W + "t", W + "delText"})
_SIGNS = {W + "tab": "\t", W + "br": "\n", W + "cr": "\n", W + "noBreakHyphen": "-"}
_SKIPPED = frozenset(
    {"http://schemas.openxmlformats.org/markup-compatibility/2006 Fallback", _PARAGRAPH_PROPERTIES, _MARK}
)

# Paragraphs; 2024-06-07 has 8,822.
_PARAGRAPHS_MAX = 500_000

# Elements in one another; Word needs some twenty for a text box in a table.
_DEPTH_MAX = 256


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


class DocxParagraph(Struct, eq=False):
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
