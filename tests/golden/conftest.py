"""Golden comparisons: two short texts in a folder, and what is said about them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """Return a function that holds a text against the file that keeps what it should be.

    With ``--update-golden`` the file is written instead; the difference is then reviewed like code.
    """

    def hold(expected: Path, found: str) -> None:
        if request.config.getoption("--update-golden"):
            expected.write_text(found, encoding="utf-8")
        assert expected.read_text(encoding="utf-8") == found

    return hold
