"""Which example became which: those of partners first, then anywhere."""

from __future__ import annotations

import pytest

from crdiff.align.alignment import ExampleLink, ExampleRef
from crdiff.align.passes.similar import align_examples
from tests.align.conftest import Clauses, state_of

WALL = "Example: A wall blocks a dragon, and the dragon is destroyed by whatever the wall does."
ANGEL = "Example: An angel attacks without tapping, since it is vigilant like no other creature."
ANGELS = "Example: An angel attacks without becoming tapped, since it is vigilant."
ZERO, ONE = ExampleRef(0, 0), ExampleRef(1, 0)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param({"1": [WALL]}, {"1": [WALL]}, {ExampleLink(ZERO, ZERO)}, id="the same one"),
        pytest.param({"1": [ANGEL]}, {"1": [ANGELS]}, {ExampleLink(ZERO, ZERO)}, id="reworded"),
        pytest.param(
            {"1": [WALL]}, {"1": [ANGEL]}, {ExampleLink(ZERO, None), ExampleLink(None, ZERO)}, id="another one",
        ),
        pytest.param({"1": [WALL], "2": []}, {"1": [], "2": [WALL]}, {ExampleLink(ZERO, ONE)}, id="elsewhere"),
        pytest.param(
            {"1": [WALL], "2": [WALL]}, {"1": [], "2": [WALL]}, {ExampleLink(ZERO, None), ExampleLink(ONE, ONE)},
            id="printed twice: that of the partner",
        ),
        pytest.param(
            {"1": [WALL, ANGEL]}, {"1": [ANGELS, WALL]},
            {ExampleLink(ZERO, ExampleRef(0, 1)), ExampleLink(ExampleRef(0, 1), ZERO)}, id="in another order",
        ),
    ],
)  # fmt: skip
def test_examples_follow_their_texts(
    old: dict[str, list[str]], new: dict[str, list[str]], expected: set[ExampleLink]
) -> None:
    def clauses(examples: dict[str, list[str]]) -> Clauses:
        return {f"300.{at}": "\n".join(["A rule.", *found]) for at, found in examples.items()}

    state = state_of(clauses(old), clauses(new), {f"300.{at}": f"300.{at}" for at in old})
    assert set(align_examples(state.matching)) == expected
