"""Read what executable checks need: the timeline, reviews, and the scope."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

from msgspec.structs import replace

from crdiff.changes.change import Part
from crdiff.corpus import Corpus
from crdiff.dialects.registry import read
from crdiff.errors import CorpusError, CrdiffError, UnknownRelease, UsageError
from crdiff.model.book import MAGIC
from crdiff.model.release import Release
from crdiff.output.atomic_file import write_whole
from crdiff.output.long_work import garbage_collection_paused
from crdiff.store.archive.archive import Archive
from crdiff.store.archive.schema import WORDING
from crdiff.store.embedded.corpus import load_corpus
from crdiff.store.embedded.lives import known_lives
from crdiff.store.text_file import read_raw, read_text
from crdiff.store.texts.home import Chosen
from crdiff.trace.beside import Review, Scope, read_reviews, read_scope, write_reviews
from crdiff.trace.engines import EngineResults, read_engine_results, require_distinct
from crdiff.trace.following import entry_wording, followed, gather, gather_lineages, with_release
from crdiff.trace.timeline import Timeline, Wording

_T = TypeVar("_T")
# The file beside the checks with the wordings that they were reviewed against.
REVIEWED = "reviewed.toml"
# The file beside the checks with the clauses that they set out to cover.
SCOPE = "scope.toml"


def timeline_of(corpus: Chosen) -> Timeline:
    """Return the timeline of a corpus that was chosen. Raises `CrdiffError` where it cannot be read or is empty."""
    return timeline_of_folder(corpus.folder) if corpus.folder else embedded_timeline()


def embedded_timeline() -> Timeline:
    """Return the lineages and wordings of the embedded corpus. Raises `CorpusError` where it cannot be read."""
    corpus = load_corpus()
    return _of_texts((edition.release, corpus.text(edition)) for edition in corpus.editions)


def known_timeline() -> Timeline:
    """Return the clauses of all releases that crdiff knows, without a text of any."""
    lives = known_lives()
    return Timeline(lives.dates, tuple(life for each in lives.clauses if (life := lives.lineage(each.id))), {})


def clauses_known(corpus: Chosen) -> Timeline:
    """Return what the tests of an engine are looked up in: all that is known, or a corpus with more releases."""
    if corpus.folder:
        with Corpus(corpus.folder) as held:
            known = set(known_lives().dates) if held.book == MAGIC else set()
            has_more = not held.is_recorded and not set(held.releases) <= known
        if has_more:
            return timeline_of_folder(corpus.folder)
    return known_timeline()


def timeline_of_folder(name: str | Path) -> Timeline:
    """Return the timeline of a folder: a corpus with its lineages, or official texts with those that crdiff records.

    Raises `CrdiffError` where a text or the store cannot be read, or the folder holds none.
    """
    corpus = Corpus(name)
    if corpus.book != MAGIC:
        raise UsageError(f"there are no checks of the book {corpus.book}", f"a corpus of the book {MAGIC}")
    if corpus.is_recorded:
        return _of_texts(_texts_in(Path(name)))
    with corpus, garbage_collection_paused():
        return gather_lineages(corpus.releases, corpus.lineages(), load_corpus().titles, _glossary(corpus.archive))


def read_engines(files: Iterable[str]) -> tuple[EngineResults, ...]:
    """Return the results in files. Raises `CorpusError` where one is none, and for two of one engine and release."""
    found: list[EngineResults] = []
    for file in files:
        try:
            raw = read_raw(Path(file))
        except OSError as error:
            what = f"the results cannot be read ({error.strerror})"
            raise CorpusError(what, "a file that 'crdiff checks import' wrote", path=file) from None
        found.append(read_engine_results(raw, file))
    return require_distinct(found)


def reviews_beside(folder: Path) -> tuple[Review, ...]:
    """Return the reviews recorded for the checks in `folder`; none without a file. Raises `CorpusError`."""
    return _beside(folder / REVIEWED, read_reviews, ())


def _beside(path: Path, reading: Callable[[str], _T], otherwise: _T) -> _T:
    if not path.is_file():
        return otherwise
    try:
        return reading(read_text(path))
    except CrdiffError as error:
        raise error.at(str(path)) from None


def save_reviews(folder: Path, reviews: Iterable[Review]) -> Path:
    """Write the reviews of the checks in `folder` beside them; return the file."""
    path = folder / REVIEWED
    write_whole(path, write_reviews(reviews).encode())
    return path


def scope_beside(folder: Path) -> Scope:
    """Return what the checks in `folder` set out to cover, nothing in particular without a file.

    Raises `CorpusError`.
    """
    return _beside(folder / SCOPE, read_scope, Scope())


def _texts_in(folder: Path) -> list[tuple[date, Release]]:
    texts = [read(path.read_bytes(), path.name) for path in sorted(folder.glob("*.txt"))]
    dated = [(text.effective, text) for text in texts if text.effective]
    if not dated:
        raise UnknownRelease(f"no text of a release in {folder}", "a corpus, or a folder of official .txt files")
    return dated


def _of_texts(texts: Iterable[tuple[date, Release]]) -> Timeline:
    """Return the recorded clauses with their wordings in `texts`, followed into the releases that the record lacks."""
    from crdiff.changes.compare import compare_releases  # a folder of texts that the record knows needs no comparison

    corpus = load_corpus()
    held = sorted(texts, key=lambda text: text[0])
    timeline = gather(corpus.checked_lineages, (each for each in held if each[0] in corpus.lives.dates))
    for (before, old), (release, new) in pairwise(held):
        if release not in timeline.releases:
            timeline = with_release(followed(timeline, compare_releases(old, new), before, release), release)
    return timeline


def _glossary(archive: Archive) -> dict[date, dict[str, Wording]]:
    """Return the wording of each glossary entry in each release of an archive, by the newest name of its term."""
    found: dict[date, dict[str, Wording]] = {release: {} for release in archive.dates}
    changes = [(position, one) for position in range(len(archive.dates)) for one in archive.changes(position)]
    entries = [(position, one) for position, one in changes if one.part == Part.GLOSSARY]
    reworded = {(position, one.new) for position, one in entries if one.review}
    became = {(position, one.old): one.new for position, one in entries if one.old and one.new}
    names: dict[tuple[int, str], str] = {}
    entries_in_time = "entry LEFT JOIN wording ON wording.id = entry.wording ORDER BY last DESC"
    for term, first, last, *columns in archive.rows(f"SELECT term, first, last, {WORDING} FROM {entries_in_time}"):
        said = archive.said_in(columns)
        text = said.text if said else ""
        name = names.get((last + 1, became.get((last + 1, term), term)), term)
        # where no two texts show how it began, nobody knows that its words stayed the same
        is_shown = archive.facts is None or archive.releases[first].is_step
        since = entry_wording(text, is_mechanical=is_shown and (first, term) not in reworded)
        later = replace(since, is_mechanical=True)
        inside = range(first, last + 1)
        begun = next((position for position in inside if archive.releases[position].text), first)
        for position in inside:
            names[position, term] = name
            found[archive.dates[position]][name] = since if position == begun else later
    return found
