"""What a text quotes, told with a few clauses: slips, numbers, contiguity, and laws of every answer."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from table import table

from crdiff.identify.identified import SlipKind
from crdiff.identify.identify import identify, identify_sentences
from crdiff.identify.sentence_index import SentenceIndex
from crdiff.identify.word_index import WordIndex
from crdiff.store.embedded.lives import known_lives
from tests.identify.conftest import BLOCKING, CONSPIRE, DATA, INDEX, PROHIBITED, SOULSHIFT, TRAMPLE

OLD, NEW = TRAMPLE.format("", 310), TRAMPLE.format(BLOCKING, 510)


def _spans(text: str) -> list[tuple[str, str]]:
    return [(str(one.first), str(one.last)) for passage in identify(text, INDEX).passages for one in passage.spans]


def test_a_sentence_between_two_quoted_ones_excludes_the_releases_without_it() -> None:
    assert _spans(OLD) == [("2009-05-01", "2009-05-01")]
    assert _spans(NEW) == [("2009-07-11", "2011-06-17")]


@table
def test_a_quotation_is_found_and_its_slips_are_told(text: str, written: str, slips: list[tuple[str, str]]) -> None:
    (found,) = identify(text, INDEX).quotations
    assert (found.written, [(slip.written, slip.official) for slip in found.slips]) == (written, slips)
    assert {slip.kind for slip in found.slips} <= {SlipKind.SPELLING}


def test_other_words_in_a_short_sentence_are_somebody_elses() -> None:
    assert not identify("A player can’t begin to answer a spell that’s prevented from being heard.", INDEX).passages


def test_two_clauses_that_read_alike_are_told_apart() -> None:
    found = identify(f"{SOULSHIFT}\n\n{CONSPIRE}", INDEX).quotations
    assert [one.id for one in found] == ["2009-05-01-502.49b", "2009-05-01-502.78b"]


def test_a_number_that_the_clause_did_not_have_is_a_slip() -> None:
    (found,) = identify(f"702.9a {NEW}", INDEX).quotations
    assert [(slip.kind, slip.written, slip.official) for slip in found.slips] == [
        (SlipKind.NUMBER, "702.9a", "702.17a")
    ]


@pytest.mark.parametrize(
    "text", ["", "\n\n", "a", "You may cast this spell.", "Combat damage", "Trample is good.", "> ", "702.17a", "| | |"]
)
def test_a_text_without_rules_quotes_none(text: str) -> None:
    assert not identify(text, INDEX).passages


_PIECES = st.sampled_from(
    [OLD, NEW, PROHIBITED, SOULSHIFT, CONSPIRE, "702.17a ", "> ", "\n", "\n\n", " My own words. "]
)
_TEXTS = st.lists(_PIECES | st.text(st.characters(max_codepoint=0x2030), max_size=30), max_size=9).map("".join)


@given(_TEXTS)
def test_quotations_stand_in_order_and_share_no_word(text: str) -> None:
    found = identify(text, INDEX).quotations
    assert all(0 <= one.start < one.stop <= len(text) and 1 <= one.line <= one.last_line for one in found)
    assert all(one.stop <= other.start for one, other in pairwise(found))


@given(_TEXTS)
def test_the_same_text_gets_the_same_answer(text: str) -> None:
    assert identify(text, INDEX) == identify(text, WordIndex(DATA))


@given(_TEXTS)
def test_words_before_a_text_only_move_what_it_quotes(text: str) -> None:
    before = "Here begins another letter to my grandmother.\n\n"
    plain, moved = (identify(one, INDEX).quotations for one in (text, before + text))
    assert [one.id for one in plain] == [one.id for one in moved]
    assert [one.start + len(before) for one in plain] == [one.start for one in moved]


def test_a_line_broken_before_a_reference_does_not_end_a_paragraph() -> None:
    """405.1 of 2009-07-11: "(see rule 601.2a). When an ability is activated", in lines of 70 characters."""
    (found,) = identify(NEW.replace("(See rule", "(See\nrule"), INDEX).quotations
    assert (found.is_part, found.slips) == (False, ())


def test_each_date_over_quotations_begins_a_passage() -> None:
    over = "From the Comprehensive Rules ({})\n"
    text = f"{over.format('July 11, 2009')}{PROHIBITED}\n\n{over.format('June 17, 2011')}{SOULSHIFT}\n"
    first, second = identify(text, INDEX).passages
    assert [str(one.quotations[0].stated) for one in (first, second)] == ["2009-07-11", "2011-06-17"]


@pytest.mark.parametrize("form", ["{old} {new}", "“{old}” “{new}”", "| {old} | {new} |", "{old} -> {new}"])
def test_two_wordings_of_a_clause_side_by_side_are_two_quotations(form: str) -> None:
    """No wording of 704.5a has both sentences, though its life has."""
    old, new = (f"If a player has 0 or less life, {who} loses the game." for who in ("he or she", "that player"))
    found = identify_sentences(form.format(old=old, new=new), SentenceIndex(known_lives()))
    spans = [[(str(span.first), str(span.last)) for span in passage.spans] for passage in found.passages]
    assert spans == [[("2009-07-11", "2018-01-19")], [("2018-04-27", "2026-08-07")]]
