"""What reports say of a comparison in short, and in which English."""

from __future__ import annotations

from msgspec.structs import replace
from table import table

from crdiff.align.alignment import Break
from crdiff.changes.change import Comparison, Facet, Part, Quoted, Structure
from crdiff.reports.diff import diff_results
from crdiff.reports.labels import example_label, in_words, label
from crdiff.reports.phrases import counted, listed, quoted
from crdiff.reports.view import NAMES, Selection, break_sentence, view


def test_the_summary_counts_the_whole_comparison_whatever_is_listed(comparison: Comparison) -> None:
    summary = view(comparison, Selection(only=frozenset({"moved"}))).summary
    assert summary.structure[Structure.SAME] == 3
    assert summary.structure[Structure.SPLIT] == 0
    assert summary.facets == {facet: facet is not Facet.ENUMERATION and facet is not Facet.TYPO for facet in Facet}
    assert (summary.mechanical, summary.for_review, summary.undetermined) == (3, 3, 1)


def test_only_what_is_for_eyes_leaves_out_clauses_that_follow_their_heading(comparison: Comparison) -> None:
    following = [change for change in comparison.changes if change.follows]
    assert following
    shown, whole = view(comparison), view(comparison, is_for_eyes=False)
    assert not {*following} & {*shown.changes}
    assert [change for change in whole.changes if change not in following] == [*shown.changes]
    assert {*following} <= {*whole.changes}
    assert not any(not change.is_changed for change in whole.changes)


@table
def test_a_paragraph_outside_the_rules_is_called_by_its_part_and_its_place(number: str, words: str) -> None:
    assert in_words(number) == words


def test_a_date_outside_the_rules_is_counted_by_itself_and_not_to_be_read(comparison: Comparison) -> None:
    dates = [
        Quoted("front:2", "", f"These rules are effective as of {day}.", (), 3)
        for day in ("November 8, 2024", "February 7, 2025")
    ]
    changed = next(change for change in comparison.changes if change.for_review and change.old and change.new)
    sides = {"old": (dates[0],), "new": (dates[1],)}
    date = replace(changed, part=Part.FRONT, structure=Structure.SAME, undetermined=False, **sides)
    told = view(replace(comparison, changes=(date,), subsections=()))
    assert told.headlines == (
        "1 changed paragraph of the introduction: 1 in dates, trademarks, addresses or names only",
    )
    assert (told.to_read, told.others) == ((), (date,))
    assert [result.rule for result in diff_results(told, "").results] == ["furniture"]


def test_two_equal_texts_have_no_differences(comparison: Comparison) -> None:
    same = replace(comparison, changes=comparison.changes[:1], subsections=(), rewordings=())
    assert view(same).headlines == ("No differences in wording or numbers",)


def test_an_example_is_named_by_its_clause_and_count_from_one(comparison: Comparison) -> None:
    (example,) = comparison.changes[1].examples
    assert example_label(example) == "example 1 of 507.3b, removed"
    assert example_label(replace(example, old=None, new=("710.5", 1))) == "example 2 of 710.5, added"
    assert example_label(replace(example, new=("710.5", 0))) == "example 1 of 507.3b → example 1 of 710.5"


def test_counts_and_lists_read_as_english() -> None:
    assert (counted(1, "entry", "entries"), counted(2041, "rule")) == ("1 entry", "2,041 rules")
    assert (listed(["a"]), listed(["a", "b", "c"])) == ("a", "a, b and c")
    assert listed([str(number) for number in range(10)], most=3) == "0, 1, 2 and 7 more"
    assert listed(["a", "b", "c", "d"], most=3) == "a, b, c and d"


def broken(*, paragraphs: int = 35, instead: str = "") -> Break:
    counts = (0, 1, paragraphs)
    return Break("2013-02-01", True, "glossary", "Attack", "2012-10-01", *counts, instead)


def test_a_text_that_breaks_off_comes_first_and_leaves_nothing_unsaid(comparison: Comparison) -> None:
    told = replace(comparison, alignment=replace(comparison.alignment, breaks=(broken(),)))
    assert view(told).headlines[0] == (
        "2013-02-01 breaks off in its glossary after “Attack”: "
        "1 glossary entry and 35 paragraphs of the credits of 2012-10-01 are not compared"
    )
    nothing = replace(told, changes=(), subsections=(), rewordings=())
    assert view(nothing).headlines[1:] == ("No differences in what both texts have",)


def test_a_text_that_stands_in_is_named() -> None:
    assert break_sentence(broken(paragraphs=0, instead="2012-07-01")).endswith(
        "after “Attack”: 1 glossary entry of 2012-07-01 stands in for what is missing"
    )


@table
def test_a_quotation_inside_a_quotation_has_single_marks(text: str, said: str) -> None:
    assert quoted(text) == said
    assert "””" not in quoted(text)


# choosing changes by structure, facet, part, and by what has to be done about them


MOVED, MERGED, REMOVED, ADDED = "507.3b → 710.5", "711.1c + 711.2 → 711.3", "507.4", "710.9"
REWORDED, GLOSSARY = "701.2", "Active Player"
ALL = ["100.1", MOVED, "507.1 → 710.1", MERGED, REMOVED, ADDED, REWORDED, GLOSSARY]


def shown(comparison: Comparison, only: str = "", hide: str = "", everything: bool = False) -> list[str]:
    selection = Selection(everything, frozenset(only.split()), frozenset(hide.split()))
    return [label(change) for change in view(comparison, selection).changes]


def test_unchanged_clauses_and_mere_followers_are_listed_on_request_only(comparison: Comparison) -> None:
    assert shown(comparison) == [MOVED, MERGED, REMOVED, ADDED, REWORDED, GLOSSARY]
    assert shown(comparison, everything=True) == ALL


@table
def test_only_keeps_what_has_a_wanted_name_of_each_kind_asked_for(
    comparison: Comparison, only: str, expected: list[str]
) -> None:
    assert shown(comparison, only=only) == expected


@table
def test_hide_drops_by_facets_only_what_kept_its_place_and_has_no_other(
    comparison: Comparison, hide: str, gone: list[str]
) -> None:
    assert shown(comparison, hide=hide) == [name for name in shown(comparison) if name not in gone]


def test_the_names_of_all_kinds_are_distinct() -> None:
    assert len(set(NAMES)) == len(NAMES)


def test_what_a_selection_leaves_out_is_counted(comparison: Comparison) -> None:
    assert view(comparison, Selection(only=frozenset({"moved"}))).left_out == 5
    assert view(comparison).left_out == 0
