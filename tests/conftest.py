"""What every test may ask for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of official releases, seeds and gold; a clone without it skips the tests that need it."""
    folder = Path(os.environ.get("CRDIFF_SHARED") or Path(__file__).parents[2] / "shared")
    if not (folder / "cr").is_dir():
        pytest.skip("no folder of official releases: set CRDIFF_SHARED to one")
    return folder
