"""Whether the names of tests mean by their words what their numbers name: ``cr_720_5a_only_that_players_mana``.

A number goes from clause to clause. Whoever renamed no test when the rules were renumbered has numbers of an older
release in their names, and other numbers exist that mean something else. Where the texts are at hand, the words beside
a number tell, as they do for citations.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date

from msgspec.structs import replace

from crdiff.cite.checking import CheckedNumber, CiteChecker, CitingText
from crdiff.cite.judging import Certainty
from crdiff.cite.names import printed_name
from crdiff.cite.numbering import Numbering
from crdiff.cite.scan import Scanner
from crdiff.reports.phrases import listed
from crdiff.trace.engines import EngineLink, EngineResults, EngineTest

_Doubts = Mapping[tuple[str, str], str]
"""What a number in a name means instead, in words, by name and number."""


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
        judgement = each.judgement
        if judgement.needs_nothing or each.certainty is Certainty.OPEN or judgement.clause is None:
            continue
        until = numbering.dates[judgement.until if judgement.until is not None else judgement.written or 0]
        today = f"today {listed(list(map(str, judgement.numbers)), 3)}" if judgement.numbers else "gone since"
        said = f"by its words it means {each.number} of {until}, {today}"
        yield (each.text.name, str(each.number)), said


def _told(test: EngineTest, doubts: _Doubts, release: date) -> EngineTest:
    return replace(test, clauses=tuple(_doubted(each, test, doubts, release) for each in test.clauses))


def _doubted(link: EngineLink, test: EngineTest, doubts: _Doubts, release: date) -> EngineLink:
    doubt = doubts.get((test.name, link.number), "")
    return replace(link, lineage="", problem=doubt) if doubt and _is_judged(link, release) else link
