"""What one pytest run knows of its checks: clauses, releases, outcomes, proofs. Imported once a check is collected."""

from __future__ import annotations

import inspect
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from crdiff.errors import CrdiffError
from crdiff.game.rules import Behaviour, RuleSet
from crdiff.pytest_plugin.items import check_of, message, names_of
from crdiff.reports.checks_findings import to_read
from crdiff.store.checks import reviews_beside, scope_beside
from crdiff.store.files import write_whole
from crdiff.trace.links import Link, link, releases_of, today
from crdiff.trace.proof import Proof, Red, clauses_behind, complaint, proof_of, prove
from crdiff.trace.results import Check, Coverage, Run, checks_json
from crdiff.trace.scope import merged
from crdiff.trace.states import without_clause
from crdiff.trace.switches import rule_set
from crdiff.trace.timeline import ClauseName, Timeline

_proof_key: pytest.StashKey[Proof] = pytest.StashKey()
_TOLD = ("id", "title", "description", "path", "line", "text")
"""What the report of a check tells of it as it is."""
_COUNTED = (
    "covered",
    "informational",
    "uncovered",
    "suspect",
    "context changed",
    "unknown",
    "predated",
    "not played",
    "orphaned",
    "pending",
)
"""The states whose counts end a run."""
_RANK = ("failed", "passed", "skipped", "not run")


