"""The embedded corpus: what crdiff knows before anybody gives it a text, read from its files.

Every error names the file and the place in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date
from difflib import get_close_matches
from itertools import pairwise
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Struct, structs

from crdiff.dialects.oddities import without_slips
from crdiff.dialects.registry import DIALECTS, read
from crdiff.errors import CorpusError, CrdiffError, UnknownNumber, UnknownRelease
from crdiff.history.known_lives import KnownLives
from crdiff.history.lineage import Lineage
from crdiff.history.stories import AnyLineage
from crdiff.model import corpus as model
from crdiff.model.book import MAGIC
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Coverage, Release, ReleaseSpan
from crdiff.store.embedded.lives import known_lives, read_lives
from crdiff.store.text_file import Text, TomlFile, read_text
from crdiff.store.texts.books import book_folder

_FENCE = "+++"
_QUOTES = re.compile(r'(\S+) (.+?) contains "(.+)"')
# No note names these, games need them: who plays, attacks, blocks and assigns damage first until 2005; extra turns; who
# skips the first draw step.
_OF_EVERY_GAME = (
    *(f"1999-04-23-{number}" for number in ("100.1", "308.1", "309.1", "310.1")),
    "1999-11-01-300.6",
    "2005-08-01-101.5b",
    "2009-07-11-103.6c",
)
_Texts = Annotated[tuple[Text, ...], msgspec.Meta(min_length=1)]


class _Stated(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a file; the keys that it may have are its fields."""


class _Release(_Stated, frozen=True):
    effective: date
    code: str = ""
    name: str = ""
    dead: bool = False
    txt: str = ""
    rtf: str = ""
    doc: str = ""
    docx: str = ""
    pdf: str = ""

    @property
    def addresses(self) -> tuple[model.Address, ...]:
        kinds = ("txt", "rtf", "doc", "docx", "pdf")
        return tuple(model.Address(kind, url, self.dead) for kind in kinds if (url := getattr(self, kind)))


class _Catalog(_Stated, frozen=True):
    release: Annotated[tuple[_Release, ...], msgspec.Meta(min_length=1)]


