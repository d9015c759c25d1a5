"""Laws that hold for any texts, tried on real clauses."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crdiff.align.alignment import Alignment, mirrored
from crdiff.align.engine import align_releases, settle
from crdiff.align.passes.ledger import keeps_opening
from tests.align.conftest import excerpt_of
from tests.conftest import Aligned, Official

CHAPTERS_2009 = tuple(range(101, 118)) + tuple(range(200, 208)) + tuple(range(500, 514)) + (607, 613, 706, 710, 713)
FEW = st.lists(st.sampled_from(CHAPTERS_2009), min_size=1, max_size=5, unique=True)
SLOW = settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])


def pairs_of(alignment: Alignment) -> set[tuple[tuple[int, ...], tuple[int, ...], float]]:
    return {(link.old, link.new, link.confidence) for link in alignment.links}


@pytest.mark.parametrize("day", ["1999-04-23", "2006-05-01", "2024-09-20"])
def test_a_release_against_itself_is_all_the_same_and_certain(official: Official, day: str) -> None:
    release = official(day)
    found = align_releases(release, release)
    assert all(link.old == link.new and link.confidence == 1.0 for link in found.links)
    assert len(found.links) == len(found.old_nodes)
    assert all(link.old == link.new for link in found.examples)
    for part in (found.glossary, found.front, found.credits):
        assert all(link.old == link.new for link in part)


@SLOW
@given(chapters=FEW, others=FEW)
def test_swapping_mirrors(official: Official, chapters: list[int], others: list[int]) -> None:
    old, new = excerpt_of(official("2009-07-11"), chapters), excerpt_of(official("2010-07-16"), others)
    there, back = align_releases(old, new), align_releases(new, old)
    assert mirrored(there) == back
    assert {(link.new, link.old) for link in there.links} == {(link.old, link.new) for link in back.links}


@pytest.mark.parametrize(("day", "other"), [("2009-05-01", "2009-07-11"), ("2008-02-01", "2022-11-18")])
def test_swapping_mirrors_whole_releases(aligned: Aligned, day: str, other: str) -> None:
    there, back = aligned(day, other), aligned(other, day)
    assert {(new, old, sure) for old, new, sure in pairs_of(there)} == pairs_of(back)


@SLOW
@given(chapters=FEW, data=st.data())
def test_permuted_chapters_are_found_renumbered(official: Official, chapters: list[int], data: st.DataObject) -> None:
    release = official("2009-07-11")
    shuffled = data.draw(st.permutations(chapters))
    new = excerpt_of(release, chapters, dict(zip(chapters, shuffled, strict=True)))
    found = align_releases(excerpt_of(release, chapters), new)
    renumbered = dict(zip(chapters, shuffled, strict=True))
    for link in found.links:
        (old,), (heir,) = link.old, link.new
        was, became = found.old_nodes[old].number, found.new_nodes[heir].number
        assert (became.subsection, became.rule, became.letter) == (renumbered[was.subsection], was.rule, was.letter)


@SLOW
@given(chapters=FEW)
def test_dropping_a_chapter_removes_it_and_leaves_the_rest(official: Official, chapters: list[int]) -> None:
    release = official("2009-07-11")
    kept = [chapter for chapter in (105, 400, 701) if chapter not in chapters]
    found = align_releases(excerpt_of(release, [*kept, *chapters]), excerpt_of(release, kept))
    for link in found.links:
        gone = {found.old_nodes[index].number.subsection for index in link.old} & set(chapters)
        assert bool(gone) != bool(link.new)


def test_the_same_texts_give_the_same_alignment(official: Official, aligned: Aligned) -> None:
    old, new = "2009-05-01", "2009-07-11"
    assert align_releases(official(old), official(new)) == aligned(old, new)


@pytest.mark.parametrize("jump", ["2003-05-26 2003-10-01", "2009-05-01 2009-07-11", "2017-01-20 2017-04-28"])
def test_no_part_but_the_main_one_keeps_the_first_six_words(official: Official, jump: str) -> None:
    matching = settle(*map(official, jump.split())).matching
    for branch in matching.branches:
        if keeps_opening(matching, branch.old, branch.new):
            mains = matching.rivals(branch)
            assert any(keeps_opening(matching, *main) for main in mains), (branch.old, branch.new)
