"""A check is listed under a sentence with its marks."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from small_excerpt import make_results

from crdiff.pages.checks.check_titles import title_of


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("creatures in a band cant attack different players", "Creatures in a band can’t attack different players."),
        ("in two headed giant a team doesnt draw", "In Two-Headed Giant a team doesn’t draw."),
        ("the plant went on", "The plant went on."),
    ],
)
def test_the_name_of_a_function_gets_its_marks_back(name: str, title: str) -> None:
    """As 101.2 and 810 of 2024-11-08 write them."""
    (check,) = make_results().checks
    assert title_of(replace(check, name=name, title="")) == title


def test_the_docstring_of_a_check_comes_before_its_name() -> None:
    (check,) = make_results().checks
    assert title_of(replace(check, title="Ann concedes for Bob.")) == "Ann concedes for Bob."
