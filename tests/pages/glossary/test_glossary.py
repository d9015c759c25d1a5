"""The life of a glossary entry: under another term, gone, missing for a while, and compared as the rules are."""

from __future__ import annotations

from crdiff.pages.archive_index import ArchiveIndex

Pages = dict[str, bytes]


def test_the_entry_that_had_a_term_in_a_release_is_found(reordered: ArchiveIndex) -> None:
    first, middle, last = reordered.contents.dates
    assert reordered.entry_at("Delayed Ability", first) == reordered.entry_at("Delayed Triggered Ability", last)
    assert reordered.entry_at("Delayed Ability", last) is None
    assert reordered.entry_at("Chapter", middle) is None


def test_every_entry_of_the_newest_text_is_current(reordered: ArchiveIndex) -> None:
    current = {entry.runs[-1].number for entry in reordered.entries if entry.in_force}
    assert current == {term.term for term in reordered.contents.glossary}
