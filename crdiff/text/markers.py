"""Comments in a text that switch checks of the lint off and on: ``<!-- crdiff: off misspelt-word -->``.

They are no words of the rules. `off` holds until `on` or to the end of the text; `ignore` for the line it stands in, or
for the next line that says anything where it stands alone. Without a name they mean every check.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

_BEGINS = "<!-- crdiff:"
_MARKER = re.compile(r"<!-- crdiff:(?P<said>[^<>\n]*)-->")
_SAID = re.compile(r"\s*(?P<verb>off|on|ignore)\b\s*(?P<checks>[\w, -]*?)\s*")


class Marker(Struct, frozen=True):
    """A marker: its line from 1, what it says to do ("" for nothing that is understood), and to which checks.

    `said` is what it says as written.
    """

    line: int
    verb: str
    checks: tuple[str, ...]
    said: str


def markers(lines: Sequence[str]) -> Iterator[Marker]:
    """Yield the markers in the lines of a text; one that says `ignore` has the line it is about."""
    for at, line in enumerate(lines):
        if _BEGINS not in line:
            continue
        for found in _MARKER.finditer(line):
            said = _SAID.fullmatch(found["said"])
            verb = said["verb"] if said else ""
            checks = tuple(said["checks"].replace(",", " ").split()) if said else ()
            said_on = (line for line in range(at, len(lines)) if without_markers(lines[line]).strip())
            about = next(said_on, at) if verb == "ignore" else at
            yield Marker(about + 1, verb, checks, found["said"].strip())


def without_markers(text: str) -> str:
    """Return `text` with each marker as so many spaces, so that all else stays where it is."""
    if _BEGINS not in text:
        return text
    return _MARKER.sub(lambda found: " " * len(found[0]), text)
