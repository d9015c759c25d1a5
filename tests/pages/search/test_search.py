"""What the search finds, and the index that it reads: which words lead to which texts, in pieces of what size."""

from __future__ import annotations

import json
import re
from datetime import date
from itertools import product
from pathlib import Path
from string import ascii_lowercase

import pytest
import small_archive
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from own_index import OwnIndex, places_in
from small_excerpt import make_corpus

from crdiff.model.corpus import StoryStretch
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.search import TEXTS_PIECE, WORDS_PIECE, Found, packed, pairs_of, pieces, read_texts, words_of
from crdiff.text.hidden import without_hidden
from crdiff.text.same_words import words_alone
from tests.small_releases import RELEASES

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


def test_a_story_is_found_with_the_days_of_each_of_its_answers(archive: ArchiveIndex) -> None:
    """Of mana burn one read in one breath that a player “loses 1 life for each” and that “nobody loses life”."""
    stretches = (
        StoryStretch("It burns", date(2003, 10, 1), "One loses life.", ()),
        StoryStretch("Gone", date(2009, 7, 11), "Nobody.", ()),
    )
    note = replace(make_corpus().annotations[0], lead="So it began.", text="Once.\n\nAnd now.", stretches=stretches)
    found, *_ = read_texts(replace(archive, stories=(note,)))[0]["notes"]
    answers = ["It burns, 2003-10-01 to 2009-07-10: One loses life.", "Gone, since 2009-07-11: Nobody."]
    assert found.text.split("\n") == ["So it began.", *answers, "Once.", "And now."]


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


def test_the_texts_of_a_clause_are_those_it_had_each_from_its_release(index: OwnIndex, archive: ArchiveIndex) -> None:
    """Where references, terms or spelling differed first, it is said since when a text reads as shown."""
    for clause in index.everything("clauses"):
        worded = [each for each in archive.lineages[clause["history"].split("/")[2]].wordings if each.is_held]
        end = date.max
        for first, place, *since in clause["said"]:
            begun, reads_so = date.fromisoformat(first), date.fromisoformat((since or [first])[0])
            shown = words_alone("\n".join(index.texts[place][1:3]))
            for each in (each for each in worded if begun <= each.first < end):
                said = words_alone("\n".join((each.title, each.text, *each.examples)))
                assert said == shown or each.first < reads_so, (clause["history"], each.first)
            end = begun


def test_of_a_heading_too_it_is_said_since_when_it_reads_as_shown(tmp_path: Path) -> None:
    """212.6 was “Land” from 2003-07-01 to 2007-02-01, which is told as a misprint, and is shown as “Lands”."""
    first, second, third, *_ = RELEASES
    slipped = RELEASES[second] | {"200": "Object"}
    archive = small_archive.index_of(small_archive.fill(tmp_path / "texts", RELEASES | {second: slipped}))
    [heading] = [life.id for life in archive.contents.lineages if str(life.runs[0].number) == "200"]
    [(begun, _, *reads_so)] = read_texts(archive)[1][heading]
    assert (begun, reads_so) == (date.fromisoformat(first), [date.fromisoformat(third)])


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


# the index that the search reads: which words and pairs lead to which texts, in pieces of what size


def index_of(*said: str) -> OwnIndex:
    """Return the index of texts that say this."""
    texts = [Found(f"100.{number}", "", text, "", f"/rules/100/#r100.{number}") for number, text in enumerate(said)]
    return OwnIndex(dict(pieces("/search/", {"rules": texts}, {})))


@given(st.lists(st.integers(0, 3_000), unique=True).map(sorted))
def test_places_survive_being_written_as_stretches(places: list[int]) -> None:
    assert places_in(packed(places)) == places


def test_a_stretch_takes_no_more_room_than_its_ends() -> None:
    assert len(packed(range(100, 5_000))) < 7


@given(st.lists(st.text("abm1' ", max_size=30), min_size=1, max_size=40))
def test_every_word_and_every_beginning_of_it_leads_to_its_texts(said: list[str]) -> None:
    index = index_of(*said)
    for at, text in enumerate(said):
        for word in words_of(text):
            assert all(at in index.having(word[:length]) for length in {len(word), *range(3, len(word))})
        assert all(at in index.beside(pair) for pair in pairs_of(text))


def test_words_of_a_letter_hide_no_longer_ones_in_an_index_of_many_pieces() -> None:
    """Source: site of 134 releases, where "m" hid "mana", and 93 % of the words of earlier wordings found nothing."""
    words = ["".join(letters) for length in (1, 2, 3) for letters in product(ascii_lowercase, repeat=length)]
    index = index_of(*words)
    assert len(index.words) > 18_000
    for at, word in enumerate(words):
        index.read.clear()
        assert at in index.having(word)
        assert len(index.read - {"index"}) <= 2
    assert len(index.having("m")) == 1
    assert len(index.having("ma")) == 1


def test_words_that_stand_everywhere_are_found_like_all_others() -> None:
    index = index_of(*["the player"] * 300, "a wall")
    assert index.count("the player", "rules") == 300
    assert index.find("the wall") == set()


def test_a_pair_of_words_leads_only_to_where_they_stand_side_by_side() -> None:
    index = index_of("mana burn", "mana that burns", "burn mana", "Mana-burn")
    assert index.find("mana burn") == {0, 1, 2, 3}
    assert index.beside("mana burn") == {0, 3}


def test_pieces_stay_small_whatever_the_number_of_texts() -> None:
    index = index_of(*(f"The word{number} of a player {'and so on ' * (number % 9)}" for number in range(4_000)))
    for name, page in index.pages.items():
        kind = name.rpartition("/")[2].partition("-")[0]
        most = {"words": WORDS_PIECE, "pairs": WORDS_PIECE, "texts": TEXTS_PIECE}.get(kind)
        assert not most or len(page) <= most + 100 or len(json.loads(page)[kind]) == 1, name


def test_accents_and_typography_are_folded() -> None:
    """Readers type Lim-Dul, and curly quotes are on no keyboard."""
    assert words_of("Lim-Dûl’s Æther Vial, Jötun Grunt") == {"lim", "dul's", "aether", "vial", "jotun", "grunt"}


def test_a_word_is_found_whatever_unseen_character_was_printed_in_it() -> None:
    """Where a text is read they are written out: a soft hyphen in a word, a mark of direction before it."""
    assert words_of(without_hidden("The play\u00ader \u202eright to\u200b left.")[0]) == {
        "the", "player", "right", "to", "left",
    }  # fmt: skip


def test_a_text_with_a_word_of_its_heading_counts_as_titled_and_no_other_does() -> None:
    """702.19b says what trample does, 111.10k that a token has it."""
    texts = [
        Found("702.19b", "", "A creature with trample", "", "", under="Trample"),
        Found("1", "", "trample", "", ""),
    ]
    index = OwnIndex(dict(pieces("/search/", {"rules": texts}, {})))
    [(_, (titled, said))] = index._matching("trample")
    assert (places_in(titled), places_in(said)) == ([0], [1])
    assert index.having("with") == {0}
