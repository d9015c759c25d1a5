"""The small library of `small_library`, made once."""

from __future__ import annotations

import pytest
from crdiff.pages.library import Library
from small_library import make_library, make_results


@pytest.fixture(scope="session")
def library() -> Library:
    """Return the small library without results of checks."""
    return make_library()


@pytest.fixture(scope="session")
def checked() -> Library:
    """Return the small library with results of a check."""
    return make_library(checks=make_results())
