"""What the site says of a text that breaks off."""

from __future__ import annotations

import json
from datetime import date

from broken_archive import AFTER, BEFORE, BROKEN
from jsonschema import Draft202012Validator

from crdiff.pages.archive_index import ArchiveIndex
from crdiff.reports.schemas import schema


def test_the_data_of_a_release_say_it_too(broken_pages: dict[str, bytes]) -> None:
    changes = json.loads(broken_pages[f"/releases/{BROKEN}/index.json"])
    Draft202012Validator(json.loads(schema("changes"))).validate(changes)
    assert changes["breaks_off"][0]["not_compared"] == {"rules": 0, "glossary": 2, "credits": 2}


def test_an_entry_lives_through_a_text_that_breaks_off(broken_archive: ArchiveIndex) -> None:
    before, after = date.fromisoformat(BEFORE), date.fromisoformat(AFTER)
    by_term = {entry.runs[-1].number: entry for entry in broken_archive.entries}
    assert (by_term["Duel"].runs[0].first, by_term["Duel"].removed) == (before, after)
    assert (by_term["Zone"].runs[0].first, by_term["Zone"].fate) == (before, ())
    assert [worded.first for worded in by_term["Zone"].wordings] == [before, after]
    assert by_term["Emblem"].runs[0].first == after
