"""What is to be mended in the quotations of texts, for jobs of continuous integration."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crdiff.identify.identified import Identified, IdentifiedClause
from crdiff.model.fingerprint import digest
from crdiff.model.release import Level
from crdiff.reports.identified import (
    IdentifiedDocument,
    Remark,
    fate_of_words,
    name_of,
    reads_otherwise,
    remarks,
    slip_text,
    stated_text,
)
from crdiff.reports.results import Result, Results, Rule

_LEVELS = {
    Remark.SLIP: Level.WARNING,
    Remark.OUTDATED: Level.WARNING,
    Remark.MISDATED: Level.WARNING,
    Remark.ABSENT: Level.ERROR,
}
_REASONS = {
    Remark.SLIP: "The rules say it in other words than the quotation does.",
    Remark.OUTDATED: "A reader takes for today's rules what is no longer in force.",
    Remark.MISDATED: "On the date that the page prints the rules read otherwise.",
    Remark.ABSENT: "The release checked against does not have the clause.",
}


def identified_results(documents: Sequence[IdentifiedDocument]) -> Results:
    """Return a result for each slip, and for each quotation that is outdated, misdated or absent."""
    rules = tuple(Rule(remark.value, level, _REASONS[remark]) for remark, level in _LEVELS.items())
    results = (each for document in documents for each in _results(document))
    return Results("identify", rules, tuple(results))


def _results(document: IdentifiedDocument) -> Iterator[Result]:
    for remark, one in remarks(document.found):
        if remark is Remark.SLIP:
            for slip in one.slips:
                yield _result(remark, one, slip_text(slip), document.file, slip.line)
            if reads_otherwise(one, document.found):
                yield _result(remark, one, "reads otherwise in the release checked against", document.file, one.line)
        else:
            yield _result(remark, one, _message(remark, one, document.found), document.file, one.line)


def _message(remark: Remark, one: IdentifiedClause, found: Identified) -> str:
    match remark:
        case Remark.MISDATED:
            return stated_text(one, found)
        case Remark.ABSENT:
            return "is not in the release checked against"
        case _:
            return fate_of_words(one)


def _result(remark: Remark, one: IdentifiedClause, message: str, file: str, line: int) -> Result:
    fingerprint = digest([remark.value, file, one.id, message])
    return Result(
        remark.value, _LEVELS[remark], name_of(one), message, file, line, 0, max(line, one.last_line), 0, fingerprint
    )
