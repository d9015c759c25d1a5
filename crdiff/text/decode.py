"""Bytes to text: which encoding, why, and what the carrier damaged on the way."""

from __future__ import annotations

import codecs
from dataclasses import dataclass

from crdiff.errors import UnreadableText
from crdiff.text.normalise import unify_line_ends


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text with LF line ends, and how it was got: encoding, reason, line ends as found, damage (what, count)."""

    text: str
    encoding: str
    reason: str
    line_ends: str
    damage: tuple[tuple[str, int], ...] = ()


def decode(raw: bytes) -> Decoded:
    """Return the text of `raw`, decided by evidence.

    Raises `UnreadableText` for no bytes, and for bytes that are no text.
    """
    if not raw.strip():
        raise UnreadableText("the file is empty", "the text of a release of the rules")
    if raw.startswith(codecs.BOM_UTF16_LE):
        text, encoding, reason = raw[2:].decode("utf-16-le"), "utf-16-le", "byte order mark"
    elif raw.startswith(codecs.BOM_UTF16_BE):
        text, encoding, reason = raw[2:].decode("utf-16-be"), "utf-16-be", "byte order mark"
    else:
        try:
            text, encoding, reason = raw.decode("utf-8-sig"), "utf-8", "valid UTF-8"
        except UnicodeDecodeError:
            text, encoding, reason = raw.decode("cp1252", "replace"), "cp1252", "not UTF-8"
    return Decoded(unify_line_ends(text), encoding, reason, _line_ends(text))


def _line_ends(text: str) -> str:
    crlf = text.count("\r\n")
    found = {"CRLF": crlf, "CR": text.count("\r") - crlf, "LF": text.count("\n") - crlf}
    kinds = [name for name, count in found.items() if count]
    return kinds[0] if len(kinds) == 1 else "mixed" if kinds else "none"
