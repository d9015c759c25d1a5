"""What the links made so far say of two clauses: their places, references and chapters, and their sentences."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from table import table

from crdiff.align.matching import Matching
from crdiff.align.measure.candidates import Candidates
from crdiff.align.measure.citations import Citations
from crdiff.align.measure.context import Context, Families, Patterns, PlaceMatch
from crdiff.align.measure.lexicon import Lexicon
from crdiff.align.measure.scorer import Scorer
from crdiff.align.measure.sentences import Sentences, SentenceWords, fit, sentences_of
from crdiff.align.side import ReleaseSide, mask_numbers, nearest
from crdiff.align.state import PassState
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Coverage
from crdiff.text.words import counted_words
from tests.align.conftest import NOTHING, Clauses, places, release_of, state_of

OLD = {"300": "Turns", "300.1": "One.", "300.2": "Two.", "300.3": "Three.", "301": "Mana", "301.1": "Four."}
NEW = {"500": "Turns", "500.1": "One.", "500.2": "Deux.", "500.3": "Three.", "501": "Mana", "501.1": "Four."}
KEYWORDS = {
    "702": "Keywords", "702.1": "Flying", "702.1a": "Flying evades.", "702.1b": "It is old.",
    "702.2": "Reach", "702.2a": "Reach blocks.", "702.2b": "It is new.",
}  # fmt: skip


def place(linked: Clauses, old: str, new: str, texts: tuple[Clauses, Clauses] = (OLD, NEW)) -> PlaceMatch:
    state = state_of(*texts, linked)
    return Context(state.matching).place(*places(state, old, new))


def test_nothing_corresponds_before_anything_is_linked() -> None:
    assert place({}, "300.2", "500.2") == PlaceMatch(0.0, 0.0, False, False, 0.0, False, False, False)


@table
def test_links_around_two_clauses_make_their_places_correspond(linked: Clauses, feature: str, expected: float) -> None:
    assert getattr(place(linked, "300.2", "500.2"), feature) == expected


def test_siblings_that_went_there_speak_for_a_parent_that_did_not() -> None:
    some = place({"300.1": "500.1", "300.3": "500.3"}, "300.2", "500.2")
    assert 0 < some.parent < 1
    assert 0 < some.chapter < 1


def test_a_link_between_the_two_does_not_speak_for_itself() -> None:
    assert place({"300.2": "500.2"}, "300.2", "500.2").parent == 0


@table
def test_different_keywords_tear_a_pair_apart_till_one_ends(linked: Clauses, old: str, new: str, torn: float) -> None:
    assert place(linked, old, new, (KEYWORDS, KEYWORDS)).torn == torn


def test_chapters_are_near_where_a_part_of_one_went_to_the_other() -> None:
    state = state_of(OLD, NEW, {"300.1": "500.1", "300.2": "500.2", "300.3": "500.3"})
    context = Context(state.matching)
    assert context.is_near(*places(state, "300.1", "500"))
    assert not context.is_near(*places(state, "300.1", "501.1"))
    assert context.near_chapters(places(state, "301.1", "500")[0]) == frozenset()


CITING = {
    "100": "Citing", "100.1": "To pay, see rule 300.1, and then see rule 300.2.", "100.2": "See rule 300.9 for more.",
    "300": "Cited", "300.1": "Costs are paid.", "300.2": "Spells are cast.",
}  # fmt: skip
CITED = {
    "100": "Citing", "100.1": "To pay, see rule 500.1, and later see rule 500.2.", "100.2": "See rule 500.9 for less.",
    "500": "Cited", "500.1": "All costs get paid.", "500.2": "Any spells are cast.",
}  # fmt: skip


@table
def test_clauses_that_both_cite_count_by_the_links_made_so_far(linked: Clauses, old: str, new: str, count: int) -> None:
    state = state_of(CITING, CITED, linked)
    assert Citations(state.matching).in_common(*places(state, old, new)) == count


def candidates(state: PassState, old: str) -> set[str]:
    found = Candidates(state.matching, Lexicon(state.matching.new.keys))
    at = places(state, old, str(state.matching.new.numbers[0]))[0]
    return {str(state.matching.new.numbers[new]) for new in found.of(at)}


def test_the_candidates_of_a_clause_share_rare_words_or_its_place() -> None:
    old = {"300": "Turns", "300.2": "Madness takes a discarded card.", "301.1": "Rest."}
    new = {"500": "Turns", "500.1": "Phases pass.", "501.1": "Madness lets a card be cast.", "300.2": "Untapped."}
    assert candidates(state_of(old, new), "300.2") == {"501.1"}
    assert candidates(state_of(old, new, {"300": "500"}), "300.2") == {"501.1", "500.1"}
    assert candidates(state_of(old, new, {"301.1": "501.1"}), "300.2") == set()


def test_a_heading_has_headings_only_as_candidates() -> None:
    assert candidates(state_of({"300": "Madness"}, {"500": "Madness!", "501.1": "Madness goes on."}), "300") <= {"500"}


UPHEAVED = {"300": "Turns", "300.1": "One thing.", "300.2": "Two things.", "300.3": "Three things."}


@table
def test_a_chapter_is_written_anew_where_under_half_of_its_texts_stay(kept: tuple[str, ...], is_anew: bool) -> None:
    state = state_of(UPHEAVED, UPHEAVED, {number: number for number in kept})
    assert state.upheaval.has(1, 1) is is_anew


@table
def test_cited_numbers_are_masked(text: str, masked: str) -> None:
    assert mask_numbers(text) == masked


def test_a_side_knows_what_stands_around_each_clause() -> None:
    side = ReleaseSide(release_of(KEYWORDS))
    at = {str(number): index for index, number in enumerate(side.numbers)}
    assert (side.before[at["702.2"]], side.after[at["702.1a"]]) == (at["702.1"], at["702.1b"])
    assert side.homes[at["702.1b"]] == at["702.1"]
    assert side.chapters[at["702.1b"]] == at["702"]
    assert list(side.beside(at["702.1a"])) == [at["702.1a"], at["702.1b"]]
    assert side.headings[at["702.1"]]
    assert not side.headings[at["702.1a"]]


def test_the_words_of_a_clause_leave_out_its_reminder_and_its_ordinal() -> None:
    side = ReleaseSide(release_of({"300.1": "Fifth, damage is dealt. (Nobody gets mana.)", "300.2": "(Only this.)"}))
    assert side.words(0) == frozenset({"damage", "is", "dealt"}) or "fifth" not in side.words(0)
    assert "nobody" not in side.words(0)
    assert "thi" in side.words(1) or "this" in side.words(1)


def test_of_very_many_siblings_the_nearest_are_few() -> None:
    assert list(nearest(range(1000), 500)) == list(range(490, 510))


def test_an_excerpt_does_not_show_where_its_clauses_went() -> None:
    whole = release_of(UPHEAVED)
    excerpt = replace(whole, coverage=Coverage((ClauseNumber.parse("300"),)))
    for one, is_anew in ((whole, True), (excerpt, False)):
        state = PassState(Matching(ReleaseSide(one), ReleaseSide(release_of({"301": "Mana", "301.1": "Else."}))))
        assert state.upheaval.has(1, 1) is is_anew


STEPS = {"500": "Untap Step", "501": "Upkeep Step", "502": "Draw Step"}


def test_clauses_rewritten_alike_in_several_places_are_a_family() -> None:
    old = STEPS | {f"{number}.1": "Second, the active player gets priority." for number in STEPS}
    new = STEPS | {f"{number}.1": f"The {title.lower()} begins with priority." for number, title in STEPS.items()}
    state = state_of(old, new, {number: number for number in STEPS})
    families = Families(state.matching)
    assert families.others(*places(state, "500.1", "502.1")) == 2
    assert families.others(*places(state, "500", "502.1")) == 0
    twice = state_of(old | {"500.2": old["500.1"], "501.2": old["501.1"]}, new, {number: number for number in STEPS})
    assert Families(twice.matching).others(*places(twice, "500.1", "502.1")) == 0, "two under one parent are no pattern"
    patterns = Patterns(state.matching.new)
    assert len({patterns.of(places(state, "500", f"{number}.1")[1]) for number in STEPS}) == 1
    assert patterns.of(places(state, "500", "500")[1]) == frozenset()


# how well sentences and clauses continue one another


TAPPED = "A tapped creature can't be declared as an attacker."
DAMAGE = "Combat damage is dealt simultaneously by every creature that fights."
WALL = "Walls guard whoever summoned them until the moon has risen."


def sentences(old: Clauses, new: Clauses, linked: Clauses = NOTHING) -> Sentences:
    state = state_of(old, new, linked)
    return Sentences(state.matching, state.lexicon, range(len(old)), range(len(new)))


@table
def test_a_clause_is_cut_into_its_sentences_and_items(text: str, count: int) -> None:
    side = ReleaseSide(release_of({"300.1": text}))
    assert len(sentences_of(side, 0, Lexicon([text]))) == count


@given(st.floats(0.1, 30), st.floats(0.1, 30), st.floats(0, 1))
def test_a_fit_is_a_share_and_one_for_the_same_words_only(one: float, other: float, share: float) -> None:
    shared = share * min(one, other)
    assert 0 <= fit(shared, one, other) <= 1
    assert fit(one, one, one) == pytest.approx(1)
    assert fit(shared, one, other) == pytest.approx(fit(shared, other, one))


@pytest.mark.parametrize(
    ("shared", "one", "other", "least"), [(3.0, 3.0, 12.0, 0.8), (1.0, 1.0, 12.0, 0.1), (5.0, 6.0, 6.0, 0.8)]
)
def test_a_part_of_a_sentence_fits_nearly_as_well_as_all_of_it_unless_it_is_short(
    shared: float, one: float, other: float, least: float
) -> None:
    assert least <= fit(shared, one, other) < least + 0.1


def test_a_sentence_is_kept_where_an_heir_has_it_and_explained_where_an_origin_had_it() -> None:
    found = sentences({"300.1": f"{TAPPED} {DAMAGE}"}, {"300.1": TAPPED, "300.2": DAMAGE})
    tapped, damage = found.old[0]
    assert found.kept(tapped, [0]) == found.explained(found.new[0][0], [0]) == 1.0
    assert found.kept(damage, [0]) < 0.3
    assert found.kept(damage, [0, 1]) == 1.0
    assert found.kept(damage, []) == 0.0


def test_no_words_count_twice_when_a_sentence_is_kept() -> None:
    """Both old sentences are like the one of the heir; what it continues of the better one is not left."""
    old = f"{DAMAGE} Combat damage is dealt simultaneously by every creature that is banded with horses."
    found = sentences({"300.1": old}, {"300.1": DAMAGE})
    first, second = found.old[0]
    assert found.kept(first, [0]) == 1.0
    assert found.kept(second, [0]) < 0.2 < found.fit(second, found.new[0][0])


def test_what_is_said_counts_in_clauses_that_changed_and_in_others() -> None:
    state = state_of({"300.1": DAMAGE, "300.2": WALL}, {"300.1": DAMAGE, "300.2": WALL})
    found = Sentences(state.matching, state.lexicon, [0], [0, 1])
    assert found.said(found.new[1][0], [1]) == 1.0
    assert found.said(found.new[1][0], [0]) < 0.5
    assert found.said(found.new[1][0], []) == 0.0


def test_candidates_are_the_sentences_that_nobody_accounts_for() -> None:
    old, new = {"300.1": f"{TAPPED} {DAMAGE}"}, {"300.1": TAPPED, "300.2": DAMAGE}
    state = state_of(old, new, {"300.1": "300.1"})
    found = Sentences(state.matching, state.lexicon, [0], [0, 1])
    pairs = found.candidates(state.matching, Context(state.matching))
    assert (found.old[0][1], found.new[1][0], 1.0) in pairs
    assert found.old[0][0] not in [one for one, _, _ in pairs]


def test_the_sentences_of_a_new_clause_find_the_nearest_old_ones() -> None:
    found = sentences({"300.1": TAPPED, "300.2": f"{WALL} {DAMAGE}"}, {"300.1": TAPPED, "300.2": DAMAGE})
    best = max(found.nearest_of_new([1]), key=lambda each: each[2])
    assert (best[0].clause, best[2]) == (1, 1.0)


@table
def test_two_clauses_may_be_one_only_with_words_in_common(old: str, new: str, may: bool) -> None:
    state = state_of({"300.1": old}, {"300.1": new})
    assert Scorer(state.matching, state.lexicon, state.citations).may_be_one(0, 0) is may


@table
def test_words_that_exclude_one_another_clash(old: str, new: str, is_clash: bool) -> None:
    one, other = (SentenceWords(0, frozenset(counted_words(text)), 1.0) for text in (old, new))
    assert sentences({"300.1": old}, {"300.1": new}).clash(one, other) is is_clash
