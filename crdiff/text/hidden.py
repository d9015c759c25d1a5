"""What is printed: the one door for answers and notes, and characters that show nothing or change a screen."""

from __future__ import annotations

import re
from functools import cache

from crdiff.errors import UnreadableText

# What happened to marks of writing direction and characters of no width in a text.
UNSEEN = "invisible characters, written out"

_CONTROLS = "\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f"
# Default_Ignorable_Code_Point of Unicode 15.0 (marks of direction are among them), line separators, no characters.
_UNSEEN = (
    "\\xad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f"
    "\\u3164\\ud800-\\udfff\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\\ufffe\\uffff"
    "\\U0001bca0-\\U0001bca3\\U0001d173-\\U0001d17a\\U000e0000-\\U000e0fff"
)

# All of them, as characters of a class in a pattern.
HIDDEN = _CONTROLS + _UNSEEN
# Characters above 127 that the releases have: a text with no others is seen through without a search.
_COMMON = frozenset("“”‘’—–−™®©…•½∞ÆÉáâàéèêíîóöúûü\u00a0\ufffd")

_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_PLAIN = bytes(range(0x20, 0x7F)) + b"\t\n\r"


def without_hidden(text: str, utf8: bytes | None = None) -> tuple[str, int]:
    """Return `text` with unseen characters written out, and how many these are; `utf8` is the same in UTF-8, if known.

    Raises `UnreadableText` with the line of the first control character. A lone CR ends a line too.
    """
    if not may_have_hidden(text.encode("utf-8", "surrogatepass") if utf8 is None else utf8):
        return text, 0
    refuse_controls(text)
    return _any_of(_UNSEEN).subn(_hidden_written_out, text)


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
def _pattern(source: str) -> re.Pattern[str]:
    return re.compile(source, re.MULTILINE)


def _any_of(characters: str) -> re.Pattern[str]:
    return _pattern(f"[{characters}]")


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
    return _any_of(HIDDEN).sub(_hidden_written_out, text)


def unmarked(text: str) -> str:
    """Return a text as people search it: without the unseen characters that `without_hidden` wrote out.

    None of the releases has a backslash of its own.
    """
    return _pattern(r"\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8})").sub("", text)


def shown_on_a_line(text: str) -> str:
    r"""Return `text` as `shown` does, with tabs and line feeds as ``\t`` and ``\n``: what may be a name of a file."""
    return text if text.isascii() and text.isprintable() else _any_of(f"\t\n{HIDDEN}").sub(_hidden_written_out, text)


def _hidden_written_out(found: re.Match[str]) -> str:
    code = ord(found[0])
    if found[0] in _SHORT:
        return _SHORT[found[0]]
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


# What a report for a terminal with colours puts between its words; one group, so that a split keeps it.
_COLOURS = re.compile("(\x1b\\[[0-9]{1,2}m)")

_HASH = r"#(?=#\w*\[)"
# Up to the first character of a command of a runner.
_COMMAND = rf"^(?:\s|\x1b\[[0-9]{{1,2}}m)*:(?=:)|{_HASH}"
_JSON = ("json", "jsonl", "rdjsonl", "sarif")
_MARKUP = ("html", "junit")


def printed(answer: str | bytes, form: str, *, colour: bool = False) -> bytes:
    """Return `answer`, in the format `form`, as bytes that a terminal and a runner show and do not obey.

    With `colour`, the colours of a report for a terminal stay. The commands of ``github`` are its own.
    """
    raw = answer.encode("utf-8", "surrogatepass") if isinstance(answer, str) else answer
    if b"::" not in raw and b"##" not in raw and not may_have_hidden(raw):
        return raw
    text = raw.decode("utf-8", "surrogatepass")
    if form in _JSON:
        return _pattern(f"[{HIDDEN}]|{_HASH}").sub(_in_json, text).encode()
    pieces = _COLOURS.split(text) if colour else [text]
    text = "".join(piece if at % 2 else shown(piece) for at, piece in enumerate(pieces))
    if form in _MARKUP:
        return _pattern(rf"(?s:<(style|script)\b.*?</\1>)|{_COMMAND}").sub(_in_markup, text).encode()
    pattern = _pattern(_HASH if form == "github" else _COMMAND)
    return pattern.sub(lambda found: f"{found[0][:-1]}\\x{ord(found[0][-1]):02x}", text).encode()


def _in_json(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


def _in_markup(found: re.Match[str]) -> str:
    return found[0] if found[1] else f"{found[0][:-1]}&#{ord(found[0][-1])};"
