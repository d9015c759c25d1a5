"""From the results of a test runner, and a map from tests to clauses, to the clauses that its tests play."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from fnmatch import translate
from functools import lru_cache
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from crdiff.checks.citing_tests import CitingTests
from crdiff.checks.junit import RELEASE, JUnitTest
from crdiff.checks.runs import results_in
from crdiff.cite.scan import numbers_in_name
from crdiff.errors import CorpusError, UnknownNumber, UnknownRelease
from crdiff.model.number import read_number
from crdiff.store.text_file import read_raw
from crdiff.text.groups import by_key
from crdiff.text.toml import toml_values
from crdiff.trace.engines import EngineLink, EngineResults, EngineTest, NamedBy
from crdiff.trace.links import link
from crdiff.trace.timeline import ClauseName, Timeline

_GLOB = re.compile(r"[*?\[]")
_EXPECTED = "a table [tests] of names or patterns with their clauses, or lines such as name,704.5j"


class MappedTests(Struct, frozen=True):
    """Clauses, as written, by the names of tests, and by patterns over them."""

    names: Mapping[str, tuple[str, ...]]
    patterns: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]

    def clauses_of(self, test: JUnitTest) -> tuple[str, ...]:
        """Return the clauses of a test, which may be called by its name alone or with its suite before it."""
        called = (test.name, *(f"{test.suite}{mark}{test.name}" for mark in ("::", ".", "#", " ")))
        found = [self.names.get(name, ()) for name in called]
        found += (clauses for pattern, clauses in self.patterns if any(map(pattern.fullmatch, called)))
        return tuple(dict.fromkeys(clause for clauses in found for clause in clauses))


# What is used without a file.
NO_MAP = MappedTests({}, ())


def read_clause_map(path: Path) -> MappedTests:
    """Return the clauses of the tests that a file lists. Raises `CorpusError` where it is not such a map."""
    try:
        text = read_raw(path).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise CorpusError(f"the map of tests cannot be read ({reason})", _EXPECTED, path=str(path)) from None
    rows = tuple(_of_csv(text, path) if path.suffix.lower() == ".csv" else _of_toml(text, path))
    if not rows:
        raise CorpusError("maps no test", _EXPECTED, path=str(path))
    names = {name: clauses for name, clauses in rows if not _GLOB.search(name)}
    patterns = ((re.compile(translate(name)), clauses) for name, clauses in rows if _GLOB.search(name))
    return MappedTests(names, tuple(patterns))


def _of_toml(text: str, path: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    try:
        tests = toml_values(text).get("tests", {})
    except ValueError as error:
        raise CorpusError(f"is not TOML ({error})", _EXPECTED, path=str(path)) from None
    if not isinstance(tests, dict):
        raise CorpusError("has no table [tests]", _EXPECTED, path=str(path))
    for name, clauses in tests.items():
        listed = [clauses] if isinstance(clauses, str) else clauses
        if not isinstance(listed, list) or not listed or not all(isinstance(each, str) for each in listed):
            raise CorpusError(f"{name!r} has no clauses", '"704.5j" or a list of such', path=str(path))
        yield name, tuple(listed)


def _of_csv(text: str, path: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the rows of a table, without the names of its columns."""
    lines = csv.reader(text.splitlines())
    try:
        for row in lines:
            name, *clauses = (field.strip() for field in row) if row else ("",)
            named = tuple(filter(None, clauses))
            is_heading = lines.line_num == 1 and not any(field[:1].isdecimal() for field in named)
            if name.startswith("#") or not any(row) or is_heading:
                continue
            if not name or not named:
                raise CorpusError(f"{','.join(row)!r} has no clause", _EXPECTED, path=str(path), line=lines.line_num)
            yield name, named
    except csv.Error as error:
        raise CorpusError(f"is not CSV ({error})", _EXPECTED, path=str(path), line=lines.line_num) from None


# Of several tests with one name, the worst speaks: lists of parameters repeat names.
_WORST = {"failed": 0, "skipped": 1, "passed": 2}

# Tests of an engine that name clauses; XMage, the largest engine known, has some 60,000 tests in all.
LINKED_MAX = 200_000


