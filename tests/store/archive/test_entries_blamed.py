"""`blame` and `search` know glossary entries as they know clauses: retitled, reworded, ended, or only in some texts."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from jsonschema import Draft202012Validator

from crdiff.corpus import Corpus
from crdiff.errors import UnknownNumber, UnknownRelease
from crdiff.history.lineage import Term
from crdiff.reports.as_json import to_json
from crdiff.reports.blame import blame_text
from crdiff.reports.schemas import schema
from tests.small_releases import RELEASES, release_text
from tests.support.days import number as n
from tests.support.days import on

FIRST, SECOND, THIRD, LAST = map(on, RELEASES)
LEAVES = "A player who leaves the table before the end loses the game at once."
TOKENS = "Tokens that a player controls when that player goes away are put aside until everybody is done."
BANDS = "Creatures may attack together in a band that is chosen as attackers are declared."
NOTES = "Older versions of the rules had a word for it, and many cards still use that word today."
RULED = "Cards that belong to this player are taken out of all zones and put into a box."
GLOSSARY = {
    FIRST: {"Conceding": "To leave the game.", "Ante": f"{LEAVES} {TOKENS} {RULED}", "Banding": BANDS},
    SECOND: {"Conceding": "To leave the game.", "Ante": f"{LEAVES} See rule 507.1.", "Banding": BANDS},
    THIRD: {"Conceding": "To leave a game.", "Ante (Obsolete)": f"{LEAVES} {NOTES}"},
    LAST: {"Conceding": "To leave a game.", "Ante (Obsolete)": f"{LEAVES} {NOTES}"},
}

OBSOLETE = [("Ante (Obsolete)", FIRST, THIRD), (LEAVES, FIRST, FIRST), (NOTES, THIRD, THIRD)]


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Corpus]:
    """Return a corpus in which an entry loses a sentence and is retitled, one ends, and one shares a title."""
    folder = tmp_path_factory.mktemp("entries")
    for day, clauses in RELEASES.items():
        ruled = {"712.9" if "712.1" in clauses else "710.9": RULED} if on(day) > FIRST else {}
        (folder / f"{day}.txt").write_bytes(release_text(day, {**clauses, **ruled}, GLOSSARY[on(day)]))
    with Corpus(folder / "corpus") as made:
        made.add(folder)
        yield made


@pytest.mark.parametrize(
    ("asked", "at", "release", "said"),
    [
        ("ante", None, LAST, OBSOLETE),
        ("Ante", FIRST, FIRST, [(said, FIRST, FIRST) for said in ("Ante", LEAVES, TOKENS, RULED)]),
        ("Ante (Obsolete)", THIRD, THIRD, OBSOLETE),
        (f"{FIRST}-ante", "2010-01-01", THIRD, OBSOLETE),
        ("Banding", None, SECOND, [("Banding", FIRST, FIRST), (BANDS, FIRST, FIRST)]),
        ("banding", FIRST, FIRST, [("Banding", FIRST, FIRST), (BANDS, FIRST, FIRST)]),
    ],
)  # fmt: skip
def test_each_sentence_of_an_entry_is_due_to_its_release(
    corpus: Corpus, asked: str, at: str | None, release: object, said: list[object]
) -> None:
    blame = corpus.blame(asked, at)
    assert blame.release == release
    assert blame.lineage == corpus.history(asked, at).id
    assert [(one.text, one.introduced, one.since) for one in blame.sentences] == said
    assert {type(one.number) for one in blame.sentences} == {Term}


def test_a_sentence_of_an_entry_ends_unless_the_rules_say_it_from_then_on(corpus: Corpus) -> None:
    (ended,) = corpus.blame("ante").ended
    assert (ended.text, ended.number, ended.last, ended.release) == (TOKENS, "Ante", FIRST, SECOND)
    assert corpus.blame("ante", FIRST).ended == ()


def test_an_entry_is_asked_for_where_a_clause_has_the_title_too(corpus: Corpus) -> None:
    assert corpus.blame("conceding").number == n("701")
    entry = corpus.blame("conceding", entry=True)
    assert [(one.text, one.since) for one in entry.sentences] == [("Conceding", FIRST), ("To leave a game.", THIRD)]
    with pytest.raises(UnknownNumber, match=r"no glossary entry is called '507\.1'"):
        corpus.blame("507.1", entry=True)


def test_an_entry_that_a_release_lacks_is_refused(corpus: Corpus) -> None:
    with pytest.raises(UnknownNumber, match=f"release {LAST} does not have glossary entry banding.*to {SECOND}"):
        corpus.blame("banding", LAST)
    with pytest.raises(UnknownNumber, match="no clause or glossary entry is called so"):
        corpus.blame("Rampages")


def test_the_answer_is_printed_and_fits_its_schema(corpus: Corpus) -> None:
    blame = corpus.blame("ante")
    value = json.loads(to_json(blame))
    Draft202012Validator(json.loads(schema("blame"))).validate(value)
    assert (value["part"], value["lineage"], value["number"]) == ("glossary", f"{FIRST}-ante", "Ante (Obsolete)")
    head, _, columns, *lines = blame_text(blame).splitlines()
    assert head == f"Glossary: Ante (Obsolete) in {LAST} (lineage {FIRST}-ante)"
    assert columns.split() == ["introduced", "reads", "so", "term"]
    assert lines[1].startswith(f"{FIRST}               Ante             {LEAVES[:20]}")
    assert "part" not in json.loads(to_json(corpus.blame("712.1")))


@pytest.mark.parametrize(
    ("words", "at", "found"),
    [
        ("leaves the table", None, ("Ante (Obsolete)", f"{FIRST}-ante", FIRST, LAST)),
        ("many cards still use", None, ("Ante (Obsolete)", f"{FIRST}-ante", THIRD, LAST)),
        ("tokens everybody", None, ("Ante", f"{FIRST}-ante", FIRST, FIRST)),
        ("creatures band", None, ("Banding", f"{FIRST}-banding", FIRST, SECOND)),
        ("creatures band", FIRST, ("Banding", f"{FIRST}-banding", FIRST, SECOND)),
    ],
)
def test_a_search_finds_an_entry_once_by_any_term(corpus: Corpus, words: str, at: str | None, found: object) -> None:
    hits = [hit for hit in corpus.search(words, at, ever=at is None) if hit.part == "glossary"]
    assert [(hit.number, hit.lineage, hit.first, hit.last) for hit in hits] == [found]


@pytest.mark.parametrize("asked", ["Concede", "104.3a"])
def test_without_texts_an_entry_is_refused_as_a_clause_is(tmp_path_factory: pytest.TempPathFactory, asked: str) -> None:
    with (
        Corpus(tmp_path_factory.mktemp("none")) as none,
        pytest.raises(UnknownRelease, match=f"the text of {asked} in"),
    ):
        none.blame(asked)
