"""The life of a glossary entry: under another term, gone, missing for a while, and compared as the rules are."""

from __future__ import annotations

from pathlib import Path

import pytest
from html_reader import words
from small_archive import fill, index_of, pages_of

from crdiff.pages import address
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.lives import EntryLineage
from tests.small_releases import RELEASES

Pages = dict[str, bytes]


@pytest.fixture(scope="module")
def by_term(reordered: ArchiveIndex) -> dict[str, EntryLineage]:
    """Return the entries by their newest term."""
    return {entry.runs[-1].number: entry for entry in reordered.entries}


def test_an_entry_leads_to_the_rules_it_names(by_term: dict[str, EntryLineage], reordered_pages: Pages) -> None:
    assert b'<a href="../../rules/501/#r501.1">rule 501.1</a>' in reordered_pages[address.entry(by_term["Chapter"].id)]


def test_the_entry_that_had_a_term_in_a_release_is_found(reordered: ArchiveIndex) -> None:
    first, middle, last = reordered.contents.dates
    assert reordered.entry_at("Delayed Ability", first) == reordered.entry_at("Delayed Triggered Ability", last)
    assert reordered.entry_at("Delayed Ability", last) is None
    assert reordered.entry_at("Chapter", middle) is None


def test_every_entry_of_the_newest_text_is_current(reordered: ArchiveIndex) -> None:
    current = {entry.runs[-1].number for entry in reordered.entries if entry.in_force}
    assert current == {term.term for term in reordered.contents.glossary}


def test_an_entry_that_never_changed_has_its_only_wording(pages: Pages) -> None:
    said = words(pages["/glossary/2003-10-01-concede/"])
    assert "One wording since 2003." in said
    assert "To leave the game by choice." in said


def test_lists_name_the_release_that_brought_or_removed_an_entry(tmp_path: Path) -> None:
    """A date alone would leave open whether an entry was in force on that day, and how long it had been there."""
    terms = {"2003-10-01": {"Ante": "A bet.", "Burn": "A loss."}, "2009-07-11": {"Ante": "A bet."}}
    pages = pages_of(index_of(fill(tmp_path / "corpus", {day: RELEASES[day] for day in terms}, terms)))
    said = words(pages["/glossary/"])
    assert "Burn with Magic 2010 (2009-07-11) or earlier" in said
    assert "Ante Mirrodin (2003-10-01) or earlier" in said
