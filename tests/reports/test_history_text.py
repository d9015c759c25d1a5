"""A history is printed in periods: one for as long as the words stay the same, with every number that they had."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from msgspec import structs
from msgspec.structs import replace

from crdiff.changes.change import Facet, Quoted, Structure
from crdiff.history.lineage import Event, How, Lineage, Worded
from crdiff.history.recorded_changes import Differs, unaligned
from crdiff.history.saying import FacetsAndSaying, begin_phrasings, saying
from crdiff.model.number import ClauseNumber
from crdiff.reports.answer import json_of
from crdiff.reports.history import history_answer, history_text
from tests.support.days import number as parsed
from tests.support.days import on, run

DAYS = ["2001-01-01", "2002-02-02", "2003-03-03", "2004-04-04"]
MARKS = Facet.TYPOGRAPHIC


def lineage(
    *said: tuple[str, Sequence[Facet], Sequence[str]],
    numbers: Sequence[str] = ("101.1",) * 4,
    origin: tuple[Event[ClauseNumber], ...] = (),
) -> Lineage[ClauseNumber]:
    """Return a clause that had a text with examples in each of some releases, which differ in such respects."""
    begins = begin_phrasings([FacetsAndSaying(facets, lambda one=text: saying("", one)) for text, facets, _ in said])  # type: ignore[misc]
    wordings = tuple(
        Worded(day, day, parsed(number), "", text, tuple(examples), None, tuple(facets), begins_phrasing=begin)
        for day, number, (text, facets, examples), begin in zip(map(on, DAYS), numbers, said, begins, strict=False)
    )
    runs = tuple(run(day, day, number) for day, number, _ in zip(DAYS, numbers, said, strict=False))
    return Lineage(f"{DAYS[0]}-101.1", "", runs, wordings, origin, (), on(DAYS[len(said) - 1]))


def periods(one: Lineage[ClauseNumber]) -> list[str]:
    """Return the lines of the wordings that are a heading or say what is folded."""
    lines = history_text(one).split("\nWordings\n")[1].splitlines()
    return [line.strip() for line in lines if line.startswith("  2") or "more wording" in line]


def test_a_period_is_headed_by_every_number_that_it_has() -> None:
    one = lineage(*[("Draw a card.", (), ())] * 3, numbers=["101.1", "101.1", "102.3"])
    assert periods(one)[0] == "2001-01-01 – 2003-03-03  101.1, then 102.3"


@pytest.mark.parametrize(
    ("other", "facets", "examples", "why"),
    [
        ("A player?s card is drawn.", (MARKS,), ("One.",), "typography"),
        ("A player's card, is drawn;", (Facet.WORDING,), ("One.",), "typography"),
        ("A player's card is drawn.", (MARKS, Facet.EXAMPLE), ("Two.",), "examples"),
        ("A player's card si drawn.", (Facet.TYPO,), ("One.",), "misprint"),
    ],
)
def test_what_leaves_the_words_alone_is_folded_and_counted(
    other: str, facets: Sequence[Facet], examples: Sequence[str], why: str
) -> None:
    one = lineage(("A player's card is drawn.", (), ("One.",)), (other, facets, examples))
    assert periods(one) == ["2001-01-01 – 2002-02-02  101.1", f"1 more wording, {why} only: 2002-02-02"]


def test_no_period_says_what_the_one_before_says() -> None:
    one = lineage(
        ("Draw a card.", (), ()),
        ("Draw a  card?", (Facet.WORDING,), ()),
        ("Draw two cards.", (Facet.WORDING,), ()),
        ("Draw a card.", (Facet.WORDING,), ()),
    )
    assert [line[:23] for line in periods(one) if line[0] == "2"] == [
        "2001-01-01 – 2002-02-02",
        "2003-03-03             ",
        "2004-04-04             ",
    ]


def test_a_period_has_two_spans_where_the_clause_was_gone_between_them() -> None:
    back: Event[ClauseNumber] = Event(How.REINSTATED, on(DAYS[2]))
    one = lineage(*[("Draw a card.", (), ())] * 3, origin=(back,))
    assert periods(one)[0] == "2001-01-01 – 2002-02-02, 2003-03-03               101.1"


def test_a_clause_that_gave_a_sentence_away_is_shown_without_it() -> None:
    """117.1 of 2009-10-01: all its text and that of 117.1a together stayed as they were."""
    gave = unaligned(Structure.SPLIT, *[Quoted("101.1", "", "", (), 0)] * 2, Differs())
    one = lineage(("Draw a card. Then discard it.", (), ()), ("Draw a card.", (), ()))
    wordings = (
        one.wordings[0],
        structs.replace(one.wordings[1], facets=(MARKS,), change=structs.replace(gave, facets=(MARKS,), remarks=())),
    )
    told = history_text(replace(one, wordings=wordings))
    assert (
        "2002-02-02               101.1  (split; typographic, wording)\n    Draw a card.[- Then discard it.-]\n" in told
    )


def test_the_facets_of_a_split_leave_open_whether_words_left() -> None:
    said = [saying("", text) for text in ("Draw a card. Then discard it.", "Draw a card.", "Draw a card!")]
    readings = [FacetsAndSaying((MARKS,), lambda one=one: one, is_parted=True) for one in said]  # type: ignore[misc]
    assert begin_phrasings(readings) == (True, True, False)


def test_json_has_the_periods_that_are_printed() -> None:
    one = lineage(
        ("Draw a card.", (), ()),
        ("Draw a card!", (MARKS,), ()),
        ("Draw two cards.", (Facet.WORDING,), ()),
        numbers=["101.1", "102.1", "102.1"],
    )
    first, second = json.loads(json_of(history_answer(one)))["periods"]
    assert first == {
        "spans": [{"from": DAYS[0], "to": DAYS[1]}],
        "numbers": ["101.1", "102.1"],
        "folded": [{"from": DAYS[1], "differs_in": "typography"}],
    }
    assert (second["numbers"], second["folded"]) == (["102.1"], [])
