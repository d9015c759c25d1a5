"""Which checks a draft concerns, as text and as JSON."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import TypeVar

from crdiff.reports.indented import indented
from crdiff.reports.labels import became
from crdiff.reports.phrases import counted, listed
from crdiff.trace.drafts import Concern, Concerned, Undecided
from crdiff.trace.states import State

SCHEMA = "crdiff.concerns/1"
_NAMED_MAX = 5
"""Clauses named on one line; the JSON has them all."""

_Key = TypeVar("_Key", bound=Hashable)
_Row = TypeVar("_Row")


def concerns_text(found: Concerned) -> str:
    """Return a line for each check that has to be looked at again, the count first; then what cannot be decided."""
    around = [concern for concern in found.concerns if concern.state is State.CONTEXT_CHANGED]
    checks = {concern.check.id for concern in found.concerns}
    unknown = {row.check.id for row in found.undecided}
    rest = f" for certain; of {len(unknown):,} it is unknown" if unknown else ""
    lines = [f"The draft concerns {_counted(checks)}{rest}."]
    lines += [
        f"  {concern.state}: {became(str(concern.old), str(concern.new or ''))}, {concern.check.id}"
        for concern in found.concerns
        if concern.state is not State.CONTEXT_CHANGED
    ]
    lines += _around(around)
    lines += [f"  uncovered: {number} is new, and no check plays it" for number in found.uncovered]
    lines += _undecided(found.undecided)
    return "\n".join(lines) + "\n"


def concerns_json(found: Concerned) -> bytes:
    """Return the same as indented JSON; `new` is null where the draft has no such clause."""
    rows = [
        {
            "check": concern.check.id,
            "lineage": concern.link.lineage,
            "state": concern.state.value,
            "old": str(concern.old),
            "new": str(concern.new) if concern.new else None,
            "because": list(concern.because),
        }
        for concern in found.concerns
    ]
    undecided = [{"check": row.check.id, "named": str(row.link.name), "why": row.why} for row in found.undecided]
    return indented(SCHEMA, {"concerns": rows, "uncovered": list(map(str, found.uncovered)), "undecided": undecided})


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
