"""From the links of alignments to lineages: what continues, what begins, what ends, what comes back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from reviewed import answered
from table import table
from threads import told

from crdiff.align.alignment import Link
from crdiff.history.chain import NONE, ChainStep, Stage, step
from crdiff.history.thread import places
from crdiff.history.weave import weave
from tests.conftest import Golden
from tests.support.days import on

FILE = Path(__file__).with_name("weave.txt")


def link(old: tuple[int, ...], new: tuple[int, ...], confidence: float = 0.9) -> Link:
    return Link(old, new, "test", ("made by hand",), confidence)


@table
def test_what_continues_and_what_is_a_part(
    links: list[tuple[Any, ...]], count: int, continues: tuple[int, ...], parts: tuple[tuple[int, int], ...]
) -> None:
    made = step([link(*each) for each in links], count)
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


def lineages_of(given: list[str]) -> Iterator[str]:
    """Yield the life of each clause of stages under one heading: id, stays, where it came from, where it went.

    ``<`` stands before the number that a clause had in the stage before, ``+`` before that of one it has a part of.
    """
    stages, steps = [], []
    for line in given:
        day, _, clauses = line.partition(":")
        read = [_CLAUSE.fullmatch(each.strip()) for each in clauses.split(";") if each.strip()]
        found = [each.groups() for each in read if each]
        before = stages[-1].numbers if stages else ()
        continues = tuple(before.index(heir) if heir else NONE for _, _, heir, _ in found)
        parts = tuple((before.index(part), at) for at, (_, _, _, part) in enumerate(found, 1) if part)
        numbers, wordings = ("500", *(each[0] for each in found)), ("heading", *(each[1] for each in found))
        stages.append(Stage(on(day), numbers, wordings, (NONE, *([0] * len(found)))))
        steps.append(ChainStep((0, *continues), parts=parts))
    days, notices = [str(stage.release) for stage in stages], {"notice", "notice, retouched"}
    lineages = weave(stages, steps[1:], lambda wording: SAYINGS.get(wording, wording), frozenset(notices))
    for one in (each for each in lineages if not each.id.endswith("-500")):
        yield f"{one.id} alias {', '.join(map(str, places(one.stays, days)))}"
        yield from told(one, lineages, days)


_CLAUSE = re.compile(r"(\S+) (.*?)(?: <(\S+))?(?: \+(\S+))?")


def test_lineages_are_drawn_as_reviewed(golden: Golden) -> None:
    golden(FILE, answered(FILE, lineages_of))


def test_a_short_text_comes_back_only_under_the_same_parent() -> None:
    """Dozens of rules are headed "General": alone it says nothing about which."""
    gone = Stage(on("2009-07-11"), ("500", "501", "500.1"), ("heading", "other heading", "general"), (NONE, NONE, 0))
    between = Stage(on("2009-10-01"), ("500", "501"), ("heading", "other heading"), (NONE, NONE))
    elsewhere = Stage(
        on("2010-02-01"), ("500", "501", "501.1"), ("heading", "other heading", "general"), (NONE, NONE, 1)
    )
    here = Stage(on("2010-02-01"), ("500", "501", "500.1"), ("heading", "other heading", "general"), (NONE, NONE, 0))
    steps = [ChainStep((0, 1)), ChainStep((0, 1, NONE))]

    def ids(stages: Sequence[Stage]) -> set[str]:
        return {lineage.id for lineage in weave(stages, steps, lambda wording: wording)}

    assert "2010-02-01-501.1" in ids([gone, between, elsewhere])
    assert "2010-02-01-500.1" not in ids([gone, between, here])


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
