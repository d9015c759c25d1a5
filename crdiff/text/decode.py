"""Bytes to text: which encoding, why, and how much a carrier damaged or lost on the way."""

from __future__ import annotations

import codecs
import re

from msgspec import Struct

from crdiff.errors import UnreadableText
from crdiff.text.hidden import UNSEEN, refuse_controls, without_hidden
from crdiff.text.normalise import unify_line_ends
from crdiff.text.single_byte import Decoding, read_single_byte, undo_double_encoding

# What stands for a character that a carrier lost.
LOST = "?\ufffd"
# Question marks that cannot end a question: from so many on, none of the text is believed to end one. 2009-05-01 has
# 124 of them, a text without damage a few in addresses.
_SURELY_LOST_MIN = 20


def count_lost(text: str) -> tuple[str, int]:
    """Return how many question marks stand for a lost quote, apostrophe, dash or sign.

    Sure ones stand where no question can end: before a letter, a digit or a comma, after a space. Where there are
    `_SURELY_LOST_MIN` of them, the rest (closing quotes before a space) are counted too.
    Source: 2008-05-01 (4,742 quotes and apostrophes), 2009-05-01 (124 dashes), 2022-10-07 ("[?4]", a minus sign).
    """
    what = "characters lost as '?'"
    places = [match.start() for match in re.finditer(r"\?", text)]
    asked = [at for at in places if _in_address(text, at)]
    sure = sum(_is_lost(text, at) for at in places if at not in asked)
    return what, len(places) - len(asked) if sure >= _SURELY_LOST_MIN else sure


def _in_address(text: str, at: int) -> bool:
    """Whether the question mark is part of a web address (``default.asp?x=magic``)."""
    start = max(text.rfind(" ", 0, at), text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
    return "/" in text[start:at] and "." in text[start:at] and text[at + 1 : at + 2].isalnum()


def _is_lost(text: str, at: int) -> bool:
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    opens = before.isspace() or before in "[("
    return after.isalnum() or after in tuple("{,;:.") or (opens and after not in LOST)


class Decoded(Struct, frozen=True):
    """Text with LF line ends, and how it was got: encoding, reason, line ends as found, damage (what, count)."""

    text: str
    encoding: str
    reason: str
    line_ends: str
    damage: tuple[tuple[str, int], ...] = ()


_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16 LE, which begins with the same two bytes
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

_FORMATS = (
    *((b"%PDF-", "a PDF document"), (b"{\\rtf", "an RTF document"), (b"\xd0\xcf\x11\xe0", "an old Word document")),
    (b"PK\x03\x04", "a zip archive (a .docx document is one)"),
    *((b"\x89PNG", "a PNG image"), (b"\xff\xd8\xff", "a JPEG image"), (b"GIF8", "a GIF image")),
    *((b"RIFF", "a RIFF media file"), (b"\x1f\x8b", "a gzip archive"), (b"BZh", "a bzip2 archive")),
    *((b"\xfd7zXZ", "an xz archive"), (b"7z\xbc\xaf", "a 7-Zip archive")),
    *((b"\x7fELF", "a program"), (b"SQLite format 3", "an SQLite database")),
)

_CONTROLS = bytes(code for code in range(32) if code not in b"\t\n\r") + b"\x7f"
# What DOS put at the end of a file.
_END = "\x1a"

_EXPECTED = "the rules as plain text, in UTF-8, UTF-16, cp1252, MacRoman or a DOS code page"


def decode(raw: bytes) -> Decoded:
    """Return the text of `raw`, decided by evidence.

    Raises `UnreadableText` for no bytes, for bytes that are no text, for text in none of the known encodings, and with
    its line for a control character.
    """
    if not raw.strip():
        raise UnreadableText("the file is empty" if not raw else "the file holds only white space", _EXPECTED)
    for magic, what in _FORMATS:
        if raw.startswith(magic):
            raise UnreadableText(f"the file is {what}, not plain text", _EXPECTED)
    text, encoding, reason, damage = _decode_unicode(raw) or _decode_bytes(raw)
    text = text.rstrip(_END)
    if not text.strip():
        raise UnreadableText("the file holds only white space", _EXPECTED)
    utf8 = raw.removeprefix(codecs.BOM_UTF8) if encoding == "utf-8" and not damage else None
    text, unseen = (text, 0) if encoding == "ascii" else without_hidden(text, utf8)
    counts = ((UNSEEN, unseen), ("characters replaced by U+FFFD", text.count("\ufffd")), count_lost(text))
    damage += tuple(entry for entry in counts if entry[1])
    return Decoded(unify_line_ends(text), encoding, reason, _line_ends(text), damage)


def _decode_unicode(raw: bytes) -> Decoding | None:
    """Return text, encoding, reason and damage where a mark or zero bytes show a Unicode encoding."""
    for mark, encoding in _MARKS:
        if raw.startswith(mark):
            return Decoding(raw[len(mark) :].decode(encoding, "replace"), encoding, "byte order mark")
    if b"\0" not in raw:
        return None
    even, odd = raw[0::2].count(0), raw[1::2].count(0)
    if max(even, odd) * 2 < len(raw) * 0.6 or min(even, odd) * 20 > max(even, odd):
        raise UnreadableText("the file holds zero bytes, so it is no text", _EXPECTED)
    encoding, where = ("utf-16-be", "first") if even > odd else ("utf-16-le", "second")
    reason = f"no byte order mark, but the {where} byte of nearly each pair is zero"
    return Decoding(raw.decode(encoding, "replace"), encoding, reason)


def _decode_bytes(raw: bytes) -> Decoding:
    """Return text, encoding, reason and damage of bytes that are ASCII, UTF-8, or in a single-byte page."""
    if len(raw.translate(None, _CONTROLS)) != len(raw):  # before a page is guessed for what may be no text at all
        refuse_controls(raw.decode("ascii", "replace").rstrip(_END))
    if raw.isascii():
        return Decoding(raw.decode("ascii"), "ascii", "no byte above 127")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        return _decode_broken_utf8(raw) or read_single_byte(raw)
    undone = undo_double_encoding(text)
    if undone:
        text, count, how = undone
        return Decoding(text, "utf-8", f"valid UTF-8, in which {how}; read back", ((how, count),))
    return Decoding(text, "utf-8", "valid UTF-8 with bytes above 127")


def _decode_broken_utf8(raw: bytes) -> Decoding | None:
    """Return the text where nearly all of its bytes above 127 are UTF-8: a file cut off or patched in a few places."""
    high = len(raw.translate(None, bytes(range(128))))
    whole = len(raw.decode("utf-8", "ignore")) - (len(raw) - high)
    if whole * 5 < high:  # a character takes two to four such bytes
        return None
    text = raw.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    if whole < 10 * broken:
        return None
    return Decoding(text, "utf-8", f"UTF-8 but for {broken} of {whole + broken} characters above 127")


def _line_ends(text: str) -> str:
    crlf = text.count("\r\n")
    found = {"CRLF": crlf, "CR": text.count("\r") - crlf, "LF": text.count("\n") - crlf}
    kinds = [name for name, count in found.items() if count]
    return kinds[0] if len(kinds) == 1 else "mixed" if kinds else "none"
