"""The checks of one run: what they are linked to, which are played when, what came out, what their tests are called."""

from __future__ import annotations

import inspect
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from functools import cache, cached_property, lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from msgspec.structs import replace

from crdiff.checks.inputs import reviews_beside, scope_beside
from crdiff.checks.swapping import MUTANTS, mutation_in
from crdiff.errors import CrdiffError, NotModelled
from crdiff.game.rules import Behaviour, RuleSet
from crdiff.output.atomic_file import write_whole
from crdiff.reports.checks import to_read
from crdiff.reports.phrases import counted
from crdiff.store.texts.home import BUILT_IN, Chosen, chosen_corpus
from crdiff.trace.beside import merged
from crdiff.trace.links import Binding, link, releases_of, today
from crdiff.trace.mutants import with_mutants
from crdiff.trace.proof import Play, Tries, complaint, proof_of, prove
from crdiff.trace.report import CheckProof, CheckRed, CheckReport
from crdiff.trace.results import Check, CheckCoverage, Run, report_of
from crdiff.trace.states import COUNTED, without_clause
from crdiff.trace.switches import clauses_behind, rule_set
from crdiff.trace.timeline import ClauseName, Timeline, release_name, release_named

if TYPE_CHECKING:
    from crdiff.pytest_plugin.mutating import Playable


@contextmanager
def usage_errors(of: str = "") -> Iterator[None]:
    """Turn an error of crdiff into one of pytest's, which ends the run with one line; `of` says what it concerns."""
    try:
        yield
    except CrdiffError as error:
        raise pytest.UsageError(f"{of}: {error}" if of else str(error)) from error


def names_of(item: pytest.Item) -> tuple[tuple[ClauseName, ...], tuple[str, ...]]:
    """Return the clauses that the markers of a test name, and in words what is wrong with those markers."""
    names, mistakes = list[ClauseName](), list[str]()
    for marker in item.iter_markers("clause"):
        unknown = set(marker.kwargs) - {"release", "says"}
        if unknown or not marker.args or not all(isinstance(number, str) for number in marker.args):
            written = ", ".join(
                [*map(repr, marker.args), *(f"{name}={value!r}" for name, value in marker.kwargs.items())]
            )
            mistakes.append(f"clause({written}) does not fit clause(number, release='', says='')")
            continue
        release, says = str(marker.kwargs.get("release", "")), str(marker.kwargs.get("says", ""))
        for number in marker.args:
            try:
                names.append(ClauseName.of(number, release, says))
            except CrdiffError as error:
                mistakes.append(str(error))
    return tuple(dict.fromkeys(names)), tuple(dict.fromkeys(mistakes))


def id_of(item: pytest.Item) -> str:
    """Return the id of the check that a test is: its name as pytest's, whatever it is played with."""
    name = getattr(item, "originalname", None) or item.name
    return f"{item.parent.nodeid if item.parent else ''}::{name}"


def check_of(item: pytest.Item) -> Check:
    """Return the check that a test is, without its outcome."""
    function = getattr(item, "function", None)
    title, _, description = (inspect.getdoc(function) or "").partition("\n")
    path, line, _ = item.location
    return Check(
        id=id_of(item),
        title=title,
        description=description.strip(),
        path=Path(path).as_posix(),
        line=(line or 0) + 1,
        text=inspect.getsource(function) if function else "",
        clauses=names_of(item)[0],
    )


def message(report: pytest.TestReport) -> str:
    """Return the line of a report that says why a check failed or was skipped, "" for one that passed."""
    if report.passed:
        return ""
    if isinstance(report.longrepr, tuple):
        return report.longrepr[2].removeprefix("Skipped: ")
    lines = [line for line in report.longreprtext.splitlines() if line.strip()]
    told = [line.removeprefix("E").strip() for line in lines if line.startswith("E")]
    return next(iter(told or lines), "")


_links_key: pytest.StashKey[tuple[Binding, ...]] = pytest.StashKey()
_proof_key: pytest.StashKey[CheckProof] = pytest.StashKey()
# Kinds of arguments that outlive their test: any other may be torn down before a mutant is played.
_LASTING = (str, int, float, bytes, date, type(None))
_RANK = ("failed", "passed", "skipped", "not run")


