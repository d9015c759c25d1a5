"""Each sentence is due to the release that brought it, through rewordings, splits and merges."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from crdiff.history.blame import Sentence, blame
from crdiff.history.lineage import Event, How, Lineage, Worded
from crdiff.model.number import ClauseNumber
from tests.support.days import number as parsed
from tests.support.days import on, run

Clause = Lineage[ClauseNumber]

LASTS = "This effect applies to the next turn that the affected player actually takes."
ENDS = "The effect doesn't end until the beginning of the next turn."
MANY = "Multiple effects that affect the same player overwrite each other."


def worded(first: str, last: str, text: str, *examples: str, number: str = "507.1") -> Worded[ClauseNumber]:
    return Worded(on(first), on(last), parsed(number), "", text, examples, None)


def told(name: str, *wordings: Worded[ClauseNumber], origin: tuple[Event[ClauseNumber], ...] = ()) -> Clause:
    runs = tuple(run(str(one.first), str(one.last), str(one.number)) for one in wordings)
    return Lineage(name, "", runs, wordings, origin, (), on("2014-05-01"))


def event(how: How, release: str, other: str, number: str) -> Event[ClauseNumber]:
    return Event(how, on(release), other, parsed(number))


def blamed(one: Clause, at: str, others: Mapping[str, Clause] | None = None) -> list[tuple[str, str, str]]:
    return [
        (sentence.text, str(sentence.introduced), str(sentence.since))
        for sentence in blame(one, on(at), lambda name: (others or {})[name])
    ]


OLD, NEW = ("2003-10-01", "2009-05-01"), ("2009-07-11", "2014-05-01")
CONCEDE = "A player can't concede. See rule {}, {}."


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param(LASTS, f"{LASTS} {ENDS}", ["2003 2003", "2009 2009"], id="it stays, and another one comes"),
        pytest.param(
            CONCEDE.format("102.3a", '"Winning."'), CONCEDE.replace("'", "’").format("104.3a", "“Winning.”"),
            ["2003 2003", "2003 2003"], id="typography and cited numbers do not count",
        ),
        pytest.param(
            f"The controller of his or her turn chooses cards. {LASTS}",
            f"The controller of their turn chooses cards. {LASTS}",
            ["2003 2009", "2003 2003"], id="other words keep the release of the first form",
        ),
        pytest.param(LASTS, MANY, ["2009 2009"], id="hardly a word in common"),
    ],
)  # fmt: skip
def test_a_sentence_is_due_to_the_release_that_brought_it_and_to_that_of_its_words(
    old: str, new: str, expected: list[str]
) -> None:
    clause = told("a", worded(*OLD, old), worded(*NEW, new))
    found = blamed(clause, "2014-05-01")
    assert [f"{introduced[:4]} {since[:4]}" for _, introduced, since in found] == expected
    assert " ".join(text for text, _, _ in found).startswith(new[:20])


def test_only_what_stood_on_the_day_asked_for_is_told() -> None:
    clause = told("a", worded(*OLD, LASTS), worded(*NEW, f"{LASTS} {ENDS}"))
    assert blamed(clause, "2009-05-01") == [(LASTS, "2003-10-01", "2003-10-01")]


def test_a_clause_split_off_another_keeps_the_releases_of_its_sentences() -> None:
    parent = told("p", worded(*OLD, f"{LASTS} {ENDS}"), worded(*NEW, LASTS))
    child = told(
        "c", worded(*NEW, f"{ENDS} {MANY}", number="710.2"), origin=(event(How.SPLIT, "2009-07-11", "p", "507.1"),)
    )
    assert blamed(child, "2014-05-01", {"p": parent}) == [
        (ENDS, "2003-10-01", "2003-10-01"),
        (MANY, "2009-07-11", "2009-07-11"),
    ]
    (sentence, _) = blame(child, on("2014-05-01"), {"p": parent}.__getitem__)
    assert (str(sentence.number), sentence.lineage) == ("507.1", "p")


def test_a_merged_clause_brings_its_sentences() -> None:
    taken = told("t", worded("2005-08-01", "2009-05-01", ENDS))
    kept = told(
        "k",
        worded(*OLD, LASTS),
        worded(*NEW, f"{LASTS} {ENDS}"),
        origin=(event(How.MERGED, "2009-07-11", "t", "507.2"),),
    )
    assert [since for _, _, since in blamed(kept, "2014-05-01", {"t": taken})] == ["2003-10-01", "2005-08-01"]


def test_two_clauses_that_exchange_sentences_come_to_an_end() -> None:
    one = told("1", worded(*OLD, LASTS), worded(*NEW, ENDS), origin=(event(How.MERGED, "2009-07-11", "2", "507.2"),))
    other = told("2", worded(*OLD, ENDS), worded(*NEW, LASTS), origin=(event(How.MERGED, "2009-07-11", "1", "507.1"),))
    lineages = {"1": one, "2": other}
    assert blamed(one, "2014-05-01", lineages) == [(ENDS, "2003-10-01", "2003-10-01")]
    assert blamed(other, "2014-05-01", lineages) == [(LASTS, "2003-10-01", "2003-10-01")]


def test_an_example_is_followed_as_a_whole_and_never_taken_for_a_sentence() -> None:
    example = "Example: The controller of another player decides which spells that player casts."
    clause = told(
        "a", worded(*OLD, LASTS, example), worded(*NEW, f"{LASTS} {example.removeprefix('Example: ')}", example)
    )
    sentences = blame(clause, on("2014-05-01"), {}.__getitem__)
    assert [(one.is_example, str(one.introduced)) for one in sentences] == [
        (False, "2003-10-01"),
        (False, "2009-07-11"),
        (True, "2003-10-01"),
    ]
    assert all(isinstance(one, Sentence) for one in sentences)


LEGEND = "This is called the “legend rule.” "
LOST = "This is called the ?legend rule.? "


def test_marks_lost_in_a_file_cut_and_date_no_sentence() -> None:
    """2008-05-01 has a question mark for each quotation mark and each apostrophe."""
    clause = told(
        "a",
        worded("2007-10-01", "2008-02-01", f"{LEGEND.replace('“', chr(34)).replace('”', chr(34))}It can't be ignored."),
        worded("2008-05-01", "2008-05-01", f"{LOST}It can?t be ignored."),
        worded("2008-07-15", "2009-05-01", f"{LEGEND}It can’t be ignored."),
    )
    for release in ("2008-05-01", "2009-05-01"):
        assert [dates for _, *dates in blamed(clause, release)] == [["2007-10-01", "2007-10-01"]] * 2


def test_a_misprint_that_the_next_release_mends_is_no_form_of_its_own() -> None:
    """2003-05-26 was typed anew: "in hsa" for "it has"."""
    clause = told(
        "a",
        worded("2002-10-01", "2002-10-01", LASTS),
        worded("2003-05-26", "2003-05-26", LASTS.replace("effect", "efefct").replace("turn", "trun")),
        worded("2003-07-01", "2009-05-01", f"{LASTS} {ENDS}"),
    )
    assert blamed(clause, "2003-05-26")[0][1:] == ("2002-10-01", "2002-10-01")
    assert blamed(clause, "2009-05-01")[0] == (LASTS, "2002-10-01", "2002-10-01")
