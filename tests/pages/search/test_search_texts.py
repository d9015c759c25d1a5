"""What the search finds: rules in force, earlier wordings with their days and what became of them, and all else."""

from __future__ import annotations

import re
from datetime import date

import pytest
from msgspec.structs import replace
from own_index import OwnIndex, places_in
from small_excerpt import make_corpus

from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.search.search_texts import read_texts

Pages = dict[str, bytes]


@pytest.fixture
def index(pages: Pages) -> OwnIndex:
    """Return the index of the small archive."""
    return OwnIndex(pages)


def test_what_is_in_force_and_what_was_are_found_apart(index: OwnIndex) -> None:
    assert not any("mana burn" in text for _, _, text, _, _ in index.part("rules", "glossary"))
    assert [name for name, _, text, _, _ in index.part("earlier") if "mana burn" in text] == ["507.4"]
    now = {text for _, _, text, _, _ in index.part("rules") if text}
    assert now & {text for _, _, text, _, _ in index.part("earlier")} == set()


def test_an_earlier_wording_says_its_days_and_what_became_of_it(index: OwnIndex) -> None:
    """The small archive lacks most releases known: days between those it has are not claimed."""
    [said] = [besides for name, _, text, besides, _ in index.part("earlier") if "mana burn" in text]
    assert said == (
        "In force 2003-10-01 or earlier to 2009-07-10 or earlier. Removed with Magic 2010 (2009-07-11) or earlier."
    )
    for *_, besides, _ in index.part("earlier"):
        assert re.match(r"In force \d{4}-\d\d-\d\d( or earlier)? to \d{4}-\d\d-\d\d( or earlier)?", besides)
        assert re.search(r"\. (Reworded|Example changed|Left out|Removed|Revoked|Merged) ", besides), besides


def test_days_are_no_words_of_a_text(index: OwnIndex) -> None:
    earlier = index.span("earlier")
    assert not [place for place in index.having("2009") if place in earlier]


def test_whatever_is_found_is_read_where_the_index_says(pages: Pages, index: OwnIndex) -> None:
    places = {tuple(href.split("#")) for *_, href in index.texts if "#" in href}
    assert [(where, anchor) for where, anchor in places if f'id="{anchor}"'.encode() not in pages[where]] == []


def test_wordings_of_one_clause_stand_together_and_are_counted_as_one(index: OwnIndex) -> None:
    earlier = index.span("earlier")
    owners = [index.texts[at][4].partition("#")[0] for at in earlier]
    begins = [earlier[at] for at, owner in enumerate(owners) if not at or owner != owners[at - 1]]
    assert [at for at in index.groups if at in earlier] == begins
    assert len(begins) < len(owners)


def test_typography_and_references_alone_make_no_wording_to_be_found(archive: ArchiveIndex) -> None:
    parts, _ = read_texts(archive)
    found = [(each.owner, each.href) for each in parts["earlier"]]
    reworded = {
        (lineage.id, f"/clause/{lineage.id}/#w{phrasing.wordings[-1].first}")
        for lineage in archive.contents.lineages
        for phrasing in lineage.phrasings
    }
    examples = {each for each in found if each not in reworded}
    assert all(re.search("Example", each.text) for each in parts["earlier"] if (each.owner, each.href) in examples)


def test_a_release_is_found_by_name_code_and_month(index: OwnIndex) -> None:
    releases = index.span("releases")
    for asked in ("Magic 2010", "m10", "July 2009", "2009"):
        names = [index.texts[at][0] for at in index.find(asked) if at in releases]
        assert "Magic 2010 (2009-07-11)" in names, asked


def test_our_notes_stories_and_pages_are_found(archive: ArchiveIndex) -> None:
    note = replace(make_corpus().annotations[0], lineages=(archive.contents.lineages[0].id,), story="")
    story = replace(note, id="a-story", title="A story", lead="So it began.", story="a-story")
    noted = read_texts(replace(archive, annotations=(note, story), stories=(note, story)))[0]
    assert [(found.name, found.besides.partition(" ")[0]) for found in noted["notes"]] == [
        ("A story", "Story"),
        (note.title, "Note"),
    ]
    assert noted["notes"][0].href == "/history-of/a-story/"
    assert {"Rules", "Releases", "Glossary", "Stories"} <= {found.name for found in noted["pages"]}


def test_a_clause_is_known_by_every_number_it_had_with_the_days(index: OwnIndex) -> None:
    numbers = {number: places for each in range(99) for number, places in numbers_in(index, each).items()}
    clauses = index.everything("clauses")
    for number, places in numbers.items():
        for at in places:
            assert number in {run[0] for run in clauses[at]["runs"]}
    assert {run[0] for clause in clauses for run in clause["runs"]} == set(numbers)


def numbers_in(index: OwnIndex, at: int) -> dict[str, list[int]]:
    """Return the clauses by number in a piece, none in one that is not there."""
    if f"/search/numbers-{at}.json" not in index.pages:
        return {}
    return {number: places_in(packed) for number, packed in index.piece(f"numbers-{at}")["numbers"].items()}


def test_the_texts_of_a_clause_are_those_it_had_each_from_its_first_release_on(
    index: OwnIndex, archive: ArchiveIndex
) -> None:
    for clause in index.everything("clauses"):
        lineage = archive.lineages[clause["history"].split("/")[2]]
        for first, place in clause["said"]:
            [worded] = [each for each in lineage.wordings if each.first <= date.fromisoformat(first) <= each.last]
            assert index.texts[place][2].split()[:5] == worded.text.split()[:5]


# the site without texts


def test_a_site_without_texts_finds_numbers_titles_terms_and_releases(facts_pages: Pages) -> None:
    index = OwnIndex(facts_pages)
    assert [name for name, *_ in (index.texts[at] for at in index.find("trample")) if name in {"702.19", "Trample"}]
    [gone] = [besides for name, _, _, besides, href in index.part("former") if name == "Removed from the Game"]
    assert gone.startswith("In the glossary 1999-04-23 to 2009-07-10.")
    assert "Magic 2010 (2009-07-11)" in {name for name, *_ in index.part("releases")}
    [clause] = [each for each in index.everything("clauses") if each["runs"][0][:2] == ["502.3c", "1999-04-23"]]
    assert [run[0] for run in clause["runs"]] == ["502.3c", "502.3b", "702.22b", "702.23b", "702.24b", "702.25b"]
    assert clause["runs"][0][2] == "2003-06-30"
