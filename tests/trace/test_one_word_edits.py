"""One word replaced, deleted or inserted in a clause in scope: its checks become suspect, whichever word it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from crdiff.changes.compare import compare_releases
from crdiff.checks.inputs import checks_in, embedded_timeline
from crdiff.dialects.registry import read
from crdiff.model.release import Release
from crdiff.trace.beside import clauses_in_scope, reasons_by_lineage
from crdiff.trace.book import coverage_before
from crdiff.trace.drafts import concerned
from crdiff.trace.results import CheckCoverage
from tests.support.days import on

RULES = Path(__file__).parents[1] / "rules"
BASE = on("2024-06-07")
DRAFTS = 4
"""Drafts, each with one edit in every clause in scope: comparing whole texts costs more than judging their clauses."""
EDITS = 150
"""Edits that the drafts must have between them."""
_WORD = re.compile(r"(?<=\s)[A-Za-z]{2,}(?=[\s,.;])")
_SAME_SENSE = {frozenset({"player", "players"}), frozenset({"creature", "creatures"})}
"""Pairs whose exchange may be a mere slip of number."""


@pytest.fixture(scope="module")
def coverage(official: Callable[[str], Release]) -> CheckCoverage:
    marked = checks_in([RULES])
    known = CheckCoverage(embedded_timeline(), (BASE,), marked.checks, marked.reviews, marked.scope)
    return coverage_before(known, official(str(BASE)), BASE)


def _numbers(coverage: CheckCoverage) -> Iterator[str]:
    """Yield the numbers of the clauses in scope that assert something."""
    informational = reasons_by_lineage(coverage.timeline, coverage.scope.informational)
    for standing in clauses_in_scope(coverage.timeline, coverage.scope, BASE):
        if standing.lineage not in informational:
            yield str(standing.number)


def _edited(line: str, vocabulary: list[str], chance: Random) -> str:
    """Return a line with one word replaced, deleted or inserted."""
    place = chance.choice(list(_WORD.finditer(line)))
    others = [word for word in vocabulary if word.lower() != place[0].lower()]
    others = [word for word in others if frozenset({word, place[0]}) not in _SAME_SENSE]
    new = chance.choice(["", chance.choice(others), f"{place[0]} {chance.choice(others)}"])
    return f"{line[: place.start()]}{new}{line[place.end() :]}".replace("  ", " ").replace(" .", ".").replace(" ,", ",")


@pytest.mark.parametrize("seed", range(DRAFTS))
def test_no_edit_of_one_word_is_missed(
    coverage: CheckCoverage, shared: Path, official: Callable[[str], Release], seed: int
) -> None:
    chance = Random(seed)
    lines = (shared / "cr" / f"{BASE}.txt").read_bytes().decode("utf-8-sig").splitlines()
    numbers = set(_numbers(coverage))
    assert DRAFTS * len(numbers) >= EDITS
    place_of = {line.split(" ")[0].rstrip("."): at for at, line in enumerate(lines) if line[:1].isdigit()}
    vocabulary = sorted({word for number in numbers for word in _WORD.findall(lines[place_of[number]])})
    edits = {number: _edited(lines[place_of[number]], vocabulary, chance) for number in sorted(numbers)}
    drafted = "\n".join(
        edits.get(line.split(" ")[0].rstrip("."), line) if line[:1].isdigit() else line for line in lines
    )
    found = concerned(coverage, compare_releases(official(str(BASE)), read(drafted.encode(), "draft.txt", "official")))
    judged = {str(concern.old) for concern in found.concerns if concern.state.value in {"suspect", "orphaned"}}
    assert {number: edits[number] for number in numbers - judged} == {}
    assert judged == numbers