class Session:
    """The checks of one run. Raises `pytest.UsageError` where the corpus or an option is invalid."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._checks: dict[str, Check] = {}
        self._runs: dict[str, dict[date, Run]] = defaultdict(dict)
        self._tries: dict[str, Tries] = {}
        self._known: dict[str, Check] = {}
        self._playable: list[tuple[Check, RuleSet, Play, tuple[str, ...]]] = []

    @cached_property
    def corpus(self) -> Chosen:
        """The corpus that the options, the ini file or the environment name."""
        built_in = self._config.getoption("--crdiff-built-in")
        named = self._config.getoption("--crdiff-corpus") or self._corpus_of_ini()
        return BUILT_IN if built_in else chosen_corpus(named)  # a project may name a corpus for all its runs

    def _corpus_of_ini(self) -> Path | None:
        named, file = self._config.getini("crdiff_corpus"), self._config.inipath
        return (file.parent if file else self._config.rootpath) / named if named else None

    @cached_property
    def timeline(self) -> Timeline:
        """The clauses and releases that markers refer to."""
        with usage_errors():
            found: Timeline = self._config.hook.pytest_crdiff_timeline(config=self._config)
        return found

    @cached_property
    def wanted(self) -> tuple[date, ...]:
        """The releases to play, oldest first."""
        with usage_errors():
            asked = {self.timeline.require_release(name) for name in self._config.getoption("--crdiff-release")}
        return tuple(sorted(asked)) or self.timeline.releases

    @cached_property
    def behind(self) -> Mapping[Behaviour, tuple[str, ...]]:
        """The lineages behind each behaviour."""
        return clauses_behind(self.timeline)

    @cached_property
    def rules(self) -> Callable[[date], RuleSet]:
        """From a release to its rule set."""
        return cache(partial(rule_set, self.timeline))

    def links(self, item: pytest.Item) -> tuple[Binding, ...]:
        """Return the links of a check to the clauses that its markers name."""
        if _links_key not in item.stash:
            item.stash[_links_key] = tuple(map(self._link, names_of(item)[0]))
        return item.stash[_links_key]

    @cached_property
    def _link(self) -> Callable[[ClauseName], Binding]:
        return cache(partial(link, self.timeline))

    def releases_of(self, item: pytest.Item) -> tuple[date, ...]:
        """Return the releases wanted in which all clauses of the check are in force; none where a marker is wrong."""
        return () if names_of(item)[1] else self._releases_of(self.links(item))

    @cached_property
    def _releases_of(self) -> Callable[[tuple[Binding, ...]], tuple[date, ...]]:
        return cache(lambda links: releases_of(self.timeline, links, self.wanted))

    def alike(self, item: pytest.Item) -> tuple[tuple[date, ...], ...]:
        """Return the same releases, those of one rule set together that also word the clauses of the check alike."""
        return () if names_of(item)[1] else self._alike(self.links(item))

    @cached_property
    def _alike(self) -> Callable[[tuple[Binding, ...]], tuple[tuple[date, ...], ...]]:
        return cache(self._find_alike)

    def _find_alike(self, links: tuple[Binding, ...]) -> tuple[tuple[date, ...], ...]:
        found = defaultdict[object, list[date]](list)
        for release in self._releases_of(links):
            standing = (each.stands_in(self.timeline, release) for each in links)
            wordings = tuple(each and each.wording and each.wording.fingerprint for each in standing)
            found[self.rules(release), wordings].append(release)
        return tuple(map(tuple, found.values()))

    def admit(self, item: pytest.Item) -> Iterator[tuple[str, str]]:
        """Record a check; yield its clauses, their numbers and its releases as properties for JUnit."""
        releases = self.played(item)
        self._add(replace(self._check(item), runs=tuple(map(Run, releases))))
        for each in self.links(item):
            if each.lineage:
                standing = [found for release in releases if (found := each.stands_in(self.timeline, release))]
                yield "clause", each.lineage
                for number in dict.fromkeys(str(found.number) for found in standing) or (each.name.number,):
                    yield "clause_number", number
        for release in releases:
            yield "crdiff_release", release_name(release)

    def require_clauses(self, item: pytest.Item) -> None:
        """Fail a check with a wrong marker or whose clause does not exist; skip one without a clause in force."""
        if mistakes := names_of(item)[1]:
            pytest.fail("\n".join(mistakes), pytrace=False)
        links = self.links(item)
        for each in links:
            if each.is_pending or each.is_unknown:
                pytest.skip(f"{without_clause(each).value}: {each.problem}")
            if each.lineage is None:
                pytest.fail(f"orphaned: {each.problem}", pytrace=False)
        if not self.played(item):
            named = "; ".join(f"{each.name}: {today(self.timeline, each)}" for each in links)
            pytest.skip(f"not in force in {', '.join(map(release_name, self.wanted))} ({named})")

    def prove(self, item: pytest.Function) -> None:
        """Play a check of the model under inverted rules. Fails it if that shows that it proves nothing."""
        arguments = {name: item.funcargs[name] for name in _parameters(item.obj)}
        given = {name: value for name, value in arguments.items() if isinstance(value, RuleSet)}
        if not given:
            return

        def play(rules: RuleSet) -> str:
            try:
                item.obj(**arguments | dict.fromkeys(given, rules))
            except NotModelled:
                return ""  # that the model does not know shows nothing about the check
            except (Exception, pytest.fail.Exception) as failure:
                return f"{type(failure).__name__}: {failure}".splitlines()[0]
            return ""

        tries = self._tries.setdefault(self._playing(item), Tries())
        lineages = [each.lineage for each in self.links(item) if each.lineage]
        rules = next(iter(given.values()))
        proof = item.stash[_proof_key] = prove(play, rules, lineages, self.behind, tries)
        if not proof.holds:
            pytest.fail(complaint(proof), pytrace=False)
        others = (value for name, value in arguments.items() if name not in given)
        if all(isinstance(value, _LASTING) for value in others):
            missed = [rules.inverted(Behaviour(red.behaviour)) for red in proof.reds]
            self._playable.append((self._check(item), rules, partial(_play_with_proof, play, missed), tuple(lineages)))

    def mutate(self, path: Path, tell: Callable[[int, int], None]) -> None:
        """Play the checks of the model that passed against its mutants, and write to `path` what they noticed."""
        from crdiff.pytest_plugin.mutating import mutate  # only a run that asks for it

        with usage_errors():
            mutate(self.playables(), path, tell)

    def playables(self) -> tuple[Playable, ...]:
        """Return the checks of the model that passed, each once under each of its rule sets."""
        from crdiff.pytest_plugin.mutating import Playable, without_repeats

        root = self._config.rootpath
        found = (
            Playable(check.id, rules, play, lineages, root / check.path)
            for check, rules, play, lineages in self._playable
        )
        return without_repeats(found)

    def _playing(self, item: pytest.Item) -> str:
        """Return what plays the same under the same rules: the check, where it cannot see its release."""
        releases = self.played(item)
        is_blind = "crdiff_release" not in getattr(item, "fixturenames", ())
        return item.nodeid.replace(release_name(releases[0]), "") if is_blind and releases else item.nodeid

    def _check(self, item: pytest.Item) -> Check:
        """Return the check that a test is; its source is read once for all releases."""
        name = id_of(item)
        if name not in self._known:
            self._known[name] = check_of(item)
        return self._known[name]

    def remarks(self, item: pytest.Item) -> dict[str, Any]:
        """Return what the report of a check carries, in types that every worker can send."""
        proof = item.stash.get(_proof_key, None)
        return {
            "check": msgspec.to_builtins(self._check(item)),
            "releases": list(map(release_name, self.played(item))),
            "reds": [[red.behaviour, red.was_on, red.failure] for red in proof.reds] if proof else None,
        }

    def hear(self, report: pytest.TestReport, remarks: Mapping[str, Any]) -> None:
        """Record the outcome that a report carries."""
        check = msgspec.convert(remarks["check"], Check)
        proof = None if remarks["reds"] is None else self._proof(check, remarks["reds"])
        said = message(report)
        runs = (Run(release_named(each), report.outcome, said, proof) for each in remarks["releases"])
        self._add(replace(check, runs=tuple(runs)))

    @cached_property
    def coverage(self) -> CheckCoverage:
        """Everything recorded, read once the run is over."""
        checks = tuple(self._with_runs(self._checks[check_id]) for check_id in sorted(self._checks))
        folders = sorted({self._config.rootpath / Path(check.path).parent for check in checks})
        with usage_errors():
            reviews = tuple(review for folder in folders for review in reviews_beside(folder))
            scope = merged(map(scope_beside, folders))
        return CheckCoverage(self.timeline, self.wanted, checks, reviews, scope)

    def write_report(self, path: str) -> None:
        """Write the results as JSON."""
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        with usage_errors():
            mutants = mutation_in(self._config.invocation_params.dir / MUTANTS)
        report = with_mutants(self._report, mutants) if mutants else self._report
        write_whole(Path(path), report.encoded())

    @cached_property
    def _report(self) -> CheckReport:
        return report_of(self.coverage)

    def summary(self) -> list[str]:
        """Return the lines that end the run: the states of the clauses, then the fault of each."""
        counts = self._report.summary
        if self._collects:
            return [f"{counted(counts.checks, 'check')} on {counted(counts.clauses, 'clause')}, none of them played"]
        states = ", ".join(f"{count} {state.in_a_list}" for state in COUNTED if (count := counts.count(state)))
        played = f"{counted(counts.checks, 'check')} on {counted(counts.clauses, 'clause')}"
        lines = [self.corpus.note] if "corpus" in vars(self) and self.corpus.note else []  # not where a hook decides
        lines += [f"{played} in {counted(len(self.wanted), 'release')}: {states}"]
        gone = self._gone(self.coverage).items()
        lines += [f"{name} is {fate} ({counted(count, 'check')})" for (name, fate), count in gone]
        lines += map(str, to_read(self._report))
        return lines

    def _gone(self, coverage: CheckCoverage) -> Counter[tuple[str, str]]:
        """Return the clauses that checks name and the newest release lacks, each with its fate."""
        newest = self.timeline.newest
        return Counter(
            (str(of.name), today(self.timeline, of))
            for check in coverage.checks
            for of in coverage.links(check)
            if of.lineage and not self.timeline.standing(of.lineage, newest)
        )

    def _proof(self, check: Check, reds: Iterable[tuple[str, bool, str]]) -> CheckProof:
        found = (CheckRed(name, was_on, self.behind[Behaviour(name)], failure) for name, was_on, failure in reds)
        lineages = (self._link(name).lineage for name in check.clauses)
        return proof_of(found, [lineage for lineage in lineages if lineage])

    def _add(self, check: Check) -> None:
        """Record a check; of two runs in one release the worse counts."""
        self._checks[check.id] = check
        runs = self._runs[check.id]
        for run in check.runs:
            known = runs.get(run.release)
            if known is None or _RANK.index(run.outcome) <= _RANK.index(known.outcome):
                runs[run.release] = run

    def _with_runs(self, check: Check) -> Check:
        """Return a check with all its runs, in the order of the releases: those played, unless none is to be."""
        runs = self._runs[check.id]
        played = (runs[release] for release in sorted(runs) if self._collects or runs[release].outcome != "not run")
        return replace(check, runs=tuple(played))

    @property
    def _collects(self) -> bool:
        return bool(self._config.getoption("collectonly"))

    def played(self, item: pytest.Item) -> tuple[date, ...]:
        """Return the releases that a check is played for at once: the newest possible for one that does not ask."""
        callspec = getattr(item, "callspec", None)
        asked: Mapping[str, Any] = callspec.params if callspec else {}
        if "crdiff_release" in asked:
            return (asked["crdiff_release"],) if asked["crdiff_release"] else ()
        if "crdiff_rules" in asked:
            return tuple(asked["crdiff_rules"])
        return self.releases_of(item)[-1:]


@lru_cache(maxsize=1)  # a check is played for all its releases before the next one
def _parameters(check: Callable[..., object]) -> tuple[str, ...]:
    """Return the names of the arguments that a test takes."""
    return tuple(inspect.signature(check).parameters)


def _play_with_proof(play: Play, missed: Sequence[RuleSet], rules: RuleSet) -> str:
    """Return why a check fails, or that it does not without a behaviour that it missed before."""
    failure = play(rules)
    return failure or ("proves less" if not all(map(play, missed)) else "")
