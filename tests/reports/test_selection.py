"""Choosing changes by structure, facet, part, and by what has to be done about them."""

from __future__ import annotations

from table import table

from crdiff.changes.change import Comparison
from crdiff.reports.labels import label
from crdiff.reports.view import NAMES, Selection, view

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
