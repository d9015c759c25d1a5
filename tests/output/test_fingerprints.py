"""Fingerprints say whether values are the same."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from markupsafe import Markup

from crdiff.output.fingerprints import source_of


@dataclass(frozen=True)
class Page:
    """A value that a page is made from."""

    title: str
    lines: tuple[int, ...] = ()


def test_equal_values_have_equal_sources_and_others_have_others() -> None:
    assert source_of(Page("a", (1, 2)), "b") == source_of(Page("a", (1, 2)), "b")
    others = [(Page("a", (1, 2)), "c"), (Page("a", (12,)), "b"), (Page("a", (1, 2)), "b", ""), ("ab",)]
    assert len({source_of(*values) for values in others}) == len(others)


def test_markup_counts_as_its_text() -> None:
    assert source_of(Markup("<b>")) == source_of("<b>")


def test_a_value_that_cannot_be_printed_the_same_twice_is_refused() -> None:
    with pytest.raises(TypeError, match="object takes no part"):
        source_of(object())
