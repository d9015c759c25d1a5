"""The embedded corpus is found, loaded as values, verified, and its errors say where."""

from __future__ import annotations

import pickle
import shutil
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from table import table

from crdiff import book_words
from crdiff.book_words import embedded_folder
from crdiff.corpus import Corpus
from crdiff.errors import CorpusError
from crdiff.model.number import ClauseNumber
from crdiff.model.tree import walk
from crdiff.store.archive.words import KnownSentences
from crdiff.store.embedded.corpus import EmbeddedCorpus, load_corpus
from tests.small_releases import LASTS, MANA_BURN, SOME_CARDS

EDITIONS = ["507-crystal-keep", "712-judge-school", "718-markdown", "720-mtg-wiki", "player-mtg-wiki"]


@pytest.fixture(scope="module")
def corpus() -> EmbeddedCorpus:
    return load_corpus()


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """Return a copy of the corpus that a test may spoil."""
    return Path(shutil.copytree(embedded_folder(), tmp_path / "corpus"))


@pytest.fixture
def spoiled(copied: Path) -> Callable[[str, str, str], Path]:
    """Return a function that replaces a text once in a file of a copied corpus, and gives the corpus."""

    def replace_once(file: str, old: str, new: str) -> Path:
        path = copied / file
        text = path.read_text("utf-8")
        assert old in text, "the test spoils nothing"
        path.write_text(text.replace(old, new, 1), "utf-8")
        return copied

    return replace_once


def test_the_editions_have_their_addresses_for_ever(corpus: EmbeddedCorpus) -> None:
    assert [edition.id for edition in corpus.editions] == EDITIONS
    days = [edition.release.isoformat() for edition in corpus.editions]
    assert days == ["2008-02-01", "2014-05-01", "2021-07-23", "2024-06-07", "2024-06-07"]


def test_an_edition_is_parsed_when_asked_for(corpus: EmbeddedCorpus) -> None:
    found = {edition.id: walk(corpus.text(edition)) for edition in corpus.editions}
    assert [sum(not node.number.is_heading for node in nodes) for nodes in found.values()] == [11, 13, 13, 13, 19]
    assert [sum(len(node.clause.examples) for node in nodes) for nodes in found.values()] == [5, 5, 5, 5, 1]
    assert [corpus.text(edition).source.name for edition in corpus.editions] == EDITIONS


def test_a_clause_leads_to_its_lineage_and_a_lineage_to_its_numbers(corpus: EmbeddedCorpus) -> None:
    lineage = corpus.lineage_of(date(2021, 7, 23), ClauseNumber.parse("718.6"))
    assert lineage is not None
    assert lineage.id == "2003-10-01-507.3b"
    assert str(lineage.number_in(date(2008, 2, 1))) == "507.3b"
    assert str(lineage.number_in(date(2024, 6, 7))) == "720.6"
    assert lineage.number_in(date(2003, 7, 1)) is None
    assert corpus.lineage_of(date(2021, 7, 23), ClauseNumber.parse("999.1")) is None


def test_addresses_of_the_years_before_2014_are_dead(corpus: EmbeddedCorpus) -> None:
    for release in corpus.releases:
        assert {address.is_dead for address in release.addresses} <= {release.effective.year < 2014}


@table
def test_a_broken_file_is_one_line_with_its_place(
    file: str, old: str, new: str, expected: str, spoiled: Callable[[str, str, str], Path]
) -> None:
    corpus = spoiled(file, old, new)
    with pytest.raises(CorpusError) as caught:
        load_corpus(corpus)
    message = str(caught.value)
    assert message.startswith(str(corpus / file))
    assert expected in message
    assert "\n" not in message


def test_a_file_that_is_missing_or_no_text_is_one_line(copied: Path) -> None:
    (copied / "lineages.toml").unlink()
    with pytest.raises(CorpusError, match=r"lineages.toml: the file cannot be read \(No such file or directory\)"):
        load_corpus(copied)
    (copied / "lineages.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CorpusError, match="the file is not UTF-8"):
        load_corpus(copied)


def test_an_edition_whose_text_is_missing_or_no_rules_is_one_line(copied: Path) -> None:
    text = copied / "editions/718-markdown/rules.md"
    text.write_text("No rules here.", "utf-8")
    loaded = load_corpus(copied)
    with pytest.raises(Exception, match=r"rules\.md: no rules found by the dialect markdown"):
        loaded.text(loaded.edition("718-markdown"))
    text.unlink()
    with pytest.raises(CorpusError, match=r"rules\.md: the text cannot be read"):
        loaded.text(loaded.edition("718-markdown"))


def test_without_a_corpus_there_is_one_clear_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(book_words, "__file__", str(tmp_path / "crdiff" / "book_words.py"))
    with pytest.raises(CorpusError, match="no embedded corpus; expected a folder crdiff/embedded in the package"):
        load_corpus()


# sentences without texts: an answer depends on the text alone, in whatever process


def test_an_answer_does_not_depend_on_what_was_asked_before() -> None:
    at_first = KnownSentences().identify(SOME_CARDS)
    words = KnownSentences()
    for said in (MANA_BURN, f"{LASTS} {SOME_CARDS}"):
        words.identify(said)
    assert words.identify(SOME_CARDS) == at_first
    assert at_first.passages


def test_a_corpus_without_texts_sends_nothing_but_what_to_ask(tmp_path: Path) -> None:
    corpus = Corpus(tmp_path / "none")
    sent = pickle.loads(pickle.dumps(corpus.words))
    assert sent.identify(SOME_CARDS) == corpus.identify(SOME_CARDS)
    assert not (tmp_path / "none").exists()
