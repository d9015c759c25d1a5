"""Small releases with contents, one of which can be cut off in its glossary."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from crdiff.corpus import Corpus
from tests.small_releases import RELEASES, release_text

BEFORE, BROKEN, AFTER, LATEST = RELEASES
_CONTENTS = "\n\nContents\n\n1. Section 1\n100. General\nGlossary\nCredits\n\n1. Section 1"
_KEPT = {"Ability": "What an object can do.", "Concede": "To leave the game by choice."}
_DUEL = {"Duel": "A game of two players."}
_ZONE = {"Zone": "A place where objects can be."}
# Duel goes, Emblem comes and Zone is reworded, while the text of one release ends after Concede.
GLOSSARIES = {
    BEFORE: _KEPT | _DUEL | _ZONE,
    BROKEN: _KEPT | _DUEL | _ZONE,
    AFTER: _KEPT | {"Emblem": "An object outside the battlefield."} | {"Zone": "A place for objects."},
    LATEST: _KEPT | {"Emblem": "An object outside the battlefield."} | {"Zone": "A place for objects."},
}


def text(day: str, until: str = "", glossary: Mapping[str, str] | None = None) -> bytes:
    """Return a small release with its contents, cut off after the words `until`."""
    whole = release_text(day, RELEASES[day], glossary or GLOSSARIES[day]).decode()
    whole = whole.replace("\n\n1. Section 1", _CONTENTS, 1)
    return whole[: whole.rindex(until) + len(until) if until else len(whole)].encode()


def add(corpus: Corpus, folder: Path, *days: str) -> None:
    """Add small releases to `corpus` by way of files in `folder`; that of `BROKEN` breaks off."""
    folder.mkdir(exist_ok=True)
    for day in days:
        (folder / f"{day}.txt").write_bytes(text(day, "leave the game by choice." if day == BROKEN else ""))
        corpus.add(folder / f"{day}.txt")
