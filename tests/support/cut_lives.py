"""The known lives as they were before a release: what a user has on the day when the next text comes out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

from crdiff.book_words import embedded_folder
from crdiff.history.known_releases import HEAD, RELEASE
from crdiff.model.fingerprint import digest
from crdiff.store.embedded import corpus, lives


@contextmanager
def facts_before(day: object, folder: Path, written: str | None = None) -> Iterator[None]:
    """Have crdiff know the releases before `day` only, by its own lives or those `written`; `folder` is for a file.

    It has no titles of its own meanwhile: some are of lives that began later.
    """
    path = folder / f"lives-before-{day}.txt"
    path.write_text(cut_lives(written or (embedded_folder() / "lives.txt").read_text("utf-8"), day), "utf-8")
    cached = (lives.known_lives, lives.known_dates, lives.known_sizes)
    no_titles = mock.patch.object(corpus, "read_lineages", return_value=())
    with mock.patch.object(lives, "_file", return_value=path), no_titles:
        for each in cached:
            each.cache_clear()
        try:
            yield
        finally:
            for each in cached:
                each.cache_clear()


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


def facts_written_before(day: str) -> str:
    """Return the file of known lives that came with a crdiff before the release `day`."""
    body = cut_lives((embedded_folder() / "lives.txt").read_text("utf-8"), day).partition("\n")[2]
    return f"{HEAD} {digest([body])}\n{body}"
