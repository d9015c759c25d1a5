"""The embedded corpus: what crdiff knows before anybody gives it a text, read from its files.

Every error names the file and the place in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from difflib import get_close_matches
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

from crdiff.dialects.registry import DIALECTS
from crdiff.errors import CorpusError, CrdiffError, UnknownNumber, UnknownRelease
from crdiff.history.known_lives import KnownLives
from crdiff.history.lineage import Lineage
from crdiff.history.stories import AnyLineage
from crdiff.model.corpus import (
    Address,
    Annotation,
    DatedBy,
    Edition,
    Happened,
    KnownRelease,
    StatedChange,
    StoryStretch,
)
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Coverage, Release
from crdiff.store.embedded.lives import read_lives
from crdiff.store.text_file import read_text
from crdiff.store.texts.home import embedded_folder
from crdiff.store.toml_table import Table, read_table

_KINDS = ("txt", "rtf", "doc", "docx", "pdf")
_FENCE = "+++"
_HEAD = ("title", "lineages", "entries", "releases", "sources", "claims", "story", "theme", "lead", "plays", "stretch")
_Choice = TypeVar("_Choice", bound=StrEnum)


def read_catalog(path: Path) -> tuple[KnownRelease, ...]:
    """Return every known release, in the order of their dates, which the file must keep."""
    catalog = read_table(read_text(path), str(path))
    catalog.allow("release")
    releases: list[KnownRelease] = []
    for table in catalog.tables("release"):
        table.allow("effective", "code", "name", "dead", *_KINDS)
        effective, is_dead = table.day("effective"), table.flag("dead")
        if releases and effective <= releases[-1].effective:
            raise table.error("effective", f"{effective} after {releases[-1].effective}", "releases oldest first")
        addresses = tuple(Address(kind, table.text(kind), is_dead) for kind in _KINDS if kind in table.values)
        releases.append(KnownRelease(effective, table.text("code", ""), table.text("name", ""), addresses))
    return tuple(releases)


def read_edition(path: Path) -> Edition:
    """Return what ``edition.toml`` states of an edition; the text beside it is not read."""
    table = read_table(read_text(path), str(path))
    table.allow(*Edition.__slots__)
    if table.text("id") != path.parent.name:
        raise table.error("id", f"id is {table.text('id')!r}", f"{path.parent.name!r}, the name of its folder")
    first, release, last = table.day("first"), table.day("release"), table.day("last")
    if not first <= release <= last:
        raise table.error("release", f"release {release} is not within {first} to {last}")
    if table.text("dialect") not in DIALECTS:
        raise table.error("dialect", f"there is no dialect {table.text('dialect')!r}", " or ".join(sorted(DIALECTS)))
    return Edition(
        id=table.text("id"),
        title=table.text("title"),
        publisher=table.text("publisher"),
        release=release,
        first=first,
        last=last,
        dated_by=_one_of(tuple(DatedBy), table, "dated_by"),
        dating=table.text("dating"),
        coverage=Coverage(tuple(_number(table, "coverage", printed) for printed in table.texts("coverage"))),
        dialect=table.text("dialect"),
        file=f"editions/{path.parent.name}/{_file_name(table)}",
        sha256=table.text("sha256"),
        provenance=table.text("provenance"),
        left_out=table.text("left_out", ""),
        notice=table.text("notice"),
    )


def read_lineages(path: Path, lives: KnownLives) -> tuple[Lineage[ClauseNumber], ...]:
    """Return the lineages that the file has titles for, ordered by id; `lives` say what became of them."""
    file = read_table(read_text(path), str(path))
    file.allow("lineage")
    return tuple(sorted((_lineage(table, lives) for table in file.tables("lineage")), key=lambda lineage: lineage.id))


def read_annotation(path: Path) -> Annotation:
    """Return a note: a TOML head between two lines ``+++``, then Markdown."""
    before, _, rest = read_text(path).partition(f"{_FENCE}\n")
    head, fence, body = rest.partition(f"\n{_FENCE}\n")
    if before or not fence or not body.strip():
        raise CorpusError(
            "a note without head or text", f"a head between two lines {_FENCE}, then text", path=str(path)
        )
    table = read_table(head, str(path), 2)
    table.allow(*_HEAD)
    return Annotation(
        id=path.stem,
        title=table.text("title"),
        lineages=_texts_if_any(table, "lineages"),
        releases=table.days("releases"),
        sources=table.texts("sources"),
        text=body.strip() + "\n",
        file=f"annotations/{path.name}",
        entries=_texts_if_any(table, "entries"),
        claims=tuple(_claim(table, written) for written in _texts_if_any(table, "claims")),
        story=table.text("story", "" if "plays" in table.values else path.stem),
        theme=table.text("theme", ""),
        lead=table.text("lead", ""),
        stretches=tuple(map(_stretch, table.tables("stretch", required=False))),
        plays=table.text("plays", ""),
    )


def _texts_if_any(table: Table, key: str) -> tuple[str, ...]:
    return table.texts(key) if key in table.values else ()


def _claim(table: Table, written: str) -> StatedChange:
    """Return what is claimed by ``2009-07-11 removed 2003-10-01-507.4``."""
    try:
        day, happened, name = written.split()
        return StatedChange(date.fromisoformat(day), Happened(happened), name)
    except ValueError:
        expected = "one such as '2009-07-11 removed 2003-10-01-507.4'"
        raise table.error("claims", f"a claim is {written!r}", expected) from None


def _stretch(table: Table) -> StoryStretch:
    table.allow("title", "first", "says", "deciding", "outcome")
    return StoryStretch(
        title=table.text("title"),
        first=table.day("first"),
        says=table.text("says"),
        deciding=table.texts("deciding"),
        outcome=_texts_if_any(table, "outcome"),
    )


def _lineage(table: Table, lives: KnownLives) -> Lineage[ClauseNumber]:
    table.allow("id", "title")
    lineage = lives.lineage(table.text("id"))
    if lineage is None:
        raise table.error("id", f"there is no life {table.text('id')!r}", "the id of one in lives.txt")
    return replace(lineage, title=table.text("title"))


def _file_name(table: Table) -> str:
    name = table.text("file")
    if name != Path(name).name:
        raise table.error("file", f"file is {name!r}", "a name without folders: the text stands beside edition.toml")
    return name


def _number(table: Table, key: str, printed: str) -> ClauseNumber:
    try:
        return ClauseNumber.parse(printed)
    except UnknownNumber as error:
        raise table.error(key, error.what, error.expected) from None


def _one_of(kinds: Sequence[_Choice], table: Table, key: str) -> _Choice:
    value = table.text(key)
    for kind in kinds:
        if kind == value:
            return kind
    raise table.error(key, f"{key} is {value!r}", " or ".join(kinds))


@dataclass(frozen=True, slots=True)
class EmbeddedCorpus:
    """Everything the corpus states. `folder` is its folder; all tuples are ordered by date, then by id.

    `lives` are those of all clauses there ever were, `lineages` those that we have a title for, among them every
    clause that an edition quotes.
    """

    folder: Path
    releases: tuple[KnownRelease, ...]
    editions: tuple[Edition, ...]
    lineages: tuple[Lineage[ClauseNumber], ...]
    lives: KnownLives
    annotations: tuple[Annotation, ...]

    def edition(self, edition_id: str) -> Edition:
        """Return the edition called `edition_id`. Raises `UnknownRelease`, naming the nearest ones."""
        for edition in self.editions:
            if edition.id == edition_id:
                return edition
        known = [edition.id for edition in self.editions]
        near = get_close_matches(edition_id, known, cutoff=0.3) or known
        raise UnknownRelease(f"no edition or release is called {edition_id!r}", "one such as " + " or ".join(near))

    def raw(self, edition: Edition) -> bytes:
        """Return the bytes of an edition's text. Raises `CorpusError` where its file cannot be read."""
        path = self.folder / edition.file
        try:
            return path.read_bytes()
        except OSError as error:
            raise CorpusError(f"the text cannot be read ({error.strerror})", path=str(path)) from None

    def text(self, edition: Edition) -> Release:
        """Return an edition parsed, with the coverage it declares; its source is named by the edition's id."""
        from crdiff.dialects.registry import read  # many callers want facts only

        try:
            return read(self.raw(edition), edition.id, edition.dialect, edition.coverage)
        except CrdiffError as error:
            raise error.at(str(self.folder / edition.file)) from None

    def wordings(self, edition: Edition) -> Release:
        """Return an edition as the rules read: the copyist's slips, which `text` keeps, are mended."""
        from crdiff.dialects.oddities import without_slips

        return without_slips(self.text(edition))

    def known_release(self, effective: date) -> KnownRelease | None:
        """Return the entry of a release in the catalog, None where it has none."""
        return next((release for release in self.releases if release.effective == effective), None)

    @property
    def titles(self) -> Mapping[str, str]:
        """The titles that we gave to clauses, by the ids of these."""
        return {lineage.id: lineage.title for lineage in self.lineages}

    def noted(self) -> Iterator[AnyLineage]:
        """Yield the lives that notes speak of; a name that has none is left out."""
        for name in dict.fromkeys(name for note in self.annotations for name in note.spoken_of):
            if life := self.lives.named(name):
                yield life

    @property
    def checked_lineages(self) -> tuple[Lineage[ClauseNumber], ...]:
        """The clauses that checks can name without a text at hand: those quoted, and those that decide what is played.

        They are ordered by id.
        """
        named = (name for note in self.annotations if note.plays for name in note.lineages)
        played = {life.id: life for name in named if (life := self.lives.lineage(name))}
        return tuple(sorted({**played, **{each.id: each for each in self.lineages}}.values(), key=lambda each: each.id))

    def lineage_of(self, release: date, number: ClauseNumber) -> Lineage[ClauseNumber] | None:
        """Return the lineage of the clause that had `number` in `release`, None where it was not recorded."""
        return next((lineage for lineage in self.lineages if lineage.number_in(release) == number), None)


def load_corpus(folder: Path | None = None) -> EmbeddedCorpus:
    """Return the corpus in `folder`, the embedded one by default. Raises `CorpusError` with path and line."""
    folder = folder or embedded_folder()
    lives = read_lives(folder / "lives.txt")
    editions = (read_edition(path) for path in sorted(folder.glob("editions/*/edition.toml")))
    annotations = (read_annotation(path) for path in sorted(folder.glob("annotations/*.md")))
    return EmbeddedCorpus(
        folder=folder,
        releases=read_catalog(folder / "catalog.toml"),
        editions=_in_order(editions),
        lineages=read_lineages(folder / "lineages.toml", lives),
        lives=lives,
        annotations=tuple(annotations),
    )


def _in_order(editions: Iterable[Edition]) -> tuple[Edition, ...]:
    return tuple(sorted(editions, key=lambda edition: (edition.release, edition.id)))
