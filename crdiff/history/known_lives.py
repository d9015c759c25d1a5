"""The known lives: every clause, heading and glossary entry of the releases known, followed, as facts without texts.

They come with crdiff as lines of text, one for each release and one for each life, which `benchmarks/lives.py` makes
from the texts and `KnownLives` reads. A line is read when somebody asks for it: most questions concern one life, and
thousands are known.

    release 2009-07-11 | 2160 62000 ... | digests
    1999-04-23-300.4 | 1999-04-23 300.4; 2003-07-01 300.3 | 1999-04-23 - WORDING SKETCH SENTENCE,... | origin | fate

A number, a wording and a title last until the next one; ``-`` in place of a number is a time without the clause.
"""

from __future__ import annotations

from binascii import a2b_base64
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache, cached_property, lru_cache
from itertools import chain
from typing import NamedTuple, TypeVar

from msgspec import Struct

from crdiff.changes.change import Facet
from crdiff.errors import CorpusError, UnknownNumber
from crdiff.history.known_releases import HEAD, RELEASE
from crdiff.history.lineage import How, Lineage, Term, Worded
from crdiff.history.news import Size
from crdiff.history.renumbering import Parting, StandingClause
from crdiff.history.saying import may_differ
from crdiff.history.thread import Knot, PlacedStay, Thread, wording_runs
from crdiff.model.clause import Clause, ClauseKind
from crdiff.model.fingerprint import digest, fingerprint, sentence_fingerprint
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Release
from crdiff.model.tree import walk
from crdiff.text.groups import by_key
from crdiff.text.words import sentences

_Name = TypeVar("_Name", ClauseNumber, Term)
# The line after which the lives are those of glossary entries.
ENTRIES = "entries"
FIELDS = " | "
ITEMS = "; "
# Place of the titles among the fields of a life.
_TITLES = 5
# In place of a number: the clause is not there; of letters: nothing is known of a change; of sentences: no more.
NOTHING = "-"
# In place of a sentence: the one that stood in this place in the wording before.
SAME = "."
# Follows the letters of a change that known steps prove.
MECHANICAL = "="
# Ends the letters of a change that leaves the words of the clause as they are, where its letters would not say so.
SAME_WORDS = "~"
# Ends those of one that gives it other words, where its letters, of all text that was split, would not say so.
OTHER_WORDS = "+"
LETTERS: Mapping[str, Facet] = {
    "t": Facet.TYPOGRAPHIC,
    "r": Facet.REFERENCE,
    "v": Facet.TERMINOLOGY,
    "e": Facet.EXAMPLE,
    "n": Facet.ENUMERATION,
    "o": Facet.TYPO,
    "w": Facet.WORDING,
}


class FollowedRelease(Struct, frozen=True):
    """A release whose clauses were followed: its figures, and what its text is recognised by.

    `numbers` is a digest of its numbers in document order, `content` one of what its clauses say, typography aside.
    """

    size: Size
    numbers: str
    content: str

    @property
    def effective(self) -> date:
        """The date of the release."""
        return self.size.release


class KnownWording(NamedTuple):
    """A wording that begins in the release at position `at`; `sentences` are fingerprints, typography aside.

    `sketch` is that of its words, "" where it has none (`crdiff.text.nearest`).

    `facets` say in what it differs from the one before, `is_mechanical` whether known steps prove the change,
    `begins_phrasing` whether the words of the clause itself do.
    """

    at: int
    facets: tuple[Facet, ...]
    is_mechanical: bool
    begins_phrasing: bool
    sentences: tuple[str, ...]
    sketch: str = ""


class KnownLife(Struct, frozen=True):
    """One clause or entry followed: the wordings of its `thread`, and (position, title) where a title began."""

    thread: Thread
    wordings: tuple[KnownWording, ...]
    titles: tuple[tuple[int, str], ...] = ()

    @property
    def title(self) -> str:
        """Its newest title, "" for a clause that never had one."""
        return self.titles[-1][1] if self.titles else ""

    @property
    def only_titles(self) -> Iterator[str]:
        """Its titles that stood without a text."""
        for wording in self.wordings:
            if not wording.sentences:
                yield from [title for at, title in self.titles if at <= wording.at][-1:]


