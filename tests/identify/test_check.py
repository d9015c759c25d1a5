"""Whether a clause of a day says what is quoted, by a few clauses, by the facts, and by the official texts."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from table import table

from crdiff.corpus import Corpus
from crdiff.identify.check import CheckedQuotation, check
from crdiff.identify.check import QuotationVerdict as Verdict
from crdiff.identify.identified import SlipKind
from crdiff.identify.sentence_index import undamaged
from crdiff.model.release import DaysInForce
from tests.identify.conftest import BLOCKING, DATES, INDEX, PROHIBITED, SOULSHIFT, TRAMPLE

OLD, NEW = TRAMPLE.format("", 310), TRAMPLE.format(BLOCKING, 510)
FIRST, SECOND, LATER = *DATES[:2], date(2030, 1, 1)
LEGEND_2009 = (
    "If two or more legendary permanents with the same name are on the battlefield, all are put into their owners’"
    " graveyards. This is called the “legend rule.”"
)
CONCEDE = "A player can concede the game at any time. A player who concedes leaves the game immediately."


def _checked(number: str, text: str, day: date) -> CheckedQuotation:
    return check(text, number, day, INDEX)


@table
def test_the_verdict_is_that_of_the_clause_of_the_day(number: str, text: str, day: date, verdict: Verdict) -> None:
    assert _checked(number, text, day).verdict is verdict


def test_the_answer_has_the_clause_the_days_and_the_slips() -> None:
    found = _checked("702.17a", NEW.replace("noncombat", "combat"), SECOND)
    assert (found.lineage, found.number, found.official) == ("2009-05-01-502.9a", "702.17a", NEW)
    assert found.days == (DaysInForce(SECOND, None),)
    assert [(one.kind, one.written, one.official) for one in found.slips] == [
        (SlipKind.SPELLING, "combat", "noncombat")
    ]


def test_days_end_on_the_day_before_the_next_release() -> None:
    found = _checked("502.9a", OLD, FIRST)
    assert found.days == (DaysInForce(FIRST, date(2009, 7, 10)),)
    assert not found.is_open


def test_a_day_after_the_newest_release_stands_on_that_release() -> None:
    found = _checked("702.17a", NEW, LATER)
    assert (found.release, found.newest, found.is_open) == (DATES[-1], DATES[-1], True)


@given(st.sampled_from([OLD, NEW, PROHIBITED, SOULSHIFT]), st.integers(0, 20), st.integers(3, 20))
def test_words_in_a_row_of_a_clause_are_its_words(text: str, start: int, count: int) -> None:
    words = text.split()
    part = " ".join(words[start : start + count])
    found = _checked(
        {OLD: "502.9a", NEW: "702.17a", PROHIBITED: "601.5"}.get(text, "502.49b"),
        part,
        FIRST if text == OLD else SECOND,
    )
    assert found.verdict is (Verdict.HOLDS if any(char.isalnum() for char in part) else Verdict.UNKNOWN)


@table
def test_without_texts_whole_sentences_are_judged(
    number: str, text: str, day: str, verdict: Verdict, tmp_path: Path
) -> None:
    with Corpus(tmp_path) as corpus:
        assert corpus.check(number, text, day).verdict is verdict


@table
def test_with_the_official_texts_slips_and_parts_are_judged(
    number: str, text: str, day: str | None, verdict: Verdict, every_release: Path
) -> None:
    with Corpus(every_release) as corpus:
        assert corpus.check(number, text, day).verdict is verdict


def test_of_a_release_without_text_the_facts_answer(shared: Path, tmp_path: Path) -> None:
    with Corpus(tmp_path) as corpus:
        corpus.add(shared / "cr" / "2009-05-01.txt")
        assert corpus.check("704.5k", LEGEND_2009, "2012-01-01").days == (
            DaysInForce(date(2009, 7, 11), date(2013, 7, 12)),
        )
        assert corpus.check("704.5k", LEGEND_2009.replace("two", "three"), "2012-01-01").verdict is Verdict.UNKNOWN


@pytest.mark.parametrize("begins", [(True, False, False), (True, False, True), (True, True, False)])
def test_a_damaged_wording_says_what_the_same_words_around_it_say(begins: tuple[bool, ...]) -> None:
    wordings = [("one", "two"), ("?one",), ("one", "two")]
    found = [sorted(one) for one in undamaged(wordings, begins)]
    is_damage = not (begins[1] or begins[2])
    assert found == [["one", "two"], ["?one", "one", "two"] if is_damage else ["?one"], ["one", "two"]]


@pytest.mark.parametrize("text", [PROHIBITED, SOULSHIFT])
def test_a_part_with_any_one_word_left_out_gets_a_verdict(text: str) -> None:
    """Where the word after it is not quoted either, the difference is at the end of what is quoted."""
    words = text.split()
    for stop in range(5, len(words)):
        for left_out in range(stop):
            said = " ".join((*words[:left_out], *words[left_out + 1 : stop]))
            assert _checked("601.5", said, SECOND).verdict in Verdict
