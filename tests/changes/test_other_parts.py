"""Glossary, front matter and credits are described like clauses."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from crdiff.align.alignment import Alignment, PartLink
from crdiff.changes.change import Change, Facet, Part, Structure
from crdiff.changes.compare import compare
from crdiff.model.clause import Span
from crdiff.model.release import GlossaryEntry, Paragraph, Release, Source

SOURCE = Source("text.txt", "0" * 64, 1, 1, "utf-8", "valid UTF-8", "LF", "official", "asked for")
LINES = Span(1, 2)


def described(old: Release, new: Release, **links: tuple[PartLink, ...]) -> list[Change]:
    return list(compare(replace(Alignment(old, new, (), (), ()), **links)).changes)


def release(
    glossary: dict[str, str] | None = None, front: tuple[str, ...] = (), credit: tuple[str, ...] = ()
) -> Release:
    return Release(
        None,
        "Rules",
        (),
        (),
        SOURCE,
        glossary=tuple(GlossaryEntry(term, text, LINES) for term, text in (glossary or {}).items()),
        front=tuple(Paragraph(text, LINES) for text in front),
        credits=tuple(Paragraph(text, LINES) for text in credit),
    )


def link(old: int | None, new: int | None) -> PartLink:
    return PartLink(old, new, ("by hand",), 1.0)


def test_a_glossary_entry_is_compared_with_its_term() -> None:
    old = release({"Tribal": "A card type. See rule 308, “Tribals.”", "Ante": "Obsolete."})
    new = release({"Kindred": "A card type. See rule 308, “Kindreds.”", "Battle": "A card type."})
    renamed, added, removed = described(old, new, glossary=(link(0, 0), link(None, 1), link(1, None)))
    assert (renamed.part, renamed.old[0].number, renamed.new[0].number) == (Part.GLOSSARY, "Tribal", "Kindred")
    assert (renamed.structure, renamed.facets) == (Structure.SAME, (Facet.WORDING,))
    assert renamed.redline[0].text == "Tribal"
    assert (added.structure, added.summary) == (Structure.ADDED, "Entry added")
    assert (removed.structure, removed.summary) == (Structure.REMOVED, "Entry removed")


def test_a_paragraph_that_only_stands_lower_follows_and_needs_no_reading() -> None:
    old = release(front=("These rules are current.", "Changes may come."))
    new = release(front=("Introduction", "These rules are current.", "Changes will come."))
    added, moved, changed = described(old, new, front=(link(None, 0), link(0, 1), link(1, 2)))
    assert added.summary == "Paragraph added"
    assert (moved.old[0].number, moved.new[0].number) == ("front:1", "front:2")
    assert moved.follows
    assert not moved.for_review
    assert (changed.follows, changed.for_review) == (False, True)


@pytest.mark.parametrize("names", ["Charlie Camino", "Charlie Catiño"])
def test_credits_are_compared_too(names: str) -> None:
    old, new = release(credit=("Design: Charlie Catino",)), release(credit=(f"Design: {names}",))
    (change,) = described(old, new, credits=(link(0, 0),))
    assert change.part is Part.CREDITS
    assert change.mechanical is (names == "Charlie Catiño")


DATE = "These rules are effective as of November 8, 2024."
LEGAL = "Published by Wizards of the Coast LLC. Mirrodin and Lorwyn are trademarks of Wizards. ©2024 Wizards."


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (DATE, "These rules are effective as of February 7, 2025."),
        (DATE, "These rules are current as of July 11, 2009."),
        (DATE, "These rules are effective as of June18, 2021."),  # as 2021-06-18 prints it
        (LEGAL, LEGAL.replace("and Lorwyn", "Lorwyn, and Zendikar").replace("2024", "2025")),
        ("Editing: Del Laugel", "Editing: Del Laugel and Matt Tabak"),
        ("Newport, NP19 4YD", "Newport, Gwent NP9 0YH"),
        ("Tel: +32.70.233.277", "Tel: +32(0) 70 233 277"),
    ],
)
def test_dates_trademarks_and_names_in_the_credits_need_no_reading(old: str, new: str) -> None:
    """Source: the credits of 2025-02-07 and of those before it."""
    before, after = release(credit=(old,)), release(credit=(new,))
    (changed,) = described(before, after, credits=(link(0, 0),))
    (added,) = described(before, after, credits=(link(None, 0),))
    assert changed.facets
    assert (changed.is_furniture, changed.mechanical, changed.for_review) == (True, False, False)
    assert not added.for_review


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (DATE, "These rules are effective as of February 7, 2025, in tournaments."),
        (DATE, "These rules are not effective as of November 8, 2024."),
        (DATE, "These rules are effective as of the next tournament."),
        ("This document is the authority.", "This document may be the authority."),
        ("Use the short rules for casual play", "Use no rules at all for casual play, whoever asks you to do"),
        (LEGAL, LEGAL.replace("2024", "2025")),
        ("Editing: Del Laugel, who decides in any case.", "Editing: Del Laugel, who decides in no case."),
        ("stack, 217.6, 310.2", "stack, 217.6, 310.3"),
    ],
)
def test_the_prose_of_the_introduction_is_read_and_so_is_a_date_with_more_in_it(old: str, new: str) -> None:
    """Of the introduction only the date and short lines, as the addresses of 1999-11-01, need no reading."""
    (change,) = described(release(front=(old,)), release(front=(new,)), front=(link(0, 0),))
    assert (change.is_furniture, change.for_review) == (False, True)
    (entry,) = described(release({"Date": old}), release({"Date": new}), glossary=(link(0, 0),))
    assert entry.for_review
