"""A text that breaks off is compared as far as it goes; the rest is neither removed nor added, and counted."""

from __future__ import annotations

import broken_archive
import pytest
from clean_text import CLEAN, release
from msgspec.structs import replace
from table import table

from crdiff.align.alignment import Alignment, ExampleLink, ExampleRef
from crdiff.align.breaks import beyond, completed
from crdiff.align.engine import align_releases
from crdiff.align.explain import explain
from crdiff.align.passes.glossary_and_front import align_glossary, align_paragraphs
from crdiff.dialects.registry import read
from crdiff.errors import UnknownNumber
from crdiff.model.clause import Span
from crdiff.model.number import ClauseNumber
from crdiff.model.release import GlossaryEntry, Paragraph, Release
from tests.align.conftest import excerpt_of, release_of
from tests.conftest import Official

OLD, NEW = "2009-07-11", "2009-10-01"
GLOSSARY = {
    "Concede": "To leave the game by choice.",
    "Controller": "The player who makes the choices for an object.",
    "Turn Order": "The order in which players take their turns. See rule 100.1.",
    "Zone": "A place where objects can be.",
}


def text(day: str, until: str = "", glossary: dict[str, str] = GLOSSARY) -> Release:
    """Return a small release with contents, cut off after the words `until`."""
    return read(broken_archive.text(day, until, glossary), f"{day}.txt")


def one_sided(alignment: Alignment) -> tuple[int, int, int]:
    """Return how many clauses, glossary entries and paragraphs of the credits are said to have come or gone."""
    return (
        sum(not (link.old and link.new) for link in alignment.links),
        sum(link.old is None or link.new is None for link in alignment.glossary),
        sum(link.old is None or link.new is None for link in alignment.credits),
    )


def test_a_whole_text_does_not_break_off() -> None:
    assert text(OLD).missing == ()
    assert align_releases(text(OLD), text(NEW)).breaks == ()


def test_a_text_breaks_off_before_the_parts_that_its_contents_list_last() -> None:
    assert text(NEW, "Turn Order").missing == ("Credits",)
    assert text(NEW, "another player’s turn makes all").missing == ("Glossary", "Credits")


def test_a_part_that_is_missing_before_one_that_is_there_is_no_end() -> None:
    before, _, after = broken_archive.text(NEW).rpartition(b"\n\nGlossary\n")
    without = before + b"\n\nCredits" + after.rpartition(b"\n\nCredits")[2]
    assert read(without, "draft.txt").missing == ()


@table
def test_what_stands_beyond_the_end_is_not_compared(until: str, entries: int) -> None:
    """The last entry counts as beyond where it is cut short itself, be it in its term."""
    alignment = align_releases(text(OLD), text(NEW, until))
    (told,) = alignment.breaks
    assert (told.release, told.is_new, told.part, told.other) == (NEW, True, "glossary", OLD)
    assert (told.clauses, told.entries, told.paragraphs) == (0, entries, 2)
    assert one_sided(alignment) == (0, 0, 0)


def test_what_went_before_the_end_was_removed_all_the_same() -> None:
    kept = {term: said for term, said in GLOSSARY.items() if term != "Controller"}
    alignment = align_releases(text(OLD), text(NEW, "A place where objects can be.", kept))
    assert one_sided(alignment) == (0, 1, 0)


def test_a_text_that_breaks_off_in_its_rules_has_neither_glossary_nor_credits_compared() -> None:
    alignment = align_releases(text(OLD), text(NEW, "is the one that works."))
    (told,) = alignment.breaks
    assert (told.part, told.after) == ("rules", "710.1a")
    assert (told.clauses, told.entries, told.paragraphs) == (2, 4, 2)
    assert one_sided(alignment) == (0, 0, 0)


def test_swapping_the_texts_tells_the_same_of_the_other_side() -> None:
    there = align_releases(text(OLD), text(NEW, "\n\nTurn"))
    back = align_releases(text(NEW, "\n\nTurn"), text(OLD))
    assert [told.is_new for told in (*there.breaks, *back.breaks)] == [True, False]
    assert one_sided(back) == (0, 0, 0)


# A text that breaks off in its glossary.
CUT = CLEAN.rpartition("\nPlayer\n")[0] + "\n"


def test_a_text_that_breaks_off_is_completed_from_the_one_before() -> None:
    filled, record = completed(release(CUT), release(CLEAN))
    assert [entry.term for entry in filled.glossary] == [entry.term for entry in release(CLEAN).glossary]
    assert record
    assert (filled.missing, record.after, record.entries) == ((), "Game", 1)
    assert completed(release(CLEAN), release(CLEAN)) == (release(CLEAN), None)


def test_an_item_cut_short_is_beyond_the_end_with_its_partner() -> None:
    pairs = [(0, 0), (1, 1), (None, 2)]
    assert beyond(pairs, ["a", "b"], ["a", "b", "c"]) == ({(None, 2)}, {2})
    assert beyond(pairs, ["a", "b"], ["a", "bcd", "c"]) == ({(None, 2), (1, 1)}, {1, 2})


# examples, glossary, front matter and credits are compared too