class Session:
    """The checks of one run. Raises `pytest.UsageError` where the corpus or an option makes no sense."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._checks: dict[str, Check] = {}
        self._rules: dict[str, RuleSet] = {}
        self._proofs: dict[tuple[str, RuleSet], Proof] = {}

    @cached_property
    def timeline(self) -> Timeline:
        """The clauses and releases that markers refer to."""
        try:
            found: Timeline = self._config.hook.pytest_crdiff_timeline(config=self._config)
        except CrdiffError as error:
            raise pytest.UsageError(str(error)) from error
        return found

    @cached_property
    def wanted(self) -> tuple[str, ...]:
        """The releases to play, oldest first."""
        asked = self._config.getoption("--crdiff-release")
        try:
            return (
                tuple(sorted({self.timeline.require_release(release) for release in asked})) or self.timeline.releases
            )
        except CrdiffError as error:
            raise pytest.UsageError(str(error)) from error

    @cached_property
    def behind(self) -> Mapping[Behaviour, tuple[str, ...]]:
        """The lineages behind each behaviour."""
        return clauses_behind(self.timeline)

    def rules(self, release: str) -> RuleSet:
        """Return the rule set of `release`."""
        if release not in self._rules:
            self._rules[release] = rule_set(self.timeline, release)
        return self._rules[release]

    def links(self, item: pytest.Item) -> tuple[Link, ...]:
        """Return the links of a check to the clauses that its markers name."""
        return tuple(link(self.timeline, name) for name in names_of(item))

    def releases_of(self, item: pytest.Item) -> tuple[str, ...]:
        """Return the releases wanted in which all clauses of the check are in force."""
        return releases_of(self.timeline, self.links(item), self.wanted)

    def admit(self, item: pytest.Item) -> Iterator[tuple[str, str]]:
        """Take note of a check; yield its clauses and its release as properties for JUnit."""
        release = self._release(item)
        self._add(replace(check_of(item), runs=(Run(release),) if release else ()))
        for each in self.links(item):
            if each.lineage:
                standing = each.stands_in(self.timeline, release)
                yield "clause", each.lineage
                yield "clause_number", standing.number if standing else each.name.number
        if release:
            yield "crdiff_release", release

    def require_clauses(self, item: pytest.Item) -> None:
        """Fail a check whose clause does not exist; skip one that is pending, unknown, or not in force as asked for."""
        links = self.links(item)
        for each in links:
            if each.is_pending or each.is_unknown:
                pytest.skip(f"{without_clause(each).value}: {each.problem}")
            if each.lineage is None:
                pytest.fail(f"orphaned: {each.problem}", pytrace=False)
        if not self._release(item):
            named = "; ".join(f"{each.name}: {today(self.timeline, each.name)}" for each in links)
            pytest.skip(f"not in force in {', '.join(self.wanted)} ({named})")

    def prove(self, item: pytest.Function) -> None:
        """Play a check of the model under inverted rules. Fails it if that shows that it proves nothing."""
        arguments = {name: item.funcargs[name] for name in inspect.signature(item.obj).parameters}
        given = {name: value for name, value in arguments.items() if isinstance(value, RuleSet)}
        if not given:
            return

        def play(rules: RuleSet) -> str:
            try:
                item.obj(**arguments | dict.fromkeys(given, rules))
            except (Exception, pytest.fail.Exception) as failure:
                return f"{type(failure).__name__}: {failure}".splitlines()[0]
            return ""

        rules = next(iter(given.values()))
        key = item.nodeid.replace(self._release(item), ""), rules
        if key not in self._proofs:
            lineages = [each.lineage for each in self.links(item) if each.lineage]
            self._proofs[key] = prove(play, rules, lineages, self.behind)
        proof = item.stash[_proof_key] = self._proofs[key]
        if not proof.holds:
            pytest.fail(complaint(proof), pytrace=False)

    def remarks(self, item: pytest.Item) -> dict[str, Any]:
        """Return what the report of a check takes along, in types that every worker can send."""
        proof = item.stash.get(_proof_key, None)
        check = check_of(item)
        return {
            **{name: getattr(check, name) for name in _TOLD},
            "clauses": [[name.number, name.release, name.says] for name in check.clauses],
            "release": self._release(item),
            "reds": [[red.behaviour.value, red.was_on, red.failure] for red in proof.reds] if proof else None,
        }

    def hear(self, report: pytest.TestReport, remarks: Mapping[str, Any]) -> None:
        """Keep what a report says of a check."""
        clauses = tuple(ClauseName(*name) for name in remarks["clauses"])
        check = Check(**{name: remarks[name] for name in _TOLD}, clauses=clauses)
        proof = None if remarks["reds"] is None else self._proof(check, remarks["reds"])
        run = Run(remarks["release"], report.outcome, message(report), proof)
        self._add(replace(check, runs=(run,) if run.release else ()))

    def coverage(self) -> Coverage:
        """Return everything heard so far."""
        checks = tuple(self._checks[check_id] for check_id in sorted(self._checks))
        folders = sorted({self._config.rootpath / Path(check.path).parent for check in checks})
        try:
            reviews = tuple(review for folder in folders for review in reviews_beside(folder))
            scope = merged(map(scope_beside, folders))
        except CrdiffError as error:
            raise pytest.UsageError(str(error)) from error
        return Coverage(self.timeline, self.wanted, checks, reviews, scope)

    def write_report(self, path: str) -> None:
        """Write the results as JSON."""
        text = json.dumps(checks_json(self.coverage()), ensure_ascii=False, indent=1)
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        write_whole(Path(path), f"{text}\n".encode())

    def summary(self) -> list[str]:
        """Return the lines that end the run: how the clauses stand, then what is wrong with each."""
        coverage = self.coverage()
        report = checks_json(coverage)
        counts = report["summary"]
        states = ", ".join(f"{counts[state]} {state}" for state in _COUNTED if counts[state])
        played = f"{_counted(counts['checks'], 'check')} on {_counted(counts['clauses'], 'clause')}"
        lines = [f"{played} in {_counted(len(self.wanted), 'release')}: {states}"]
        gone = self._gone(coverage).items()
        lines += [f"{name} is {fate} ({_counted(count, 'check')})" for (name, fate), count in gone]
        lines += map(str, to_read(report))
        return lines

    def _gone(self, coverage: Coverage) -> Counter[tuple[str, str]]:
        """Return the clauses that checks name and the newest release does not have, with what became of them."""
        newest = self.timeline.newest
        return Counter(
            (str(of.name), today(self.timeline, of.name))
            for check in coverage.checks
            for of in coverage.links(check)
            if of.lineage and not self.timeline.standing(of.lineage, newest)
        )

    def _proof(self, check: Check, reds: Iterable[tuple[str, bool, str]]) -> Proof:
        found = (Red(Behaviour(name), was_on, self.behind[Behaviour(name)], failure) for name, was_on, failure in reds)
        lineages = (link(self.timeline, name).lineage for name in check.clauses)
        return proof_of(found, [lineage for lineage in lineages if lineage])

    def _add(self, check: Check) -> None:
        """Keep a check; of two runs in one release the worse stands."""
        before = self._checks.get(check.id)
        runs = {run.release: run for run in before.runs} if before else {}
        for run in check.runs:
            known = runs.get(run.release)
            if known is None or _RANK.index(run.outcome) <= _RANK.index(known.outcome):
                runs[run.release] = run
        self._checks[check.id] = replace(check, runs=tuple(runs[release] for release in sorted(runs)))

    def _release(self, item: pytest.Item) -> str:
        """Return the release a check is played under: the newest possible for one that does not ask; "" for none."""
        callspec = getattr(item, "callspec", None)
        if callspec and "crdiff_release" in callspec.params:
            return str(callspec.params["crdiff_release"])
        return next(reversed(self.releases_of(item)), "")


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
