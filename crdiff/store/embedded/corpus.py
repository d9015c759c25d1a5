"""The embedded corpus: what crdiff knows before anybody gives it a text.

It is in ``corpus/`` of a checkout and in ``crdiff/embedded/`` of an installed crdiff. Its facts are loaded here as
frozen values; the text of an edition is parsed when it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches
from pathlib import Path

from crdiff.errors import CorpusError, CrdiffError, UnknownRelease
from crdiff.history.known_lives import KnownLives
from crdiff.history.lineage import Lineage
from crdiff.history.stories import AnyLineage
from crdiff.model.corpus import Annotation, Edition, KnownRelease
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Release
from crdiff.store.embedded.files import read_annotation, read_catalog, read_edition, read_lineages
from crdiff.store.embedded.lives import read_lives
from crdiff.store.texts.home import embedded_folder


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
        from crdiff.dialects.transcription import without_slips

        return without_slips(self.text(edition))

    def known_release(self, effective: date) -> KnownRelease | None:
        """Return the entry of a release in the catalog, None where it has none."""
        return next((release for release in self.releases if release.effective == effective), None)

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
