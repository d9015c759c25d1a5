"""A text that breaks off is compared as far as it goes; the rest is neither removed nor added, and counted."""

from __future__ import annotations

import pytest
from clean_text import CLEAN, release

from crdiff.align.alignment import Alignment
from crdiff.align.breaks import beyond, completed
from crdiff.align.engine import align_releases
from crdiff.dialects.registry import read
from crdiff.model.release import Release
from tests.small_releases import RELEASES, release_text

OLD, NEW = "2009-07-11", "2009-10-01"
GLOSSARY = {
    "Concede": "To leave the game by choice.",
    "Controller": "The player who makes the choices for an object.",
    "Turn Order": "The order in which players take their turns. See rule 100.1.",
    "Zone": "A place where objects can be.",
}
CONTENTS = "Contents\n\n1. Section 1\n100. General\nGlossary\nCredits\n\n"


def text(day: str, until: str = "", glossary: dict[str, str] = GLOSSARY) -> Release:
    """Return a small release with contents, cut off after the words `until`."""
    whole = (
        release_text(day, RELEASES[day], glossary).decode().replace("\n\n1. Section 1", f"\n\n{CONTENTS}1. Section 1")
    )
    end = whole.rindex(until) + len(until) if until else len(whole)
    return read(whole[:end].encode(), f"{day}.txt")


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
    whole = release_text(NEW, RELEASES[NEW]).decode().replace("\n\n1. Section 1", f"\n\n{CONTENTS}1. Section 1")
    without = whole.replace("Glossary\n\nConcede\nTo leave the game by choice.\n\n", "")
    assert without != whole
    assert read(without.encode(), "draft.txt").missing == ()


@pytest.mark.parametrize(
    ("until", "entries"),
    [
        ("The player who makes the choices for an object.", 2),
        ("\n\nTurn", 2),
        ("The order in which players", 2),
        ("See rule 100.1.", 1),
        ("A place where objects can be.", 0),
    ],
)
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


CUT = CLEAN.rpartition("\nPlayer\n")[0] + "\n"
"""A text that breaks off in its glossary."""


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
