"""The archive that a .docx document is: the part with its text, and its XML read element by element.

A document may come from anybody: what makes readers of archives and of XML run out of time or memory (bombs, depth,
entities) is refused.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Final, NamedTuple, Protocol
from xml.parsers.expat import ExpatError, ParserCreate, XMLParserType
from zipfile import BadZipFile, ZipFile, ZipInfo

from crdiff.errors import UnreadableText

A_WORD_DOCUMENT = "a .docx document"
"""What is expected where a file is something else."""

_RELATIONSHIPS: Final = "_rels/.rels"
_RELATIONSHIP: Final = "http://schemas.openxmlformats.org/package/2006/relationships Relationship"
_TYPES: Final = "[Content_Types].xml"
_MAIN_PART = "/officeDocument"
"""What the type of the relationship ends with that names the part with the text."""

_MEMBERS_MAX = 10_000
"""Files in the archive; the .docx of 2024-06-07 has 31, and a directory of a million costs 500 MB to read."""

_PART_MAX = 1 << 26
"""Bytes of an unpacked part of the archive: 64 MB. The text of 2024-06-07 has 4 MB."""

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
