"""The site of archives that are not whole: one release, the newest known or one after it, with gaps, of odd dates.

Every page is made, and none says more than the releases held can tell.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, timedelta
from pathlib import Path

import pytest
from html_reader import read_html
from small_archive import fill, index_of, pages_of

from crdiff.pages.archive_index import ArchiveIndex
from crdiff.store.embedded.corpus import load_corpus
from tests.small_releases import RELEASES

OLD, MOVED, REWORDED, NEW = RELEASES.values()
KNOWN = sorted(known.effective for known in load_corpus().releases)
# After the end of every catalog.
BEYOND, LATER = "2031-01-10", "2031-04-04"
ARCHIVES: Mapping[str, Mapping[str, Mapping[str, str]]] = {
    "the newest known alone": {str(KNOWN[-1]): NEW},
    "the oldest known alone": {str(KNOWN[0]): OLD},
    "one that no catalog has, alone": {BEYOND: NEW},
    "the newest known and the next one": {str(KNOWN[-1]): REWORDED, BEYOND: NEW},
    "the newest known and two more": {str(KNOWN[-1]): MOVED, BEYOND: REWORDED, LATER: NEW},
    "neighbours": {str(KNOWN[0]): OLD, str(KNOWN[1]): MOVED},
    "a release missing between two": {str(KNOWN[0]): OLD, str(KNOWN[2]): MOVED},
    "an unknown date between two known": {"2009-07-11": OLD, "2009-07-20": MOVED, "2009-09-04": NEW},
}


@pytest.fixture(scope="module", params=ARCHIVES)
def archive(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> ArchiveIndex:
    """Return the index of each archive."""
    return index_of(fill(tmp_path_factory.mktemp("odd") / "corpus", ARCHIVES[request.param]))


@pytest.fixture(scope="module")
def said(archive: ArchiveIndex) -> dict[str, str]:
    """Return what each page says; that there is each of them is a test of its own."""
    pages = pages_of(archive)
    return {where: read_html(page).text for where, page in pages.items() if where.endswith("/")}


def follows_a_gap(release: date, archive: ArchiveIndex) -> bool:
    """Whether a release that is not held was published between this one and the one held before."""
    before = [day for day in {*KNOWN, *archive.contents.dates} if day < release]
    return bool(before) and max(before) not in archive.contents.dates


def test_days_on_which_things_came_or_went_are_given_where_known(archive: ArchiveIndex, said: dict[str, str]) -> None:
    told = re.compile(
        r"(?:entered the rules as \S+ on|came with|until|No longer in force since|[Rr]eads so since|read so from) "
        r"(\d{4}-\d\d-\d\d)( or earlier)?"
    )
    for where, text in said.items():
        if where.startswith(("/clause/", "/rules/")):
            for release, earlier in told.findall(text):
                assert bool(earlier) == follows_a_gap(date.fromisoformat(release), archive), where


def test_a_text_is_called_the_newest_only_of_those_held(archive: ArchiveIndex, said: dict[str, str]) -> None:
    newer = [day for day in KNOWN if day > archive.newest]
    assert archive.newer == tuple(newer)
    for where in ("/", "/rules/"):
        assert ("Not the newest text." in said[where]) == bool(newer)
    assert "refer to the newest release on this site" in said["/rules/100/"]


def test_nothing_is_said_of_a_time_before_the_first_release_held(archive: ArchiveIndex, said: dict[str, str]) -> None:
    assert not any("has always been" in text for text in said.values())
    if len(archive.contents.dates) == 1:
        assert "changed by this release" not in said["/rules/"]


def test_a_release_is_drawn_in_force_up_to_the_next_one_known(archive: ArchiveIndex, said: dict[str, str]) -> None:
    """Source: where the newest release known was held, no later one was known, and that stopped the site."""
    assert "/stats/" in said
    for release in archive.contents.dates:
        later = [day for day in {*KNOWN, *archive.contents.dates} if day > release]
        last = archive.last_day(release)
        assert (last + timedelta(days=1) if last else None) == min(later, default=None)


def test_of_two_texts_of_one_date_one_is_shown(tmp_path: Path) -> None:
    folder = fill(tmp_path / "corpus", {"2009-07-11": MOVED})
    pages = pages_of(index_of(fill(folder, {"2009-07-11": REWORDED})))
    assert len(re.findall(r'class="t\d"[^>]*title=', pages["/"].decode())) <= 1
    assert len([where for where in pages if re.fullmatch(r"/releases/[\d-]+/", where)]) == 1
