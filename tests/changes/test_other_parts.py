"""Glossary, front matter and credits are described like clauses."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from crdiff.align.alignment import Alignment, PartLink
from crdiff.changes.change import Change, Facet, Part, Structure
from crdiff.changes.compare import compare
from crdiff.model.placement import Span
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