def sentence_prints(text: str, examples: Iterable[str]) -> tuple[str, ...]:
    """Return the fingerprints of the sentences of a clause, those of its examples last."""
    return tuple(sentence_fingerprint(piece) for each in (text, *examples) for piece in sentences(each))


def numbers_digest(numbers: Iterable[str]) -> str:
    """Return a digest of the numbers of a release, whatever their order."""
    return digest(sorted(numbers))


def content_digest(clauses: Iterable[tuple[str, str]]) -> str:
    """Return a digest of a release: of the number and the fingerprint of each of its clauses, whatever their order."""
    return digest(sorted(map(" ".join, clauses)))


@lru_cache(maxsize=1 << 14)
def _print(title: str, text: str, examples: tuple[str, ...]) -> str:
    """Return the fingerprint of a wording; neighbouring releases have most of them in common."""
    return fingerprint(Clause(ClauseKind.RULE, title, text, examples))


class KnownLives:
    """The lives in `text`, as they were made. Raises `CorpusError` for any other text, with `path` and line."""

    def __init__(self, text: str, path: str = "", numbers: type[ClauseNumber] = ClauseNumber) -> None:
        self._path = path
        self.numbers = numbers
        self._text = text
        head, mark, entries = text.partition(f"\n{ENTRIES}\n")
        lines = head.split("\n")
        if not lines[0].startswith(HEAD):
            raise CorpusError("is no file of known lives", f"{HEAD!r} in its first line", path=path)
        if not mark:
            raise CorpusError(f"has no line {ENTRIES!r}", "the file as it came with crdiff", path=path)
        at = next((at for at, line in enumerate(lines) if at and not line.startswith(("#", RELEASE))), len(lines))
        self._head = lines[:at]
        self._released = [line for line in self._head if line.startswith(RELEASE)]
        self._clauses = lines[at:]
        self._entries = entries.splitlines()
        self._at = {line.split(" ", 2)[1]: position for position, line in enumerate(self._released)}
        self._thread = cache(self._read_thread)
        self._life = cache(self._read_life)

    @property
    def is_as_made(self) -> bool:
        """Whether nobody has changed the text since it was made."""
        first, _, rest = self._text.partition("\n")
        return first == f"{HEAD} {digest([rest])}"

    @cached_property
    def dates(self) -> tuple[date, ...]:
        """The releases, oldest first."""
        return tuple(release.effective for release in self.releases)

    @cached_property
    def releases(self) -> tuple[FollowedRelease, ...]:
        """The releases with their figures, oldest first."""
        return tuple(self._release(line) for line in self._released)

    @cached_property
    def clauses(self) -> tuple[Thread, ...]:
        """The threads of all clauses and headings, in the order of their ids; a knot names another by its place."""
        return tuple(map(self._thread, self._clauses))

    @cached_property
    def entries(self) -> tuple[Thread, ...]:
        """The threads of all glossary entries, in the order in which they came."""
        return tuple(map(self._thread, self._entries))

    def standing(self, at: int) -> Iterator[StandingClause[int]]:
        """Yield the clauses of the release at a position, named by their places among `clauses`."""
        for rank, line in enumerate(self._clauses):
            try:
                items = line.split(FIELDS, 2)[1].split(ITEMS)  # its threads are not read: that takes ten times as long
                number = next((item[11:] for item in reversed(items) if self._at[item[:10]] <= at), NOTHING)
                printed, _, copy = number.partition("~")
                if number != NOTHING:
                    yield StandingClause(rank, printed, int(copy or 1))
            except (ValueError, KeyError, IndexError):
                raise self._damaged(line) from None

    def partings(self, first: int, last: int) -> Iterator[Parting[int]]:
        """Yield where text went after the release at the position `first`, up to that at `last`."""
        for source, line in enumerate(self._clauses):
            if any(line.split(FIELDS, _TITLES)[_TITLES - 1 : _TITLES]):
                for knot in self._thread(line).fate:
                    if knot.other is not None and first < knot.at <= last:
                        yield Parting(knot.at, source, knot.other)

    def position_with(self, text: Release) -> int | None:
        """Return the position of the release whose text this is, typography aside; None for any other text.

        Its numbers are compared first, then what every clause says. The date that it prints does not matter.
        """
        numbers = numbers_digest(str(placement.number) for placement in text.placements)
        positions = [at for at, known in enumerate(self.releases) if known.numbers == numbers]
        if not positions:
            return None
        clauses = ((str(node.number), node.clause) for node in walk(text))
        content = content_digest((number, _print(one.title, one.text, one.examples)) for number, one in clauses)
        return next((at for at in positions if self.releases[at].content == content), None)

    def lineage(self, name: str) -> Lineage[ClauseNumber] | None:
        """Return the lineage of the clause with the id `name`, without texts; None where none has it."""
        life = self.life(name)
        return self._lineage(life, self.numbers.parse) if life else None

    def named(self, name: str) -> Lineage[ClauseNumber] | Lineage[Term] | None:
        """Return the lineage of the clause or the entry with the id `name`, without texts; None where none has it."""
        life = self.life(name)
        return self._lineage(life, Term) if life and self.is_entry(name) else self.lineage(name)

    def life(self, name: str) -> KnownLife | None:
        """Return the life of the clause or entry with the id `name`, None where none has it."""
        line = self._lines.get(name)
        return self._life(line) if line else None

    def every(self) -> Iterator[KnownLife]:
        """Yield the lives of all clauses, then those of all entries, in the order of `clauses` and `entries`."""
        return map(self._life, chain(self._clauses, self._entries))

    def every_clause(self) -> Iterator[KnownLife]:
        """Yield the lives of all clauses, in the order of `clauses`."""
        return map(self._life, self._clauses)

    def with_sentence(self, fingerprint: str) -> list[KnownLife]:
        """Return the lives that have a sentence in one of their wordings, those of clauses first."""
        return list(map(self._life, self._saying.get(fingerprint, ())))

    @cached_property
    def _saying(self) -> Mapping[str, Sequence[str]]:
        """The lines of the lives that have each sentence, by its fingerprint: to look through all takes 0.5 ms."""
        lines = (*self._clauses, *self._entries)
        worded = ((line, item) for line in lines for field in line.split(FIELDS, 3)[2:3] for item in field.split(ITEMS))
        pairs = dict.fromkeys((one, line) for line, item in worded for one in item.rpartition(" ")[2].split(","))
        return by_key(pairs)

    def merged_into(self, life: KnownLife) -> str:
        """Return the number of the clause that a life ended in, as it was then; "" for any other end."""
        return life.thread.merged_into(lambda other: self._thread(self._clauses[other]).stays)

    def is_entry(self, name: str) -> bool:
        """Whether the life with the id `name` is that of a glossary entry."""
        return name not in self._ranks

    @cached_property
    def titles(self) -> Mapping[int, str]:
        """The newest titles of the clauses that have one, by their places among `clauses`."""
        titled = ((rank, line.split(FIELDS)) for rank, line in enumerate(self._clauses))
        return {rank: fields[5].rpartition(ITEMS)[2][11:] for rank, fields in titled if len(fields) > _TITLES}

    @cached_property
    def headings(self) -> frozenset[str]:
        """The titles that were all that their clause said."""
        titled = (self._life(line) for line in self._clauses if line.count(FIELDS) == _TITLES)
        return frozenset(title for life in titled for title in life.only_titles)

    @cached_property
    def _lines(self) -> Mapping[str, str]:
        return {line.partition(FIELDS)[0]: line for line in (*self._clauses, *self._entries)}

    @cached_property
    def _ranks(self) -> Mapping[str, int]:
        return {line.partition(FIELDS)[0]: rank for rank, line in enumerate(self._clauses)}

    def _lineage(self, life: KnownLife, parse: Callable[[str], _Name]) -> Lineage[_Name]:
        """Return a life as a lineage; `parse` makes a number or a term of what is printed."""
        dates, thread = self.dates, life.thread
        try:
            worded = tuple(
                Worded(
                    first=dates[run[0].first],
                    last=dates[run[-1].last],
                    number=parse(run[0].number),
                    title="",
                    text="",
                    examples=(),
                    change=None,
                    facets=known.facets,
                    is_mechanical=known.is_mechanical,
                    begins_phrasing=known.begins_phrasing,
                    is_held=False,
                )
                for run, known in zip(wording_runs(thread.stays), life.wordings, strict=True)
            )
            origin, fate = thread.events(dates, parse, lambda other: self._thread(self._clauses[other]))
            runs, aliases = thread.runs(dates, parse), thread.aliases(dates)
        except (ValueError, UnknownNumber):
            raise self._damaged(self._lines[thread.id]) from None
        return Lineage(thread.id, life.title, runs, worded, origin, fate, dates[-1], aliases, is_recorded=True)

    def _release(self, line: str) -> FollowedRelease:
        try:
            _, day, *figures, numbers, content = line.split(" ")
            clauses, words, added, removed, revoked, changes, to_read = map(int, figures)
            size = Size(date.fromisoformat(day), clauses, words, added, removed, revoked, changes, to_read)
        except ValueError:
            raise self._damaged(line) from None
        return FollowedRelease(size, numbers, content)

    def _read_thread(self, line: str) -> Thread:
        at = self._at
        try:
            name, numbers, worded, *fields = line.split(FIELDS, 5)
            starts = [(at[item[:10]], item[11:]) for item in numbers.split(ITEMS)]
            begun = [item.split(" ", 3) for item in worded.split(ITEMS)]
            stays = _stays(starts, [at[item[0]] for item in begun], begun, len(at))
            knots = (tuple(_knots(field, at, self._ranks)) if field else () for field in fields[:2])
            return Thread(name, tuple(stays), *knots)
        except (ValueError, KeyError, IndexError):
            raise self._damaged(line) from None

    def _read_life(self, line: str) -> KnownLife:
        at = self._at
        try:
            _, _, worded, *fields = line.split(FIELDS)
            titles = tuple((at[item[:10]], item[11:]) for item in "".join(fields[2:]).split(ITEMS) if item)
            return KnownLife(self._thread(line), tuple(_wordings(worded, at)), titles)
        except (ValueError, KeyError, IndexError):
            raise self._damaged(line) from None

    def _damaged(self, line: str) -> CorpusError:
        every = (*self._head, *self._clauses, ENTRIES, *self._entries)
        what = f"the line is neither a release nor a life ({line[:40]!a})"
        at = every.index(line) + 1
        return CorpusError(what, "the file as it came with crdiff", path=self._path, line=at)


