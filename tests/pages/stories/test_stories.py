"""Stories are told and played by every site: of all texts, of a few, of none."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date
from pathlib import Path

import pytest
from html_reader import words
from msgspec.structs import replace
from msgspec.structs import replace as replaced
from small_archive import fill, with_our_notes

from crdiff.game.rules import Behaviour
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.change_view import Readings
from crdiff.pages.clause import clause_page
from crdiff.pages.home import home_page
from crdiff.pages.render import Prose
from crdiff.pages.site import assets
from crdiff.pages.stories import played_in, played_page, stopped_pages, stories_in, stories_page, story_page
from crdiff.trace.engines import EngineClause, EngineLink, EngineResults, EngineTest, PlayedEngine
from tests.small_releases import RELEASES
from tests.support.played import played_notes


@pytest.mark.parametrize("site", ["few", "none"])
def test_every_story_is_told_by_every_site(site: str, request: pytest.FixtureRequest) -> None:
    archive: ArchiveIndex = request.getfixturevalue(site)
    assert len(stories_in(archive)) >= 12
    listed = stories_page(archive)[1].decode()
    for note in stories_in(archive):
        page = story_page(note, archive)[1].decode()
        assert page.count("<h1") == 1
        assert f'href="{note.id}/"' in listed


UNTOLD, DETAILS = " No change since that our stories tell ", " The same answer since, with other details "


def test_who_stopped_in_a_year_is_told_each_story_once_and_all_that_came_after(none: ArchiveIndex) -> None:
    told = {note.id: note for note in stories_in(none) if note.stretches}
    pages = [(year, words(page)) for year, (_, page) in zip(range(1999, 2026), stopped_pages(none), strict=True)]
    for year, page in pages:
        point_by_point = re.split(f"{UNTOLD}|{DETAILS}", page)[0]
        kept, details = page[len(point_by_point) :], page.partition(DETAILS)[2]
        for note in told.values():
            later = [each for each in note.stretches if each.first.year > year]
            assert (note.title in kept) == (not later)
            assert (note.title in details) == (not later and max(note.releases).year > year)
            assert all(f"{each.says} Since {each.first}." in point_by_point for each in later)
    assert "in between Vancouver" in dict(pages)[2005]
    assert "in between Vancouver" not in dict(pages)[2015]


def test_a_note_without_stretches_has_a_page_with_its_words_and_clauses(none: ArchiveIndex) -> None:
    note = next(note for note in stories_in(none) if note.id == "day-and-night")
    page = story_page(replace(note, stretches=()), none)[1]
    assert b'class="stretch' not in page
    assert "Day and night belong to the game as a whole" in words(page)


def test_a_glossary_entry_has_the_notes_on_it(tmp_path: Path) -> None:
    """The small archive with one term that our notes know."""
    releases = {"1999-04-23": {"300": "General"}} | RELEASES
    glossaries = {day: {"Mana Burn": "Unspent mana costs life."} for day in releases}
    archive = with_our_notes(fill(tmp_path / "corpus", releases, glossaries))
    (entry,) = archive.entries
    assert [note.id for note in archive.annotations_on(entry.id)] == ["mana-burn"]


# played stories show a board and its outcome for every release, on every site: of all texts, of a few, of none


NOTES = played_notes()
each_story = pytest.mark.parametrize("story", NOTES)


@pytest.fixture(params=["few", "none"])
def archive(request: pytest.FixtureRequest) -> ArchiveIndex:
    """Return one of the two."""
    found: ArchiveIndex = request.getfixturevalue(request.param)
    return found


def shown_words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def played(story: str, archive: ArchiveIndex) -> str:
    return played_page(NOTES[story], archive)[1].decode()


@each_story
def test_a_page_shows_each_outcome_in_words_and_as_a_board_described(story: str, archive: ArchiveIndex) -> None:
    page = played(story, archive)
    said = shown_words(page)
    for stretch in NOTES[story].stretches:
        assert stretch.title in said
        assert all(fact in said for fact in stretch.outcome)
    assert "Not what we expect" not in said
    boards = re.findall(r'<svg [^>]*role="img" aria-labelledby="(.+?)".*?><title id="(.+?)">(.+?)</title>', page)
    assert len(boards) == len(NOTES[story].stretches)
    assert all(label == title and text.endswith(".") for label, title, text in boards)


@each_story
def test_the_slider_stops_at_every_release_and_links_are_there_without_it(story: str, archive: ArchiveIndex) -> None:
    page = played(story, archive)
    begins = NOTES[story].stretches[0].first
    releases = [day for day in archive.rule_sets if day >= begins]
    steps = re.search(r'<details class="later" id="steps">.*?</details>', page, re.DOTALL)
    assert steps
    leads = re.findall(r'href="#(.+?)"', steps[0])
    assert len(leads) == len(releases)
    assert f'max="{len(releases) - 1}"' in page
    assert all(f'id="{each}"' in page for each in leads)
    assert list(Counter(leads)) == [f"from-{stretch.first}" for stretch in NOTES[story].stretches]
    assert "/assets/played.js" in assets()


def test_an_outcome_that_the_note_does_not_expect_is_said_to_be_one(none: ArchiveIndex) -> None:
    """As where a new release changes the rule: the model plays it, and our note does not know yet."""
    newest = max(none.rule_sets)
    changed = none.rule_sets[newest].without(Behaviour.EACH_PLAYER_KEEPS_ONE_LEGEND)
    page = played("legend-rule", replace(none, rule_sets={**none.rule_sets, newest: changed}))
    assert page.count("Not what we expect.") == 1
    assert f'id="from-{newest}"' in page
    assert "Our note expects: Ann’s Kokusho stays." in shown_words(page)


def test_played_stories_are_linked_from_the_home_page_the_list_and_the_stories(few: ArchiveIndex) -> None:
    prose = Prose("index.md", "# Rules\n")
    home, listed = home_page(prose, few)[1].decode(), stories_page(few)[1].decode()
    for note in played_in(few):
        assert f'href="../played/{note.plays}/"' in listed
        assert f'href="played/{note.plays}/"' in home
    told = next(note for note in stories_in(few) if note.id == "legend-rule")
    assert 'href="../../played/legend-rule/"' in story_page(told, few)[1].decode()


def test_a_clause_leads_to_the_story_that_plays_it_and_the_story_quotes_it(tmp_path: Path) -> None:
    mana = "When a phase ends (but not a step), unused mana is lost. This is called mana burn."
    releases = {"1999-04-23": {"300": "General", "300.4": mana}} | RELEASES
    archive = with_our_notes(fill(tmp_path / "corpus", releases))
    lineage = archive.lineages["1999-04-23-300.4"]
    _, page = clause_page(lineage, archive, Readings(archive.lineages))
    assert b'Played: <a href="../../played/mana/">Unused mana: three mana, two outcomes</a>' in page
    assert mana in shown_words(played("mana", archive))


# The clause that decides how one mulligans, 103.5 of 2024-11-08.
DECIDES = "1999-04-23-101.5"


def test_engines_stand_on_the_page_where_tests_name_what_decides_in_their_release(few: ArchiveIndex) -> None:
    assert 'id="engines"' not in played("mulligans", few)
    link = EngineLink("103.5", date(2024, 11, 8), DECIDES, "name")
    tests = tuple(
        EngineTest("Mulligan", f"cr_103_5_{at}", outcome, (link,)) for at, outcome in ((1, "passed"), (2, "passed"))
    )
    engine = EngineResults(engine="argentum", release=date(2024, 11, 8), read=2, tests=tests)
    clauses = {DECIDES: EngineClause("covered", None, tests)}
    page = played("mulligans", replace(few, engines=(PlayedEngine(engine, clauses),)))
    assert "argentum 2024-11-08 two tests, all pass" in shown_words(page)
    failed = {DECIDES: EngineClause("failed", None, (*tests, replaced(tests[0], outcome="failed", name="cr_103_5_3")))}
    page = played("mulligans", replace(few, engines=(PlayedEngine(engine, failed),)))
    assert "argentum 2024-11-08 three tests, not all pass" in shown_words(page)
