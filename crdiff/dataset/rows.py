"""The rows of the dataset, made from lineages; ``tables.sql`` says what their columns have."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from functools import partial
from itertools import chain, pairwise
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple

from crdiff.history.lineage import How, Lineage, Term, Worded
from crdiff.history.news import Size
from crdiff.model.corpus import KnownRelease
from crdiff.model.fingerprint import sentence_fingerprint
from crdiff.model.number import ClauseNumber
from crdiff.model.release import spans_of
from crdiff.store.archive.archive import Facts
from crdiff.store.embedded.lives import known_lives
from crdiff.text.groups import by_key
from crdiff.text.words import sentences

Row = tuple[Any, ...]
_Clause = Lineage[ClauseNumber]


class DatasetSource(Struct, frozen=True):
    """What the tables are made from: the releases known, and every clause and entry followed through them.

    `book` is the name of the rule book. `with_texts`: texts are among the rows.
    """

    book: str
    catalog: Sequence[KnownRelease]
    sizes: Sequence[Size]
    clauses: Sequence[_Clause]
    entries: Sequence[Lineage[Term]]
    with_texts: bool = False

    def tables(self) -> Iterator[tuple[str, Iterable[Row]]]:
        """Yield the tables with their rows, each after those that it refers to, in a fixed order."""
        ids = {each.id: at for at, each in enumerate(self.clauses, 1)}
        dates = [size.release for size in self.sizes]
        before = {new: old for old, new in pairwise(dates)}
        every = [*enumerate(self.clauses, 1)]
        yield "release", self._releases()
        yield "clause", (_clause(*each) for each in every)
        yield "number", ((at, run.first, run.last, str(run.number)) for at, clause in every for run in clause.runs)
        worded = ((at, clause, each) for at, clause in every for each in clause.wordings)
        yield "wording", ((row, at, *self._wording(each)) for row, (at, _, each) in enumerate(worded, 1))
        yield "sentence", ((at, *each) for at, clause in every for each in sorted(self._sentences(clause, dates)))
        went = ((at, event) for at, clause in every for event in clause.fate if event.lineage in ids)
        yield "link", sorted((event.release, event.how.value, at, ids[event.lineage]) for at, event in went)
        yield "entry", (self._entry(entry.id, each) for entry in self.entries for each in entry.wordings)
        yield "change", sorted(change for each in every for change in _changes(*each, before))

    def _releases(self) -> Iterator[Row]:
        named = {each.effective: (each.code, each.name) for each in self.catalog}
        afters = [*(size.release for size in self.sizes[1:]), self.sizes[-1].release + timedelta(1)]
        for size, after in zip(self.sizes, afters, strict=True):
            release, *figures = astuple(size)
            yield (release, after - timedelta(1), *named.get(release, ("", "")), *figures)

    def _texts(self, worded: Worded[ClauseNumber] | Worded[Term]) -> tuple[str | None, str | None]:
        """Return text and examples where they are held and asked for."""
        return (worded.text, "\n".join(worded.examples)) if self.with_texts and worded.is_held else (None, None)

    def _wording(self, worded: Worded[ClauseNumber]) -> Row:
        differs = worded.begins_phrasing, " ".join(worded.facets), worded.is_mechanical
        return (worded.first, worded.last, *differs, worded.title or None, *self._texts(worded))

    def _entry(self, entry: str, worded: Worded[Term]) -> Row:
        return entry, worded.first, worded.last, str(worded.number), worded.begins_phrasing, self._texts(worded)[0]

    def _sentences(self, clause: _Clause, dates: Sequence[date]) -> Iterator[Row]:
        """Yield the sentences of a clause, each with the first and the last release of a time in which it has it."""
        said = {worded.first: self._said(clause, worded) for worded in clause.wordings}
        having = by_key(
            (printed, at)
            for worded in clause.wordings
            for printed in said[worded.first]
            for at in range(bisect_left(dates, worded.first), bisect_right(dates, worded.last))
        )
        for printed, positions in having.items():
            for span in spans_of(positions, dates):
                yield span.first, span.last, printed, said[span.first][printed]

    def _said(self, clause: _Clause, worded: Worded[ClauseNumber]) -> dict[str, str | None]:
        """Return the fingerprints of the sentences of a wording, with the sentences where texts were asked for."""
        if not worded.is_held:
            known = Facts(partial(known_lives, self.book)).wording(clause.id, worded.first)
            return dict.fromkeys(known.sentences if known else ())
        pieces = chain.from_iterable(map(sentences, (worded.text, *worded.examples)))
        return {sentence_fingerprint(each): each if self.with_texts else None for each in pieces}


def _clause(at: int, clause: _Clause) -> Row:
    number, ended = str(clause.runs[-1].number), clause.ended
    title = next((worded.title for worded in reversed(clause.wordings) if worded.title), None)
    end = (ended.release, ended.how.value) if ended else (None, None)
    spans = clause.runs[0].first, clause.runs[-1].last
    return at, clause.id, number, number[0], title, *spans, clause.in_force, clause.revoked, *end


def _changes(at: int, clause: _Clause, before: dict[date, date]) -> Iterator[Row]:
    """Yield what each release did to the clause that is row `at`."""
    begun = clause.runs[0].first
    events = [event for event in (*clause.fate, *clause.origin) if not event.lineage or event.release == begun]
    done = dict.fromkeys((run.first for run in clause.runs), "renumbered")
    done |= dict.fromkeys((each.first for each in clause.wordings if each.begins_phrasing), "reworded")
    done |= {event.release: event.how.value for event in (*filter(None, [clause.ended]), *events)}
    for release in done.keys() & before.keys():
        old, new = clause.number_in(before[release]), clause.number_in(release)
        what = How.ADDED.value if old is None and done[release] in {"renumbered", "reworded"} else done[release]
        yield release, at, what, *(None if number is None else str(number) for number in (old, new))
