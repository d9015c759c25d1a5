"""Every command calls a rule revoked whose text became a notice that it is gone, as 306.7 of 2018-04-27."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run, built
from tests.revoked_releases import BURN, REVOKED_RELEASES

FIRST, LOST, REVOKED, LAST = REVOKED_RELEASES


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a corpus of the releases, built."""
    return built(tmp_path_factory.mktemp("revoked"), REVOKED_RELEASES)


@pytest.fixture
def ask(crdiff: Run, home: Path) -> Run:
    """Return what runs a command on the corpus."""
    return crdiff.of(CRDIFF_HOME=str(home))


def test_its_json_says_revoked(ask: Run) -> None:
    for line in (
        "history 306.7", "number 306.7", "show 306.7", "blame 306.7", "blame 300.1", f"whatsnew --since {LOST}",
        f"renumbering {LOST} {LAST}", f"diff {LOST} {REVOKED}", "stats",
    ):  # fmt: skip
        assert "revoked" in str(ask.json(*line.split()))


def test_blame_tells_of_a_sentence_that_ended_inside_a_rule(ask: Run) -> None:
    """300.3 of 2009-05-01 lost mana burn in 2009-07-11, and goes on as 500.4."""
    ended = ask.json("blame", "300.1")["ended"]
    assert ended == [{"text": BURN, "number": "300.1", "last": FIRST, "release": LOST}]
    assert ask.json("blame", "300.1", "--at", FIRST)["ended"] == []
