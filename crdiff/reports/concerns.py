"""Which checks a draft concerns, as text and as JSON, and read back from JSON."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Literal, TypeVar

import msgspec

from crdiff.errors import CorpusError
from crdiff.reports.answer import AnswerRow, Document, row_of
from crdiff.reports.labels import became
from crdiff.reports.phrases import counted, in_lines, listed
from crdiff.reports.review import ReviewConcern
from crdiff.trace.drafts import Concern, Concerned, Undecided
from crdiff.trace.states import State

_NAMED_MAX = 5
"""Clauses named on one line; the JSON has them all."""

_Key = TypeVar("_Key", bound=Hashable)
_Row = TypeVar("_Row")


class ConcernRow(AnswerRow, frozen=True):
    """A check, and the clause for which a draft concerns it."""

    check: str
    """Id of the check."""
    lineage: str
    """Id of the clause's lineage."""
    state: Literal["suspect", "orphaned", "context changed"]
    old: str
    """Number in the text the draft was made from."""
    new: str | None
    """Number in the draft; null where it is gone."""
    because: tuple[str, ...]
    """What changed around a clause whose context changed: numbers of cited clauses, and terms of the glossary in
    quotation marks."""


class UndecidedRow(AnswerRow, frozen=True):
    """A check of which it cannot be known."""

    check: str
    """Id of the check."""
    named: str
    """The clause as the check names it."""
    why: str


class ConcernsAnswer(Document, frozen=True, tag="crdiff.concerns/1"):
    """Which checks a draft concerns, as crdiff checks status --against --format json writes it."""

    main = "concerns"
    concerns: tuple[ConcernRow, ...]
    uncovered: tuple[str, ...]
    """Numbers in the draft of new clauses in scope, which no check plays."""
    undecided: tuple[UndecidedRow, ...]
    """Checks of which it cannot be known whether the draft concerns them, because a text is not held."""


@in_lines
def concerns_text(found: Concerned) -> Iterator[str]:
    """Return a line for each check that has to be looked at again, the count first; then what cannot be decided."""
    around = [concern for concern in found.concerns if concern.state is State.CONTEXT_CHANGED]
    checks = {concern.check.id for concern in found.concerns}
    unknown = {row.check.id for row in found.undecided}
    rest = f" for certain; of {len(unknown):,} it is unknown" if unknown else ""
    yield f"The draft concerns {_counted(checks)}{rest}."
    for concern in found.concerns:
        if concern.state is not State.CONTEXT_CHANGED:
            yield f"  {concern.state}: {became(str(concern.old), str(concern.new or ''))}, {concern.check.id}"
    yield from _around(around)
    yield from (f"  uncovered: {number} is new, and no check plays it" for number in found.uncovered)
    yield from _undecided(found.undecided)


def concerns_answer(found: Concerned) -> ConcernsAnswer:
    """Return the same as an answer; `new` is null where the draft has no such clause."""
    concerns = (row_of(ConcernRow, each, check=each.check.id, lineage=each.link.lineage) for each in found.concerns)
    undecided = (row_of(UndecidedRow, each, check=each.check.id, named=each.link.name) for each in found.undecided)
    return row_of(ConcernsAnswer, found, concerns=concerns, undecided=undecided)


def read_concerns(raw: bytes, path: str = "") -> ConcernsAnswer:
    """Return the answer that `raw` is as JSON, unknown keys ignored.

    Raises `CorpusError` where it is not ``crdiff.concerns/1``; `path` is for the error.
    """
    try:
        return msgspec.json.decode(raw, type=ConcernsAnswer)
    except (msgspec.MsgspecError, RecursionError) as error:
        expected = "JSON of crdiff.concerns/1, as 'crdiff checks status --against DRAFT --format json' writes it"
        raise CorpusError(f"not a file of concerns ({error!s:.200})", expected, path=path) from None


def as_reviewed(rows: Iterable[ConcernRow]) -> tuple[ReviewConcern, ...]:
    """Return the rows as a review has them."""
    return tuple(ReviewConcern(row.check, row.state, row.old, row.because) for row in rows)


def _counted(checks: Iterable[str]) -> str:
    count = len(set(checks))
    return counted(count, "check") if count else "no check"


def _around(concerns: Iterable[Concern]) -> Iterator[str]:
    """Yield a line for each thing that changed around checked clauses."""
    for because, rows in _grouped(concerns, lambda concern: concern.because):
        numbers = listed(tuple(dict.fromkeys(str(row.old) for row in rows)), _NAMED_MAX)
        checks = _counted(row.check.id for row in rows)
        yield f"  {State.CONTEXT_CHANGED}: {numbers}, {checks}: {listed(because)} would say something else"


def _undecided(rows: Iterable[Undecided]) -> Iterator[str]:
    """Yield a line for each reason why it cannot be known whether checks are concerned."""
    for why, of_why in _grouped(rows, lambda row: row.why):
        names = listed(tuple(dict.fromkeys(str(row.link.name) for row in of_why)), _NAMED_MAX)
        yield f"  {State.UNKNOWN}: {names}, {_counted(row.check.id for row in of_why)}: {why}"


def _grouped(rows: Iterable[_Row], key: Callable[[_Row], _Key]) -> Sequence[tuple[_Key, Sequence[_Row]]]:
    found: dict[_Key, list[_Row]] = defaultdict(list)
    for row in rows:
        found[key(row)].append(row)
    return tuple(found.items())
