"""Edits in the bytes of a plain text: encoding, byte order mark and line ends stay as they are."""

from __future__ import annotations

import codecs
from collections.abc import Iterable

from crdiff.errors import UnreadableText
from crdiff.exporters.edit import source_offsets
from crdiff.text.decode import decode
from crdiff.text.edit import TextEdit, edited

_END = "\x1a"
_MARKS = {
    "utf-8": codecs.BOM_UTF8,
    "utf-16-le": codecs.BOM_UTF16_LE,
    "utf-16-be": codecs.BOM_UTF16_BE,
    "utf-32-le": codecs.BOM_UTF32_LE,
    "utf-32-be": codecs.BOM_UTF32_BE,
}


def edited_text(raw: bytes, edits: Iterable[TextEdit[str]]) -> bytes:
    """Return `raw` with `edits`, which do not overlap, and every other byte as it was.

    A line feed in what an edit inserts becomes the line end of the text. Raises `UnreadableText` where the file is
    damaged, so that its bytes cannot be written again, and where its encoding lacks a character of an edit.
    """
    encoding = decode(raw).encoding
    mark, text = _read_exactly(raw, encoding)
    offsets = source_offsets(text.rstrip(_END))
    end_of_line = "\r\n" if "\r\n" in text else "\r" if "\r" in text else "\n"
    placed = (
        TextEdit(offsets[edit.start], offsets[edit.stop], edit.new.replace("\n", end_of_line)) for edit in sorted(edits)
    )
    try:
        return mark + edited(text, placed).encode(encoding)
    except UnicodeEncodeError as error:
        what = f"{encoding} has no character {error.object[error.start]!r}"
        raise UnreadableText(what, "a text in UTF-8, which can contain it") from None


def _read_exactly(raw: bytes, encoding: str) -> tuple[bytes, str]:
    """Return the byte order mark of `raw`, b"" without one, and the text after it."""
    mark = _MARKS.get(encoding, b"")
    mark = mark if raw.startswith(mark) else b""
    try:
        return mark, raw[len(mark) :].decode(encoding)
    except (UnicodeDecodeError, LookupError):
        what = f"the file is damaged: it is not wholly {encoding}, so it cannot be written back as it was"
        raise UnreadableText(what, "a text whose bytes all fit its encoding") from None
