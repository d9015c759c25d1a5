"""Findings on citations: every kind, every verdict and every basis is known to each report."""

from __future__ import annotations

import json
from typing import Any

import pytest
from citing import citing, numbering
from jsonschema import validate

from crdiff.cite.checking import Basis, CheckedNumber, CheckedTree, CitingText, MixedText
from crdiff.cite.judging import Certainty, Judgement, Verdict
from crdiff.model.number import ClauseNumber
from crdiff.reports.answer import json_of
from crdiff.reports.cite import KINDS, RIGHT, CiteReport, check_answer, cite_report, judged_by
from crdiff.reports.cite_answers import explain_answer, explained
from crdiff.reports.schemas import schema


def _checked(text: CitingText, place: int, judgement: Judgement, basis: Basis = Basis.TREE) -> CheckedNumber:
    group = text.groups[place]
    item = group.items[0]
    return CheckedNumber(text, group, item, item.number, judgement, basis, Certainty.SURE)


def _judgement(verdict: Verdict) -> Judgement:
    clause = numbering().clause(ClauseNumber.parse("114.4"), numbering().newest)
    return Judgement(verdict, (ClauseNumber.parse("115.5"),), numbering().newest, numbering().newest - 3, clause)


def _report(*numbers: CheckedNumber, mixed: tuple[MixedText, ...] = (), **asked: Any) -> CiteReport:
    tree = CheckedTree(numbering().newest, numbering().newest, numbers, (), mixed)
    return cite_report(tree, numbering(), judged_by(tree, numbering(), 1, has_texts=False), **asked)


@pytest.mark.parametrize("verdict", Verdict)
def test_every_verdict_is_a_kind_with_a_sentence_of_its_own(verdict: Verdict) -> None:
    assert verdict.value == RIGHT or verdict.value in KINDS
    checked = _checked(citing(b"CR 114.4", "a.md"), 0, _judgement(verdict))
    report = _report(checked, everything=True, also=KINDS)
    validate(json.loads(json_of(check_answer(report))), json.loads(schema("cite")))
    (row,) = report.rows
    assert row.kind == verdict.value
    assert "114.4" in row.message


@pytest.mark.parametrize("basis", Basis)
def test_every_basis_is_explained(basis: Basis) -> None:
    checked = _checked(citing(b"CR 114.4", "a.md"), 0, _judgement(Verdict.RIGHT), basis)
    report = _report(checked, everything=True)
    told = explained(checked, report.rows[0], numbering(), None, ())
    assert told.why
    validate(json.loads(json_of(explain_answer([told], report.judged_by))), json.loads(schema("cite")))


def test_what_is_unusual_is_reported_only_where_asked() -> None:
    checked = _checked(citing(b"CR 114.4", "a.md"), 0, _judgement(Verdict.REWORDED))
    assert _report(checked).findings == ()
    assert len(_report(checked, also={"reworded"}).findings) == 1


def test_a_text_of_two_numberings_names_a_citation_of_either() -> None:
    text = citing(b"CR 114.4\nCR 115.5\n", "a.md")
    older = _checked(text, 0, _judgement(Verdict.REUSED))
    newest = numbering().clause(ClauseNumber.parse("115.5"), numbering().newest)
    newer = _checked(text, 1, Judgement(Verdict.RIGHT, (), numbering().newest, numbering().newest, newest))
    (row,) = _report(mixed=(MixedText(text, older, newer),)).findings
    assert (row.kind, row.number, row.numbers, row.place.line) == ("mixed", "114.4", ("115.5",), 1)
    assert row.message.startswith("two numberings: 114.4 here, 115.5 in line 2: the one is right until ")


def test_two_findings_of_one_sentence_have_fingerprints_of_their_own() -> None:
    text = citing(b"see CR 114.4\nsee CR 114.4\n", "a.md")
    numbers = tuple(_checked(text, place, _judgement(Verdict.REUSED)) for place in (0, 1))
    rows = _report(*numbers).rows
    assert len({row.fingerprint for row in rows}) == 2
