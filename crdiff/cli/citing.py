"""What the commands on citations have in common: reading a tree, and judging it."""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from functools import cache, cached_property, partial
from pathlib import Path

import click
from msgspec import Struct
from msgspec.structs import replace

from crdiff.cite.checking import CheckedNumber, CheckedTree, CiteChecker, CitingText
from crdiff.cite.citation import TextPlaces
from crdiff.cite.editing import EditScope, TextUpdate, settled_updates
from crdiff.cite.evidence import ClauseWords, Said
from crdiff.cite.marks import pinned_release
from crdiff.cite.numbering import Numbering
from crdiff.cite.scan import Scanner
from crdiff.cite_tree import reading
from crdiff.cite_tree.files import SIZE_MAX, Unread, files_of, is_read, is_text, matching
from crdiff.cite_tree.git import blamed, bring, commit_of, contents, files_in, first_day, older_files
from crdiff.cite_tree.kept import Remembered, remembered
from crdiff.cli.options import FILE, RELEASE, Decorator, asked_corpus, asks_corpus, gathered, option
from crdiff.cli.output import Output
from crdiff.cli.project_settings import CiteSettings, find_cite_settings
from crdiff.cli.texts import GIT, from_here
from crdiff.corpus import Corpus
from crdiff.errors import UsageError
from crdiff.history.nearest import LATEST, PREVIOUS, day_named, is_date
from crdiff.output.long_work import garbage_collection_paused
from crdiff.reports.cite import JudgedBy, judged_by
from crdiff.store.embedded.lives import known_lives

AUTO = "auto"
BLAME = "blame"
# Citations with a prefix that a tree must have for a number alone to be one, by what the settings say.
_BARE = {"auto": 5, "never": None, "always": 0}
# Files left out that are named; further ones are counted.
_LEFT_OUT_MAX = 5

# Whether a file stays of a release, and which.
_Frozen = tuple[Callable[[str], bool], date]


class CiteQuestion(Struct, frozen=True):
    """What a command was asked: paths to read, the release to judge by, the one written for, and the corpus."""

    paths: tuple[str, ...]
    at: str | None
    since: str = AUTO
    corpus: str | None = None
    cache: str | None = None


def asks_citations(at_said: str = "Judge by this release.", *, has_since: bool = True) -> Decorator:
    """Add ``PATH...``, ``--at``, ``--from`` and ``--corpus``; the command gets them as one `question`.

    Without `has_since` there is no ``--from``.
    """
    since_said = (
        "The release that citations are written for; 'auto': found out from them; 'blame': also from the day on"
        " which git says that their line was written."
    )
    return gathered(
        "question",
        CiteQuestion,
        click.argument("paths", metavar="[PATH]...", nargs=-1, type=FILE, callback=_from_here),
        option("--at", at_said, type=RELEASE),
        *([option("--from since", since_said, default=AUTO, show_default=True, type=RELEASE)] if has_since else []),
        asks_corpus,
    )


def _from_here(_context: click.Context, _argument: click.Parameter, paths: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(from_here, paths))  # an annotation of a pull request names a file by its path in the repository


