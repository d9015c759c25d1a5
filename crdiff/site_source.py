"""What a site is made from, read: the contents of an archive, and what comes with crdiff."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path

from msgspec.structs import replace

from crdiff.checks.inputs import known_timeline
from crdiff.cite.cited_by import CitationList, index_citations, read_citations
from crdiff.corpus import Corpus
from crdiff.errors import CorpusError
from crdiff.game.rules import RuleSet
from crdiff.history.lineage import Lineage
from crdiff.identify.identified import Identified
from crdiff.importers.page import read_page
from crdiff.model.book import MAGIC
from crdiff.model.number import ClauseNumber
from crdiff.output.garbage_collection import garbage_collection_paused
from crdiff.pages.archive_index import ArchiveIndex, CheckResults, with_recorded
from crdiff.pages.lives import Lives
from crdiff.pages.render import Prose
from crdiff.store.archive.site_contents import SiteContents, read_contents
from crdiff.store.archive.state import MANIFEST, TEXTS, listing
from crdiff.store.archive.words import WORDS, words_beside
from crdiff.store.build.recorded import recorded_archive
from crdiff.store.embedded.corpus import EmbeddedCorpus
from crdiff.store.embedded.editions import compare_editions, edition_texts
from crdiff.store.embedded.known_sentences import KnownSentences
from crdiff.store.text_file import read_raw
from crdiff.store.texts.books import book_folder, book_of
from crdiff.trace.engines import EngineResults, PlayedEngine, played_engines
from crdiff.trace.following import gather_lineages
from crdiff.trace.switches import rule_set


def contents_of(folder: Path | None, embedded: EmbeddedCorpus) -> SiteContents:
    """Return the contents of the texts in `folder`, its store brought up to date first; without one, of `embedded`.

    Raises `CorpusError` where the folder holds no text, and `StoreError` where the store cannot be used.
    """
    if folder is None:
        with recorded_archive(embedded, excerpt=True) as archive:
            return read_contents(archive, known=embedded.releases)
    with garbage_collection_paused(), Corpus(folder) as corpus:
        if corpus.is_recorded:
            raise CorpusError("holds no text of a release", "some added with 'crdiff corpus add'", path=str(folder))
        has_all = frozenset(embedded.lives.dates) <= frozenset(corpus.releases)
        words = words_beside(corpus.archive) if has_all else None
        return read_contents(corpus.archive, corpus.texts.chosen(), corpus.known(), words)


def files_of(folder: Path | None) -> tuple[Path, ...]:
    """Return every file that `contents_of` and `index_site` read, the store of the corpus brought up to date first.

    The texts themselves are not among them: the store was made from them, and their manifests name what they hold. Nor
    is the index of words, which whoever first asks it makes from the store: reading would change what was read.
    """
    files = [*book_folder(book_of(folder) if folder else MAGIC).rglob("*")]
    if folder and listing(folder):
        with Corpus(folder) as corpus:
            corpus.archive.close()
        files += [each for each in folder.iterdir() if each.name != WORDS]
        files += (folder / TEXTS).glob(f"*{MANIFEST}")
    return tuple(sorted(path for path in files if path.is_file()))


def index_site(
    contents: SiteContents,
    embedded: EmbeddedCorpus,
    prose: Iterable[Prose] = (),
    checks: CheckResults | None = None,
    citations: Mapping[str, CitationList] | None = None,
    *,
    engines: Sequence[EngineResults] = (),
) -> ArchiveIndex:
    """Return `contents` indexed for their pages, with what `embedded` adds, the hand-written pages and the checks.

    `citations` are lists of those of repositories, by the names of these; `engines` are the results of these.
    """
    texts = edition_texts(embedded)
    archive = ArchiveIndex(
        contents=contents,
        editions=texts,
        comparisons=compare_editions(embedded, texts),
        identified=_identified(contents, embedded),
        annotations=embedded.annotations,
        stories=embedded.annotations,
        prose=tuple(sorted(prose, key=lambda page: page.path)),
        checks=checks,
        elsewhere=_elsewhere(contents, embedded) if contents.is_recorded else {},
        terms=tuple(_terms(embedded)) if contents.is_recorded else (),
        known_lives=embedded.lives,
    )
    made = with_recorded(archive, embedded.titles, embedded.noted())
    made = replace(made, rule_sets=_rule_sets(made, embedded) if contents.book == MAGIC else {})
    if citations:
        made = replace(made, citations=index_citations(citations.items(), made.lineages.get, made.release_after))
    return replace(made, engines=_engines(engines, made, embedded)) if engines else made


def _rule_sets(lives: Lives, embedded: EmbeddedCorpus) -> dict[date, RuleSet]:
    """Return how the game model plays in every release: by the texts of the archive, else by what is recorded."""
    known = embedded.checked_lineages
    clauses = [lives.lineages.get(each.id, each) for each in known]
    timeline = gather_lineages(lives.contents.dates, clauses, embedded.titles)
    return {release: rule_set(timeline, release) for release in {*embedded.lives.dates, *lives.contents.dates}}


def _identified(contents: SiteContents, embedded: EmbeddedCorpus) -> dict[str, Identified]:
    """Return what the editions quote, by their ids: told by the texts where all releases known are held.

    The texts of a few releases would date a passage by the nearest of those few.
    """
    identify = (contents.words or KnownSentences(contents.book)).identify
    return {each.id: identify(read_page(embedded.raw(each), each.file).text) for each in embedded.editions}


def _engines(engines: Iterable[EngineResults], lives: Lives, embedded: EmbeddedCorpus) -> tuple[PlayedEngine, ...]:
    """Return the results of engines by the clauses of `archive`, as they stand in its newest release."""
    known, contents = known_timeline(), lives.contents
    if not lives.is_recorded and lives.newest not in known.releases:
        known = gather_lineages(contents.dates, contents.lineages, embedded.titles)
    return tuple(played_engines(engines, known, lives.newest))


def read_citation_lists(files: Iterable[str]) -> dict[str, CitationList]:
    """Return the lists of citations in `files` by the names of their repositories, else those of the files.

    Raises `CorpusError` where a file is none, and for two lists of one repository.
    """
    lists: dict[str, CitationList] = {}
    for file in map(Path, files):
        try:
            raw = read_raw(file)
        except OSError as error:
            what = f"the list of citations cannot be read ({error.strerror})"
            raise CorpusError(what, "a file that 'crdiff cite list --format json' wrote", path=str(file)) from None
        listed = read_citations(raw, str(file))
        name = listed.repository or file.stem
        if name in lists:
            raise CorpusError(f"a second list of the repository {name}", "one for each repository", path=str(file))
        lists[name] = listed
    return lists


def _elsewhere(contents: SiteContents, embedded: EmbeddedCorpus) -> dict[str, Lineage[ClauseNumber]]:
    """Return the known lives that `contents` lack, by their ids."""
    shown = {lineage.id for lineage in contents.lineages}
    ids = (thread.id for thread in embedded.lives.clauses if thread.id not in shown)
    return {lineage: life for lineage in ids if (life := embedded.lives.lineage(lineage))}


def _terms(embedded: EmbeddedCorpus) -> Iterator[tuple[str, date, date | None]]:
    """Yield the terms of every glossary entry known: (newest term, first release with it, last one or None)."""
    dates = embedded.lives.dates
    for thread in embedded.lives.entries:
        first, newest = thread.stays[0], thread.stays[-1]
        last = None if newest.last == len(dates) - 1 else dates[newest.last]
        yield newest.number, dates[first.first], last
