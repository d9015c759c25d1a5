"""What the commands say of an archive is true of its texts, whatever texts it has."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from crdiff.dialects.registry import read
from crdiff.model.release import Release
from crdiff.model.tree import walk
from crdiff.store.embedded.corpus import load_corpus
from tests.abroad.conftest import SMALL, Abroad

KINDS = [kind for kind in SMALL if kind != "none"]


@pytest.fixture(params=KINDS)
def abroad(request: pytest.FixtureRequest, small_archives: Callable[[str], Abroad]) -> Abroad:
    """Return each small archive that has texts."""
    found = small_archives(request.param)
    assert isinstance(found, Abroad)
    return found


def newest(abroad: Abroad) -> Release:
    """Return the newest release of an archive, read from its file."""
    return read(abroad.files[abroad.newest].read_bytes(), "newest.txt")


def test_every_number_of_the_newest_release_is_known_and_in_force(abroad: Abroad) -> None:
    for node in walk(newest(abroad)):
        number = str(node.number)
        life = abroad.answer("history", number)
        assert life["runs"][-1]["to"] == abroad.newest
        assert life["runs"][-1]["number"] == number
        assert abroad.answer("number", number)["uses"][-1]["to"] == abroad.newest
        shown = abroad.crdiff("show", number)
        assert shown.code == 0
        assert " ".join(node.clause.wording.split())[:40] in " ".join(shown.out.split())


def test_what_is_called_the_newest_release_is_the_newest_held(abroad: Abroad) -> None:
    said = abroad.crdiff("history", abroad.number).out
    assert f"in force in {abroad.newest}, the newest release of the corpus" in " ".join(said.split())


def test_the_releases_are_those_that_were_added(abroad: Abroad) -> None:
    assert [row["release"] for row in abroad.answer("stats")["releases"]] == list(abroad.files)
    listed = abroad.crdiff("corpus", "list").out
    assert all(day in listed for day in abroad.files)


def test_the_release_in_force_on_a_day_is_that_of_the_catalog_or_a_newer_one_held(abroad: Abroad) -> None:
    known = {release.effective.isoformat() for release in load_corpus().releases} | abroad.files.keys()
    for day in ("2012-08-01", "2026-05-05", "2030-12-31"):
        in_force = max(each for each in known if each <= day)
        news = abroad.crdiff("whatsnew", "--since", day)
        if news.code == 0 and in_force not in abroad.files:
            assert in_force in news.out + news.err, (day, news)


def test_a_clause_once_recorded_goes_on_in_releases_to_come(small_archives: Callable[[str], Abroad]) -> None:
    """The record of the section that comes with crdiff ends long before 2027."""
    life = small_archives("newest and the next two").answer("history", "714")
    assert [run["number"] for run in life["runs"]] == ["712", "713", "714"]