_BASE64 = str.maketrans("-_", "+/")


def _stays(
    starts: Sequence[tuple[int, str]], positions: Sequence[int], worded: Sequence[Sequence[str]], releases: int
) -> Iterator[PlacedStay]:
    """Yield the stretches with one number and one wording; `positions` are where the wordings in `worded` began."""
    at = 0
    for (start, number), (end, _) in zip(starts, [*starts[1:], (releases, "")], strict=True):
        printed, _, copy = number.partition("~")
        first = start if number != NOTHING else end
        while first < end:
            while at + 1 < len(positions) and positions[at + 1] <= first:
                at += 1
            last = min(positions[at + 1], end) if at + 1 < len(positions) else end
            wording = a2b_base64(f"{worded[at][2].translate(_BASE64)}=").hex()  # a fingerprint, in 11 characters
            yield PlacedStay(first, last - 1, printed, wording, int(copy or 1))
            first = last


def _knots(field: str, at: Mapping[str, int], ranks: Mapping[str, int]) -> Iterator[Knot]:
    for item in field.split(ITEMS):
        day, how, *other = item.split(" ", 2)
        yield Knot(How(how), at[day], ranks[other[0]] if other else None)


def _wordings(field: str, at: Mapping[str, int]) -> Iterator[KnownWording]:
    said: tuple[str, ...] = ()
    sketch = ""
    for item in field.split(ITEMS):
        day, letters, _, *changed = item.split(" ", 4)
        if changed:
            sketch, sentences = changed
            there = sentences.split(",") if sentences != NOTHING else []
            said = tuple(said[place] if one == SAME else one for place, one in enumerate(there))
        told = letters.rstrip(SAME_WORDS + OTHER_WORDS + MECHANICAL)
        facets = tuple(LETTERS[letter] for letter in told if letter != NOTHING)
        begins = OTHER_WORDS in letters or (may_differ(facets) and SAME_WORDS not in letters)
        yield KnownWording(at[day], facets, MECHANICAL in letters, begins, said, "" if sketch == NOTHING else sketch)
