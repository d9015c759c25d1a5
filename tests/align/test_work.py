"""The work of an alignment grows with the text and not with its square: counted, never timed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from benchmarks.synthetic import Edit, copies, sentences
from crdiff.align.alignment import Alignment
from crdiff.align.engine import align_releases
from crdiff.align.measure.candidates import NearestTexts
from crdiff.align.measure.scorer import Scorer
from crdiff.align.measure.sentences import Sentences
from crdiff.align.passes import same_text
from crdiff.dialects.registry import read
from tests.support.work_done import counted

Made = Callable[[int, Edit], str]


def aligned(made: Made, size: int, edit: Edit) -> Alignment:
    old, new = made(size, Edit.NONE), made(size, edit).replace("January", "April")
    return align_releases(read(old.encode(), "old.txt"), read(new.encode(), "new.txt"))


def work(made: Made, size: int, edit: Edit, owner: object, name: str) -> int:
    """Return how often a function was called to align a text of so many clauses or sentences."""
    with counted(owner, name) as calls:
        aligned(made, size, edit)
        return calls()


@pytest.mark.parametrize(
    ("made", "edit", "owner", "name", "size"),
    [
        (copies, Edit.ALIKE, Scorer, "score", 901),
        (copies, Edit.NONE, same_text, "_grouped", 901),
        (sentences, Edit.TENTH, Sentences, "_is_account", 300),
        (sentences, Edit.ALIKE, Sentences, "fit", 300),
    ],
)
def test_twice_the_text_is_at_most_little_more_than_twice_the_work(
    made: Made, edit: Edit, owner: object, name: str, size: int
) -> None:
    once, twice = (work(made, many * size, edit, owner, name) for many in (1, 2))
    assert 0 < twice <= 2.3 * once


def test_each_of_very_many_copies_is_still_found() -> None:
    """Source: none of the releases has as many; a subsection of a thousand copies cost a minute and a gigabyte."""
    alignment = aligned(copies, 901, Edit.NONE)
    assert [(link.old, link.new) for link in alignment.links] == [((at,), (at,)) for at in range(902)]


def test_a_clause_says_where_not_all_that_could_be_its_partner_were_looked_at() -> None:
    alignment = aligned(copies, 901, Edit.ALIKE)
    alone = [link for link in alignment.links if not link.new]
    assert alone
    assert all("of 900 clauses in its place, the 20 nearest compared" in link.evidence for link in alone[20:-20])


def test_a_clause_of_very_many_sentences_says_that_they_were_not_all_compared() -> None:
    link = aligned(sentences, 300, Edit.TENTH).links[-1]
    assert "its sentences compared with the 5 nearest only" in link.evidence


@pytest.mark.parametrize("count", [600, 1200])
def test_of_many_texts_only_the_likest_are_compared(count: int) -> None:
    texts = [frozenset({f"own{at}", f"of{at // 2}", "all"}) for at in range(count)]
    nearest = NearestTexts(texts, texts)
    assert all(at in nearest.of(at) and len(nearest.of(at)) <= 5 for at in range(count))
    assert nearest.bounds == (f"compared with the 5 nearest of {count:,}",)


def test_of_few_texts_all_are_compared() -> None:
    """Source: 55 entries of 1999-04-23 and 610 of 2026-04-17 have no equal on the other side."""
    few, many = [frozenset({"a"})] * 55, [frozenset({"b"})] * 610
    nearest = NearestTexts(few, many)
    assert list(nearest.of(0)) == list(range(610))
    assert not nearest.bounds
