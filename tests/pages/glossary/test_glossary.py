"""The life of a glossary entry: under another term, gone, missing for a while, and compared as the rules are."""

from __future__ import annotations

from pathlib import Path

from html_reader import words
from small_archive import fill, index_of, pages_of

from crdiff.pages.archive_index import ArchiveIndex
from tests.small_releases import RELEASES

Pages = dict[str, bytes]


def test_the_entry_that_had_a_term_in_a_release_is_found(reordered: ArchiveIndex) -> None:
    first, middle, last = reordered.contents.dates
    assert reordered.entry_at("Delayed Ability", first) == reordered.entry_at("Delayed Triggered Ability", last)
    assert reordered.entry_at("Delayed Ability", last) is None
    assert reordered.entry_at("Chapter", middle) is None


def test_every_entry_of_the_newest_text_is_current(reordered: ArchiveIndex) -> None:
    current = {entry.runs[-1].number for entry in reordered.entries if entry.in_force}
    assert current == {term.term for term in reordered.contents.glossary}


def test_lists_name_the_release_that_brought_or_removed_an_entry(tmp_path: Path) -> None:
    """A date alone would leave open whether an entry was in force on that day, and how long it had been there."""
    terms = {"2003-10-01": {"Ante": "A bet.", "Burn": "A loss."}, "2009-07-11": {"Ante": "A bet."}}
    pages = pages_of(index_of(fill(tmp_path / "corpus", {day: RELEASES[day] for day in terms}, terms)))
    said = words(pages["/glossary/"])
    assert "Burn with Magic 2010 (2009-07-11) or earlier" in said
    assert "Ante Mirrodin (2003-10-01) or earlier" in said
