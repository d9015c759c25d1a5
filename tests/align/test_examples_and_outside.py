"""Examples, glossary, front matter and credits are compared too."""

from __future__ import annotations

from msgspec.structs import replace

from crdiff.align.alignment import ExampleLink, ExampleRef
from crdiff.align.engine import align_releases
from crdiff.align.passes.glossary_and_front import align_glossary, align_paragraphs
from crdiff.model.clause import Span
from crdiff.model.release import GlossaryEntry, Paragraph
from tests.align.conftest import release_of

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
