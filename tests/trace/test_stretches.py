"""Stretches of releases."""

from __future__ import annotations

from crdiff.trace.links import Stretch, stretches

RELEASES = ("2001-01-01", "2002-02-02", "2003-03-03", "2004-04-04")


def test_neighbours_of_which_the_same_is_told_are_one_stretch() -> None:
    told = {"2001-01-01": "covered", "2002-02-02": "covered", "2003-03-03": "suspect"}
    assert stretches(RELEASES, told) == (
        Stretch("2001-01-01", "2002-02-02", 2, "covered"),
        Stretch("2003-03-03", "2003-03-03", 1, "suspect"),
    )


def test_a_release_of_which_nothing_is_told_ends_a_stretch() -> None:
    told = {"2001-01-01": "covered", "2003-03-03": "covered", "2004-04-04": "covered"}
    assert [str(each) for each in stretches(RELEASES, told)] == ["2001-01-01", "2003-03-03 to 2004-04-04, 2 releases"]


def test_nothing_told_is_no_stretch() -> None:
    assert stretches(RELEASES, {}) == ()
