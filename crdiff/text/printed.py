r"""What is printed: the one door through which every answer, note and error goes, with a policy for each reader.

A terminal obeys control characters and turns lines round at marks of direction: `crdiff.text.hidden` writes these out.
The runner of a CI job reads the log of every step for commands, whatever format was asked for. GitHub's takes a line
that begins with ``::``, after blanks too, and ``##[`` anywhere in a line; Azure's ``##vso[`` and TeamCity's
``##teamcity[`` likewise (``ActionCommand.cs``, ``Command.cs``). A file or a draft may hold any of these, so their first
character is written out, as the format writes characters: ``\u0023`` in JSON and ``&#35;`` in XML and HTML mean what
they meant; elsewhere it is ``\x23``, as hidden characters are. Documents and patches, which are no reports, do not
come through here.
"""

from __future__ import annotations

import re
from functools import cache

from crdiff.text.hidden import HIDDEN, may_have_hidden, shown

_COLOURS = re.compile("(\x1b\\[[0-9]{1,2}m)")
"""What a report for a terminal with colours puts between its words; one group, so that a split keeps it."""

_HASH = r"#(?=#\w*\[)"
_COMMAND = rf"^(?:\s|\x1b\[[0-9]{{1,2}}m)*:(?=:)|{_HASH}"
"""Up to the first character of a command of a runner."""
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
    return _pattern(_HASH if form == "github" else _COMMAND).sub(_written_out, text).encode()


@cache
def _pattern(source: str) -> re.Pattern[str]:
    return re.compile(source, re.MULTILINE)


def _in_json(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


def _in_markup(found: re.Match[str]) -> str:
    return found[0] if found[1] else f"{found[0][:-1]}&#{ord(found[0][-1])};"


def _written_out(found: re.Match[str]) -> str:
    return f"{found[0][:-1]}\\x{ord(found[0][-1]):02x}"
