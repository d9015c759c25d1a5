"""Structure: what happened to the place of a clause, and which clauses only follow their heading."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from msgspec.structs import replace
from proofs import apply
from table import table

from crdiff.align.alignment import Alignment, PartLink
from crdiff.align.engine import align_releases
from crdiff.book_words import words_of
from crdiff.changes.change import Change, Comparison, Facet, Part, Quoted, Structure
from crdiff.changes.compare import compare, compare_releases
from crdiff.changes.english import Usage, agrees, plurals_of, singulars_of
from crdiff.changes.places.number_map import NumberMap, number_map
from crdiff.changes.proof.rewriting import Rewriter, explain
from crdiff.changes.rewordings.families import ChangedText, UnchangedText, patterns
from crdiff.changes.rewordings.mining import mine
from crdiff.changes.text_pair import side_by_side
from crdiff.dialects.registry import read
from crdiff.model.book import MAGIC
from crdiff.model.clause import Span
from crdiff.model.release import GlossaryEntry, Paragraph, Release, Source
from tests.changes.conftest import compared
from tests.changes.test_planted_changes import ANY_WORD, SWAPS, WORD_SWAPS, replaced
from tests.conftest import Aligned, Compared, Official

HEADED = {
    "507": "Controlling Another Player’s Turn", "507.1": "One card controls turns.", "507.1a": "The last one works.",
    "507.1b": "Effects wait.", "507.2": "Both see.",
}  # fmt: skip
MOVED = {number.replace("507", "710"): text for number, text in HEADED.items()}
FOLLOWED = {number: [number.replace("507", "710")] for number in HEADED}


def test_a_clause_whose_link_could_not_be_decided_follows_nothing() -> None:
    alignment = compared(HEADED, MOVED, FOLLOWED).alignment
    *links, last = alignment.links
    doubtful = compare(replace(alignment, links=(*links, replace(last, undetermined=True))))
    assert [change.new[0].number for change in doubtful.changes if not change.follows] == ["710.2"]


def test_swapping_the_releases_swaps_added_and_removed_and_mirrors_the_rest(official: Official) -> None:
    old, new = official("2010-07-16"), official("2010-10-01")
    there, back = compare(align_releases(old, new)), compare(align_releases(new, old))
    turned = {"added": "removed", "removed": "added", "split": "merged", "merged": "split"}

    def numbers(side: Sequence[Quoted]) -> tuple[str, ...]:
        return tuple(clause.number for clause in side)

    assert sorted(
        (numbers(change.old), numbers(change.new), str(change.structure)) for change in there.changes
    ) == sorted(
        (numbers(change.new), numbers(change.old), turned.get(change.structure, str(change.structure)))
        for change in back.changes
    )


def test_every_clause_is_in_a_change(comparison: Compared) -> None:
    found = comparison("2009-05-01", "2009-07-11")
    rules = [change for change in found.changes if change.part == "rules"]
    assert {clause.line for change in rules for clause in change.old} == {
        node.placement.lines.start for node in found.alignment.old_nodes
    }
    assert {clause.line for change in rules for clause in change.new} == {
        node.placement.lines.start for node in found.alignment.new_nodes
    }


def test_the_rows_left_out_are_counted_with_their_headings(official: Official) -> None:
    comparison = compare(align_releases(official("2021-06-18"), official("2021-07-23")))
    rules = [change for change in comparison.changes if change.part == "rules" and change.follows]
    headings = {(row.old, row.new) for row in comparison.subsections}
    themselves = [change for change in rules if (change.old[0].number, change.new[0].number) in headings]
    assert sum(row.members for row in comparison.subsections) == len(rules) - len(themselves)


# glossary, front matter and credits are described like clauses


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


@table
def test_dates_trademarks_and_names_in_the_credits_need_no_reading(old: str, new: str) -> None:
    """Source: the credits of 2025-02-07 and of those before it."""
    before, after = release(credit=(old,)), release(credit=(new,))
    (changed,) = described(before, after, credits=(link(0, 0),))
    (added,) = described(before, after, credits=(link(None, 0),))
    assert changed.facets
    assert (changed.is_furniture, changed.mechanical, changed.for_review) == (True, False, False)
    assert not added.for_review


@table
def test_the_prose_of_the_introduction_is_read_and_so_is_a_date_with_more_in_it(old: str, new: str) -> None:
    """Of the introduction only the date and short lines, as the addresses of 1999-11-01, need no reading."""
    (change,) = described(release(front=(old,)), release(front=(new,)), front=(link(0, 0),))
    assert (change.is_furniture, change.for_review) == (False, True)
    (entry,) = described(release({"Date": old}), release({"Date": new}), glossary=(link(0, 0),))
    assert entry.for_review


# the mechanical proof: it can be applied again, no change of meaning ever passes it, and thousands of edits do


PAIRS = [
    ("2009-05-01", "2009-07-11"),
    ("2013-11-01", "2014-02-01"),
    ("2018-01-19", "2018-04-27"),
    ("2021-06-18", "2021-07-23"),
]


# Swaps of marks alone, some of which a release may make and the proof allows: only whole releases try them.
MARKS = {"drop a comma", "put a comma", "drop brackets"}
ALL_SWAPS = {how: swap for how, swap in SWAPS.items() if how not in MARKS}
ALL_SWAPS |= {how: (ANY_WORD, put) for how, put in WORD_SWAPS.items()}


@dataclass(frozen=True)
class Bench:
    """A pair of releases compared, with what its proofs may use."""

    comparison: Comparison
    numbers: NumberMap
    rewriter: Rewriter
    mechanical: tuple[Change, ...]


@pytest.fixture(scope="module")
def benches(aligned: Aligned, comparison: Compared) -> tuple[Bench, ...]:
    return tuple(bench(aligned(*pair), comparison(*pair)) for pair in PAIRS)


def bench(alignment: Alignment, comparison: Comparison) -> Bench:
    numbers = number_map(alignment)
    pairs = [change for change in comparison.changes if len(change.old) == len(change.new) == 1]
    changed = [
        ChangedText(change.new[0].number, side_by_side(change.old[0].wording, change.new[0].wording, numbers))
        for change in pairs
        if change.facets
    ]
    unchanged = [UnchangedText(change.new[0].number, change.new[0].wording) for change in pairs if not change.facets]
    mechanical = tuple(change for change in pairs if change.mechanical and change.facets)
    return Bench(
        comparison,
        numbers,
        Rewriter(
            patterns(mine(changed, unchanged)), numbers, Usage(alignment.old, alignment.new), words_of(MAGIC).cards
        ),
        mechanical,
    )


def test_applying_the_proof_of_a_mechanical_change_gives_the_new_texts(benches: tuple[Bench, ...]) -> None:
    for found in benches:
        assert len(found.mechanical) > 100
        for change in found.mechanical:
            assert change.proof is not None
            assert apply(change.proof.wording, change.old[0].wording) == change.new[0].wording
            olds = {clause.number: clause for clause in change.old}
            for example, steps in zip(change.examples, change.proof.examples, strict=True):
                assert example.old is not None
                assert example.new is not None
                old_text = olds[example.old[0]].examples[example.old[1]]
                assert apply(steps, old_text) == change.new[0].examples[example.new[1]]


def test_only_a_mechanical_change_has_a_proof(benches: tuple[Bench, ...]) -> None:
    for found in benches:
        for change in found.comparison.changes:
            assert change.mechanical is (change.proof is not None)
            assert not (change.mechanical and change.structure in {Structure.ADDED, Structure.REMOVED, Structure.SPLIT})


@pytest.mark.parametrize("swap", ALL_SWAPS)
def test_a_change_of_meaning_in_a_mechanical_change_is_never_mechanical(benches: tuple[Bench, ...], swap: str) -> None:
    """Drop a "not", change a number, swap may and must, widen a list: the rest of the change stays mechanical."""
    pattern, put = ALL_SWAPS[swap]
    attacked = 0
    for found in benches:
        for change in found.mechanical:
            old, new = change.old[0].wording, change.new[0].wording
            places = list(re.finditer(pattern, new))
            mutated = replaced(new, places[attacked % len(places)], put) if places else new
            if mutated != new:
                edits = explain(side_by_side(old, mutated, found.numbers), found.rewriter)
                assert not all(edit.means for edit in edits), mutated
                attacked += 1
    assert attacked


# clauses with thousands of edits: proved as any other, and no deeper in calls


_HEAD = "These rules are effective as of {} 1, 2030.\n\n1. Game\n\n100. General\n\n"
_MANY = 1200  # more than Python's stack has calls


def _text(month: str, verb: str) -> bytes:
    few = "\n\n".join(
        f"100.{at}. A {name} {verb} it." for at, name in enumerate(("player", "team", "judge", "owner"), 1)
    )
    many = " ".join(f"A player {verb} card {at}." for at in range(_MANY))
    return f"{_HEAD.format(month)}{few}\n\n100.5. {many}\n".encode()


def test_twelve_hundred_edits_of_one_clause_are_proved() -> None:
    """Source: 1,300 sentences of one rule reworded alike ended in a RecursionError."""
    found = compare_releases(read(_text("March", "exiles"), "old.txt"), read(_text("April", "banishes"), "new.txt"))
    change = next(change for change in found.changes if change.new and change.new[0].number == "100.5")
    assert change.mechanical
    assert change.proof is not None
    assert len(change.proof.wording) == _MANY


def test_the_forms_of_a_verb_are_those_that_agree_with_it() -> None:
    verbs = ["is", "are", "has", "have", "doesn't", "don't", "untaps", "untap", "passes", "pass", "carries", "carry"]
    for one in verbs:
        for other in verbs:
            assert agrees(one, other) == (other in plurals_of(one)) == (one in singulars_of(other)), (one, other)
