"""The file of known lives of a small archive, whole: the format is what people read and compare."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from benchmarks.lives import lives_of
from tests.conftest import Filled

FOLDER = Path(__file__).parent / "known_lives"


def test_the_lives_of_a_small_archive_are_what_was_reviewed(
    filled: Filled, golden: Callable[[Path, str], None]
) -> None:
    golden(FOLDER / "lives.txt", lives_of(filled().archive))
