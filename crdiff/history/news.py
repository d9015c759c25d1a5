"""The changes since a reader last looked, the growth of the rules, and parts of a release with their lineages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date

from msgspec import Struct
from msgspec.structs import replace

from crdiff.align.alignment import Break
from crdiff.changes.change import Change, Rewording
from crdiff.changes.reading import SkipReason, in_rows, skip_reason
from crdiff.errors import UnknownNumber
from crdiff.history.asked import folded
from crdiff.history.lineage import Term, headline
from crdiff.history.renumbering import Became, Renumbering
from crdiff.model.number import ClauseNumber
from crdiff.text.groups import by_key


class ReleaseNews(Struct, frozen=True):
    """The changes of one release against the one before: the rows to read, and the others; new numbers do not count.

    Each row of the reading list is one change in `to_read`; what is read together with it is among the others.

    `rewordings` are those of the whole release, the most frequent first, whatever numbers were asked for. `breaks`
    tells which of the two texts breaks off, so that not all was compared, or not with the release before. `left_out`
    counts the changes to read that are not among `to_read`.
    """

    release: date
    before: date
    to_read: tuple[Change, ...]
    others: tuple[Change, ...]
    rewordings: tuple[Rewording, ...] = ()
    breaks: tuple[Break, ...] = ()
    left_out: int = 0

    @property
    def read(self) -> tuple[Change, ...]:
        """The changes that are read, those of a row one after the other."""
        return in_rows((*self.to_read, *self.others))

    @property
    def outside(self) -> tuple[Change, ...]:
        """The changes outside the rules and the glossary: dates, trademarks, credits, words of the introduction."""
        return tuple(change for change in self.others if change.is_outside)


def explained(news: ReleaseNews) -> tuple[tuple[Change, SkipReason], ...]:
    """Return the changes of wording that nobody has to read, each with what explains it."""
    told = ((change, skip_reason(change)) for change in news.others if change.facets and not change.is_outside)
    return tuple((change, why) for change, why in told if why and not change.is_unproved)


class Shares(Struct, frozen=True):
    """How many clauses and glossary entries a release changed, by what a reader does with them.

    `numbers` have another number and the text they had, `together` are read with one of those `to_read`. Typography
    and marks alone are not counted.
    """

    rewordings: int
    references: int
    numbers: int
    together: int
    to_read: int

    @property
    def total(self) -> int:
        """All of them."""
        return self.rewordings + self.references + self.numbers + self.together + self.to_read


def shares(news: ReleaseNews, renumbering: Renumbering) -> Shares:
    """Return how what a release changed is divided; a corrected slip counts with the renewed references."""
    passed_over = [(change, why) for change, why in explained(news) if why not in _UNCOUNTED]
    count = Counter(why for _, why in passed_over)
    told = (*news.read, *(change for change, _ in passed_over))
    changed = {clause.number for change in told for clause in change.old}
    alone = (row for row in renumbering.moved if row.became is Became.RENUMBERED and str(row.old) not in changed)
    return Shares(
        count[SkipReason.REWORDING],
        count[SkipReason.REFERENCE] + count[SkipReason.SLIP],
        sum(1 for _ in alone),
        len(news.read) - len(news.to_read),
        len(news.to_read),
    )


_UNCOUNTED = frozenset({SkipReason.TYPOGRAPHY, SkipReason.MARKS})


class NewsScope(Struct, frozen=True):
    """What a reader cares for: `numbers`, each with all under it, and `terms` of the glossary; neither means all."""

    numbers: tuple[ClauseNumber, ...] = ()
    terms: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The numbers and the terms, for people."""
        return (*map(str, self.numbers), *self.terms)


class News(Struct, frozen=True):
    """The changes since the release `known`, the newest one first.

    `in_force` is the release in force on the day `since` by the catalog. If it is not `known`, the corpus lacks its
    text, and `known` is the newest release before it with a text. `until` is where knowledge ends: the newest release
    of the corpus, or the newest one of the recorded facts. `later` are the releases published after that. `within` are
    the numbers and terms the reader cares for, each number with all under it; empty for all. `bound` is the last
    release asked about, None for the newest.
    """

    since: date
    known: date
    in_force: date
    until: date
    later: tuple[date, ...]
    within: tuple[str, ...]
    releases: tuple[ReleaseNews, ...]
    bound: date | None = None

    def limited(self, most: int) -> News:
        """Return at most `most` changes to read in all, those of the newest releases first."""
        releases = []
        for one in self.releases:
            kept = one.to_read[:most]
            most -= len(kept)
            releases.append(replace(one, to_read=kept, left_out=one.left_out + len(one.to_read) - len(kept)))
        return replace(self, releases=tuple(releases))


