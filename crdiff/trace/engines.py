"""The tests of an engine that name clauses, with what came of them: the JSON value of ``crdiff.engine-results/1``.

The numbers are those of the release that the engine was written for. Which clause each of them meant there is written
down beside it, so that whoever reads the results needs no texts.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from crdiff.errors import CorpusError, UnknownNumber
from crdiff.model.number import ClauseNumber

SCHEMA = "crdiff.engine-results/1"
ENGINE_NAME_MAX = 80
"""Characters of the name of an engine: the head of a column."""
EngineOutcome = Literal["passed", "failed", "skipped"]
NamedBy = Literal["property", "map", "name"]
"""What names the clause of a test: a property of the results, a map file, or the name of the test."""


class EngineLink(Struct, frozen=True):
    """A clause that a test names."""

    number: str
    """The number that the test names, as of the release."""
    release: date
    """The release that the number is of."""
    lineage: str
    """The id of the clause, empty if no such clause is known."""
    by: NamedBy
    """What names the clause: a property of the results, a map file, or the name of the test."""
    problem: str = ""
    """Why no clause is known, and what is right instead; empty where one is."""


class EngineTest(Struct, frozen=True):
    """A test that names clauses."""

    suite: str
    """The class, package or block that contains the test."""
    name: str
    outcome: EngineOutcome
    clauses: tuple[EngineLink, ...]
    message: str = ""
    """Why it failed or was skipped."""
    file: str = ""
    """Its file, empty where the runner does not say."""
    line: Annotated[int, Meta(ge=0)] = 0
    """Its line from 1, 0 where the runner does not say."""
    reds: tuple[str, ...] = ()
    """The behaviours without which it fails."""
    proved: bool | None = None
    """Whether each clause that it names has a behaviour that turns it red; null where nothing was switched."""

    @property
    def full_name(self) -> str:
        """The name with the suite that it stands in."""
        return f"{self.suite} {self.name}".strip()


class EngineSwitch(Struct, frozen=True):
    """A behaviour that the engine was run without, with the clauses behind it."""

    behaviour: str
    clauses: tuple[EngineLink, ...]
    reds: int
    """Tests that passed and fail without it."""


class EngineResults(Struct, frozen=True, kw_only=True, tag_field="schema", tag=SCHEMA):
    """The tests of an engine that name clauses of the rules, as crdiff checks import writes them."""

    engine: Annotated[str, Meta(min_length=1, max_length=ENGINE_NAME_MAX)]
    """The name of the engine."""
    release: date
    """The release whose rules the engine plays and whose numbers its tests use."""
    read: Annotated[int, Meta(ge=0)]
    """Tests read, including those that name no clause."""
    tests: tuple[EngineTest, ...]
    """The tests that name clauses, by suite and name."""
    switches: tuple[EngineSwitch, ...] = ()
    """The behaviours that the engine was run without."""

    @property
    def name(self) -> str:
        """The engine with its release, as it stands beside others and beside itself of another release."""
        return f"{self.engine} ({self.release})"

    def encoded(self) -> bytes:
        """Return the results as indented JSON with a newline at the end."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"


def read_engine_results(raw: bytes, path: str = "") -> EngineResults:
    """Return the results that `raw` encodes, unknown keys ignored.

    Raises `CorpusError` where it is not ``crdiff.engine-results/1``; `path` is for the error.
    """
    try:
        results = msgspec.json.decode(raw, type=EngineResults)
        for number in {each.number for test in results.tests for each in test.clauses if each.lineage}:
            ClauseNumber.parse(number)
    except (msgspec.MsgspecError, UnknownNumber, RecursionError) as error:
        what = f"not a file of engine results ({error!s:.200})"
        expected = f"JSON of {SCHEMA}, as 'crdiff checks import' writes it"
        raise CorpusError(what, expected, path=path) from None
    return results


def require_distinct(results: Iterable[EngineResults]) -> tuple[EngineResults, ...]:
    """Return the results by engine and release. Raises `CorpusError` for two of one engine and release."""
    found: dict[tuple[str, date], EngineResults] = {}
    for each in results:
        if (each.engine, each.release) in found:
            raise CorpusError(f"a second file of results of {each.name}", "one file for each engine and release")
        found[each.engine, each.release] = each
    return tuple(found[key] for key in sorted(found))