class CiteJudge(Struct, frozen=True, dict=True):
    """Reads trees and judges them, all by the same release; `folder` is in the repository that knows their age."""

    numbering: Numbering
    at: int
    presumed: int | None
    corpus: Corpus
    settings: CiteSettings
    output: Output
    is_blamed: bool
    is_ahead: Callable[[str], bool]
    facts: str
    folder: str = "."
    paths: tuple[str, ...] = ()
    cache: str | None = None

    @cached_property
    def words(self) -> ClauseWords | None:
        """The words of the clauses, read when they are first asked for; None where no texts are held."""
        return reading.words_of_clauses(self.corpus, self.numbering)

    @property
    def said(self) -> Said | None:
        """What gives the wordings of clauses, None where no texts are held."""
        return self.words.said if self.words else None

    def in_folder(self, folder: Path, since: str) -> CiteJudge:
        """Return what judges by the settings of a folder, for citations written for the release `since`."""
        settings = find_cite_settings(folder)
        written = presumed(self.numbering.dates, since, settings)
        return replace(self, settings=settings, presumed=written, folder=str(folder))

    @cached_property
    def _begun(self) -> int | None:
        """The release in force on the day of the first commit, None where git does not know that day."""
        day = first_day(self.folder)
        return self.numbering.position(day) if day else None

    @cached_property
    def _remembered(self) -> Remembered:
        """What is known of texts from runs before; of another question it is of no use."""
        settings = self.settings
        line = b"" if self.corpus.is_recorded else self.corpus.archive.line
        rests_on = line, self.facts, self.at, self.presumed, settings.prefixes, settings.identifiers
        found = remembered(rests_on, [os.fsencode(Path(path).resolve()) for path in self.paths or (".",)], self.cache)
        if found.complaint:
            self.output.note(f"crdiff: {found.complaint}")
        return found

    @cached_property
    def _reader(self) -> reading.TextReader:
        scanner = Scanner(self.settings.prefixes, identifiers=self.settings.identifiers)
        return reading.TextReader(scanner, self._remembered, marks_passages=not self.corpus.is_recorded)

    def _read(self, paths: Sequence[str], files: Iterable[str] | None = None) -> ReadTexts:
        """Return the texts under `paths` that cite something; ``git:REV`` and ``git:REV:path`` are read from git.

        `files` are those under the others of them, where they are known.
        """
        read, reader = reading.TreeRead(), self._reader
        texts: list[CitingText] = []
        for path in paths:
            if path.startswith(GIT):
                found = reading.read_texts(_texts_in_git(path, self.settings), reader, read)
                texts += self._texts(found, path.removeprefix(GIT).partition(":")[0])
        texts += self._texts(reading.read_tree(self._files(paths) if files is None else files, reader, read))
        return ReadTexts(tuple(texts), read)

    def _files(self, paths: Sequence[str]) -> Iterable[str]:
        on_disk = [path for path in paths or (".",) if not path.startswith(GIT)]
        found = files_of(on_disk, is_read(self.settings.exclude, self.settings.top))
        own = Path(self.cache).resolve() if self.cache else None
        return (name for name in found if own is None or not name.endswith(own.name) or Path(name).resolve() != own)

    def _texts(self, files: Iterable[CitingText], revision: str = "") -> Iterable[CitingText]:
        """Return files as they are judged, with the days of their lines where that was asked for."""
        frozen = _frozen(self.settings)
        texts = [_citing_text(file, self.numbering, frozen) for file in files]
        if not self.is_blamed:
            return texts

        return blamed(texts, self.numbering, revision)

    def judged_added(self, paths: Sequence[str], added: Iterable[str]) -> JudgedTree:
        """Return those of the files `added` to, under `paths`, judged."""
        wanted = is_read(self.settings.exclude, self.settings.top)
        near = [path.removeprefix("./").rstrip("/") for path in paths if path not in {".", "./"}]
        meant = [
            name
            for name in sorted(added)
            if wanted(name) and (not near or any(name == path or name.startswith(f"{path}/") for path in near))
        ]
        return self._judged(self._read((), meant))

    def judged(self, paths: Sequence[str]) -> JudgedTree:
        """Return what is under `paths` judged."""
        with garbage_collection_paused():
            judged = self._judged(self._read(paths))
            self._remembered.keep()
        return judged

    def judged_once(self) -> JudgedTree:
        """Return what is in the folder judged, and keep nothing of it: it will soon be gone."""
        return self._judged(self._read((self.folder,)))

    def _judged(self, texts: ReadTexts) -> JudgedTree:
        """Return texts with every citation judged."""
        return self._answer(self._check(texts.texts), texts.read)

    def _check(self, texts: Sequence[CitingText]) -> CheckedTree:
        return self.checker(self.words).check(texts)

    def checker(self, words: ClauseWords | None) -> CiteChecker:
        """Return what judges texts, by `words`, which are those of the clauses, or by none."""
        usual = partial(CiteChecker, self.numbering, self.at, words=words, presumed=self.presumed)
        begun = self._begun if words else None
        seen = self._remembered.seen
        return usual(bare=_BARE[self.settings.bare], begun=begun, is_ahead=self.is_ahead, seen=seen)

    def texts_in(self, folder: str) -> tuple[CitingText, ...]:
        """Return the texts of a folder that cite something, ready to be judged."""
        return self._read((), self._files((folder,))).texts

    def text_of(self, name: str, raw: bytes) -> CitingText:
        """Return a text as it is judged, without citations where it has none or is an edition of the rules."""
        file = next(reading.read_texts([(name, raw)], self._reader, reading.TreeRead()), CitingText(name, raw, ()))
        return _citing_text(file, self.numbering, _frozen(self.settings))

    def updates(self, tree: CheckedTree, asked: EditScope | None = None) -> tuple[TextUpdate, ...]:
        """Return what becomes of the texts of a tree, all that is sure if not said otherwise."""
        texts = {each.text.name: each.text for each in tree.numbers}

        def judged_after(found: Sequence[TextUpdate]) -> CheckedTree:
            written = {update.text.name: self._written(update) for update in found if update.edits}
            return self._check([*{**texts, **written}.values()])

        day = self.numbering.dates[tree.at]
        return settled_updates(tree, judged_after, day, asked=asked or EditScope(repairs=None))

    def _written(self, update: TextUpdate) -> CitingText:
        """Return a text as it is judged after an update: its lines that were edited are of today."""
        old, places = update.text, TextPlaces(update.text.text)
        touched = {places.line(edit.start) for edit in update.edits}
        days = tuple(
            self.numbering.newest if places.line(group.start) in touched else day
            for group, day in zip(old.groups, old.days, strict=bool(old.days))
        )
        new = self.text_of(old.name, update.new)
        return replace(new, days=days if len(days) == len(new.groups) else ())

    def _answer(self, tree: CheckedTree, read: reading.TreeRead) -> JudgedTree:
        """Return a tree with what it was judged by, and tell which files were not read and which numbers left."""
        _note_left_out(read, self.output)
        if tree.uncounted:
            few = f"without a prefix, as fewer than {_BARE['auto']} have one (the setting 'bare')"
            self.output.note(f"crdiff: not counted: {tree.uncounted:,} {few}")
        return JudgedTree(tree, self.numbering, read.files, not self.corpus.is_recorded, self.settings)


