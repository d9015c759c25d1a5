"""Edits in a .docx as tracked changes: what is taken out and put in is marked, with an author and a date.

Word and LibreOffice show each change and undo it. With all of them rejected the document says what it said, in the
formatting that it had. Every byte of the XML that no edit touches stays as it is.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from datetime import datetime
from io import BytesIO
from itertools import count
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr
from zipfile import ZipFile

from crdiff.errors import UnreadableText
from crdiff.exporters.docx_places import DocxPlaces, Piece, docx_places
from crdiff.exporters.edit import source_offsets
from crdiff.importers.docx import W, main_part, opened
from crdiff.text.edit import TextEdit, edited

# Bytes of all parts unpacked: 256 MB. The 31 parts of 2024-06-07 have 7 MB.
_ARCHIVE_MAX = 1 << 28

# The declaration of the prefix that the outermost element gives the elements of a text; Word: "w".
_PREFIX = re.compile(rf'<[^>]*\sxmlns:([\w.-]+)=["\']{re.escape(W.strip())}["\']'.encode())


class Signature(NamedTuple):
    """Who tracks changes, and when, in UTC."""

    author: str
    date: datetime


def tracked_docx(raw: bytes, edits: Iterable[TextEdit[str]], signature: Signature) -> bytes:
    """Return the document `raw` with `edits`, which do not overlap, as tracked changes.

    Raises `UnreadableText` for what is not a Word document, and for an edit that has no place in its XML.
    """
    name, xml = main_part(raw)
    places = docx_places(xml)
    offsets = source_offsets(places.text)
    placed = [TextEdit(offsets[edit.start], offsets[edit.stop], edit.new) for edit in sorted(edits)]
    return _with_part(raw, name, _Writer(xml, places, signature).written(placed))


class _Writer:
    """Writes the tracked changes of one document."""

    def __init__(self, xml: bytes, places: DocxPlaces, signature: Signature) -> None:
        self._xml = xml
        self._places = places
        self._starts = [piece.at for piece in places.pieces]
        self._ids = count(places.last_id + 1)
        prefix = _PREFIX.search(xml)
        self._w = prefix[1] if prefix else b"w"
        self._declared = b"" if prefix else f' xmlns:w="{W.strip()}"'.encode()
        date = signature.date.strftime("%Y-%m-%dT%H:%M:%SZ")
        author = quoteattr(signature.author).encode()
        self._by = b' %b:author=%b %b:date="%b"' % (self._w, author, self._w, date.encode()) + self._declared

    def written(self, edits: Sequence[TextEdit[str]]) -> bytes:
        """Return the XML with `edits`."""
        return edited(self._xml, sorted(self._splices(edits)))

    def _splices(self, edits: Sequence[TextEdit[str]]) -> Iterator[TextEdit[bytes]]:
        """Yield what replaces which bytes of the XML."""
        cuts: dict[int, list[TextEdit[str]]] = defaultdict(list)
        for edit in edits:
            for index, cut in self._cuts(edit):
                cuts[index].append(cut)
        for index, own in cuts.items():
            piece = self._places.pieces[index]
            yield TextEdit(piece.start, piece.stop, self._cut_piece(piece, own))

    def _cuts(self, edit: TextEdit[str]) -> Iterator[tuple[int, TextEdit[str]]]:
        """Yield what an edit does to each piece that it touches: the new text comes where the first one was."""
        pieces = self._places.pieces
        first = max(bisect_right(self._starts, edit.start) - 1, 0)
        touched = [
            index
            for index in range(first, bisect_left(self._starts, max(edit.stop, edit.start + 1)))
            if pieces[index].at + len(pieces[index].text) > edit.start
        ]
        if edit.start == edit.stop:
            touched = self._beside(edit.start)
        if not touched or any(pieces[index].run is None for index in touched):
            line = self._places.text.count("\n", 0, edit.start) + 1
            raise UnreadableText("no text to change here", "a paragraph that contains text", line=line)
        for index in touched:
            piece = pieces[index]
            start, stop = (min(max(at - piece.at, 0), len(piece.text)) for at in (edit.start, edit.stop))
            yield index, TextEdit(start, stop, edit.new if index == touched[0] else "")

    def _beside(self, at: int) -> list[int]:
        """Return the piece that a text is inserted into: the one it follows in its line, else the one it precedes."""
        pieces = self._places.pieces
        before = bisect_left(self._starts, at) - 1
        if before >= 0 and pieces[before].at + len(pieces[before].text) >= at and pieces[before].text != "\n":
            return [before]
        after = bisect_left(self._starts, at)
        return [after] if after < len(pieces) and pieces[after].at == at else []

    def _cut_piece(self, piece: Piece, cuts: Iterable[TextEdit[str]]) -> bytes:
        """Return the XML of a piece with its run ended at each cut and begun anew behind it."""
        run, xml, at = piece.run, b"", 0
        assert run is not None
        for cut in sorted(cuts):
            xml += self._element(piece, piece.text[at : cut.start], b"t") + _end(run.tag)
            if cut.start < cut.stop:
                taken = self._element(piece, piece.text[cut.start : cut.stop], b"delText")
                xml += self._change(b"del", run.tag + run.properties + taken + _end(run.tag))
            if cut.new:
                new = self._in(b"br", b"").join(self._text(line, b"t") for line in cut.new.split("\n"))
                added = self._change(b"ins", self._in(b"r", run.properties + new))
                xml += _end(run.insertion) + added + run.insertion if run.insertion else added
            xml += run.tag + run.properties
            at = cut.stop
        return xml + self._element(piece, piece.text[at:], b"t")

    def _element(self, piece: Piece, text: str, name: bytes) -> bytes:
        """Return the element of a part of a piece; a sign is one whole."""
        if not text:
            return b""
        return self._text(text, name) if piece.is_text else self._xml[piece.start : piece.stop]

    def _text(self, text: str, name: bytes) -> bytes:
        return self._in(name, escape(text).encode(), b' xml:space="preserve"' + self._declared)

    def _in(self, name: bytes, content: bytes, attributes: bytes = b"") -> bytes:
        """Return an element of the text around `content`, an empty one where there is none."""
        tag = self._w + b":" + name
        return b"<%b%b>%b</%b>" % (tag, attributes, content, tag) if content else b"<%b%b/>" % (tag, attributes)

    def _change(self, kind: bytes, content: bytes) -> bytes:
        """Return a tracked change around `content`, or the sign of one on the mark of a paragraph."""
        return self._in(kind, content, b' %b:id="%d"' % (self._w, next(self._ids)) + self._by)


def _end(tag: bytes) -> bytes:
    """Return the end of the element that `tag` begins."""
    return b"</" + tag[1:].rstrip(b">").split()[0] + b">"


def _with_part(raw: bytes, name: str, content: bytes) -> bytes:
    """Return the archive `raw` with another content of one of its parts."""
    held = BytesIO()
    with opened(raw) as archive, ZipFile(held, "w") as written:
        members = archive.infolist()
        if sum(member.file_size for member in members) > _ARCHIVE_MAX:
            what = f"the archive holds more than {_ARCHIVE_MAX:,} bytes"
            raise UnreadableText(what, "a .docx document as Word writes it")
        for member in members:
            written.writestr(copy(member), content if member.filename == name else archive.read(member))
    return held.getvalue()
