"""What a draft does to checks, read back from the file that a run wrote."""

from __future__ import annotations

import pytest
from table import table_at_once

from crdiff.errors import CorpusError
from crdiff.model.number import ClauseNumber
from crdiff.reports.answer import json_of
from crdiff.reports.checks import as_reviewed, concerns_answer, read_concerns
from crdiff.reports.review import ReviewConcern
from crdiff.trace.drafts import Concern, Concerned, Undecided
from crdiff.trace.links import Binding
from crdiff.trace.results import Check
from crdiff.trace.states import State
from crdiff.trace.timeline import ClauseName


def test_concerns_are_read_as_they_were_written() -> None:
    name = ClauseName("104.3a")
    check, link = Check("t.py::test_a", "", "", "t.py", 1, "", (name,)), Binding(name, "1999-04-23-102.3a")
    number = ClauseNumber.parse("104.3a")
    found = Concerned(
        (Concern(check, link, State.CONTEXT_CHANGED, number, None, ("104.3b", "“Concede”")),),
        (Undecided(check, link, "its text is not held"),),
        (ClauseNumber.parse("104.3k"),),
    )
    read = read_concerns(json_of(concerns_answer(found)))
    expected = ReviewConcern("t.py::test_a", "context changed", "104.3a", ("104.3b", "“Concede”"))
    assert (as_reviewed(read.concerns), read.uncovered) == ((expected,), ("104.3k",))
    assert [row.check for row in read.undecided] == ["t.py::test_a"]


@table_at_once
def test_anything_else_is_refused_in_one_line(raw: str) -> None:
    for given in (raw, '{"more": ' + "[" * 200_000):
        with pytest.raises(CorpusError) as caught:
            read_concerns(given.encode(), "concerns.json")
        assert str(caught.value).startswith("concerns.json: not a file of concerns (")
        assert "\n" not in str(caught.value)
