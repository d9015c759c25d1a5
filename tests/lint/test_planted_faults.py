"""A lint finds what an editor breaks, and says nothing beyond it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from planting import PLANTERS, Draft, Planted

from crdiff.dialects.registry import read_lines
from crdiff.lint import lint
from crdiff.lint.finding import LintFinding
from crdiff.model.release import Release
from tests.conftest import Official

pytestmark = pytest.mark.whole

FAULTS = 60
# How many faults one draft has: few enough not to meet, many enough to be quick.
A_DRAFT = 30
# The release in which faults are planted, and the one that it is held against.
CLEAN, BEFORE = "2024-06-07", "2024-04-12"

Outcome = list[tuple[list[Planted], list[LintFinding]]]


@pytest.fixture(scope="module")
def outcome(shared: Path, official: Official) -> Outcome:
    """Plant the faults, draft by draft, and return with each draft's faults what is new in its lint."""
    lines = list(read_lines((shared / "cr" / f"{CLEAN}.txt").read_bytes(), f"{CLEAN}.txt"))
    before = official(BEFORE)
    known = {finding.fingerprint for finding in _lint(Draft(list(lines)), before)}
    found = []
    for draft, planted in _drafts(lines):
        new = [finding for finding in _lint(draft, before) if finding.fingerprint not in known]
        found.append((planted, new))
    return found


def _lint(draft: Draft, before: Release) -> tuple[LintFinding, ...]:
    draft.parse()
    return lint(draft.release, before, lines=draft.lines)


def _drafts(lines: list[str]) -> Iterator[tuple[Draft, list[Planted]]]:
    chance = Random(20240607)
    rounds = range(FAULTS // len(PLANTERS) + 1)
    wanted = [plant for _ in rounds for plant in chance.sample(PLANTERS, len(PLANTERS))]
    count = 0
    while count < FAULTS:
        draft, planted = Draft(list(lines)), []
        while len(planted) < A_DRAFT and wanted and count + len(planted) < FAULTS:
            one = wanted.pop()(draft, chance)
            if one is not None:
                planted.append(one)
        assert planted, "the planters found no place for as many faults"
        count += len(planted)
        yield draft, planted


def test_at_least_98_percent_of_the_planted_faults_are_found_and_some_of_each_kind(outcome: Outcome) -> None:
    planted = [
        (one, {(finding.check, finding.number) for finding in found}) for faults, found in outcome for one in faults
    ]
    missed = [one for one, told in planted if not one.expected & told]
    assert len(planted) == FAULTS
    assert len({one.kind for one, told in planted if one.expected & told}) == len(PLANTERS)
    assert len(missed) <= FAULTS * 0.02, missed


def test_nothing_is_found_beyond_the_faults_and_their_consequences(outcome: Outcome) -> None:
    beyond = [
        (finding.check, finding.number, finding.message)
        for faults, found in outcome
        for finding in found
        if not any(fault.explains(finding.check, finding.number) for fault in faults)
    ]
    assert not beyond
