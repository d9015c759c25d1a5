"""What is true of a next release comes out: where each number went, what came and went, what citations mean now."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from next_release import Answers

from tests.abroad.conftest import SECOND_ANSWERS, SMALL_ANSWERS, Abroad, Future, answer, newest_text

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
