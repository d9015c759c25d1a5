"""Links that other tools are known to get wrong, each checked against both texts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from crdiff.align.alignment import Alignment
from tests.align.test_controlling_another_player import partners


@pytest.mark.parametrize(
    ("jump", "heirs"),
    [
        # two near-identical mulligan rules, swapped by Academy Ruins
        ("2018-01-19 2018-04-27", {"103.4c": ["103.4c"], "800.5": ["800.5"]}),
        # the rule stayed; its twin 903.11f is the new one
        ("2018-06-08 2018-07-13", {"103.4c": ["103.4c"]}),
        # a parent pulled away from its children
        ("2017-04-28 2017-06-05", {"810.7": ["810.7"], "810.7a": ["810.7a"]}),
        # siblings that differ by one reference, taken crosswise
        ("2019-08-23 2019-10-04", {"716.1a": ["717.1a"], "716.2a": ["717.2a"]}),
        ("2019-07-12 2019-08-23", {"716.1a": ["716.1a"]}),
        # a sentence that became the next rule: no other tool knows splits
        ("2019-08-23 2019-10-04", {"601.3": ["601.3", "601.4"]}),
        # clauses on attacking and on blocking, paired crosswise by Vensers Journal nine times in a row
        ("2016-11-11 2017-01-20", {"508.3b": ["508.3b"], "509.7b": ["509.7b"]}),
        # two rules that became one, shown as removed by Academy Ruins
        ("2009-05-01 2009-07-11", {"203.1c": ["202.1b"], "203.1d": ["202.1b"]}),
    ],
)
def test_each_is_right(aligned: Callable[[str, str], Alignment], jump: str, heirs: dict[str, list[str]]) -> None:
    found, _ = partners(aligned(*jump.split()))
    assert {old: found[old] for old in heirs} == heirs


def test_the_new_twin_is_an_addition(aligned: Callable[[str, str], Alignment]) -> None:
    _, origins = partners(aligned("2018-06-08", "2018-07-13"))
    assert origins["903.11f"] == []