class ClauseFinder(Struct, frozen=True, eq=False):
    """Links tests to clauses of a `timeline`; numbers are those of `release` where nothing says otherwise.

    `pattern` finds a number in names in place of the spellings that crdiff knows: its group ``number``, else its first
    group, else all that it matches. `sources` are the tests in their files, with what is cited there.
    """

    timeline: Timeline
    release: date
    clauses: MappedTests = NO_MAP
    pattern: re.Pattern[str] | None = None
    sources: CitingTests | None = None

    def tests(self, test: JUnitTest) -> Iterator[EngineTest]:
        """Yield a test with the clauses that it names, and its class with those that the comment above that names.

        The class has no name of its own, and the outcome of this one of its tests.
        """
        place = self.sources.place(test) if self.sources else None
        file, line = (place.file, place.line) if place else (test.file, test.line)
        cited = self.sources.links(place) if self.sources and place else ()
        if links := tuple(dict.fromkeys(self._links(test))) or tuple(dict.fromkeys(cited)):
            yield EngineTest(test.suite, test.name, test.outcome, links, test.message, file, line)
        group = self.sources.group(place) if self.sources and place else None
        if group:
            yield EngineTest(test.suite or group[0].name, "", test.outcome, group[1], test.message, file, group[0].line)

    def _links(self, test: JUnitTest) -> Iterator[EngineLink]:
        values = by_key(test.properties)
        release = max(values.get(RELEASE, ("",)))
        if named := values.get("clause") or values.get("clause_number"):
            yield from (self.link(written, release, "property") for written in named)
        elif mapped := self.clauses.clauses_of(test):
            yield from (self.link(written, release, "map") for written in mapped)
        else:
            yield from self._of_name(test.name, release) or self._of_name(test.suite, release)

    def _of_name(self, name: str, release: str) -> tuple[EngineLink, ...]:
        if self.pattern:
            group = "number" if "number" in self.pattern.groupindex else min(self.pattern.groups, 1)
            found = (match[group] for match in self.pattern.finditer(name))
            return tuple(self.link(written, release, "name") for written in found if written)
        cited = numbers_in_name(name)
        numbers = [each.number for each in cited if not each.is_bare or self._is_certain(str(each.number), release)]
        # A block of tests names the rule, each test a subrule.
        inner = (each for each in numbers if not any(other != each and other.within(each) for other in numbers))
        return tuple(self.link(str(number), release, "name") for number in inner)

    def _is_certain(self, number: str, release: str) -> bool:
        """Whether a number without a word before it is one of the rules: it has a letter, and the release has it."""
        return number[-1:].isalpha() and bool(self.link(number, release, "name").lineage)

    @lru_cache(maxsize=1 << 16)  # noqa: B019 # a finder lives as long as its command
    def link(self, written: str, release: str, by: NamedBy, problem: str = "") -> EngineLink:
        """Return the clause that is written as ``704.5j``, ``CR 704.5j``, ``704.5j@2024-06-07`` or by its id.

        With a `problem` it is none.
        """
        written = written.strip()
        try:
            name = self._name(written, release)
        except (UnknownNumber, UnknownRelease) as error:
            return EngineLink(written, self.release, "", by, str(error))
        if problem:
            return EngineLink(name.number, name.release or self.release, "", by, problem)
        day = name.release or self.release
        found = link(self.timeline, name)
        lineage = self.timeline.lineage(found.lineage or "")
        if lineage and lineage.is_revoked_in(day):
            problem = f"its text is a notice: the rule was revoked in {lineage.revoked}"
            return EngineLink(name.number, day, "", by, problem)
        number = str(lineage.number_in(day) or lineage.runs[0].number) if lineage else name.number
        return EngineLink(number, day, lineage.id if lineage else "", by, found.problem)

    def _name(self, written: str, release: str) -> ClauseName:
        """Return the name as `Timeline.find` takes it. Raises `UnknownNumber` or `UnknownRelease`."""
        printed, _, own = written.partition("@")
        name = ClauseName.of(printed.strip(), own or release)
        if name.is_lineage:
            return name
        return ClauseName(str(read_number(name.number.replace("_", "."))), name.release or self.release)


def import_results(engine: str, paths: Iterable[Path], finder: ClauseFinder) -> EngineResults:
    """Return the tests in files and folders of results that name clauses. Raises `CorpusError`, with the place."""
    tests: dict[tuple[str, str], EngineTest] = {}
    read = 0
    for file in _files(paths):
        for each in results_in(file):
            read += 1
            for found in finder.tests(each):
                called = found.suite, found.name or f"{found.file}:{found.line}"
                before = tests.get(called)
                tests[called] = _joined(before, found) if before else found
                if len(tests) > LINKED_MAX:
                    raise CorpusError(f"more than {LINKED_MAX:,} tests name clauses", "several engines", path=str(file))
    in_order = tuple(sorted(tests.values(), key=lambda test: (test.suite, test.name)))
    return EngineResults(engine=engine, release=finder.release, read=read, tests=in_order)


def files_of_results(path: Path) -> Sequence[Path]:
    """Return a file, or those in a folder that end in ``.xml``, in order."""
    return sorted(each for each in path.rglob("*.xml") if each.is_file()) if path.is_dir() else [path]


def _files(paths: Iterable[Path]) -> Sequence[Path]:
    """Return the files at `paths`, each once. Raises `CorpusError` for a folder without any."""
    found: list[Path] = []
    for path in paths:
        inside = files_of_results(path)
        if not inside:
            raise CorpusError("holds no results", "files of JUnit XML", path=str(path))
        found += inside
    return tuple(dict.fromkeys(found))


def _joined(one: EngineTest, other: EngineTest) -> EngineTest:
    """Return two tests of one name as one, with the clauses of both."""
    worst = min(one, other, key=lambda test: _WORST[test.outcome])
    return replace(worst, clauses=tuple(dict.fromkeys((*one.clauses, *other.clauses))))
