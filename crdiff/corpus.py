"""The corpus of one's own: its texts, its store, and every question to them. This is crdiff's Python interface.

with crdiff.Corpus("my-corpus") as corpus:
    corpus.add("downloads")
    print(corpus.history("507.3b").runs)
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from datetime import date
from functools import partial, wraps
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar, overload

from crdiff.errors import NoStoreError, StoreError, UnknownNumber, UnknownRelease, UnknownTitle
from crdiff.history.nearest import HOW_TO_GET, LATEST, PREVIOUS, dated, is_date, read_date
from crdiff.model.book import MAGIC
from crdiff.model.number import ClauseNumber
from crdiff.store.texts import corpus_folder
from crdiff.store.texts.books import book_for, folder_for, read_book, state_book, stated_book
from crdiff.store.texts.home import home

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from crdiff.align.alignment import Alignment, Followed
    from crdiff.align.overrides import Override
    from crdiff.changes.change import Comparison
    from crdiff.history.blame import Blame
    from crdiff.history.lineage import Lineage, Term, Use
    from crdiff.history.news import Hit, News, Passage, Size
    from crdiff.history.renumbering import Renumbering
    from crdiff.identify.check import CheckedQuotation
    from crdiff.identify.identified import Identified
    from crdiff.model.corpus import KnownRelease
    from crdiff.model.release import Release
    from crdiff.output.long_work import Progress
    from crdiff.store.archive.archive import Archive
    from crdiff.store.archive.words import KnownSentences, MappedWords
    from crdiff.store.build.build import Built
    from crdiff.store.texts.adding import Failed
    from crdiff.store.texts.fetch import Fetched, MissingReleases
    from crdiff.store.texts.folder import Added, FileMismatch, HeldText, TextFolder

_P = ParamSpec("_P")
_T = TypeVar("_T")

# Seconds to wait for another process that is bringing the same store up to date.
_PATIENCE = 120.0


def _one_at_a_time(question: Callable[Concatenate[Corpus, _P], _T]) -> Callable[Concatenate[Corpus, _P], _T]:
    """Answer one thread after another: a question is many small reads, and each would wait for the other threads."""

    @wraps(question)
    def asked(corpus: Corpus, /, *arguments: _P.args, **named: _P.kwargs) -> _T:
        with corpus._lock:  # noqa: SLF001 - of this module
            return question(corpus, *arguments, **named)

    return asked


class Corpus:
    """A folder of texts of releases, and the questions that crdiff answers about them.

    `folder` is where it lives, by default what ``$CRDIFF_HOME`` names or the platform's place for data; it is made when
    a text is added. Questions bring the store up to date with the texts first. `executor` does that work, and reads the
    texts that are added (all cores of this machine if None). `progress` is called with the pieces done and their number
    whenever something takes long: files added or fetched, batches of releases aligned. `book` names the rule book
    that is asked about, and that texts added are of, or is the path of its folder: by default it is that of the first
    text, and texts with the title of another are put beside. A
    corpus without texts answers from the facts that come with crdiff, as far as they go: `is_recorded`.

    Releases and days are asked for as dates, as ISO dates written out, by the code or the name of their set ("DOM",
    "Dominaria"), or as ``latest`` and ``previous``: the newest release held and the one before it. Answers give dates.
    Numbers are as printed ("507.3b") or as people write them ("rule 507.3b"); an old number means the clause that had
    it. In place of a number stands a place ("2003-10-01-507.3b") or a title ("Trample"). Raises `UnknownNumber` and
    `UnknownRelease`, which name the nearest ones, and `StoreError` where the store cannot be used.

    Any thread may ask questions; of those that several ask at once, one is answered after another.
    """

    def __init__(
        self,
        folder: str | Path | None = None,
        *,
        executor: Executor | None = None,
        progress: Progress | None = None,
        book: str | None = None,
    ) -> None:
        self.folder = home(folder)
        if book:
            self.folder = folder_for(self.folder, book)
        self._asked_book = book
        self._executor = executor
        self._progress = progress
        self._lock = RLock()
        self._open: dict[str, Any] = {}

    def __enter__(self) -> Corpus:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the store. The next question opens it again."""
        with self._lock:
            if "archive" in self._open:
                self.archive.close()
            self._open.clear()

    def _opened(self, name: str, made: Callable[[], _T]) -> _T:
        """Return what `made` returned when it was first asked for since the store was opened, by whatever thread."""
        with self._lock:
            if name not in self._open:
                self._open[name] = made()
            found: _T = self._open[name]
            return found

    @property
    def book(self) -> str:
        """The name of the rule book that the texts are of."""
        return stated_book(self.folder) or self._asked_book or MAGIC

    # texts

    @property
    def texts(self) -> TextFolder:
        """The texts as files."""
        from crdiff.store.texts.folder import TextFolder

        return TextFolder(self.folder)

    def add(self, *names: str | Path, failed: Failed | None = None) -> tuple[Added, ...]:
        """Add what `names` mean: files, folders of files, or patterns of names. Return the outcome for each file.

        The release is the date printed in the text. Every file is kept as it is, also one that says the same as
        another in the corpus; which one is read of a release is a choice (`choose`). A file that is not the text of a
        release is an error, which `failed` receives; without `failed` it is raised, and the files before it have been
        added.
        """
        from crdiff.store.texts.adding import add_files

        self.close()
        return tuple(add_files(self.folder, names, failed, self._progress, self._executor, book=self._asked_book))

    def remove(self, *names: str) -> tuple[HeldText, ...]:
        """Remove the texts of releases (``2009-07-11``), or single ones as they are listed (``2009-07-11.3f1c``).

        `names` are these. Return the texts removed. Raises `UnknownRelease` where the corpus lacks one of them.
        """
        from crdiff.output.lock import writing

        self.close()
        with writing(self.folder, _PATIENCE):
            dates = self._dates_of(names)  # before the first removal makes another one the latest
            return tuple(text for name in dates for text in self.texts.remove(name))

    def choose(self, name: str) -> HeldText:
        """Have one of several texts of a release read, called `name` as it is listed (``2009-07-11.3f1c``).

        The name of a release takes such a choice back. Return the text that is read now. Raises `UnknownRelease` where
        not exactly one text is called so.
        """
        from crdiff.output.lock import writing

        self.close()
        with writing(self.folder, _PATIENCE):
            return self.texts.choose(self._dates_of([name])[0])

    def _dates_of(self, names: Iterable[str]) -> tuple[str, ...]:
        """Return `names` with ``latest`` and ``previous`` replaced by the dates of the releases of the corpus."""
        held = [text.release for text in self.texts.chosen()]
        return tuple(dated(str(self._dated(name)), held) for name in names)

    def fetch(
        self,
        since: str | None = None,
        *,
        url: str | None = None,
        timeout: float = 30.0,
        limit: float = 300.0,
        pause: float = 1.0,
    ) -> tuple[Fetched, ...]:
        """Fetch and add the releases that are not held, from the addresses in the catalog, one at a time.

        `since` leaves out older ones. With `url` that file is fetched and no other; its release is the date printed in
        it. `timeout` is in seconds without data, `limit` in seconds for a whole file, `pause` in seconds between two
        requests. What could not be fetched, or has no known address, is among what is returned.
        """
        from crdiff.store.texts.fetch import Patience, WantedFile, fetch, without_address

        self.close()
        if self.book != (stated_book(self.folder) or MAGIC) and not corpus_folder.listing(self.folder):
            state_book(self.folder, self.book)
        absent = self._missing(since)
        wanted = (WantedFile("", url),) if url else absent.wanted
        patience = Patience(timeout, limit)
        fetched = tuple(fetch(self.folder, wanted, patience=patience, pause=pause, progress=self._progress))
        book = read_book(self.book)
        return fetched if url else (*fetched, *(without_address(each, book) for each in absent.unaddressed))

    def no_longer_published(self, since: str | None = None) -> tuple[str, ...]:
        """Return the releases that are not held and are older than all that the publisher still offers.

        `since` leaves out older ones.
        """
        return self._missing(since).gone

    def _missing(self, since: str | None) -> MissingReleases:
        from crdiff.store.texts.fetch import missing_releases

        day = self._dates_of([since])[0] if since else ""
        return missing_releases(self.folder, self.known(), read_date(day).isoformat() if day else "")

    def known(self) -> tuple[KnownRelease, ...]:
        """Return the catalog of all releases that were published: the one in the folder, else the embedded one.

        The names that were given with `name_release` are in it. It is read once, until the store is closed.
        """
        return self._opened("known", partial(corpus_folder.known_releases, self.folder))

    def name_release(self, release: str | date, *, name: str | None = None, code: str | None = None) -> KnownRelease:
        """Write down `name` and `code` of the set that `release` came with; return the release as it is known now.

        None leaves one as it is, an empty text takes it back. Raises `UnknownRelease` for a release that is neither
        in the catalog nor in the corpus, and `CorpusError` for what cannot be a name or a code.
        """
        from crdiff.output.lock import writing

        (day,) = self._dates_of([str(self._dated(release))])
        with writing(self.folder, _PATIENCE):
            corpus_folder.give_name(self.folder, day, name, code)
        self._open.pop("known", None)
        return next(each for each in self.known() if each.effective == date.fromisoformat(day))

    @overload
    def _dated(self, asked: str | date) -> str | date: ...

    @overload
    def _dated(self, asked: str | date | None) -> str | date | None: ...

    def _dated(self, asked: str | date | None) -> str | date | None:
        """Return the release of the set whose code or name is `asked`; a date, or anything else, as it is."""
        if not isinstance(asked, str) or asked in {LATEST, PREVIOUS} or is_date(asked):
            return asked

        return corpus_folder.release_called(asked, self.known()) or asked

    @_one_at_a_time
    def in_force(self, day: str | date, *, numbers: bool = False) -> tuple[date, date]:
        """Return the release that answers for `day`, and the one that was in force then by the catalog.

        Questions about `numbers` are answered for known releases whose texts are not held, too.
        """
        day = self.archive.day(self._dated(day))
        archive = self.archive
        held = archive.dates[archive.position_at(day) if numbers else archive.text_at(day)]
        return held, max((release for release in self._catalog() if held < release <= day), default=held)

    def _catalog(self) -> tuple[date, ...]:
        return tuple(release.effective for release in self.known())

    def verify(self) -> tuple[FileMismatch, ...]:
        """Return every file that is not as it was added, the store among them."""
        from crdiff.store.archive.integrity import check_store

        return (*self.texts.verify(), *check_store(self.folder))

    def release(self, release: str | date) -> Release:
        """Return the text of `release`, parsed."""
        from crdiff.dialects.registry import read

        text = self.texts.text_of(str(self._dated(release)))
        return read(self.texts.read_bytes(text), text.name, book=book_for(self.book))

    def diff(self, old: str | date, new: str | date) -> Comparison:
        """Return everything that changed from `old` to `new`; the alignment respects decisions by hand on the two."""
        from crdiff.changes.compare import compare

        return compare(self.align(self.release(old), self.release(new)))

    def align(self, old: Release, new: Release) -> Alignment:
        """Return the alignment of the texts `old` and `new`, held or not, by all that is known of the two."""
        from crdiff.align.engine import align_releases

        with self.decisions(old, new) as found:
            return align_releases(old, new, found, self.jump(old, new), self._stand_in(old))

    def decisions(self, old: Release, new: Release) -> AbstractContextManager[tuple[Override, ...]]:
        """Give what was decided by hand on `old` and `new`, nothing of an excerpt: it has only some of the clauses."""
        texts = (old, new)
        is_whole = all(text.effective and text.coverage.is_whole and text.book == self.book for text in texts)
        return corpus_folder.decisions(self.folder, old.name, new.name) if is_whole else nullcontext(())

    def _stand_in(self, text: Release) -> Release | None:
        """Return the newest whole text held before `text` where that breaks off, None for a whole one."""
        if not text.missing or text.book != self.book:
            return None
        older = [each for each in self.texts.chosen() if each.release < text.name and not each.identity.breaks_off]
        return self.release(older[-1].release) if older else None

    def jump(self, old: Release, new: Release) -> Followed | None:
        """Return what became of the clauses of `old` in `new` through the releases between; `align_releases` takes it.

        The lineages of the corpus tell; where the store is not up to date, the known lives alone.
        None where no release is known to be between the two, and for a text that has only a part of the rules.
        """
        from crdiff.store.embedded.lives import known_dates, known_jump, known_lives

        if not (old.coverage.is_whole and new.coverage.is_whole and old.book == new.book):
            return None
        if old.book != self.book:
            return known_jump(old, new)
        first, last = sorted(text.effective or date.max for text in (old, new))
        held = {name[:10] for name in corpus_folder.listing(self.folder)}
        if not any(str(first) < day < str(last) for day in held.union(map(str, known_dates(self.book)))):
            return None  # most comparisons are of neighbours
        try:
            if self.is_recorded or not self._is_at_hand:
                return known_jump(old, new)
            from crdiff.history.far_jumps import Jumps

            return Jumps(self.archive, partial(known_lives, self.book), self._held, self._align_neighbours).between(
                old, new
            )
        except StoreError:  # two texts can be compared without it
            return known_jump(old, new)

    def _held(self, day: date) -> Release | None:
        held = {text.release for text in self.texts.chosen()}
        return self.release(day) if str(day) in held else None

    def _align_neighbours(self, old: Release, new: Release) -> Alignment:
        from crdiff.align.engine import align_releases

        with self.decisions(old, new) as found:
            return align_releases(old, new, found)

    # the store

    @_one_at_a_time
    def build(self, *, rebuild: bool = False) -> Built:
        """Bring the store up to date and return what that took; `rebuild` makes it anew."""
        from crdiff.store.build.build import build

        self.close()
        built = build(self.folder, executor=self._executor, progress=self._progress, rebuild=rebuild)
        if built.releases:
            _ = self.words
        return built

    @property
    def is_recorded(self) -> bool:
        """Whether there are no texts, so that the answers come from the facts that come with crdiff."""
        return not corpus_folder.listing(self.folder)

    @property
    def archive(self) -> Archive:
        """The store, up to date with the texts and open for reading."""
        return self._opened("archive", lambda: self._recorded() if self.is_recorded else self._current())

    def _recorded(self) -> Archive:
        from crdiff.store.build.recorded import recorded_archive

        _ = self.known_to  # without facts there is nothing to answer from
        return recorded_archive(book=self.book)

    @property
    def _is_at_hand(self) -> bool:
        """Whether the store is up to date with the texts, so that asking it builds nothing."""
        with self._lock:
            if "archive" not in self._open and (found := self._as_it_is()):
                self._open["archive"] = found
            return "archive" in self._open

    def _as_it_is(self) -> Archive | None:
        """Return the archive where it is up to date with the texts. Other code than built it reads it as it is."""
        from crdiff.store.archive.archive import Archive

        try:
            archive = Archive.open(self.folder / corpus_folder.STORE)
        except NoStoreError:
            return None
        if corpus_folder.read_state(archive.state).texts == corpus_folder.state_of(self.folder).texts:
            return archive
        archive.close()
        return None

    def _current(self) -> Archive:
        """Return the archive, built first where the texts have changed since."""
        if found := self._as_it_is():
            return found
        from crdiff.store.archive.archive import Archive
        from crdiff.store.build.build import build

        build(self.folder, executor=self._executor, progress=self._progress, patience=_PATIENCE)
        return Archive.open(self.folder / corpus_folder.STORE)

    def _read_words(self) -> MappedWords | KnownSentences:
        if self.is_recorded:
            from crdiff.store.archive.words import KnownSentences

            return KnownSentences(self.book)
        from crdiff.store.archive.words import words_beside

        return words_beside(self.archive)

    @property
    def words(self) -> MappedWords | KnownSentences:
        """What tells which rules a text quotes: the index of all wordings of the texts, made where the store has none.

        Its only method that a program needs is `identify`. It is pickled as the address of a file, so that a map over
        documents may send it to any process that can read that file; without texts, it needs crdiff alone.
        """
        return self._opened("words", self._read_words)

    def identify(self, text: str, as_of: str | date | None = None, *, with_hints: bool = False) -> Identified:
        """Return which clauses and glossary entries `text` quotes, of which releases, and with what slips.

        With `as_of` slips and numbers are told against the release in force on that day.
        Without texts whole sentences without a slip are found, by the facts that come with crdiff. `with_hints` tells
        too what the text says in outdated words without quoting them; it raises `UsageError` without texts.
        """
        day = self.in_force(as_of, numbers=self.is_recorded)[0] if as_of else None
        return self.words.identify(text, day, with_hints=with_hints)

    def check(self, number: str, quotation: str, day: str | date | None = None) -> CheckedQuotation:
        """Return whether the clause that has `number` on that `day` says `quotation`; by default in the newest release.

        It is the number of that day: a clause that had it before is not meant. A term means the glossary entry called
        so, another title or a place the clause that it names, by whatever number. For a day after the newest release
        known the answer stands on that release, and says so. Without the text of that day whole sentences without a
        slip are found, by the facts that come with crdiff.
        """
        known = self.archive.dates
        on = known[-1] if day is None else self.archive.day(self._dated(day))
        release = known[max(0, bisect_right(known, on) - 1)]
        return self.words.check(quotation, self._called_on(release, number), on)

    def _called_on(self, release: date, written: str) -> str:
        """Return the number, or the term, that a clause or a glossary entry has in a release, as printed."""
        from crdiff.history.asked import read_asked

        asked = read_asked(written, self.archive.numbers)
        if isinstance(asked, ClauseNumber):
            return str(asked)
        entry = self._entry_named(asked, None) if isinstance(asked, str) else None
        lineage = entry or self.history(written)
        return str(lineage.number_in(release) or lineage.runs[-1].number)

    @property
    def note(self) -> str:
        """A line for a person who asks: that another version of crdiff built the store; "" where nothing is to be said.

        Questions read such a store as it is. `build` brings it up to date.
        """
        from crdiff.store.archive.index import built_by_another

        return built_by_another(self.folder)

    # questions

    @property
    def releases(self) -> tuple[date, ...]:
        """The releases held, oldest first; without texts, those that the facts tell of."""
        return self.archive.held or self.archive.dates

    @property
    def known_to(self) -> date:
        """The newest release held; without texts, the newest one that the facts know all of their clauses in."""
        from crdiff.store.embedded.lives import known_dates

        if not self.is_recorded:
            return self.archive.newest_held
        if not (known := known_dates(self.book)):
            raise UnknownRelease(f"no text of the book {self.book} is held", remedy=f"add some with {HOW_TO_GET}")
        return known[-1]

    @_one_at_a_time
    def history(self, number: str, at: str | date | None = None) -> Lineage[ClauseNumber | Term]:
        """Return the lineage of the clause that had `number` on the day `at`, by default in the newest release with it.

        Where no clause has the title asked for, it is that of the glossary entry called so; ``Trample (glossary)``
        means the entry, even where a clause has that title.
        """
        day = self._dated(at)
        try:
            return self.archive.lineage(self.archive.find(number, day))
        except UnknownTitle as error:
            found = self._entry_named(number, day)
            if found is None:
                raise error from None
            return found

    @_one_at_a_time
    def entry(self, term: str, at: str | date | None = None) -> Lineage[Term]:
        """Return the lineage of the glossary entry that had `term` on the day `at`, by default in the newest release.

        Raises `UnknownNumber` where no entry was ever called so.
        """
        found = self._entry_named(term, self._dated(at))
        if found is None:
            raise UnknownNumber(f"no glossary entry is called {term!r}", f"words to look for: 'crdiff search {term}'")
        return found

    def _entry_named(self, term: str, at: str | date | None) -> Lineage[Term] | None:
        from crdiff.store.archive.entries import entry_named

        return entry_named(self.archive, term.removesuffix(" (glossary)"), at)

    def entries(self) -> Iterator[Lineage[Term]]:
        """Yield the lineage of every glossary entry there ever was, in the order in which they came."""
        from crdiff.store.archive.entries import ArchiveAtOnce, Entries

        return Entries(ArchiveAtOnce(self.archive)).lineages()

    def lineages(self) -> Iterator[Lineage[ClauseNumber]]:
        """Yield the lineage of every clause there ever was, in the order of their ids."""
        from crdiff.store.archive.entries import ArchiveAtOnce

        archive = ArchiveAtOnce(self.archive)
        return (archive.lineage(index) for index in archive.lineages())

    @_one_at_a_time
    def number(self, number: str) -> tuple[Use, ...]:
        """Return what `number` meant and when, oldest first."""
        return self.archive.uses(number)

    @_one_at_a_time
    def show(
        self,
        number: str | None = None,
        at: str | date | None = None,
        *,
        outline: bool = False,
        limit: int | None = None,
    ) -> Passage:
        """Return the clause `number` and all under it as they read on the day `at`, by default in the newest release.

        Without a number, return the whole release; with `outline` only what stands directly under it, each clause by
        its title or first words. `limit` is how many clauses there are at most.
        """
        from crdiff.store.archive.questions import passage

        found = passage(self.archive, number, self._dated(at))
        found = found.outlined() if outline else found
        return found if limit is None else found.limited(limit)

    @_one_at_a_time
    def blame(self, number: str, at: str | date | None = None) -> Blame[ClauseNumber | Term]:
        """Return the sentences that `number` has on the day `at`, each with the release that brought it.

        By default as its last text has them. A name means what it means to `history`. Raises `UnknownNumber` where the
        clause or entry is not in force that day, and `UnknownRelease` where the corpus lacks its text of that day.
        """
        from crdiff.store.archive.questions import blamed, last_held

        day = self._dated(at)
        release = self.archive.dates[self.archive.text_at(day)] if day else None
        lineage = self.history(number, release)
        return blamed(self.archive, lineage, release or last_held(lineage), number)

    @_one_at_a_time
    def renumbering(self, old: str | date, new: str | date, *, check: bool = True) -> Renumbering:
        """Return the number in `new` for every one in `old`; with `check`, also what aligning the two texts says."""
        from crdiff.store.archive.questions import renumbering

        archive = self.archive
        composed = renumbering(archive, *(archive.position_of(self._dated(each)) for each in (old, new)))
        held = {text.release for text in self.texts.chosen()}
        if not check or not held.issuperset((str(composed.old), str(composed.new))):
            return composed
        from crdiff.history.renumbering import fused

        return fused(composed, self.align(self.release(composed.old), self.release(composed.new)))

    @_one_at_a_time
    def news(self, since: str | date, *within: str, until: str | date | None = None, limit: int | None = None) -> News:
        """Return what releases after the one in force on the day `since` changed, under the numbers `within`.

        With `until` no release after that day counts. Names of clauses and glossary entries may stand among the
        numbers. `limit` is how many changes to read there are at most, those of the newest releases first.
        """
        from crdiff.store.archive.questions import news

        found = news(self.archive, self._dated(since), within, self._catalog(), self._dated(until))
        return found if limit is None else found.limited(limit)

    @_one_at_a_time
    def search(
        self, words: str, at: str | date | None = None, *, ever: bool = False, most: int = 20
    ) -> tuple[Hit, ...]:
        """Return the clauses with all `words` on the day `at` (by default in the newest release), or with them `ever`.

        The best come first, at `most` so many. Words in double quotes must follow one another.
        """
        from crdiff.store.archive.questions import search

        position = None if ever else self.archive.text_at(self._dated(at))
        return search(self.archive, words, position, most)

    @_one_at_a_time
    def stats(self) -> tuple[Size, ...]:
        """Return the figures of every release held or known, oldest first."""
        from crdiff.store.archive.questions import sizes

        return sizes(self.archive)
