"""What came of playing checks against mutants of the model: the JSON value of ``crdiff.mutants/1``, and its sums.

A mutant is tried by a check that runs the function it changes. A check that noticed it under one rule set is not
played against it under another: `tried` and `noticed` of all its plays together say what the check found.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Annotated

import msgspec
from msgspec.structs import replace

from crdiff.errors import CorpusError
from crdiff.text.normalise import squeeze
from crdiff.trace.mutants import Mutant
from crdiff.trace.report import CheckReport, MutantCount

SCHEMA = "crdiff.mutants/1"
_SHOWN_MAX = 100
"""Characters of a change shown on a line. The longest condition of the model has more, and its beginning tells it."""
_Place = Annotated[int, msgspec.Meta(ge=0)]


class NamedMutant(msgspec.Struct, frozen=True):
    """A mutant as results name it: in `function` of `module`, `was` in `line` reads `now`."""

    id: str
    module: str
    function: str
    line: Annotated[int, msgspec.Meta(ge=1)]
    was: str
    now: str

    def __str__(self) -> str:
        """Return the change in one line."""
        return f"{self.module}.py:{self.line}: {_clipped(self.was)} → {_clipped(self.now)}"


class MutantPlay(msgspec.Struct, frozen=True):
    """A check played against mutants under one rule set."""

    check: str
    """Id of the check."""
    rules: str
    """Identifies the rule set."""
    source: str
    """Identifies the file of the check."""
    clauses: tuple[str, ...]
    """Lineages that the check names."""
    tried: tuple[_Place, ...]
    """Places in the list of mutants."""
    noticed: tuple[_Place, ...]
    """Places in the list of mutants."""


class MutationResults(msgspec.Struct, frozen=True, kw_only=True, tag_field="schema", tag=SCHEMA):
    """Which mutants of the game model the checks notice, as crdiff checks mutate --format json writes it."""

    model: str
    """Identifies the source of the model."""
    mutants: tuple[NamedMutant, ...]
    plays: tuple[MutantPlay, ...]

    def encoded(self) -> bytes:
        """Return the results as JSON with a newline at the end."""
        return msgspec.json.encode(self) + b"\n"


def model_fingerprint(sources: Mapping[str, str]) -> str:
    """Return what identifies a model: its source."""
    text = "\n".join(f"{name}\n{source}" for name, source in sorted(sources.items()))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def named(mutants: Iterable[Mutant]) -> tuple[NamedMutant, ...]:
    """Return mutants as results name them."""
    return tuple(NamedMutant(m.id, m.module, m.function, m.line, m.was, m.now) for m in mutants)


def read_mutation(raw: bytes, path: str = "") -> MutationResults:
    """Return the results that `raw` encodes. Raises `CorpusError` where it is not ``crdiff.mutants/1``."""
    try:
        found = msgspec.json.decode(raw, type=MutationResults)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise CorpusError(f"not a file of mutation results ({error!s:.200})", f"JSON of {SCHEMA}", path=path) from None
    places = range(len(found.mutants))
    if any(place not in places for play in found.plays for place in (*play.tried, *play.noticed)):
        what = "not a file of mutation results (a play names one that is not listed)"
        raise CorpusError(what, f"JSON of {SCHEMA}", path=path)
    return found


def mutants_by_clause(results: MutationResults) -> dict[str, MutantCount]:
    """Return what the checks of each clause noticed, by its lineage; survivors are noticed by those of no clause."""
    tried: dict[str, set[int]] = defaultdict(set)
    noticed: dict[str, set[int]] = defaultdict(set)
    for play in results.plays:
        for lineage in play.clauses:
            tried[lineage].update(play.tried)
            noticed[lineage].update(play.noticed)
    anywhere = {place for play in results.plays for place in play.noticed}
    return {
        lineage: MutantCount(
            len(places), len(noticed[lineage]), tuple(str(results.mutants[at]) for at in sorted(places - anywhere))
        )
        for lineage, places in sorted(tried.items())
    }


def with_mutants(report: CheckReport, results: MutationResults) -> CheckReport:
    """Return a report with what the checks of each clause noticed of the mutants."""
    found = mutants_by_clause(results)
    clauses = (replace(each, mutants=found.get(each.lineage, each.mutants)) for each in report.clauses)
    return replace(report, clauses=tuple(clauses))


def _clipped(text: str) -> str:
    line = squeeze(text)
    return line if len(line) <= _SHOWN_MAX else f"{line[:_SHOWN_MAX].rstrip()}…"
