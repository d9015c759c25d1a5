"""Which kind of document bytes are, by how they begin, and the text in it."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct

from crdiff.errors import UnreadableText
from crdiff.text.normalise import unify_line_ends


class Tracked(StrEnum):
    """Which side of tracked changes is read: as if all were accepted, or as if all were rejected."""

    FINAL = "final"
    ORIGINAL = "original"


class Imported(Struct, frozen=True):
    """The text of a document with LF line ends, the format it was in, and how that was seen."""

    text: str
    format: str
    reason: str


ZIP = b"PK\x03\x04"
"""What a .docx begins with."""

_NEEDED = {
    "docx": ".docx needs python-docx",
    "striprtf": ".rtf needs striprtf",
    "pypdfium2": ".pdf needs pypdfium2",
}
"""Module that may be missing -> the kind of document it is for and the package that brings it, in words."""

_OLD_WORD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def import_document(raw: bytes, tracked: Tracked = Tracked.FINAL) -> Imported | None:
    """Return the text of a .docx, .rtf or .pdf document, None for bytes that are none of these.

    Raises `UnreadableText` for a document that is damaged, protected or in the old .doc format, and where the library
    that reads it is not installed.
    """
    try:
        if raw.startswith(ZIP):
            from crdiff.importers.docx import docx_text

            found = docx_text(raw, original=tracked is Tracked.ORIGINAL)
            return _imported(found.lines, "docx", f"a zip archive of Word's XML{_told(found.tracked, tracked)}")
        if raw.startswith(b"{\\rtf"):
            from crdiff.importers.rtf import rtf_lines

            return _imported(rtf_lines(raw), "rtf", "begins with {\\rtf")
        if raw.startswith(b"%PDF-"):
            from crdiff.importers.pdf import pdf_lines

            return _imported(pdf_lines(raw), "pdf", "begins with %PDF-")
    except ModuleNotFoundError as missing:
        what = _NEEDED.get((missing.name or "").partition(".")[0], f"{missing.name} is not installed")
        raise UnreadableText(what, "pip install 'crdiff[import]'") from None
    if raw.startswith(_OLD_WORD):
        raise UnreadableText(
            "the file is an old Word document (.doc)", "a .docx, as soffice --convert-to docx makes one"
        )
    return None


def _told(count: int, tracked: Tracked) -> str:
    """Return which side of `count` tracked changes was read, in words; "" where there are none."""
    side = "accepted" if tracked is Tracked.FINAL else "rejected"
    return f", {count:,} tracked {'change' if count == 1 else 'changes'} {side}" if count else ""


def _imported(lines: Iterable[str], kind: str, reason: str) -> Imported:
    text = unify_line_ends("\n".join(lines))
    if not text.strip():
        raise UnreadableText(f"the .{kind} document holds no text", "the rules as text, not as pictures of it")
    return Imported(text, kind, reason)
