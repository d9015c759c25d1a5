"""Which kind of document bytes are, by how they begin, and the text in it."""

from __future__ import annotations

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable
from contextlib import suppress
from enum import StrEnum

from msgspec import Struct

from crdiff.errors import UnreadableText
from crdiff.text.hidden import UNSEEN, without_hidden
from crdiff.text.normalise import unify_line_ends


class Tracked(StrEnum):
    """Which side of tracked changes is read: as if all were accepted, or as if all were rejected."""

    FINAL = "final"
    ORIGINAL = "original"


class Imported(Struct, frozen=True):
    """The text of a document with LF line ends, its format, the evidence for that, damage (what, count)."""

    text: str
    format: str
    reason: str
    damage: tuple[tuple[str, int], ...] = ()


# What a .docx begins with.
ZIP = b"PK\x03\x04"

_RTF, _PDF = b"{\\rtf", b"%PDF-"

# Bytes of a document: 128 MB. The largest of the rules, the .rtf of 2012-10-01, has 2.6 MB.
_BYTES_MAX = 1 << 27

# What a compound file begins with: an old Word document, or the case around one with a password.
_COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

# The stream in which Word keeps a .docx that has a password ([MS-OFFCRYPTO] 1.3.2).
_PROTECTED = "EncryptedPackage".encode("utf-16-le")


def is_document(raw: bytes) -> bool:
    """Whether bytes are a .docx, .rtf or .pdf document, by how they begin."""
    return raw.startswith((ZIP, _RTF, _PDF))


def opening(raw: bytes, count: int) -> str:
    """Return the first characters of a text or of a .pdf document, at most `count`; "" where nothing can be read."""
    if not raw.startswith(_PDF):
        return raw[:count].decode("utf-16" if raw.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "utf-8", "replace")
    with suppress(ModuleNotFoundError, UnreadableText):
        from crdiff.importers.pdf import pdf_opening

        return pdf_opening(raw)[:count]
    return ""


def import_document(raw: bytes, tracked: Tracked = Tracked.FINAL) -> Imported | None:
    """Return the text of a .docx, .rtf or .pdf document, None for bytes that are none of these.

    Raises `UnreadableText` for a document that is damaged, protected, far larger than any text of the rules, or in the
    old .doc format, and where the library that reads it is not installed.
    """
    if len(raw) > _BYTES_MAX and is_document(raw):
        raise UnreadableText(f"the document has {len(raw):,} bytes", f"at most {_BYTES_MAX:,}")
    try:
        if raw.startswith(ZIP):
            from crdiff.importers.docx import docx_text

            found = docx_text(raw, original=tracked is Tracked.ORIGINAL)
            side = "accepted" if tracked is Tracked.FINAL else "rejected"
            many = f", {found.tracked:,} tracked {'change' if found.tracked == 1 else 'changes'} {side}"
            return _imported(found.lines, "docx", f"a zip archive of Word's XML{many if found.tracked else ''}")
        if raw.startswith(_RTF):
            from crdiff.importers.rtf import rtf_lines

            return _imported(rtf_lines(raw), "rtf", "begins with {\\rtf")
        if raw.startswith(_PDF):
            from crdiff.importers.pdf import pdf_lines

            return _imported(pdf_lines(raw), "pdf", "begins with %PDF-")
    except ModuleNotFoundError as missing:
        raise UnreadableText(f".pdf needs {missing.name}", remedy="pip install 'crdiff[import]' brings it") from None
    if raw.startswith(_COMPOUND):
        if _PROTECTED in raw:
            raise UnreadableText("the file is encrypted", "a .docx document without a password")
        raise UnreadableText(
            "the file is an old Word document (.doc)", "a .docx, as soffice --convert-to docx makes one"
        )
    return None


def _imported(lines: Iterable[str], kind: str, reason: str) -> Imported:
    text, unseen = without_hidden(unify_line_ends("\n".join(lines)))
    if not text.strip():
        raise UnreadableText(f"the .{kind} document holds no text", "the rules as text, not as pictures of it")
    return Imported(text, kind, reason, ((UNSEEN, unseen),) if unseen else ())
