"""What single measures decide in whole releases."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from crdiff.align.alignment import Alignment
from tests.align.test_controlling_another_player import partners


@pytest.mark.parametrize(
    ("old", "new", "became"),
    [
        # "Second, the active player gets priority" was rewritten alike in three steps.
        ("2016-08-26", "2016-09-30", {"503.2": ["503.1"], "511.2": ["511.1"], "513.2": ["513.1"]}),
        # 309.1 is on blocking as 308.1 is on attacking, in nearly the same words.
        ("2005-02-01", "2005-08-01", {"308.1": ["308.1"], "309.1": ["309.1"]}),
        # The exceptions of 217.1c, numbered in its text, became clauses.
        ("2009-05-01", "2009-07-11", {"217.1c": ["400.7", *(f"400.7{letter}" for letter in "abcdef")]}),
    ],
)
def test_clauses_go_on_where_a_reader_finds_them(
    aligned: Callable[[str, str], Alignment], old: str, new: str, became: dict[str, list[str]]
) -> None:
    heirs, _ = partners(aligned(old, new))
    assert {number: sorted(heirs[number]) for number in became} == became
