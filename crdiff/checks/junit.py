"""The results that a test runner left as JUnit XML, and whether names of tests mean what their numbers name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Literal, NamedTuple
from xml.parsers import expat

from msgspec.structs import replace

from crdiff.cite.checking import CheckedNumber, CiteChecker, CitingText
from crdiff.cite.judging import Certainty
from crdiff.cite.numbering import Numbering
from crdiff.cite.scan import Scanner, printed_name
from crdiff.errors import CorpusError
from crdiff.reports.phrases import listed
from crdiff.trace.engines import EngineLink, EngineResults, EngineTest

TestOutcome = Literal["passed", "failed", "skipped"]
RELEASE = "crdiff_release"
# Properties that name the clauses of a test and date their numbers, as the plugin for pytest exports them.
PROPERTIES = ("clause", "clause_number", RELEASE)

_EXPECTED = "JUnit XML, whose root is <testsuites> or <testsuite>"
_ROOTS = {"testsuites", "testsuite"}
_OTHERS = {
    "assemblies": "xUnit's own format: `dotnet test --logger junit`",
    "TestRun": "the format of Visual Studio: `dotnet test --logger junit`",
    "test-run": "NUnit's own format: `dotnet test --logger junit`",
}
# Bytes read at a time.
_PIECE = 1 << 16
# Bytes of one tag or comment: the parser keeps it whole. Output of tests arrives in pieces and may be longer.
_TOKEN_MAX = 1 << 22
# Elements nested in one another; jest flattens its describe blocks, suites of Gradle and PHPUnit nest a few deep.
_DEPTH_MAX = 100
# Tests of one file; XMage, the largest engine known, has some 60,000.
TESTS_MAX = 1_000_000
# Characters kept of a name, a path, a message or a property.
_TEXT_MAX = 500
# Clauses that one test or suite may name.
_PROPERTIES_MAX = 1_000

_Properties = tuple[tuple[str, str], ...]


class JUnitTest(NamedTuple):
    """A test case: its class and its name, its outcome, the properties that name its clauses.

    `line` counts from 1, 0 where it is not known. `message` says why the test failed or was skipped.
    """

    suite: str
    name: str
    file: str
    line: int
    outcome: TestOutcome
    message: str
    properties: _Properties


def junit_tests(path: Path) -> Iterator[JUnitTest]:
    """Yield the tests of a file in order. Raises `CorpusError` where it is not JUnit XML, with the line."""
    reading = _Reading(path)
    try:
        with path.open("rb") as file:
            while piece := file.read(_PIECE):
                reading.feed(piece)
                yield from reading.taken()
        reading.feed(b"", is_last=True)
    except OSError as error:
        raise CorpusError(f"the results cannot be read ({error.strerror})", _EXPECTED, path=str(path)) from None
    yield from reading.taken()


class _Reading:
    """A parser and the elements that it is in: the suites around, and the test being read."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._tests: list[JUnitTest] = []
        self._count = 0
        self._open: list[str] = []
        self._suites: list[str] = []
        self._own: list[_Properties] = [()]
        self._inherited: list[_Properties] = [()]
        self._case: JUnitTest | None = None
        self._told: list[str] | None = None
        self._fed = 0
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.StartDoctypeDeclHandler = self._document_type
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text

    def feed(self, piece: bytes, *, is_last: bool = False) -> None:
        """Read a piece of the file."""
        self._fed += len(piece)
        try:
            self._parser.Parse(piece, is_last)
        except expat.ExpatError as error:
            if is_last and self._open:
                raise self._error(f"ends within <{_kept(self._open[-1], 40)}>", error.lineno) from None
            raise self._error(f"is not XML ({expat.ErrorString(error.code)})", error.lineno) from None
        except (LookupError, ValueError) as error:  # an encoding that nobody knows, or of several bytes
            raise self._error(f"is not XML ({error})", 1) from None
        if self._fed - self._parser.CurrentByteIndex > _TOKEN_MAX + _PIECE:
            raise self._error(f"has a tag or a comment of more than {_TOKEN_MAX:,} bytes")

    def taken(self) -> list[JUnitTest]:
        """Return the tests read since this was asked last."""
        tests, self._tests = self._tests, []
        return tests

    def _error(self, what: str, line: int = 0, expected: str = _EXPECTED) -> CorpusError:
        return CorpusError(what, expected, path=str(self._path), line=line or self._parser.CurrentLineNumber)

    def _document_type(self, *_: object) -> None:
        raise self._error("declares a document type, which JUnit XML never needs", expected="XML without one")

    def _start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if not self._open and tag not in _ROOTS:
            raise self._error(f"has the root <{_kept(tag, 40)}>", expected=_OTHERS.get(tag, "") or _EXPECTED)
        self._open.append(tag)
        if len(self._open) > _DEPTH_MAX:
            raise self._error(f"has more than {_DEPTH_MAX} elements nested in one another")
        if tag == "testsuite":
            self._suites.append(_kept(attributes.get("name", "")))
            self._own.append(())
            self._inherited.append(self._inherited[-1])
        elif tag == "testcase":
            self._case = self._begun(attributes)
        elif tag == "property":
            self._property(attributes)
        elif self._case and self._open[-2] == "testcase":
            self._came_out(tag, attributes)

    def _begun(self, attributes: Mapping[str, str]) -> JUnitTest:
        self._count += 1
        if self._count > TESTS_MAX:
            raise self._error(f"has more than {TESTS_MAX:,} tests", expected="several files")
        line = attributes.get("line", "")
        return JUnitTest(
            suite=_kept(attributes.get("classname") or (self._suites[-1] if self._suites else "")),
            name=_kept(attributes.get("name", "")),
            file=_kept(attributes.get("file", "")),
            line=int(line) if line.isascii() and line.isdecimal() and len(line) < 10 else 0,
            outcome="skipped" if _was_not_run(attributes) else "passed",
            message="",
            properties=(),
        )

    def _property(self, attributes: Mapping[str, str]) -> None:
        """Keep a property that names clauses, of the test being read or of the suite."""
        name = attributes.get("name", "")
        if name not in PROPERTIES:
            return
        found = (name, _kept(attributes.get("value", "")))
        if self._case:
            self._case = self._case._replace(properties=(*self._case.properties, found)[:_PROPERTIES_MAX])
        else:
            self._own[-1] = (*self._own[-1], found)[:_PROPERTIES_MAX]
            around = self._inherited[-2] if len(self._inherited) > 1 else ()
            self._inherited[-1] = _with_inherited(self._own[-1], around)

    def _came_out(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Note the outcome that an element in a test gives; a test that failed at first and then passed has passed."""
        outcomes: dict[str, TestOutcome] = {"failure": "failed", "error": "failed", "skipped": "skipped"}
        outcome = outcomes.get(tag)
        if outcome is None or self._case is None or self._case.outcome == "failed":
            return
        message = attributes.get("message", "")
        self._case = self._case._replace(outcome=outcome, message=_kept(message))
        self._told = None if message else []

    def _text(self, text: str) -> None:
        if self._told is not None and sum(map(len, self._told)) < _TEXT_MAX:
            self._told.append(text[:_TEXT_MAX])

    def _end(self, tag: str) -> None:
        self._open.pop()
        if self._told is not None and self._case and self._open[-1] == "testcase":
            first = next((line.strip() for line in "".join(self._told).splitlines() if line.strip()), "")
            self._case, self._told = self._case._replace(message=_kept(first)), None
        if tag == "testcase" and self._case and "testcase" not in self._open:
            properties = _with_inherited(self._case.properties, self._inherited[-1])
            self._tests.append(self._case._replace(properties=properties))
            self._case = None
        elif tag == "testsuite":
            self._suites.pop()
            self._own.pop()
            self._inherited.pop()


def _with_inherited(own: _Properties, around: _Properties) -> _Properties:
    """Return the properties of an element: its own, with the clauses or the release around it where it has none."""
    if not own:
        return around
    has = {name == RELEASE for name, _ in own}
    return (*own, *(each for each in around if (each[0] == RELEASE) not in has))


def _was_not_run(attributes: Mapping[str, str]) -> bool:
    """Whether the attributes of a test say that it was not run, as GoogleTest and others write it."""
    said = {attributes.get(name, "").lower() for name in ("status", "result")}
    return bool(said & {"notrun", "skipped", "disabled", "suppressed"})


def _kept(text: str, most: int = _TEXT_MAX) -> str:
    """Return the beginning of `text` on one line."""
    return " ".join(text[:most].split())


# What a number in a name means instead, in words, by name and number.
_Doubts = Mapping[tuple[str, str], str]


def without_misnamed(results: EngineResults, checker: CiteChecker, numbering: Numbering) -> EngineResults:
    """Return the results without the links of numbers that mean something else by the words of their names.

    `checker` judges by the release that the results are of. What it is sure of, or thinks likely, is told as the
    problem of the link, with the right number.
    """
    named = {test.name for test in results.tests if any(_is_judged(each, results.release) for each in test.clauses)}
    scanner = Scanner(identifiers=False)
    raw = ((name, printed_name(name).encode("utf-8", "replace")) for name in sorted(named))
    texts = [CitingText(name, text, groups) for name, text in raw if (groups := tuple(scanner.scan(text)))]
    doubts = dict(_doubts(checker.check(texts).numbers, numbering))
    return replace(results, tests=tuple(_told(test, doubts, results.release) for test in results.tests))


def _is_judged(link: EngineLink, release: date) -> bool:
    """Whether a link rests on the number in a name alone, and on one of `release`."""
    return link.by == "name" and bool(link.lineage) and link.release == release


def _doubts(numbers: tuple[CheckedNumber, ...], numbering: Numbering) -> Iterator[tuple[tuple[str, str], str]]:
    for each in numbers:
        if said := meant_otherwise(each, numbering):
            yield (each.text.name, str(each.number)), said


def meant_otherwise(checked: CheckedNumber, numbering: Numbering) -> str:
    """Return what a number means by the words beside it where that is another clause, "" where it is right, or may be.

    It is told only of what is sure or likely.
    """
    judgement = checked.judgement
    if judgement.needs_nothing or checked.certainty is Certainty.OPEN or judgement.clause is None:
        return ""
    until = numbering.dates[judgement.until if judgement.until is not None else judgement.written or 0]
    right = f"numbers {listed(list(map(str, judgement.numbers)), 3)}" if judgement.numbers else "does not have"
    return f"by its words it means {checked.number} of {until}, which that release {right}"


def _told(test: EngineTest, doubts: _Doubts, release: date) -> EngineTest:
    links = []
    for link in test.clauses:
        doubt = doubts.get((test.name, link.number), "") if _is_judged(link, release) else ""
        links.append(replace(link, lineage="", problem=doubt) if doubt else link)
    return replace(test, clauses=tuple(links))
