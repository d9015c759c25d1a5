"""Stories are told by every site: of all texts, of a few, of none."""

from __future__ import annotations

from pathlib import Path

import pytest
from html_reader import words
from msgspec.structs import replace
from small_archive import fill, with_our_notes

from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.clauses.clause import clause_page
from crdiff.pages.comparisons.comparison import Readings
from crdiff.pages.stories.stories import stories_in, stories_page, story_page
from tests.small_releases import RELEASES


def told(name: str, archive: ArchiveIndex) -> bytes:
    return story_page(next(note for note in stories_in(archive) if note.id == name), archive)[1]


def test_a_story_shows_its_stretches_in_days_and_what_decided_in_each(few: ArchiveIndex) -> None:
    said = words(told("controlling-another-player", few))
    assert "A turn is controlled2003-10-01 to 2010-09-30" in said
    assert "A player is controlledsince 2010-10-01" in said
    assert "507.1, as it read in Mirrodin (2003-10-01): One card (Mindslaver) allows" in said


def test_a_redline_names_the_two_texts_it_compares(few: ArchiveIndex) -> None:
    """The release that made the change is not held: the nearest texts on both sides are compared."""
    page = told("controlling-another-player", few)
    assert "Reworded. From 710.1 of Zendikar (2009-10-01) to 712.1 of Journey into Nyx (2014-05-01)." in words(page)
    assert b"<del>" in page
    assert b"<ins>" in page


def test_a_text_that_is_missing_is_said_to_be(few: ArchiveIndex, none: ArchiveIndex) -> None:
    assert "300.4 in Sixth Edition (1999-04-23): text not available here" in words(told("mana-burn", few))
    assert "420.5e in Champions of Kamigawa (2004-10-01): text not available here" in words(told("legend-rule", none))


def test_a_clause_that_came_within_a_stretch_is_named_as_of_its_own_release(none: ArchiveIndex) -> None:
    """Source: 200.4a of 2003-07-01 decides on tokens in the stretch that begins with 1999-11-01."""
    assert "200.4a in Eighth Edition (2003-07-01): text not available here" in words(told("token-ownership", none))


@pytest.mark.parametrize("site", ["few", "none"])
def test_every_story_is_told_by_every_site(site: str, request: pytest.FixtureRequest) -> None:
    archive: ArchiveIndex = request.getfixturevalue(site)
    assert len(stories_in(archive)) >= 12
    listed = stories_page(archive)[1].decode()
    for note in stories_in(archive):
        page = story_page(note, archive)[1].decode()
        assert page.count("<h1") == 1
        assert f'href="{note.id}/"' in listed


def test_a_note_without_stretches_has_a_page_with_its_words_and_clauses(none: ArchiveIndex) -> None:
    note = next(note for note in stories_in(none) if note.id == "day-and-night")
    page = story_page(replace(note, stretches=()), none)[1]
    assert b'class="stretch' not in page
    assert "Day and night belong to the game as a whole" in words(page)


def test_the_answer_that_holds_is_the_one_in_ink(few: ArchiveIndex) -> None:
    page = told("controlling-another-player", few).decode()
    assert page.count('<li class="now"><a href="#a-player-is-controlled">') == 1
    assert page.count('class="now"') == 1


def test_notes_that_belong_to_a_story_are_sections_of_its_page(few: ArchiveIndex) -> None:
    page = told("controlling-another-player", few).decode()
    assert '<h2 id="opposition-agent">Opposition Agent joins Word of Command</h2>' in page
    assert "opposition-agent" not in {note.id for note in stories_in(few)}
    assert 'href="controlling-another-player/#opposition-agent"' in stories_page(few)[1].decode()


def test_a_clause_leads_to_the_stories_it_is_in(few: ArchiveIndex) -> None:
    lineage = few.lineages["2003-10-01-507.4"]
    _, page = clause_page(lineage, few, Readings(few.lineages))
    assert b'Story: <a href="../../history-of/mana-burn/">Mana burn</a>' in page


def test_a_glossary_entry_has_the_notes_on_it(tmp_path: Path) -> None:
    """The small archive with one term that our notes know."""
    releases = {"1999-04-23": {"300": "General"}} | RELEASES
    glossaries = {day: {"Mana Burn": "Unspent mana costs life."} for day in releases}
    archive = with_our_notes(fill(tmp_path / "corpus", releases, glossaries))
    (entry,) = archive.entries
    assert [note.id for note in archive.annotations_on(entry.id)] == ["mana-burn"]


def test_a_story_links_to_clauses_that_have_a_page_and_to_numbers_otherwise(none: ArchiveIndex) -> None:
    page = told("mana-burn", none).decode()
    assert 'href="../../clause/2003-10-01-507.4/"' in page
    assert 'href="../../number/106/#106.4"' in page
