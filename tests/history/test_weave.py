"""From the links of alignments to lineages: what continues, what begins, what ends, what comes back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crdiff.align.alignment import Link
from crdiff.history.chain import NONE, ChainStep, Stage, step
from crdiff.history.lineage import How
from crdiff.history.thread import Knot, Thread, number_runs, places
from crdiff.history.weave import weave
from tests.support.days import on


def link(old: tuple[int, ...], new: tuple[int, ...], confidence: float = 0.9) -> Link:
    return Link(old, new, "test", ("made by hand",), confidence)


@pytest.mark.parametrize(
    ("links", "count", "continues", "parts"),
    [
        pytest.param([link((0,), (1,)), link((1,), (0,))], 2, (1, 0), (), id="the main clauses of a link continue"),
        pytest.param([link((), (0,)), link((0,), ())], 1, (NONE,), (), id="added and removed"),
        pytest.param([link((0,), (1, 0, 2))], 3, (NONE, 0, NONE), ((0, 0), (0, 2)), id="lesser heirs are parts"),
        pytest.param([link((1, 0), (0,))], 1, (1,), ((0, 0),), id="lesser sources are parts"),
        pytest.param(
            [link((0, 1), (0,)), link((0,), (1,))], 2, (NONE, 0), ((0, 0), (1, 0)), id="a plain link before a merge"
        ),
        pytest.param(
            [link((0,), (0, 1), 0.6), link((0,), (2, 3), 0.8)], 4, (NONE, NONE, 0, NONE), ((0, 0), (0, 1), (0, 3)),
            id="the surer of two equal claims",
        ),
    ],
)  # fmt: skip
def test_what_continues_and_what_is_a_part(
    links: list[Link], count: int, continues: tuple[int, ...], parts: tuple[tuple[int, int], ...]
) -> None:
    made = step(links, count)
    assert (made.continues, made.parts) == (continues, parts)


@given(
    st.lists(
        st.tuples(
            st.lists(st.integers(0, 5), max_size=3, unique=True),
            st.lists(st.integers(0, 5), max_size=3, unique=True),
            st.sampled_from([0.5, 0.7, 0.9]),
        ),
        max_size=8,
    )
)
def test_no_clause_continues_as_two_in_any_order_of_links(drawn: list[tuple[list[int], list[int], float]]) -> None:
    links = [link(tuple(old), tuple(new), confidence) for old, new, confidence in drawn]
    made = step(links, 6)
    heirs = [old for old in made.continues if old != NONE]
    assert len(heirs) == len(set(heirs))
    assert step(links[::-1], 6) == made


# lineages drawn through hand-made chains: what continues, what begins, what ends, what comes back


SAYINGS = {
    "burn": "when a phase ends unused mana is lost and its player loses that much life",
    "burned": "when a step or phase ends unused mana is lost and its player loses that much life",
    "half burned": "when a phase ends unused counters are removed and its controller draws that many cards",
    "skip": "if a turn is skipped the effect waits until the player takes a turn",
    "general": "general",
    "both": "the affected player still makes their own choices and the other player sees all",
}


def stage(release: str, *clauses: tuple[str, str]) -> Stage:
    """Return a flat stage of (number, wording) under one heading."""
    numbers = ("500", *(number for number, _ in clauses))
    wordings = ("heading", *(wording for _, wording in clauses))
    return Stage(on(release), numbers, wordings, (NONE, *([0] * len(clauses))))


def woven(stages: Sequence[Stage], steps: Sequence[ChainStep]) -> dict[str, Thread]:
    """Return the lineages by id; a wording without an entry in SAYINGS says its own name."""
    return {lineage.id: lineage for lineage in weave(stages, steps, lambda wording: SAYINGS.get(wording, wording))}


def life(lineage: Thread) -> list[tuple[str, int, int]]:
    return [(run[0].number, run[0].first, run[-1].last) for run in number_runs(lineage.stays)]


def test_a_clause_keeps_its_lineage_through_a_new_number_and_a_new_wording() -> None:
    stages = [
        stage("2003-10-01", ("507.1", "old")),
        stage("2009-07-11", ("710.1", "old")),
        stage("2010-10-01", ("710.1", "new")),
    ]
    lineages = woven(stages, [ChainStep((0, 1)), ChainStep((0, 1))])
    clause = lineages["2003-10-01-507.1"]
    assert life(clause) == [("507.1", 0, 0), ("710.1", 1, 2)]
    assert [stay.wording for stay in clause.stays] == ["old", "old", "new"]
    assert clause.origin == ()
    assert clause.fate == ()


def test_a_rule_whose_text_becomes_a_notice_of_its_end_is_revoked_once_and_keeps_its_lineage() -> None:
    """306.7 of 2018-04-27: "Previously, planeswalkers were subject to […] This rule has been removed […]"."""
    stages = [
        stage("2018-01-19", ("306.7", "rule")),
        stage("2018-04-27", ("306.7", "notice")),
        stage("2019-01-25", ("306.8", "notice, retouched")),
        stage("2019-05-03", ("306.9", "another")),
    ]
    notices = frozenset({"notice", "notice, retouched"})
    steps = [ChainStep((0, 1)), ChainStep((0, 1)), ChainStep((0, NONE))]
    lineages = {lineage.id: lineage for lineage in weave(stages, steps, lambda wording: wording, notices)}
    rule = lineages["2018-01-19-306.7"]
    assert life(rule) == [("306.7", 0, 1), ("306.8", 2, 2)]
    assert rule.fate == (Knot(How.REVOKED, 1), Knot(How.REMOVED, 3))
    assert [event.how for event in lineages["2019-05-03-306.9"].origin] == [How.ADDED]


def test_a_stretch_without_change_is_one_stay() -> None:
    stages = [stage(f"2003-0{month}-01", ("507.1", "same")) for month in (1, 2, 3)]
    clause = woven(stages, [ChainStep((0, 1)), ChainStep((0, 1))])["2003-01-01-507.1"]
    assert [(stay.first, stay.last) for stay in clause.stays] == [(0, 2)]


def told(knots: Sequence[Knot], lineages: Mapping[str, Thread]) -> list[tuple[How, str]]:
    """Return how each came about, and the id of the other lineage."""
    return [(knot.how, list(lineages)[knot.other or 0]) for knot in knots]


def test_the_main_heir_of_a_split_continues_and_the_other_says_where_it_came_from() -> None:
    stages = [stage("2009-07-11", ("510.1", "both")), stage("2009-10-01", ("510.1", "one"), ("510.2", "other"))]
    lineages = woven(stages, [ChainStep((0, 1, NONE), parts=((1, 2),))])
    parent, child = lineages["2009-07-11-510.1"], lineages["2009-10-01-510.2"]
    assert life(parent) == [("510.1", 0, 1)]
    assert told(child.origin, lineages) == [(How.SPLIT, "2009-07-11-510.1")]
    assert (child.origin[0].at, told(parent.fate, lineages)) == (1, [(How.SPLIT, "2009-10-01-510.2")])


def test_a_merged_clause_ends_and_both_sides_say_so() -> None:
    stages = [stage("2009-07-11", ("711.1", "one"), ("711.2", "other")), stage("2009-10-01", ("711.3", "both"))]
    lineages = woven(stages, [ChainStep((0, 1), parts=((2, 1),))])
    ended, kept = lineages["2009-07-11-711.2"], lineages["2009-07-11-711.1"]
    assert (ended.stays[-1].last, told(ended.fate, lineages)) == (0, [(How.MERGED, "2009-07-11-711.1")])
    assert told(kept.origin, lineages) == [(How.MERGED, "2009-07-11-711.2")]


def test_text_that_moves_between_two_clauses_that_go_on_is_said_on_both_sides() -> None:
    stages = [stage("2009-07-11", ("711.1", "a"), ("711.2", "b")), stage("2009-10-01", ("711.1", "c"), ("711.2", "d"))]
    lineages = woven(stages, [ChainStep((0, 1, 2), parts=((1, 2),))])
    assert [event.how for event in lineages["2009-07-11-711.1"].fate] == [How.SPLIT]
    assert [event.how for event in lineages["2009-07-11-711.2"].origin] == [How.MERGED]
    assert lineages["2009-07-11-711.1"].stays[-1].last == 1


def test_a_removed_clause_that_comes_back_continues_and_says_so() -> None:
    stages = [
        stage("2009-07-11", ("500.1", "burn")),
        stage("2009-10-01"),
        stage("2010-02-01"),
        stage("2010-04-23", ("500.7", "burn")),
    ]
    clause = woven(stages, [ChainStep((0,)), ChainStep((0,)), ChainStep((0, NONE))])["2009-07-11-500.1"]
    assert life(clause) == [("500.1", 0, 0), ("500.7", 3, 3)]
    assert [(event.how, event.at) for event in clause.fate] == [(How.REMOVED, 1)]
    assert [(event.how, event.at) for event in clause.origin] == [(How.REINSTATED, 3)]


def test_a_clause_is_not_taken_for_another_that_said_the_same_when_two_did() -> None:
    one, other = ("500.1", "burn"), ("500.2", "burn")
    stages = [stage("2009-07-11", one, other), stage("2009-10-01"), stage("2010-02-01", ("500.7", "burn"))]
    lineages = woven(stages, [ChainStep((0,)), ChainStep((0, NONE))])
    assert [event.how for event in lineages["2010-02-01-500.7"].origin] == [How.ADDED]


def test_a_clause_that_is_back_with_a_few_other_words_is_known_by_its_number_and_parent() -> None:
    """410.4 is missing in the text of 2003-05-26; 2003-07-01 has it again and says "ability" for "pseudospell"."""
    removed = stage("2003-03-15", ("410.4", "burn"))
    between = stage("2003-05-26")
    back = stage("2003-07-01", ("410.4", "burned"))
    elsewhere = stage("2003-07-01", ("410.5", "burned"))
    steps = [ChainStep((0,)), ChainStep((0, NONE))]
    assert life(woven([removed, between, back], steps)["2003-03-15-410.4"]) == [("410.4", 0, 0), ("410.4", 2, 2)]
    assert "2003-07-01-410.5" in woven([removed, between, elsewhere], steps)


def test_a_clause_that_is_back_with_half_of_its_words_is_another() -> None:
    removed, back = stage("2003-03-15", ("410.4", "burn")), stage("2003-07-01", ("410.4", "half burned"))
    assert "2003-07-01-410.4" in woven([removed, stage("2003-05-26"), back], [ChainStep((0,)), ChainStep((0, NONE))])


def test_a_short_text_comes_back_only_under_the_same_parent() -> None:
    """Dozens of rules are headed "General": alone it says nothing about which."""
    gone = Stage(on("2009-07-11"), ("500", "501", "500.1"), ("heading", "other heading", "general"), (NONE, NONE, 0))
    between = Stage(on("2009-10-01"), ("500", "501"), ("heading", "other heading"), (NONE, NONE))
    elsewhere = Stage(
        on("2010-02-01"), ("500", "501", "501.1"), ("heading", "other heading", "general"), (NONE, NONE, 1)
    )
    here = Stage(on("2010-02-01"), ("500", "501", "500.1"), ("heading", "other heading", "general"), (NONE, NONE, 0))
    steps = [ChainStep((0, 1)), ChainStep((0, 1, NONE))]
    assert "2010-02-01-501.1" in woven([gone, between, elsewhere], steps)
    assert "2010-02-01-500.1" not in woven([gone, between, here], steps)


def test_a_number_printed_twice_gives_two_lineages_with_different_ids() -> None:
    """Source: 501.2 stands twice in 2006-05-01."""
    lineages = woven([stage("2006-05-01", ("501.2", "one"), ("501.2", "other"))], [])
    assert list(lineages) == ["2006-05-01-500", "2006-05-01-501.2", "2006-05-01-501.2~2"]


def test_every_place_of_a_lineage_is_its_id_or_an_alias() -> None:
    stages = [stage("2003-10-01", ("507.1", "old")), stage("2009-07-11", ("710.1", "old"))]
    clause = woven(stages, [ChainStep((0, 1))])["2003-10-01-507.1"]
    assert [str(place) for place in places(clause.stays, ["2003-10-01", "2009-07-11"])] == [
        "2003-10-01-507.1",
        "2009-07-11-710.1",
    ]


@st.composite
def chains(draw: st.DrawFn) -> tuple[list[Stage], list[ChainStep]]:
    """Draw a chain of flat releases in which clauses continue, come, go and give text to others at random."""
    sizes = draw(st.lists(st.integers(0, 6), min_size=1, max_size=6))
    wordings = st.sampled_from(sorted(SAYINGS))
    stages = [
        Stage(
            f"20{position:02}-01-01",
            tuple(f"100.{index + 1}" for index in range(size)),
            tuple(draw(st.lists(wordings, min_size=size, max_size=size))),
            (NONE,) * size,
        )
        for position, size in enumerate(sizes)
    ]
    steps = []
    for old, new in pairwise(sizes):
        heirs = draw(st.permutations([*range(old), *([NONE] * new)]))[:new]
        pairs = st.tuples(st.integers(0, max(old - 1, 0)), st.integers(0, max(new - 1, 0)))
        parts = draw(st.sets(pairs, max_size=3)) if old and new else set()
        kept = {(heir, index) for index, heir in enumerate(heirs)}
        steps.append(ChainStep(tuple(heirs), tuple(sorted(parts - kept))))
    return stages, steps


@given(chains())
def test_every_clause_of_every_release_is_in_exactly_one_lineage(chain: tuple[list[Stage], list[ChainStep]]) -> None:
    stages, steps = chain
    found = [
        (position, stay.number, stay.wording)
        for lineage in weave(stages, steps, SAYINGS.__getitem__)
        for stay in lineage.stays
        for position in range(stay.first, stay.last + 1)
    ]
    expected = [
        (position, number, wording)
        for position, stage in enumerate(stages)
        for number, wording in zip(stage.numbers, stage.wordings, strict=True)
    ]
    assert sorted(found) == sorted(expected)


@given(chains())
def test_what_one_lineage_says_of_another_the_other_says_too(chain: tuple[list[Stage], list[ChainStep]]) -> None:
    lineages = weave(*chain, SAYINGS.__getitem__)
    came = {(event.other, index, event.at) for index, lineage in enumerate(lineages) for event in lineage.origin}
    went = {(index, event.other, event.at) for index, lineage in enumerate(lineages) for event in lineage.fate}
    assert {pair for pair in came if pair[0] is not None} == {pair for pair in went if pair[1] is not None}


@given(chains())
def test_a_lineage_ends_before_the_last_release_with_a_stated_fate(chain: tuple[list[Stage], list[ChainStep]]) -> None:
    stages, steps = chain
    for lineage in weave(stages, steps, SAYINGS.__getitem__):
        assert lineage.stays[0].first == 0 or lineage.origin
        assert lineage.stays[-1].last == len(stages) - 1 or lineage.fate
