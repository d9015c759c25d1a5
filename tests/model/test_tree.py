from __future__ import annotations

from crdiff.model.number import ClauseNumber
from crdiff.model.tree import by_number, subtree, walk
from tests.conftest import Official


def test_a_repeated_number_means_its_first_clause(official: Official) -> None:
    """Source: 2024-09-20 prints 702.175 for Offspring and for Impending."""
    found = by_number(walk(official("2024-09-20")))
    assert found[ClauseNumber.of(702, 175)].clause.title == "Offspring"


def test_a_subtree_is_the_clause_and_everything_under_it(official: Official) -> None:
    nodes = walk(official("2024-06-07"))
    start = by_number(nodes)[ClauseNumber.of(720)].index
    numbers = [str(node.number) for node in subtree(nodes, start)]
    assert numbers[:4] == ["720", "720.1", "720.1a", "720.1b"]
    assert len(numbers) == 14
    assert all(number.startswith("720") for number in numbers)
