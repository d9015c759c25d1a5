"""A number that a newer release may have is no error, one cause is told alike, and what is said to be wrong is meant.

In 2026-08-07, the newest release, 704.5 ends at 704.5aa, 310 at 310.12, 702 at 702.195 and section 7 at 733.
"""

from __future__ import annotations

import pytest
from citing import at, citing, numbering
from every import every
from hypothesis import given
from hypothesis import strategies as st
from table import table_at_once

from crdiff.cite.checking import CheckedTree, CiteChecker
from crdiff.cite.judging import Certainty
from crdiff.cite.marks import is_said_to_be_wrong
from crdiff.model.number import ClauseNumber, next_number

NEWEST = numbering().newest
NUMBERS = numbering().numbers(NEWEST)
LAST = {number.parent: number for number in NUMBERS}


def _tree(*contents: str, is_ahead: bool = False, day: str = "2026-08-07") -> CheckedTree:
    texts = [citing(content, f"{place}.rs") for place, content in enumerate(contents)]
    return CiteChecker(numbering(), at(day), is_ahead=lambda _: is_ahead).check(texts)


def _verdicts(*contents: str, is_ahead: bool = False, day: str = "2026-08-07") -> dict[str, str]:
    numbers = _tree(*contents, is_ahead=is_ahead, day=day).numbers
    return {f"{each.text.name[0]} {each.number}": each.judgement.verdict.value for each in numbers}


@given(st.sampled_from([number for number in NUMBERS if not number.is_section]))
def test_what_goes_on_where_a_list_ends_may_come_and_what_is_there_does_not(number: ClauseNumber) -> None:
    assert not numbering().may_come(number)
    assert numbering().may_come(next_number(LAST[number.parent]))


@every("number", ["704.5bb", "310.13a", "702.196", "702.196c", "734", "734.2a", "735.1", "605.1g", "508.1z"])
def test_a_number_behind_the_last_of_its_list_may_come(number: str) -> None:
    assert numbering().may_come(ClauseNumber.parse(number))


@every("number", ["704.5l", "704.5o", "799", "799.1a", "199.1"])
def test_a_number_in_a_list_or_far_behind_it_does_not_come(number: str) -> None:
    assert not numbering().may_come(ClauseNumber.parse(number))


def test_a_number_that_may_come_is_newer_for_a_project_that_may_be_ahead_and_absent_for_another() -> None:
    text = "// CR 310.13a: a Siege\n// CR 704.5l\n"
    assert _verdicts(text, is_ahead=True) == {"0 310.13a": "newer", "0 704.5l": "absent"}
    assert _verdicts(text) == {"0 310.13a": "absent", "0 704.5l": "absent"}
    assert _verdicts(text, is_ahead=True, day="2024-02-02")["0 310.13a"] == "absent"


def test_numbers_beside_many_new_ones_of_their_section_are_newer_too() -> None:
    """716.3a was in the rules until 2023-02-03, as 715.3a is today; 716.10 was in no release up to 2026-08-07."""
    for last, verdict in ((12, "moved"), (40, "newer")):
        checker = CiteChecker(numbering(), NEWEST, presumed=at("2022-12-02"), is_ahead=lambda _: True)
        numbers = checker.check([citing(f"// CR 716.3a\n// CR 716.10-{last}\n")]).numbers
        assert [each.judgement.verdict.value for each in numbers[:2]] == [verdict, "newer"]


@pytest.mark.parametrize("is_ahead", [False, True])
def test_a_number_is_told_alike_in_every_file(is_ahead: bool) -> None:
    """505.5b is 505.6b since 2024-02-02; beside words on something else it used to be absent."""
    numbers = _tree("// CR 505.5b\n", "// CR 505.5b\n// CR 799.1\n", is_ahead=is_ahead).numbers
    assert {each.judgement.verdict.value for each in numbers if str(each.number) == "505.5b"} == {"moved"}


def test_a_section_that_never_was_is_no_citation() -> None:
    assert _verdicts("// rule 199 of nginx, CR 704.5a and rule 508\n// Survival rule 782: cats") == {
        "0 704.5a": "right",
        "0 508": "right",
    }


def test_numbers_alone_count_from_five_citations_on_and_are_told_where_they_do_not() -> None:
    alone = "// 702.19b. Trample\n"
    few, enough = (
        _tree(f"// CR 508.1, 509.1, 510.1, 511.1\n{alone}"),
        _tree(f"// CR 508.1a-c\n// CR 509.1/510.1\n{alone}"),
    )
    assert (len(few.numbers), few.uncounted) == (4, 1)
    assert (enough.uncounted, len(_tree(f"// CR 508.1, 509.1, 510.1, 511.1, 512.1\n{alone}").numbers)) == (1, 6)


@table_at_once
def test_a_citation_is_meant_to_be_wrong_where_the_words_say_so(text: str) -> None:
    assert _said(text)
    for number in ("704.5l", "704.5zz"):
        assert not {"absent", "newer"} & {*_verdicts(text.format(number), is_ahead=True).values()}


@table_at_once
def test_words_on_the_game_say_nothing_of_a_citation(text: str) -> None:
    assert not _said(text)


def _said(text: str) -> bool:
    raw = text.format("704.5l").encode()
    return is_said_to_be_wrong(raw, raw.index(b"704.5l"), raw.index(b"704.5l") + len(b"704.5l"))


def test_what_is_meant_to_be_wrong_is_certain_to_be_left() -> None:
    (checked,) = _tree("// CR 704.5l does not exist\n").numbers
    assert (checked.judgement.needs_nothing, checked.certainty) == (True, Certainty.LIKELY)
