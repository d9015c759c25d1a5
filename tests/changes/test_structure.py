"""Structure: what happened to the place of a clause, and which clauses only follow their heading."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from crdiff.align.engine import align_releases
from crdiff.changes.change import Comparison, Quoted, Structure
from crdiff.changes.compare import compare
from tests.changes.conftest import aligned, compared
from tests.conftest import Compared, Official

HEADED = {
    "507": "Controlling Another Player’s Turn", "507.1": "One card controls turns.", "507.1a": "The last one works.",
    "507.1b": "Effects wait.", "507.2": "Both see.",
}  # fmt: skip
MOVED = {number.replace("507", "710"): text for number, text in HEADED.items()}
FOLLOWED = {number: [number.replace("507", "710")] for number in HEADED}


def places(comparison: Comparison) -> dict[str, str]:
    """Return the structure of every change under a name such as "507.1 -> 710.1", "500.2+500.3 -> 500.3" or "500.4"."""
    return {
        " -> ".join("+".join(clause.number for clause in side) for side in (change.old, change.new) if side): str(
            change.structure
        )
        for change in comparison.changes
    }


def test_a_clause_in_its_place_is_the_same() -> None:
    comparison = compared(HEADED, HEADED)
    assert set(places(comparison).values()) == {"same"}
    assert not any(change.is_changed for change in comparison.changes)


def test_clauses_of_a_renumbered_subsection_follow_it() -> None:
    comparison = compared(HEADED, MOVED, FOLLOWED)
    assert set(places(comparison).values()) == {"renumbered"}
    assert all(change.follows for change in comparison.changes)
    (row,) = comparison.subsections
    assert (row.old, row.new, row.structure, row.members) == ("507", "710", Structure.RENUMBERED, 4)


def test_a_changed_clause_is_listed_although_its_number_follows() -> None:
    comparison = compared(HEADED, MOVED | {"710.2": "Both players see."}, FOLLOWED)
    (listed,) = [change for change in comparison.changes if not change.follows]
    assert listed.new[0].number == "710.2"
    assert comparison.subsections[0].members == 3


def test_a_clause_whose_link_could_not_be_decided_follows_nothing() -> None:
    alignment = compared(HEADED, MOVED, FOLLOWED).alignment
    *links, last = alignment.links
    doubtful = compare(replace(alignment, links=(*links, replace(last, undetermined=True))))
    assert [change.new[0].number for change in doubtful.changes if not change.follows] == ["710.2"]


def test_another_parent_is_a_move() -> None:
    """In July 2009 rule 507.1c became a rule of its own."""
    new = {**HEADED, "507.3": "Effects wait."}
    del new["507.1b"]
    assert places(compared(HEADED, new, {"507.1b": ["507.3"]}))["507.1b -> 507.3"] == "moved"


def test_siblings_that_keep_their_order_stay_and_the_one_that_crosses_them_moves() -> None:
    old = {"507.1": "First of all.", "507.2": "Second of all.", "507.3": "Third of all.", "507.4": "Last."}
    new = {"507.1": "Second of all.", "507.2": "Third of all.", "507.3": "Last.", "507.4": "First of all."}
    heirs = {"507.1": ["507.4"], "507.2": ["507.1"], "507.3": ["507.2"], "507.4": ["507.3"]}
    assert places(compared(old, new, heirs)) == {
        "507.2 -> 507.1": "renumbered",
        "507.3 -> 507.2": "renumbered",
        "507.4 -> 507.3": "renumbered",
        "507.1 -> 507.4": "moved",
    }


def test_of_two_that_change_places_the_longer_stays_whichever_way_one_looks() -> None:
    long, short = "This rule says a good deal more than the other one does.", "This one says little."
    one, other = {"501.1": long, "501.2": short}, {"501.1": short, "501.2": long}
    crossed = {"501.1": ["501.2"], "501.2": ["501.1"]}
    there, back = places(compared(one, other, crossed)), places(compared(other, one, crossed))
    assert there["501.1 -> 501.2"] == back["501.2 -> 501.1"] == "renumbered"
    assert there["501.2 -> 501.1"] == back["501.1 -> 501.2"] == "moved"


def test_splits_merges_arrivals_and_departures() -> None:
    old = {"500.1": "One. Two.", "500.2": "Three.", "500.3": "Four.", "500.4": "Gone."}
    new = {"500.1": "One.", "500.2": "Two.", "500.3": "Three. Four.", "500.5": "New."}
    heirs = {"500.1": ["500.1", "500.2"], "500.2": ["500.3"], "500.3": ["500.3"], "500.4": []}
    comparison = compared(old, new, heirs)
    assert places(comparison) == {
        "500.1 -> 500.1+500.2": "split",
        "500.2+500.3 -> 500.3": "merged",
        "500.5": "added",
        "500.4": "removed",
    }
    assert all(change.for_review and not change.mechanical for change in comparison.changes)


def test_a_split_is_compared_with_its_parts_a_line_each() -> None:
    old, new = {"500.1": "One. Two."}, {"500.1": "One.", "500.2": "Two."}
    change = compared(old, new, {"500.1": ["500.1", "500.2"]}).changes[0]
    assert "".join(segment.text for segment in change.redline if segment.op != "-") == "One.\nTwo."
    assert change.summary.startswith("Split into 2 clauses")


def test_a_keyword_that_shifts_takes_its_rules_along() -> None:
    """702.36 became 702.37 when a keyword was put before it: one fact, not one a subrule."""
    old = {"702": "Keyword Abilities", "702.36": "Morph", "702.36a": "Morph is static."}
    new = {
        "702": "Keyword Abilities",
        "702.36": "Prowl",
        "702.36a": "Prowl is new.",
        "702.37": "Morph",
        "702.37a": "Morph is static.",
    }
    comparison = compared(old, new, {"702.36": ["702.37"], "702.36a": ["702.37a"]})
    followers = [change.new[0].number for change in comparison.changes if change.follows]
    assert followers == ["702.37", "702.37a"]
    assert [(row.old, row.new, row.members) for row in comparison.subsections] == [("702.36", "702.37", 1)]


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


def test_a_subsection_that_came_or_went_is_named_with_its_title() -> None:
    kept = {"100": "General", "100.1": "These rules apply to any game of cards."}
    more = kept | {"101": "Mindslaver", "101.1": "A player may control another one during a turn."}
    (came,) = compare(aligned(kept, more)).subsections
    assert (came.old, came.new, came.new_title, came.structure) == ("", "101", "Mindslaver", Structure.ADDED)
    (went,) = compare(aligned(more, kept)).subsections
    assert (went.old, went.new, went.old_title, went.structure) == ("101", "", "Mindslaver", Structure.REMOVED)
