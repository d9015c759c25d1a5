"""The page of a clause: what it says of the beginning, the end and the wordings."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from html_reader import read_html, words
from msgspec import structs
from msgspec.structs import replace
from rendering import render_site
from small_archive import fill, index_of
from small_excerpt import make_corpus, make_excerpt
from small_lives import lives_from

from crdiff.history.heirs import Ground, Heir
from crdiff.history.lineage import Lineage, NumberRun, Worded
from crdiff.model.corpus import KnownRelease
from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.change_view import Readings
from crdiff.pages.clause import _wordings
from crdiff.pages.clause_parts import _view, clause_name
from crdiff.pages.render import Frame
from tests.small_releases import RELEASES, SOME_CARDS


def test_in_force_needs_no_release_where_none_is_newer(archive: ArchiveIndex) -> None:
    contents = replace(archive.contents, known=(KnownRelease(date(2014, 5, 1), "", "", ()),))
    said = words(render_site(replace(archive, contents=contents))["/clause/2003-10-01-507.1/"])
    assert "as of" not in said
    assert "Read it in context" in said


def test_no_clause_is_called_general_alone(tmp_path: Path) -> None:
    """212.1 of 2003-07-01 was headed “General”, under “Card Type, Supertype, and Subtype”."""
    headed = {day: said | {"200.2": "General", "200.2a": SOME_CARDS} for day, said in RELEASES.items()}
    archive = index_of(fill(tmp_path / "texts", headed))
    rule, subsection = (next(each for each in archive.lineages if each.endswith(one)) for one in ("-200.2", "-100"))
    said = [clause_name(archive.lineages[each], archive) for each in (rule, subsection)]
    assert said == ["200.2 Objects: general", "100 Section 1: general"]


class AllTheSame(Readings):
    """Wordings that differ in typography alone, so that none of them needs a redline to the newest."""

    def fingerprint(self, lineage: str, release: date) -> str:
        """Return the same for each of them."""
        return f"{lineage} of {release.year // 10_000}"


@pytest.mark.parametrize(("size", "shown"), [(10_000, 5), (40_000, 3), (80_000, 2), (160_000, 1)])
def test_the_oldest_wordings_are_dated_where_a_page_has_no_room(size: int, shown: int, archive: ArchiveIndex) -> None:
    days = [date(year, 1, 1) for year in range(2001, 2006)]
    number = ClauseNumber.of(100, 1)
    wordings = tuple(Worded(day, day, number, "", "x" * size, (), None) for day in days)
    lineage = Lineage("2001-01-01-100.1", "", (NumberRun(days[0], days[-1], number),), wordings, (), (), days[-1])
    views = list(_wordings(lineage, None, archive, AllTheSame({})))
    assert [view["is_whole"] for view in views] == [True] * shown + [False] * (5 - shown)


def test_a_wording_that_nobody_quotes_is_dated_and_named_for_what_changed() -> None:
    corpus = make_corpus()
    pages = render_site(make_excerpt(replace(corpus, editions=corpus.editions[:1])))
    said = words(pages["/clause/2003-10-01-507.1/"])
    assert "Set of plain words (2009-07-11), in force Reworded. Its text is not on this site." in said


def test_a_wording_is_marked_against_the_last_one_held() -> None:
    """Between the two wordings that editions quote there was another, which none does."""
    corpus = make_corpus()
    first, *others = corpus.lineages[1].wordings
    between = structs.replace(others[0], first=date(2008, 2, 1), last=date(2008, 2, 1), number=first.number)
    wordings = (structs.replace(first, last=date(2003, 10, 1)), between, *others)
    lineage = replace(corpus.lineages[1], wordings=wordings)
    edition = replace(corpus.editions[0], release=date(2003, 10, 1))
    changed = replace(
        corpus, lineages=(corpus.lineages[0], lineage, *corpus.lineages[2:]), editions=(edition, *corpus.editions[1:])
    )
    changed = replace(changed, lives=lives_from(changed.lineages, changed.lives.dates))
    page = render_site(make_excerpt(changed))["/clause/2003-10-01-507.1/"]
    marked = "Compared with the text of Set of plain words (2003-10-01), the last available text before it."
    assert f"Reworded. {marked}" in words(page)
    assert "<del>One card lets a player’s turn</del><ins>Some cards let a player</ins> be controlled." in page.decode()


def test_the_nearest_rule_may_have_gained_its_sentence_before_the_release_that_shows_it(archive: ArchiveIndex) -> None:
    """509.1c of 2009-07-11 gained a sentence of 500.1; an archive without that release shows it in a later one."""
    heir = Heir("2003-10-01-507.1", ClauseNumber.parse("712.1"), date(2014, 5, 1), Ground.NEAR, "A sentence.")
    view = _view(heir, "712.1", "/clause/2003-10-01-507.1/", "", archive)
    assert view.then == ", which gained this sentence with Journey into Nyx (2014-05-01) or earlier:"


def test_readers_are_asked_to_report_a_wrong_link_only_where_there_is_an_address(archive: ArchiveIndex) -> None:
    where = "/clause/2003-10-01-507.1/"
    assert "Report it" not in words(render_site(archive)[where])
    asked = Frame(report="https://github.com/me/rules/issues/new")
    page = read_html(render_site(archive, frame=asked)[where])
    (link,) = (link for _, link in page.links if link.startswith(asked.report))
    query = parse_qs(urlsplit(link).query)
    assert query["title"] == ["Link of 712.1 (2003-10-01-507.1)"]
    assert "2009-10-01: 710.1 to 710.1, " in query["body"][0]
