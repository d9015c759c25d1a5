"""What checks set out to cover."""

from __future__ import annotations

import pytest

from crdiff.errors import CorpusError, UnknownNumber
from crdiff.trace.beside import Scope, clauses_in_scope, merged, read_scope, reasons_by_lineage
from crdiff.trace.timeline import ClauseName, Timeline
from tests.support.days import on


def test_a_subsection_stands_for_all_under_it_whatever_its_number_is_in_the_release(embedded: Timeline) -> None:
    scope = read_scope('scope = ["720@2024-06-07"]')
    numbers = {
        release: [str(clause.number) for clause in clauses_in_scope(embedded, scope, release)]
        for release in (on("2008-02-01"), on("2024-06-07"))
    }
    assert numbers[on("2008-02-01")][0] == "507"
    assert len(numbers[on("2008-02-01")]) == 12
    assert numbers[on("2024-06-07")][-1] == "720.9"
    assert len(numbers[on("2024-06-07")]) == 14


def test_a_rule_stands_for_itself(embedded: Timeline) -> None:
    scope = read_scope('scope = ["720.5@2024-06-07"]')
    assert [str(clause.number) for clause in clauses_in_scope(embedded, scope, on("2014-05-01"))] == ["712.5"]


def test_without_a_scope_it_is_what_the_checks_play(embedded: Timeline) -> None:
    played = clauses_in_scope(embedded, Scope(), on("2008-02-01"), ["2003-10-01-507.4"])
    assert [str(clause.number) for clause in played] == ["507.4"]


def test_reasons_are_kept_by_lineage(embedded: Timeline) -> None:
    scope = read_scope('[informational]\n"712@2014-05-01" = "A heading."')
    assert reasons_by_lineage(embedded, scope.informational) == {"2003-10-01-507": "A heading."}


def test_a_reason_of_a_release_that_is_not_known_is_left_out_and_one_of_no_clause_refused(embedded: Timeline) -> None:
    assert reasons_by_lineage(embedded, {ClauseName("720", on("2031-01-01")): "A heading."}) == {}
    with pytest.raises(UnknownNumber, match=r"999 is not a clause of 2014-05-01"):
        reasons_by_lineage(embedded, {ClauseName("999", on("2014-05-01")): "A heading."})


def test_several_scopes_are_one() -> None:
    one, other = (Scope((ClauseName(number),), {ClauseName(number): "why"}) for number in ("102", "720"))
    assert merged([one, other, one]).clauses == (ClauseName("102"), ClauseName("720"))
    assert set(merged([one, other]).informational) == {ClauseName("102"), ClauseName("720")}


@pytest.mark.parametrize("text", ["scope = 7", '[informational]\n"720" = " "', "]"])
def test_a_broken_file_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(CorpusError):
        read_scope(text)