class Size(Struct, frozen=True):
    """One release in figures.

    `clauses`, `words`, `added`, `removed` and `revoked` are of its rules. `changes` counts every change of wording or
    place in the whole text, `to_read` those changes that a person has to read. `words` is 0 where a text is missing.
    """

    release: date
    clauses: int
    words: int
    added: int
    removed: int
    revoked: int
    changes: int
    to_read: int


class YearSize(Struct, frozen=True):
    """A year in figures: its last release's size and the sums of the changes of all its releases."""

    year: int
    releases: int
    clauses: int
    words: int
    added: int
    removed: int
    revoked: int
    changes: int
    to_read: int


_SUMMED = ("added", "removed", "revoked", "changes", "to_read")


def by_year(sizes: Iterable[Size]) -> tuple[YearSize, ...]:
    """Return the figures of each year in which there was a release, oldest first; `sizes` are in time order."""
    return tuple(
        YearSize(
            year,
            len(inside),
            inside[-1].clauses,
            inside[-1].words,
            *(sum(getattr(size, name) for size in inside) for name in _SUMMED),
        )
        for year, inside in by_key((size.release.year, size) for size in sizes).items()
    )


def concerns(names: Sequence[str], scope: NewsScope) -> bool:
    """Whether one of `names` (numbers, terms of the glossary, "") is in `scope`."""
    terms = {folded(term) for term in scope.terms}
    return not scope.names or any(_is_under(name, scope.numbers) or (terms and folded(name) in terms) for name in names)


def _is_under(name: str, numbers: Sequence[ClauseNumber]) -> bool:
    try:
        # what stands under a clause begins with its number
        return any(name.startswith(str(other)) and type(other).parse(name).within(other) for other in numbers)
    except UnknownNumber:
        return False


class Hit(Struct, frozen=True):
    """A wording that holds the words searched for, the best first.

    `number` is a clause's number at `last`, or the term of a glossary entry. `excerpt` is the
    passage with the words found between ``[`` and ``]``.
    """

    part: str
    number: ClauseNumber | Term
    lineage: str
    first: date
    last: date
    title: str
    excerpt: str


class Shown(Struct, frozen=True):
    """A clause of a release, `depth` levels below the topmost clause shown; `lineage` is its id.

    `is_held` is false where the corpus lacks the text of the release: then only the number is known. `revoked` is the
    release in which it became a notice that its rule is gone, None where it is none.
    """

    number: ClauseNumber
    title: str
    text: str
    examples: tuple[str, ...]
    depth: int
    lineage: str
    is_held: bool = True
    revoked: date | None = None


class Entry(Struct, frozen=True):
    """A glossary entry as a release has it."""

    term: str
    text: str


class Passage(Struct, frozen=True):
    """The answer to `asked` ("" for everything) from the text of `release`, in document order.

    `number` is the number of the topmost clause there: another one than asked for where that was an old number, a place
    or a title, None where no clause was asked for. `entry` is the glossary entry of the name asked for, if it has one.
    `left_out` is how many clauses under it are not among `clauses`.
    """

    release: date
    asked: str
    number: ClauseNumber | None
    clauses: tuple[Shown, ...]
    entry: Entry | None = None
    left_out: int = 0

    def outlined(self) -> Passage:
        """Return the topmost clauses and those directly under them, each by its title or its first words."""
        shown = (one for one in self.clauses if one.depth <= 1)
        heads = (replace(one, title=one.title or headline(one.text), text="", examples=()) for one in shown)
        return self._cut(tuple(heads))

    def limited(self, most: int) -> Passage:
        """Return at most `most` clauses, the first ones."""
        return self._cut(self.clauses[:most])

    def _cut(self, clauses: tuple[Shown, ...]) -> Passage:
        return replace(self, clauses=clauses, left_out=self.left_out + len(self.clauses) - len(clauses))
