"""What is true of an archive comes out, whoever asks and whatever texts it has: of a next release, of every clause."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from next_release import Answers

from crdiff.align.alignment import Alignment
from crdiff.align.engine import align_releases
from crdiff.align.explain import explain
from crdiff.corpus import Corpus
from crdiff.dialects.registry import read
from crdiff.model.number import ClauseNumber
from crdiff.model.tree import walk
from crdiff.store.embedded.corpus import load_corpus
from crdiff.store.embedded.lives import known_lives
from tests.abroad.conftest import SECOND_ANSWERS, SMALL, SMALL_ANSWERS, Abroad, Future, answer, newest_text
from tests.conftest import Official

Rows = list[dict[str, Any]]
SEEDS = (1, 2, 3)


def assert_answers_come_out(old: Path, new: Path, answers: Answers) -> Rows:
    """Assert that the comparison of two texts says what is true of the new one; return its changes of the rules."""
    compared = answer("diff", old, new, "--all")
    changes = [row for row in compared["changes"] if row["part"] == "rules"]
    heirs = {row["old"][0]["number"]: [one["number"] for one in row["new"]] for row in changes if row["old"]}
    added = {one["number"] for row in changes if not row["old"] for one in row["new"]}
    assert {number: heirs[number] for number in answers.moved} == {old: [new] for old, new in answers.moved.items()}
    assert added == answers.added
    assert {number for number, found in heirs.items() if not found} == answers.removed
    return changes


def assert_stale_citations_are_named(old: Path, new: Path, answers: Answers) -> None:
    """Assert that lint names each citation left behind, with the number it should have, as something to put there."""
    findings = answer("lint", new, "--against", old, "--fail-on", "never")["findings"]
    mended = {
        (found["number"], *(fix.split("–")[0].split("-")[0] for fix in (found["fix"]["old"], found["fix"]["new"])))
        for found in findings
        if found["fix"] and "reference" in found["check"]
    }
    assert answers.stale <= mended


def test_a_made_release_is_told_clause_by_clause(small_archives: Callable[[str], Abroad]) -> None:
    two = small_archives("newest and the next two")
    first, second, third = two.files.values()
    for old, new, answers in ((first, second, SMALL_ANSWERS), (second, third, SECOND_ANSWERS)):
        assert_answers_come_out(old, new, answers)
        assert_stale_citations_are_named(old, new, answers)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_next_official_release_is_told_clause_by_clause(
    shared: Path, future: Callable[[int], Future], tmp_path: Path, seed: int
) -> None:
    made = future(seed)
    new = tmp_path / "next.txt"
    new.write_bytes(made.text)
    changes = assert_answers_come_out(newest_text(shared), new, made.answers)
    to_read = {one["number"] for row in changes if row["old"] and not row["mechanical"] for one in row["new"]}
    assert made.reworded <= to_read
    assert to_read - made.reworded <= {by for by, _, _ in made.answers.stale}
    assert_stale_citations_are_named(newest_text(shared), new, made.answers)


# what the commands say of an archive is true of its texts, whatever texts it has


KINDS = [kind for kind in SMALL if kind != "none"]


@pytest.fixture
def archives(small_archives: Callable[[str], Abroad]) -> list[Abroad]:
    """Return the small archives that have texts."""
    return [small_archives(kind) for kind in KINDS]


def test_every_number_of_the_newest_release_is_known_and_in_force(archives: list[Abroad]) -> None:
    for abroad in archives:
        for node in walk(read(abroad.files[abroad.newest].read_bytes(), "newest.txt")):
            number = str(node.number)
            life = abroad.answer("history", number)
            assert (life["runs"][-1]["to"], life["runs"][-1]["number"]) == (abroad.newest, number)
            assert abroad.answer("number", number)["uses"][-1]["to"] == abroad.newest
            shown = abroad.crdiff("show", number)
            assert shown.code == 0
            assert " ".join(node.clause.wording.split())[:40] in " ".join(shown.out.split())


def test_what_is_called_the_newest_release_is_the_newest_held(archives: list[Abroad]) -> None:
    for abroad in archives:
        said = abroad.crdiff("history", abroad.number).out
        assert f"in force in {abroad.newest}, the newest release of the corpus" in " ".join(said.split())


def test_the_releases_are_those_that_were_added(archives: list[Abroad]) -> None:
    for abroad in archives:
        assert [row["release"] for row in abroad.answer("stats")["releases"]] == list(abroad.files)
        listed = abroad.crdiff("corpus", "list").out
        assert [day for day in abroad.files if day not in listed] == []


def test_the_release_in_force_on_a_day_is_that_of_the_catalog_or_a_newer_one_held(archives: list[Abroad]) -> None:
    published = {release.effective.isoformat() for release in load_corpus().releases}
    for abroad in archives:
        for day in ("2012-08-01", "2026-05-05", "2030-12-31"):
            in_force = max(each for each in published | abroad.files.keys() if each <= day)
            news = abroad.crdiff("whatsnew", "--since", day)
            if news.code == 0 and in_force not in abroad.files:
                assert in_force in news.out + news.err, (day, news)


def test_a_clause_once_recorded_goes_on_in_releases_to_come(small_archives: Callable[[str], Abroad]) -> None:
    """The record of the section that comes with crdiff ends long before 2027."""
    life = small_archives("newest and the next two").answer("history", "714")
    assert [run["number"] for run in life["runs"]] == ["712", "713", "714"]


# whoever asks, and however: one clause has one number in a release, whether it is named by a diff or by a history


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
    every: Corpus, official: Official, old: date, new: date
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
