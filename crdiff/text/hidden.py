r"""Characters that show nothing, or that change how a screen shows the rest.

Control characters but for tab and line ends: a terminal obeys them, so a text that has one is refused. Marks of writing
direction turn a line round before the eyes of its reader (CVE-2021-42574, "Trojan Source"); characters of no width make
two wordings differ that look alike. None of the 126 releases of 1999-04-23 to 2026-04-17 has any of these, but the next
one may hold a soft hyphen by accident and has to be read: there they are written out as ``\u202e`` where the text is
read, so that whatever shows the text shows them too. What else is printed (names of files, answers of a server) goes
through `crdiff.text.printed`.
"""

from __future__ import annotations

import re
from functools import cache

from crdiff.errors import UnreadableText

UNSEEN = "invisible characters, written out"
"""What happened to marks of writing direction and characters of no width in a text."""

_CONTROLS = "\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f"
_UNSEEN = (
    "\\xad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f"
    "\\u3164\\ud800-\\udfff\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\\ufffe\\uffff"
    "\\U0001bca0-\\U0001bca3\\U0001d173-\\U0001d17a\\U000e0000-\\U000e0fff"
)
"""Default_Ignorable_Code_Point of Unicode 15.0 (marks of direction are among them), line separators, no characters."""

HIDDEN = _CONTROLS + _UNSEEN
"""All of them, as characters of a class in a pattern."""
_COMMON = frozenset("“”‘’—–−™®©…•½∞ÆÉáâàéèêíîóöúûü\u00a0\ufffd")
"""Characters above 127 that the releases have: a text with no others is seen through without a search."""

_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_PLAIN = bytes(range(0x20, 0x7F)) + b"\t\n\r"


def without_hidden(text: str, utf8: bytes | None = None) -> tuple[str, int]:
    """Return `text` with unseen characters written out, and how many these are; `utf8` is the same in UTF-8, if known.

    Raises `UnreadableText` with the line of the first control character. A lone CR ends a line too.
    """
    if not may_have_hidden(text.encode("utf-8", "surrogatepass") if utf8 is None else utf8):
        return text, 0
    refuse_controls(text)
    return _any_of(_UNSEEN).subn(_written_out, text)


def may_have_hidden(utf8: bytes) -> bool:
    """Whether a text in UTF-8 has hidden characters; also true where it is broken."""
    # A release has some twenty different characters above 127: to look at these costs a quarter of searching the text.
    rest = utf8.translate(None, _PLAIN)
    try:
        rare = set(rest.decode()) - _COMMON
    except UnicodeDecodeError:
        return True
    return bool(rare) and _any_of(HIDDEN).search("".join(rare)) is not None


@cache
def _any_of(characters: str) -> re.Pattern[str]:
    return re.compile(f"[{characters}]")


@cache
def _written() -> re.Pattern[str]:
    return re.compile(r"\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8})")


def refuse_controls(text: str) -> None:
    """Raise `UnreadableText` with line and column of the first control character other than a tab or a line end."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    found = _any_of(_CONTROLS).search(lines)
    if found:
        line, column = lines.count("\n", 0, found.start()) + 1, found.start() - lines.rfind("\n", 0, found.start())
        what = f"control character U+{ord(found[0]):04X} at column {column}"
        raise UnreadableText(what, "the rules as plain text, without control characters", line=line)


def shown(text: str) -> str:
    r"""Return `text` with hidden characters written out as ``\x1b`` or ``\u202e``; tabs and line feeds stay."""
    return _any_of(HIDDEN).sub(_written_out, text)


def unmarked(text: str) -> str:
    """Return a text as people search it: without the unseen characters that `without_hidden` wrote out.

    None of the releases has a backslash of its own.
    """
    return _written().sub("", text)


def shown_on_a_line(text: str) -> str:
    r"""Return `text` as `shown` does, with tabs and line feeds as ``\t`` and ``\n``: what may be a name of a file."""
    return text if text.isascii() and text.isprintable() else _any_of(f"\t\n{HIDDEN}").sub(_written_out, text)


def _written_out(found: re.Match[str]) -> str:
    code = ord(found[0])
    if found[0] in _SHORT:
        return _SHORT[found[0]]
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