class _Edition(ReleaseSpan[date], frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: Text
    title: Text
    publisher: Text
    release: date
    dated_by: model.DatedBy
    dating: Text
    coverage: _Texts
    dialect: Text
    file: Text
    sha256: Text
    provenance: Text
    left_out: str = ""
    notice: Text


class _Title(_Stated, frozen=True):
    id: Text
    title: Text


class _Titles(_Stated, frozen=True):
    lineage: Annotated[tuple[_Title, ...], msgspec.Meta(min_length=1)]


class _Names(_Stated, frozen=True):
    titles: dict[str, str] = {}
    aliases: dict[str, str] = {}


class _Note(_Stated, frozen=True, kw_only=True):
    title: Text
    lineages: tuple[str, ...] = ()
    entries: tuple[str, ...] = ()
    releases: Annotated[tuple[date, ...], msgspec.Meta(min_length=1)]
    sources: _Texts
    claims: tuple[str, ...] = ()
    story: str | None = None
    theme: str = ""
    lead: str = ""
    plays: str = ""
    stretches: tuple[model.StoryStretch, ...] = msgspec.field(default=(), name="stretch")


def read_catalog(path: Path) -> tuple[model.KnownRelease, ...]:
    """Return every known release, in the order of their dates, which the file must keep."""
    file = TomlFile(read_text(path), _Catalog, str(path))
    for at, (before, after) in enumerate(pairwise(file.value.release), 1):
        if after.effective <= before.effective:
            what = f"{after.effective} after {before.effective}"
            raise file.error(f".release[{at}].effective", what, "releases oldest first")
    return tuple(
        model.KnownRelease(each.effective, each.code, each.name, each.addresses) for each in file.value.release
    )


def read_edition(path: Path) -> model.Edition:
    """Return what ``edition.toml`` states of an edition; the text beside it is not read."""
    file = TomlFile(read_text(path), _Edition, str(path))
    stated = file.value
    if stated.id != path.parent.name:
        raise file.error(".id", f"id is {stated.id!r}", f"{path.parent.name!r}, the name of its folder")
    if not stated.covers(stated.release):
        raise file.error(".release", f"release {stated.release} is not within {stated.first} to {stated.last}")
    if stated.dialect not in DIALECTS:
        raise file.error(".dialect", f"there is no dialect {stated.dialect!r}", " or ".join(sorted(DIALECTS)))
    if stated.file != Path(stated.file).name:
        expected = "a name without folders: the text stands beside edition.toml"
        raise file.error(".file", f"file is {stated.file!r}", expected)
    try:
        coverage = Coverage(tuple(map(ClauseNumber.parse, stated.coverage)))
    except UnknownNumber as error:
        raise file.error(".coverage", error.what, error.expected) from None
    file_here = f"editions/{stated.id}/{stated.file}"
    return model.Edition(**{**structs.asdict(stated), "coverage": coverage, "file": file_here})


def read_lineages(path: Path, lives: KnownLives) -> tuple[Lineage[ClauseNumber], ...]:
    """Return the lineages that the file has titles for, ordered by id; `lives` say what became of them."""
    file = TomlFile(read_text(path), _Titles, str(path))
    found = []
    for at, stated in enumerate(file.value.lineage):
        lineage = lives.lineage(stated.id)
        if lineage is None:
            raise file.error(f".lineage[{at}].id", f"there is no life {stated.id!r}", "the id of one in lives.txt")
        found.append(structs.replace(lineage, title=stated.title))
    return tuple(sorted(found, key=lambda lineage: lineage.id))


def read_names(path: Path) -> _Names:
    """Return what we call clauses that are cited often, by their ids, and what players say for other names."""
    return TomlFile(read_text(path), _Names, str(path)).value


def read_annotation(path: Path) -> model.Annotation:
    """Return a note: a TOML head between two lines ``+++``, then Markdown."""
    before, _, rest = read_text(path).partition(f"{_FENCE}\n")
    head, fence, body = rest.partition(f"\n{_FENCE}\n")
    if before or not fence or not body.strip():
        raise CorpusError(
            "a note without head or text", f"a head between two lines {_FENCE}, then text", path=str(path)
        )
    file = TomlFile(head, _Note, str(path), 2)
    stated = file.value
    claims = [_claim(file, written) for written in stated.claims]
    told = {
        "text": body.strip() + "\n",
        "file": f"annotations/{path.name}",
        "claims": tuple(each for each in claims if isinstance(each, model.StatedChange)),
        "quotes": tuple(each for each in claims if isinstance(each, model.StatedWords)),
        "story": ("" if stated.plays else path.stem) if stated.story is None else stated.story,
        "lead": stated.lead.strip(),
    }
    return model.Annotation(id=path.stem, **{**structs.asdict(stated), **told})


def _claim(file: TomlFile[_Note], written: str) -> model.StatedChange | model.StatedWords:
    """Return what is claimed by ``2009-07-11 removed 2003-10-01-507.4``, or ``2001-07-23 505.6 contains "either"``."""
    try:
        if quotes := _QUOTES.fullmatch(written):
            return model.StatedWords(date.fromisoformat(quotes[1]), quotes[2], quotes[3])
        day, happened, name = written.split()
        return model.StatedChange(date.fromisoformat(day), model.Happened(happened), name)
    except ValueError:
        expected = "one such as '2009-07-11 removed 2003-10-01-507.4' or '2001-07-23 505.6 contains \"either\"'"
        raise file.error(".claims", f"a claim is {written!r}", expected) from None


class EmbeddedCorpus(Struct, frozen=True):
    """Everything the corpus states. `folder` is its folder; all tuples are ordered by date, then by id.

    `lives` are those of all clauses there ever were, `lineages` those that we have a title for, among them every
    clause that an edition quotes.
    """

    folder: Path
    releases: tuple[model.KnownRelease, ...]
    editions: tuple[model.Edition, ...]
    lineages: tuple[Lineage[ClauseNumber], ...]
    lives: KnownLives
    annotations: tuple[model.Annotation, ...]
    # What we call clauses that are cited often, by their ids.
    named: Mapping[str, str] = msgspec.field(default_factory=dict)
    # What players say for what the rules, or we, call otherwise.
    aliases: Mapping[str, str] = msgspec.field(default_factory=dict)

    def edition(self, edition_id: str) -> model.Edition:
        """Return the edition called `edition_id`. Raises `UnknownRelease`, naming the nearest ones."""
        known = {edition.id: edition for edition in self.editions}
        if edition_id in known:
            return known[edition_id]
        near = " or ".join(get_close_matches(edition_id, known, cutoff=0.3) or known)
        raise UnknownRelease(f"no file, edition or release is called {edition_id!r}", f"one such as {near}")

    def raw(self, edition: model.Edition) -> bytes:
        """Return the bytes of an edition's text. Raises `CorpusError` where its file cannot be read."""
        path = self.folder / edition.file
        try:
            return path.read_bytes()
        except OSError as error:
            raise CorpusError(f"the text cannot be read ({error.strerror})", path=str(path)) from None

    def text(self, edition: model.Edition) -> Release:
        """Return an edition parsed, with the coverage it declares; its source is named by the edition's id."""
        try:
            return read(self.raw(edition), edition.id, edition.dialect, edition.coverage)
        except CrdiffError as error:
            raise error.at(str(self.folder / edition.file)) from None

    def wordings(self, edition: model.Edition) -> Release:
        """Return an edition as the rules read: the copyist's slips, which `text` keeps, are mended."""
        return without_slips(self.text(edition))

    @property
    def titles(self) -> Mapping[str, str]:
        """The titles that we gave to clauses, by the ids of these."""
        return {**self.named, **{lineage.id: lineage.title for lineage in self.lineages}}

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
        played = {life.id: life for name in (*named, *_OF_EVERY_GAME) if (life := self.lives.lineage(name))}
        return tuple(sorted({**played, **{each.id: each for each in self.lineages}}.values(), key=lambda each: each.id))

    def lineage_of(self, release: date, number: ClauseNumber) -> Lineage[ClauseNumber] | None:
        """Return the lineage of the clause that had `number` in `release`, None where it was not recorded."""
        return next((lineage for lineage in self.lineages if lineage.number_in(release) == number), None)


def load_corpus(folder: Path | None = None, book: str = MAGIC, *, with_notes: bool = True) -> EmbeddedCorpus:
    """Return the corpus in `folder`, by default the one that comes with crdiff for a book.

    Its notes, which take longest to read, are left out unless `with_notes`. Of a book other than Magic's any file may
    be missing. Raises `CorpusError` with path and line.
    """
    lives = read_lives(folder / "lives.txt") if folder else known_lives(book)
    folder = folder or book_folder(book)
    names = read_names(folder / "names.toml") if (folder / "names.toml").is_file() else _Names()
    catalog, titles = folder / "catalog.toml", folder / "lineages.toml"
    is_whole = book == MAGIC
    editions = (read_edition(path) for path in sorted(folder.glob("editions/*/edition.toml")))
    annotations = (read_annotation(path) for path in sorted(folder.glob("annotations/*.md") if with_notes else ()))
    return EmbeddedCorpus(
        folder=folder,
        releases=read_catalog(catalog) if is_whole or catalog.is_file() else (),
        editions=tuple(sorted(editions, key=lambda edition: (edition.release, edition.id))),
        lineages=read_lineages(titles, lives) if is_whole or titles.is_file() else (),
        lives=lives,
        annotations=tuple(annotations),
        named=names.titles,
        aliases=names.aliases,
    )
