"""Whoever asks, and however: one clause has one number in a release, whether it is named by a diff or by a history."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from crdiff.align.alignment import Alignment
from crdiff.align.engine import align_releases
from crdiff.align.explain import explain
from crdiff.corpus import Corpus
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Release
from crdiff.store.embedded.lives import known_lives

_RELEASES, _PAIRS, _NUMBERS = 6, 6, 16
"""Releases, pairs of them, and numbers of each pair that are asked for: reading a text takes a second."""


@pytest.fixture(scope="module")
def every(every_release: Path) -> Iterator[Corpus]:
    with Corpus(every_release) as corpus:
        yield corpus


def pairs() -> list[tuple[date, date]]:
    """Return pairs of releases, most of them far apart, some with the later one first."""
    drawn = Random(14)
    releases = drawn.sample(known_lives().dates, _RELEASES)
    return drawn.sample(list(permutations(releases, 2)), _PAIRS)


def heirs(alignment: Alignment, number: ClauseNumber) -> tuple[set[str], set[str]]:
    """Return the main heirs of a number in an alignment, and all of them."""
    at = {node.index for node in alignment.old_nodes if node.number == number}
    links = [link for link in alignment.links if at.intersection(link.old) and link.new]
    numbers = alignment.new_nodes
    main = {str(numbers[link.new[0]].number) for link in links if link.old[0] in at}
    return main, {str(numbers[new].number) for link in links for new in link.new}


@pytest.mark.slow
@pytest.mark.parametrize(("old", "new"), pairs(), ids=str)
def test_diff_explain_renumbering_history_and_number_agree(
    every: Corpus, official: Callable[[str], Release], old: date, new: date
) -> None:
    """Numbers that a release prints twice are left out: they name two clauses."""
    before, after = official(str(old)), official(str(new))
    jump = every.jump(before, after)
    alignment = align_releases(before, after, (), jump)
    renumbering = every.renumbering(old, new)
    printed = Counter(row.old for row in renumbering.rows)
    rows = {row.old: row for row in renumbering.rows if printed[row.old] == 1}
    for number in Random(f"{old} {new}").sample(sorted(rows), _NUMBERS):
        row = rows[number]
        composed = {str(one) for one in row.new}
        main, every_heir = heirs(alignment, number)
        assert every_heir == composed, number
        assert main <= composed
        lineage = every.history(str(number), at=old)
        there = lineage.number_in(new)
        assert there is None or str(there) in composed or not row.agrees
        met = any(event.lineage for event in (*lineage.origin, *lineage.fate))
        assert there is not None or met or not composed or not row.agrees, number
        assert any(use.first <= old <= use.last and use.lineage == lineage.id for use in every.number(str(number)))
    told = explain(before, after, number, followed=jump)
    assert {str(alignment.new_nodes[at].number) for link in told.links for at in link.new} == composed