class ReadTexts(Struct, frozen=True):
    """Texts that cite something, and what was read to find them."""

    texts: tuple[CitingText, ...]
    read: reading.TreeRead


class JudgedTree(Struct, frozen=True):
    """A tree with every citation judged, what it was judged by, and how many files were read."""

    tree: CheckedTree
    numbering: Numbering
    files: int
    has_texts: bool
    settings: CiteSettings

    @property
    def judged_by(self) -> JudgedBy:
        """What all answers on the tree rest on."""
        return judged_by(self.tree, self.numbering, self.files, has_texts=self.has_texts)

    def of(self, numbers: Iterable[CheckedNumber]) -> CheckedTree:
        """Return the tree with some of its numbers alone."""
        return replace(self.tree, numbers=tuple(numbers), malformed=(), mixed=())

    def refuse_if_vacuous(self) -> None:
        """Raise `UsageError` where nothing was there to judge."""
        if not (self.tree.numbers or self.tree.malformed):
            what = f"no citation of a rule in {self.files:,} file{'' if self.files == 1 else 's'}"
            raise UsageError(what, "a folder with citations such as CR 704.5k")


@contextmanager
def cite_judge(question: CiteQuestion, output: Output) -> Iterator[CiteJudge]:
    """Give what judges citations as a question asks. Raises `UsageError` for a release that is none."""
    settings = find_cite_settings(Path.cwd())
    if facts := os.environ.get("CRDIFF_FACTS"):
        from crdiff.store.texts.fetch import lives_at

        lives = lives_at(facts)
    else:
        lives = known_lives()
    with asked_corpus(question.corpus, output) as asked:
        numbering = reading.numbering_of(asked, lives)
        at = release_in(numbering.dates, _day(asked, question.at)) if question.at else numbering.newest
        since = question.since if question.since in {AUTO, BLAME} else _day(asked, question.since)
        written = presumed(numbering.dates, since, settings)
        if newer := reading.newer_releases(asked, numbering.dates[-1]):
            output.note(f"crdiff: not judged by {newer[0]}: the corpus lacks releases between it and the known ones")
        ahead = question.since == BLAME, _ahead_of(numbering.dates[-1], question, settings)
        told = *ahead, lives.releases[-1].content, folder_of(question.paths)
        yield CiteJudge(numbering, at, written, asked, settings, output, *told, question.paths, question.cache)


