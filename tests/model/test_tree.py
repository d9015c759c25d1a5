from __future__ import annotations

from collections.abc import Callable

from crdiff.model.number import ClauseNumber
from crdiff.model.release import Release
from crdiff.model.tree import by_number, subtree, walk


def test_a_walk_meets_parents_before_children_in_printed_order(official: Callable[[str], Release]) -> None:
    nodes = walk(official("2024-09-20"))
    assert [node.index for node in nodes] == list(range(len(nodes)))
    assert all(node.parent < node.index for node in nodes)
    for node in nodes:
        if node.parent >= 0:
            assert any(node.clause is child for child in nodes[node.parent].clause.children)
    children = sum(len(node.clause.children) for node in nodes)
    assert children + len(official("2024-09-20").sections) == len(nodes)


def test_a_repeated_number_means_its_first_clause(official: Callable[[str], Release]) -> None:
    """Source: 2024-09-20 prints 702.175 for Offspring and for Impending."""
    found = by_number(walk(official("2024-09-20")))
    assert found[ClauseNumber(702, 175)].clause.title == "Offspring"


def test_a_subtree_is_the_clause_and_everything_under_it(official: Callable[[str], Release]) -> None:
    nodes = walk(official("2024-06-07"))
    start = by_number(nodes)[ClauseNumber(720)].index
    numbers = [str(node.number) for node in subtree(nodes, start)]
    assert numbers[:4] == ["720", "720.1", "720.1a", "720.1b"]
    assert len(numbers) == 14
    assert all(number.startswith("720") for number in numbers)
