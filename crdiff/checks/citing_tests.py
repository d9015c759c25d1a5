"""The tests in a tree of sources, the clauses cited in and above them, and which of them a result is of.

Engines say in a comment, not in a name, which rule a test plays. A test is found by its name: a function, or a string
in a call (`test("…")`, `it("…")`), whatever the language. Which of several tests of one name is meant, the suite of
the result says: its words are folders, files, modules and classes around the test. What a comment cites as background
is no clause that the test plays: the name of the test, or what is quoted in it, has to be about the clause.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import dropwhile
from pathlib import PurePath

from msgspec import Struct

from crdiff.checks.junit import JUnitTest
from crdiff.cite.citation import TextPlaces
from crdiff.cite.doubts import ClauseSearch
from crdiff.cite.evidence import words_of
from crdiff.model.number import ClauseNumber
from crdiff.text.groups import by_key
from crdiff.text.words import Words
from crdiff.trace.engines import EngineLink

# What a line declares: a function, a class or a module by its name, or a test or a group of tests by a string.
_DECLARED = re.compile(
    rb"(?m)^(?P<indent>[ \t]*)(?:"
    rb"(?:[\w@<>\[\](),.]{1,60}[ \t]+){0,6}?"
    rb"(?:fn|fun|def|func|void|function|Task|class|object|mod|struct|module|namespace)"
    rb"[ \t]+(?:`(?P<quoted>[^`\r\n]+)`|(?P<name>\w+))"
    rb"|[\w.]+[ \t]?\([ \t]*\"(?P<said>(?:\\.|[^\"\\\r\n])+)\""
    rb"|[\w.]+[ \t]?\([ \t]*'(?P<single>(?:\\.|[^'\\\r\n])+)'"
    rb"|\"(?P<title>(?:\\.|[^\"\\\r\n])+)\"[^\"\r\n]*\{[ \t]*\r?$"
    rb")"
)
# A line that belongs to what is declared below it: a comment, an attribute or an annotation.
_ABOVE = re.compile(rb"[ \t]*(?://|/?\*|#|@|\[|--)")
# A line no further in than a declaration that is part of it all the same: the end of its parameters.
_GOES_ON = re.compile(rb"[ \t]*(?:[)\]{]|->|where\b|\r?$)")
_CLOSES = re.compile(rb"[ \t]*\}")
# Where the name of a test or of its suite has another part, as the runners of the languages write it.
_STEPS = re.compile(r"::| > | -- | › ")
_PARTS = re.compile(rf"{_STEPS.pattern}|[.$#/\\]")
# What a runner adds to the name of a test that it runs with several values.
_VALUES = re.compile(r"\s*(?:\[[^\]]*\]|\([^)]*\))$")
_CODE = re.compile(
    r"\.(?:c|cc|clj|cpp|cs|cxx|dart|exs?|fs|go|groovy|h|hpp|hs|java|jsx?|kts?|lua|mjs|php|pl|py|rb|rs|scala|swift|tsx?|vb)$"
)
# Odds, as logarithms, above which a test is about a clause that is cited there: by its name alone, and together with
# the words beside the citation. A comment on a step of it, or above its class, tells of much else, so the name has to
# say more. Engines cite much that a test does not play: of 40 bindings of phase-rs some 30 were right without this; how
# many are with it, and why no thresholds make it 98 of 100, says site/checks-engines.md.
_NAMED = -3.0
_EXPLAINED = 1.0
_NAMED_ASIDE = 3.0
# How much better, as a logarithm, both the name of a test and what stands beside the citation fit a clause beside it.
#
# Source: 716.3 of 2026-04-17, cited for the level of a Class by phase-rs/phase; of 15 wrong bindings in 235 read there
# ten were so, and of 172 right ones twelve.
_BESIDE = 0.5
# What in the sentence before a citation says that it is of another thing than what is tested, and where that begins.
#
# Source: 709.4b of 2026-06-19, "out of scope here" in a comment of wingedsheep/argentum-engine.
_CONTRAST = re.compile(rb"(?i)\b(?:unlike|contrast|opposite|opposed|out of scope|whereas|no longer|neither)\b")
_BEGINS = re.compile(rb"[.;!?][)\"*]*\s|\n\s*(?://+|\*)?\s*\n")
_BEFORE_MAX = 200
# What a test quotes: the texts of cards that it plays, and what its assertions say.
_SAID = re.compile(rb"\"((?:\\.|[^\"\\\r\n])+)\"")
# A comment on a step of a test says why the step is taken; the first one, and one on an assertion, say what is tested.
#
# Source: 500.5 of 2026-04-17, "unspent mana empties", beside the mana that a test adds, in wingedsheep/argentum-engine;
# of ten wrong bindings of 142 read there three were so, and of 124 right ones none is lost.
_ASSERTS = re.compile(rb"(?i)assert|expect|should|clue|require|verify|panic!|check|matches!")
_COMMENT = re.compile(rb"(?m)[ \t]*(?://|/?\*|#(?!\[)|--|$)")
_OPENS = (b"{", b":", b"(", b"->")
_NEAR_MAX = 1_000
_STEP_LINES = 4
# Words that say nothing about which file is meant.
_ANYWHERE = frozenset(("tests", "test", "unit", "src", "lib", "main"))


class TestPlace(Struct, frozen=True):
    """A declaration: its name, its file and the words around it; its bytes from the comment above `start` to `stop`.

    The declaration itself begins at `head`, on `line` from 1. `said` are the strings in it.
    """

    name: str
    file: str
    around: frozenset[str]
    line: int
    start: int
    head: int
    stop: int
    said: str


class CitedClause(Struct, frozen=True, eq=False):
    """A clause cited in `file` at the byte `at`, with the words `beside` the citation.

    `search` weighs words; without it everything cited is played. `is_of_step`: whether in the body of a test it would
    be said of a step alone. `is_subject`: whether the number is of a title alone, and the clause the one below it that
    is meant where a class is about its subject.
    """

    file: str
    at: int
    link: EngineLink
    number: ClauseNumber
    beside: Words
    search: ClauseSearch | None
    is_of_step: bool = False
    is_subject: bool = False

    def is_named(self, *names: str, least: float = _NAMED_ASIDE) -> bool:
        """Whether such names are about the clause; a number that names none is told of any test."""
        if not self.link.lineage or not self.search:
            return True
        odds = self.search.odds
        named = max(odds(self.number, words_of(name)) for name in names)
        return named > least and named + odds(self.number, self.beside) > _EXPLAINED

    def is_played(self, test: TestPlace) -> bool:
        """Whether a test that it is cited in or above is about the clause, and not about one beside it."""
        least = _NAMED_ASIDE if self.is_of_step and self.at >= test.head else _NAMED
        search, words = self.link.lineage and self.search, (words_of(test.name), self.beside)
        is_of_another = search and all(search.fits_neighbour(self.number, each, _BESIDE) for each in words)
        named = self.is_named(test.name, f"{test.name} {test.said}", least=least)
        return named and not (self.is_subject or is_of_another)


class CitingTests(Struct, frozen=True):
    """The declarations of a tree by name, and in each file the clauses cited, in order."""

    places: Mapping[str, Sequence[TestPlace]]
    cited: Mapping[str, Sequence[CitedClause]]

    def place(self, test: JUnitTest) -> TestPlace | None:
        """Return where a test stands, None where nothing of its name does, or more than one may be meant."""
        plain = _VALUES.sub("", test.name)
        *outer, inner = _PARTS.split(plain) if _STEPS.search(plain) or " " not in plain else (plain,)
        around = frozenset((*_PARTS.split(test.suite), *outer, *_STEPS.split(plain)[:-1])) - _ANYWHERE - {""}
        last = (_STEPS.split(name)[-1] for name in (test.name, plain))
        for name in dict.fromkeys((test.name, plain, *last, inner)):
            if found := self._nearest(name, around, test.file.removeprefix("./")):
                return found
        return None

    def _nearest(self, name: str, around: frozenset[str], file: str) -> TestPlace | None:
        """Return the one declaration of a name that most of the words `around` the test fit."""
        found = [each for each in self.places.get(name, ()) if each.file.endswith(file)]
        best = max((len(around & each.around) for each in found), default=0)
        near = [each for each in found if len(around & each.around) == best]
        return near[0] if len(near) == 1 and (best or not around) else None

    def links(self, place: TestPlace) -> Iterator[EngineLink]:
        """Return the clauses cited in a test, and in the comment above it, that it is about."""
        return (each.link for each in self._between(place, place.stop) if each.is_played(place))

    def group(self, place: TestPlace) -> tuple[TestPlace, tuple[EngineLink, ...]] | None:
        """Return the innermost class or group around a test with a comment that cites what either name is about."""
        around = (each for name in place.around for each in self.places.get(name, ()))
        outer = [each for each in around if each.file == place.file and each.head < place.head < each.stop]
        for each in sorted(outer, key=lambda each: -each.head):
            named = (one.link for one in self._between(each, each.head) if one.is_named(each.name, place.name))
            if links := tuple(dict.fromkeys(named)):
                return each, links
        return None

    def _between(self, place: TestPlace, stop: int) -> Iterator[CitedClause]:
        return (each for each in self.cited.get(place.file, ()) if place.start <= each.at < stop)


def is_contrast(text: bytes, at: int) -> bool:
    """Whether the sentence before the citation at a byte of a text says that another thing is tested."""
    return bool(_CONTRAST.search(_BEGINS.split(text[max(at - _BEFORE_MAX, 0) : at])[-1]))


def is_of_step(text: bytes, at: int) -> bool:
    """Whether the citation at a byte of a body is in a comment that is not its first and stands on no assertion."""
    start = text.rfind(b"\n", 0, at) + 1
    above, below = text[max(start - _NEAR_MAX, 0) : start].split(b"\n"), text[start : start + _NEAR_MAX].split(b"\n")
    before = next((line.rstrip() for line in reversed(above) if not _COMMENT.match(line)), b"{")
    step = b"\n".join([*dropwhile(_COMMENT.match, below)][:_STEP_LINES]).split(b";")[0]
    return bool(_COMMENT.match(text, start)) and not before.endswith(_OPENS) and not _ASSERTS.search(step)


def is_code(name: str) -> bool:
    """Whether a file is of a language that tests are written in, by the end of its name."""
    return bool(_CODE.search(name))


def citing_tests(files: Iterable[tuple[str, bytes]], cited: Iterable[CitedClause]) -> CitingTests:
    """Return the declarations in source files, by name and text, with what is `cited`."""
    citing = by_key((each.file, each) for each in cited)
    places = by_key((place.name, place) for file, text in files for place in _places(file, text, file in citing))
    return CitingTests(places, citing)


def _places(file: str, text: bytes, is_citing: bool) -> Iterator[TestPlace]:
    """Yield what a file declares, each with the names of what it stands in; strings are of use where it `is_citing`."""
    path, lines, outer = PurePath(file), TextPlaces(text), list[tuple[int, str]]()
    words = {*path.with_suffix("").parts, *path.stem.split(".")}
    for found in _DECLARED.finditer(text):
        name = next(filter(None, found.group("quoted", "name", "said", "single", "title"))).decode("utf-8", "replace")
        name = re.sub(r"\\(.)", r"\1", name)
        stop = _end(text, found.end(), len(found["indent"]))
        outer = [each for each in outer if each[0] > found.start()]
        around = frozenset((*words, *(each for _, each in outer)))
        outer.append((stop, name))
        start, head = _above(text, found.start()), found.start()
        said = b" ".join(_SAID.findall(text, head, stop)) if is_citing else b""
        yield TestPlace(name, file, around, lines.line(found.end()), start, head, stop, said.decode("utf-8", "replace"))


def _above(text: bytes, at: int) -> int:
    """Return where the comments and attributes begin that stand right above the line at `at`."""
    while at and _ABOVE.match(text, before := text.rfind(b"\n", 0, at - 1) + 1):
        at = before
    return at


def _end(text: bytes, at: int, indent: int) -> int:
    """Return where a declaration ends: before the next line that is no further in, or after its closing brace."""
    while (start := text.find(b"\n", at) + 1) > 0:
        line_end = text.find(b"\n", start)
        line_end = len(text) if line_end < 0 else line_end
        inside = len(text[start:line_end]) - len(text[start:line_end].lstrip(b" \t"))
        if inside <= indent and not _GOES_ON.match(text, start, line_end):
            return line_end if _CLOSES.match(text, start) else start
        at = start
    return len(text)
