"""A sample of the inputs of `benchmarks.fuzz`; a whole run takes 200,000 of them."""

from __future__ import annotations

import pytest

from benchmarks.fuzz import attack
from benchmarks.fuzz_inputs import hostile

SAMPLE = 600

# Inputs that a run found: a long word that took all memory, numbers that took hours, rule 000.
ONCE_BAD = (17, 6956, 38862, 121686)


def test_an_input_is_made_from_its_number_alone() -> None:
    assert [hostile(number) for number in range(40)] == [hostile(number) for number in range(40)]


def test_the_inputs_are_of_every_kind() -> None:
    names = {hostile(number).name for number in range(400)}
    assert names == {"rules.txt", "rules", "rules.md", "rules.docx", "rules.rtf", "rules.pdf"}


@pytest.mark.parametrize("inputs", [range(0, SAMPLE, 20), pytest.param(range(SAMPLE), marks=pytest.mark.whole)])
def test_hostile_inputs_are_reported_or_refused(inputs: range) -> None:
    found = [attack(number) for number in inputs]
    assert [failure for failure in found if failure] == []


@pytest.mark.parametrize("number", ONCE_BAD)
def test_what_was_found_once_is_mended(number: int) -> None:
    assert attack(number) is None
