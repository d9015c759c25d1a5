"""What can be named as a text: editions, known releases, and how many texts of each are held."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from crdiff.model.corpus import Edition, KnownRelease
from crdiff.reports.indented import Json, indented
from crdiff.reports.phrases import counted

SCHEMA = "crdiff.corpus/1"


@dataclass(frozen=True, slots=True)
class Shelf:
    """Known releases and editions, oldest first, and how many texts are held of each release by its ISO date."""

    releases: Sequence[KnownRelease]
    editions: Sequence[Edition]
    held: Mapping[str, int]

    @property
    def dates(self) -> list[tuple[str, str, str]]:
        """Every release known or held, as ISO date, code and name of its set ("" where not known)."""
        named = {known.effective.isoformat(): (known.code, known.name) for known in self.releases}
        return [(day, *named.get(day, ("", ""))) for day in sorted({*named, *self.held})]


def corpus_text(shelf: Shelf) -> str:
    """Return the list as lines of text."""
    return "".join(f"{line}\n" for line in _lines(shelf))


def _lines(shelf: Shelf) -> Iterator[str]:
    yield "Editions, each a part of a release as somebody quotes it"
    width = max((len(edition.id) for edition in shelf.editions), default=0)
    for edition in shelf.editions:
        quoted = ", ".join(map(str, edition.coverage.numbers)) or "everything"
        yield f"  {edition.id:{width}}  {edition.release}  {edition.publisher}; quotes {quoted}"
    dates = shelf.dates
    yield ""
    yield f"Releases: {len(dates)} known, {counted(len(shelf.held), 'text')} held"
    for day, code, name in dates:
        count = shelf.held.get(day, 0)
        state = "-" if not count else "held" if count == 1 else f"held, with {counted(count - 1, 'variant')}"
        yield f"  {day}  {code:4}  {name:45}  {state}".rstrip()


def corpus_json(shelf: Shelf) -> bytes:
    """Return the list as indented UTF-8 JSON."""
    return indented(SCHEMA, _object(shelf))


def _object(shelf: Shelf) -> Json:
    return {
        "editions": [
            {
                "id": edition.id,
                "release": edition.release,
                "title": edition.title,
                "publisher": edition.publisher,
                "coverage": [str(number) for number in edition.coverage.numbers],
            }
            for edition in shelf.editions
        ],
        "releases": [
            {"release": day, "code": code, "name": name, "texts": shelf.held.get(day, 0)}
            for day, code, name in shelf.dates
        ],
    }