def folder_of(paths: Sequence[str]) -> str:
    """Return the folder of the first path: the repository that it is in speaks for all."""
    first = next((path for path in paths if not path.startswith(GIT) and path != "-"), ".")
    return first if Path(first).is_dir() else str(Path(first).parent)


def _ahead_of(newest: date, question: CiteQuestion, settings: CiteSettings) -> Callable[[str], bool]:
    """Return what says of a file whether it may cite a release after the `newest` known: unless git has it older."""
    revision = next((path.split(":")[1] for path in question.paths if path.startswith(GIT)), "")
    is_known = settings.release is None or settings.release <= newest
    is_older = cache(lambda: older_files(newest, folder_of(question.paths), revision))
    return lambda name: not (is_known and is_older()(name))


def judged_tree(question: CiteQuestion, output: Output) -> JudgedTree:
    """Return the citations that a question is about, judged. Raises `UsageError` where there are none."""
    with cite_judge(question, output) as judge:
        judged = judge.judged(question.paths)
    judged.refuse_if_vacuous()
    return judged


def _note_left_out(read: reading.TreeRead, output: Output) -> None:
    """Tell which files may cite something and were not read, and why."""
    said = [(path, why.value) for path, why in read.unread]
    said += [(path, "an edition of the rules") for path in read.rules_texts]
    for path, why in said[:_LEFT_OUT_MAX]:
        output.note(f"crdiff: not read: {path} ({why})")
    if len(said) > _LEFT_OUT_MAX:
        output.note(f"crdiff: not read: {len(said) - _LEFT_OUT_MAX:,} more")


def _texts_in_git(name: str, settings: CiteSettings) -> Iterator[tuple[str, bytes | Unread | None]]:
    """Yield the files that ``git:REV`` or ``git:REV:path`` names with their texts."""
    revision, _, path = name.removeprefix(GIT).partition(":")
    wanted = is_read(settings.exclude, settings.top)
    commit = commit_of(revision)
    files = [file for file in files_in(commit, path) if wanted(file.path)]
    bring(commit, files)
    for file, content in contents(files, SIZE_MAX):
        why = Unread.LACKING if content is None else Unread.LARGE
        yield file.path, why if not isinstance(content, bytes) else content if is_text(content) else None


def _day(asked: Corpus, named: str) -> str:
    """Return the day of a release that is named by the code or the name of a set; a day, or latest, as it is."""
    return named if is_date(named) or named in {LATEST, PREVIOUS} else str(asked.in_force(named, numbers=True)[1])


def presumed(dates: Sequence[date], since: str, settings: CiteSettings) -> int | None:
    """Return the place of the release that citations are taken for, None where it is to be found out."""
    if since == BLAME:
        return None
    if since != AUTO:
        return release_in(dates, since)
    return release_in(dates, str(settings.release)) if settings.release else None


def _frozen(settings: CiteSettings) -> Sequence[_Frozen]:
    """Return what says of a file whether each entry of ``cite.paths`` means it, with the release of that entry."""
    return [(matching((each.pattern,), settings.top), each.release) for each in settings.paths]


def _citing_text(file: CitingText, numbering: Numbering, frozen: Sequence[_Frozen]) -> CitingText:
    """Return a file as it is judged, with the release that its head pins, else that of the configuration."""
    try:
        pinned = pinned_release(file.text)
    except ValueError:
        raise UsageError("its pin is not a date", "crdiff-cite: release=2026-01-16", path=file.name) from None
    release = next((release for is_meant, release in frozen if is_meant(file.name)), None)
    day = pinned or release
    written = release_in(numbering.dates, str(day)) if day else None
    return replace(file, written=written, is_frozen=pinned is None and release is not None)


def release_in(dates: Sequence[date], name: str) -> int:
    """Return the place of the release in force on a day, latest or previous. Raises `UsageError`."""
    day = day_named(name, dates)
    if day < dates[0]:
        raise UsageError(f"no release is known to have been in force on {day}", f"{dates[0]} or later")
    return bisect_right(dates, day) - 1
