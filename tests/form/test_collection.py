"""Every test that stands in the folder of tests is collected."""

from __future__ import annotations

from fnmatch import fnmatch
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]


def test_no_folder_of_tests_is_left_out(request: pytest.FixtureRequest) -> None:
    """By default pytest looks into no folder called build, and for months it ran none of the tests of the store's."""
    left_out = request.config.getini("norecursedirs")
    names = {part for path in TESTS.rglob("test_*.py") for part in path.relative_to(TESTS).parts[:-1]}
    assert names
    assert not [name for name in names if any(fnmatch(name, pattern) for pattern in left_out)]
