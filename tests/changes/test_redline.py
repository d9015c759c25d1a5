"""Redlines, exact to the character and grouped as a person would; and the steps by which a change is described."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from hypothesis import given, settings
from hypothesis import strategies as st
from proofs import apply
from table import table, table_at_once

from crdiff.book_words import words_of
from crdiff.changes.change import Op, Segment
from crdiff.changes.description.describer import Describer
from crdiff.changes.description.lists import is_recount
from crdiff.changes.description.redline import compare_as_printed, pieces, steps
from crdiff.changes.english import Usage
from crdiff.changes.frames.frames import NO_FRAMES, frames_of, pooled, pronouns, shortened
from crdiff.changes.frames.quotations import brackets, own_names, quotations
from crdiff.changes.furniture import is_furniture
from crdiff.changes.keyed_text import key_new, key_of, key_old
from crdiff.changes.places.headings import structures
from crdiff.changes.places.number_map import NumberMap, number_map
from crdiff.changes.proof.rewriting import Rewriter
from crdiff.changes.rewordings.replacements import ANY, halves, replacements, shared
from crdiff.changes.rows import clause_rows, other_rows
from crdiff.changes.text_pair import Edit, TextPair, sentences, side_by_side
from crdiff.model.book import MAGIC
from crdiff.model.number import ClauseNumber
from tests.changes.conftest import aligned, change_of, compared, release, shown

WORDS = (
    "A", "player", "may", "can’t", "can't", "cast", "it", ".", ",", " ", "  ", "\n", "“", '"', "—", "--", "_", "(tm)",
    "{2/U}", "702.9c", "rule 104.3a", "-", "+1/+1", "?", "Dandân",
)  # fmt: skip
TEXTS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=25).map(" ".join)


def side(redline: tuple[Segment, ...], left_out: Op) -> str:
    return "".join(segment.text for segment in redline if segment.op is not left_out)


@settings(max_examples=300)
@given(old=TEXTS, new=TEXTS)
def test_kept_and_deleted_is_the_old_text_kept_and_inserted_the_new(old: str, new: str) -> None:
    change = change_of(old, new)
    assert side(change.redline, Op.INSERTED) == change.old[0].wording
    assert side(change.redline, Op.DELETED) == change.new[0].wording
    assert all(segment.text for segment in change.redline)


@settings(max_examples=100)
@given(old=TEXTS, new=TEXTS)
def test_kinds_of_segments_alternate(old: str, new: str) -> None:
    """No two segments of a kind in a row, and nothing inserted before what is deleted in its place."""
    operations = "".join(segment.op for segment in change_of(old, new).redline)
    assert not any(pair in operations for pair in ("==", "--", "++", "+-"))


@table
def test_a_redline_marks_what_a_person_would(expected: str) -> None:
    old = re.sub(r"\[-(.*?)-\]|\{\+.*?\+\}", r"\1", expected)
    new = re.sub(r"\[-.*?-\]|\{\+(.*?)\+\}", r"\1", expected)
    assert shown(change_of(old, new).redline) == expected


@table
def test_a_line_of_prose_says_how_much_changed(old: str, new: str, summary: str) -> None:
    assert change_of(old, new).summary == summary


def test_examples_are_counted_in_the_line_of_prose() -> None:
    old = {"100.1": ["Players act.", "Example: Ann acts.", "Example: Bob acts."]}
    new = {"100.1": ["Players act now.", "Example: Ann acted."]}
    change = compared(old, new).changes[0]
    assert change.summary == "1 word added; 1 example changed, 1 example removed"


# the steps by which a change is described, each by itself: places, rows, frames, lists, redline, summary


# Nothing is known of any number.
NUMBERS = NumberMap(frozenset(), {}, frozenset(), frozenset(), {}, frozenset())


FRAMES: Mapping[str, Callable[..., Iterator[Edit]]] = {
    each.__name__: each for each in (brackets, own_names, pooled, pronouns, shortened)
}
CARDS = words_of(MAGIC).cards
assert CARDS
# Knows no rewording.
REWRITER = Rewriter((), NUMBERS, Usage(release({"100.1": "It is."}), release({"100.1": "It is."})))


def pair(old: str, new: str, numbers: NumberMap = NUMBERS) -> TextPair:
    """Return two texts side by side."""
    return side_by_side(old, new, numbers)


OLD = {"1": "Game", "100": "General", "100.1": "One is.", "100.2": "Two is.", "100.3": "Three is.", "101": "Colors"}


def test_a_row_has_the_texts_and_examples_of_its_link() -> None:
    old = {**OLD, "100.1": ["One is.", "Example: It is."]}
    new = {**OLD, "100.1": "One is.", "100.2": ["Two is.", "Example: It is."]}
    alignment = aligned(old, new)
    rows = {row.name: row for row in clause_rows(alignment, structures(alignment))}
    assert (rows["100.1"].old_text, rows["100.1"].new_text, rows["100.1"].is_pair) == ("One is.", "One is.", True)
    assert [(one.old_text, one.new_text) for one in rows["100.1"].examples] == [("Example: It is.", "")]
    assert rows["100"].items == (3, 3)
    assert list(other_rows(alignment)) == []


def test_steps_turn_the_old_text_into_the_new_one_where_all_is_explained() -> None:
    texts = pair("A player’s card -- his", "A player's card — his")
    assert apply(steps(pieces(texts, texts.edits)), "A player’s card -- his") == "A player's card — his"


def test_a_describer_describes_the_wording_and_the_examples_of_a_row() -> None:
    old = {"100.1": ["A player may win.", "Example: It is so."]}
    new = {"100.1": ["A player can win.", "Example: It is so."]}
    alignment = aligned(old, new)
    (row,) = clause_rows(alignment, structures(alignment))
    texts = {(row.old_text, row.new_text): pair(row.old_text, row.new_text)}
    found = Describer(number_map(alignment), texts, REWRITER, alignment.new).describe(row)
    assert shown(found.wording.redline) == "A player [-may-]{+can+} win."
    assert [shown(example.redline) for example in found.examples] == ["Example: It is so."]
    assert found.proof is None


def test_a_number_word_counts_the_items_again_where_they_grew_by_as_many() -> None:
    assert is_recount("seven", "eight", (7, 8))
    assert not is_recount("seven", "nine", (7, 8))
    assert not is_recount("seven", "eight", (8, 8))
    assert not is_recount("some", "eight", (7, 8))


@table_at_once
def test_a_frame_is_silent_where_the_words_may_mean_something_else(frame: str, old: str, new: str) -> None:
    words = () if frame == "pronouns" else (CARDS,)
    assert list(FRAMES[frame](pair(old, new), *words)) == []


def test_texts_without_the_words_of_a_frame_have_none() -> None:
    assert frames_of(pair("A player may win.", "A player can win.")) is NO_FRAMES


def test_a_quotation_is_between_its_marks_and_names_its_owner() -> None:
    text = key_new("Clone says “You may draw.” It is so.", NUMBERS)
    (quoted,) = quotations(text, CARDS)
    assert text.printed(quoted.start, quoted.stop) == "You may draw."
    assert quoted.owner == ("clone",)
    assert quotations(key_new("Clone says “You may draw.", NUMBERS), CARDS) == []


def test_a_text_is_its_words_and_the_gaps_between_them() -> None:
    printed = "See Rule 702.9c — an _Æther_ card™."
    text = key_new(printed, NUMBERS)
    assert "".join(map("".join, zip(text.gaps, (*text.words, ""), strict=True))) == printed
    assert [key_of(word) for word in ("Rule", "an", "Æther", "“", "™")] == ["rule", "a", "aether", '"', ""]
    assert list(text.cited.values()) == [ClauseNumber.parse("702.9c")]


def test_an_old_number_counts_as_what_the_new_text_should_call_it() -> None:
    old, new = ClauseNumber.parse("100.2"), ClauseNumber.parse("100.3")
    numbers = NumberMap(frozenset(), {old: (new,)}, frozenset(), frozenset(), {}, frozenset())
    assert key_old("See rule 100.2.", numbers).keys == key_new("See rule 100.3.", numbers).keys
    assert pair("See rule 100.2.", "See rule 100.3.", numbers).edits == pair("Same.", "Same.").edits


def test_a_replacement_is_the_old_words_for_the_new_ones() -> None:
    found = [one for one, _ in replacements("100.1", pair("Its converted mana cost is two.", "Its mana value is two."))]
    assert (("converted", "mana", "cost"), ("mana", "value")) in found
    gap = [one for one, _ in replacements("100.1", pair("Remove that card from the game.", "Exile that card."))]
    assert (("remove", ANY, "from", "the", "game"), ("exile", ANY)) in gap


def test_the_halves_of_a_pattern_and_what_two_share() -> None:
    assert halves(("remove", ANY, "from", "it")) == (("remove",), ("from", "it"))
    assert halves(("remove", "it")) == (("remove", "it"), ())
    assert shared(("a", "b", "c"), ("a", "x", "c")) == (1, 1)
    assert shared(("a", "a"), ("a",)) == (1, 0)


@table
def test_dates_and_addresses_are_furniture_and_sentences_are_not(text: str, expected: bool) -> None:
    assert is_furniture(text) is expected


def test_the_edits_of_a_sentence_stand_between_its_words_on_both_sides() -> None:
    found = pair(
        "Alpha runs. Beta goes. Gamma rests. Delta sees all.",
        "Alpha runs far today. Beta goes. Gamma rests. Delta saw all.",
    )
    spans = [
        ("".join(found.old.keys[slice(*each.old)]), "".join(found.new.keys[slice(*each.new)]))
        for each in sentences(found, found.edits)
    ]
    assert spans == [("alpharuns", "alpharunsfartoday"), ("deltaseesall", "deltasawall")]


def test_two_wordings_are_compared_as_they_are_printed_with_examples_of_one_text_side_by_side() -> None:
    lines = list(compare_as_printed("See rule 1.", ["It’s so.", "Old."], "See rule 2.", ["New.", "It's so."]))
    assert [(shown(line.segments), line.is_example) for line in lines] == [
        ("See rule [-1-]{+2+}.", False),
        ("[-Old-]{+New+}.", True),
        ("It's so.", True),
    ]
