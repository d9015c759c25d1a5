from __future__ import annotations

import pytest

from tests.small_releases import RELEASES, release_text


@pytest.fixture
def small_release() -> bytes:
    """Return a release in the official layout."""
    return release_text("2009-07-11", RELEASES["2009-07-11"])
