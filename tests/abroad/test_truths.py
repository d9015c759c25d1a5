"""What the commands say of an archive is true of its texts, whatever texts it has."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from crdiff.dialects.registry import read
from crdiff.model.tree import walk
from crdiff.store.embedded.corpus import load_corpus
from tests.abroad.conftest import SMALL, Abroad

KINDS = [kind for kind in SMALL if kind != "none"]


@pytest.fixture
def archives(small_archives: Callable[[str], Abroad]) -> list[Abroad]:
    """Return the small archives that have texts."""
    return [small_archives(kind) for kind in KINDS]


def test_every_number_of_the_newest_release_is_known_and_in_force(archives: list[Abroad]) -> None:
    for abroad in archives:
        for node in walk(read(abroad.files[abroad.newest].read_bytes(), "newest.txt")):
            number = str(node.number)
            life = abroad.answer("history", number)
            assert (life["runs"][-1]["to"], life["runs"][-1]["number"]) == (abroad.newest, number)
            assert abroad.answer("number", number)["uses"][-1]["to"] == abroad.newest
            shown = abroad.crdiff("show", number)
            assert shown.code == 0
            assert " ".join(node.clause.wording.split())[:40] in " ".join(shown.out.split())


def test_what_is_called_the_newest_release_is_the_newest_held(archives: list[Abroad]) -> None:
    for abroad in archives:
        said = abroad.crdiff("history", abroad.number).out
        assert f"in force in {abroad.newest}, the newest release of the corpus" in " ".join(said.split())


def test_the_releases_are_those_that_were_added(archives: list[Abroad]) -> None:
    for abroad in archives:
        assert [row["release"] for row in abroad.answer("stats")["releases"]] == list(abroad.files)
        listed = abroad.crdiff("corpus", "list").out
        assert [day for day in abroad.files if day not in listed] == []


def test_the_release_in_force_on_a_day_is_that_of_the_catalog_or_a_newer_one_held(archives: list[Abroad]) -> None:
    published = {release.effective.isoformat() for release in load_corpus().releases}
    for abroad in archives:
        for day in ("2012-08-01", "2026-05-05", "2030-12-31"):
            in_force = max(each for each in published | abroad.files.keys() if each <= day)
            news = abroad.crdiff("whatsnew", "--since", day)
            if news.code == 0 and in_force not in abroad.files:
                assert in_force in news.out + news.err, (day, news)


def test_a_clause_once_recorded_goes_on_in_releases_to_come(small_archives: Callable[[str], Abroad]) -> None:
    """The record of the section that comes with crdiff ends long before 2027."""
    life = small_archives("newest and the next two").answer("history", "714")
    assert [run["number"] for run in life["runs"]] == ["712", "713", "714"]
