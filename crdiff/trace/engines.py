"""The tests of an engine that name clauses, with what came of them: the JSON value of ``crdiff.engine-results/1``.

The numbers are those of the release that the engine was written for. Which clause each of them meant there is written
down beside it, so that whoever reads the results needs no texts. The schema with a description of each key:
``crdiff/reports/schemas/engine-results.json``.
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
    """A clause that a test names: its `number` in `release`, and the id of its lineage there.

    `lineage` is "" where no such clause is known; then `problem` says why, and what is right instead.
    """

    number: str
    release: date
    lineage: str
    by: NamedBy
    problem: str = ""


class EngineTest(Struct, frozen=True):
    """A test that names clauses. `line` counts from 1, 0 where it is not known.

    `reds` are the behaviours that, switched off in the engine, turned it red; `proved` is whether each clause that it
    names has one of them, and None where nothing was switched.
    """

    suite: str
    name: str
    outcome: EngineOutcome
    clauses: tuple[EngineLink, ...]
    message: str = ""
    file: str = ""
    line: Annotated[int, Meta(ge=0)] = 0
    reds: tuple[str, ...] = ()
    proved: bool | None = None

    @property
    def full_name(self) -> str:
        """The name with the suite that it stands in."""
        return f"{self.suite} {self.name}".strip()


class EngineSwitch(Struct, frozen=True):
    """A behaviour that the engine was run without: the clauses behind it, and how many tests then failed."""

    behaviour: str
    clauses: tuple[EngineLink, ...]
    reds: int


class EngineResults(Struct, frozen=True, kw_only=True, tag_field="schema", tag=SCHEMA):
    """The results of an engine that plays the rules of `release`: `read` tests, those that name clauses listed."""

    engine: Annotated[str, Meta(min_length=1, max_length=ENGINE_NAME_MAX)]
    release: date
    read: Annotated[int, Meta(ge=0)]
    tests: tuple[EngineTest, ...]
    switches: tuple[EngineSwitch, ...] = ()

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