HERE = Span(1, 2)
VENOM = "Example: Venom says that the creature it enchants destroys what blocks it."


def entry(term: str, text: str) -> GlossaryEntry:
    return GlossaryEntry(term, text, HERE)


def test_an_example_outlives_its_clause() -> None:
    """2005-02-01 to 2005-08-01: examples went to the clause that took over the case."""
    old = release_of(
        {"419.5": f"Combat damage uses the stack as an object itself.\n{VENOM}", "508.1": "Creatures tap."}
    )
    new = release_of({"508.1": f"Creatures tap.\n{VENOM}"}, "2009-07-11")
    assert align_releases(old, new).examples == (ExampleLink(ExampleRef(0, 0), ExampleRef(0, 0)),)


def test_glossary_entries_are_paired_by_term_and_renamed_ones_by_text() -> None:
    old = (
        entry("Ability", "See rule 400."),
        entry("Removed from the Game", "A zone for objects that are out of the game for a while."),
        entry("Mana Burn", "Loss of life for unused mana."),
    )
    new = (
        entry("Ability", "Text on an object. See rule 112."),
        entry("Exile", "A zone for objects that are out of the game for a while."),
        entry("Loyalty", "Points that planeswalkers have."),
    )
    found = {(link.old, link.new): link.evidence[0] for link in align_glossary(old, new)}
    assert found[0, 0] == "it has the same term"
    assert found[1, 1].startswith("its term changed")
    assert {(2, None), (None, 2)} <= found.keys()


def test_a_term_whose_case_changed_is_the_same_term() -> None:
    links = align_glossary((entry("Active player", "Whose turn it is."),), (entry("Active Player", "A player."),))
    assert [(link.old, link.new) for link in links] == [(0, 0)]


def test_paragraphs_are_paired_by_text_then_by_likeness() -> None:
    def paragraphs(*texts: str) -> tuple[Paragraph, ...]:
        return tuple(Paragraph(text, HERE) for text in texts)

    links = align_paragraphs(
        paragraphs("Introduction", "These rules are effective as of May 1, 2009."),
        paragraphs("These rules are effective as of July 11, 2009.", "Introduction", "Entirely new words of thanks."),
    )
    assert [(link.old, link.new) for link in links] == [(1, 0), (0, 1), (None, 2)]


def test_the_parts_of_a_release_are_in_the_alignment() -> None:
    old = replace(
        release_of({"100.1": "A rule."}), glossary=(entry("Ability", "Text."),), credits=(Paragraph("Thanks.", HERE),)
    )
    new = replace(release_of({"100.1": "A rule."}, "2009-07-11"), glossary=old.glossary, credits=old.credits)
    found = align_releases(old, new)
    assert [(link.old, link.new) for link in (*found.glossary, *found.credits)] == [(0, 0), (0, 0)]


# why a clause was paired as it was


def test_the_partner_is_shown_with_what_each_feature_was_worth(official: Official) -> None:
    old, new = excerpt_of(official("2009-05-01"), [507, 504]), excerpt_of(official("2009-07-11"), [707, 710])
    found = explain(old, new, ClauseNumber.parse("507.1"))
    (partner,) = [candidate for candidate in found.candidates if candidate.is_partner]
    assert str(partner.number) == "710.1"
    assert abs(sum(worth for _, worth in partner.features) - partner.odds) < 0.001
    assert partner == max(found.candidates, key=lambda candidate: candidate.odds)
    assert found.links[0].evidence


def test_both_texts_and_both_directions_tell_the_same(official: Official) -> None:
    old, new = excerpt_of(official("2009-05-01"), [507]), excerpt_of(official("2009-07-11"), [710])
    there = explain(old, new, ClauseNumber.parse("710.5"), "new")
    back = explain(new, old, ClauseNumber.parse("710.5"), "old")
    assert there.candidates == back.candidates
    assert [str(candidate.number) for candidate in there.candidates if candidate.is_partner] == ["507.3b"]


def test_a_removed_clause_shows_what_came_nearest_and_whose_it_is(official: Official) -> None:
    """507.4, on mana burn, went with Magic 2010."""
    found = explain(
        excerpt_of(official("2009-05-01"), [507]),
        excerpt_of(official("2009-07-11"), [710]),
        ClauseNumber.parse("507.4"),
    )
    assert found.links[0].new == ()
    assert found.candidates
    assert all(candidate.partners and not candidate.is_partner for candidate in found.candidates)


def test_of_many_candidates_the_six_best_are_shown(official: Official) -> None:
    old, new = excerpt_of(official("2009-05-01"), [507]), excerpt_of(official("2009-07-11"), [707, 710])
    shown = explain(old, new, ClauseNumber.parse("507.3b")).candidates
    assert len(shown) == 6
    assert [candidate.odds for candidate in shown] == sorted((each.odds for each in shown), reverse=True)


def test_a_number_that_the_text_does_not_have_is_an_error(official: Official) -> None:
    release = excerpt_of(official("2009-05-01"), [507])
    with pytest.raises(UnknownNumber, match=r"2009-05-01 has no clause 507\.9"):
        explain(release, release, ClauseNumber.parse("507.9"))
