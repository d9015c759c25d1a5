"""The known lives as they were before a release: what a user has on the day when the next text comes out."""

from __future__ import annotations

from crdiff.history.known_releases import RELEASE


def cut_lives(written: str, day: object) -> str:
    """Return known lives, as `write_lives` made them, without the release `day` and those after it."""
    kept = []
    for line in written.split("\n"):
        if line.startswith(RELEASE):
            if line.split(" ")[1] < str(day):
                kept.append(line)
        elif line.startswith("#") or " | " not in line:
            kept.append(line)
        elif line[:10] < str(day):
            kept.append(_cut(line, str(day)))
    return "\n".join(kept)


def _cut(line: str, day: str) -> str:
    """Return a life without what happened on a day and after it."""
    name, *fields = line.split(" | ")
    items = ("; ".join(item for item in field.split("; ") if item[:10] < day) for field in fields)
    return " | ".join((name, *items)).rstrip(" |")
