"""Which rule book a corpus or a text is of."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_archive import fill
from table import table

from crdiff.corpus import Corpus
from crdiff.dialects.registry import read
from crdiff.errors import CorpusError, UnknownRelease, UnrecognisedText, UsageError
from crdiff.model.book import MAGIC
from crdiff.store.embedded.lives import known_dates
from crdiff.store.texts.books import (
    book_folder,
    book_of,
    books_beside,
    called_by_its_title,
    named_book,
    numbers_in,
    read_book,
    state_book,
    stated_book,
)
from tests.other_book import book_file, releases, write_book

NETRUNNER = "netrunner-cr"


@pytest.mark.parametrize("name", [MAGIC, NETRUNNER, "lorcana-cr"])
def test_each_book_that_comes_with_crdiff_is_called_as_its_folder_says(name: str) -> None:
    assert read_book(name).name == name
    assert numbers_in(name).grammar == read_book(name).numbers


def test_a_folder_is_a_book_by_its_path(tmp_path: Path) -> None:
    folder = write_book(tmp_path)
    assert book_folder(str(folder)) == folder
    assert named_book(str(folder)) == str(folder.resolve())
    assert str(numbers_in(str(folder))((2, 3, 1, 2))) == "2.3.1b"


def test_the_environment_names_a_book_where_no_option_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CRDIFF_BOOK", raising=False)
    assert named_book(None) is None
    monkeypatch.setenv("CRDIFF_BOOK", NETRUNNER)
    assert named_book(None) == NETRUNNER
    assert named_book(MAGIC) == MAGIC


def test_a_book_that_does_not_exist_is_refused_with_those_that_do() -> None:
    known = f"{MAGIC}, lorcana-cr, mtg-ipg, mtg-mtr, {NETRUNNER}, rust-fls"
    with pytest.raises(UsageError, match=f"no book 'monopoly'; expected one of {known}, or"):
        book_folder("monopoly")


@table
def test_a_spoiled_book_is_an_error_with_its_file_and_line(tmp_path: Path, wrong: str, said: str) -> None:
    folder = write_book(tmp_path)
    (folder / "book.toml").write_text(book_file().replace(wrong, said))
    line = book_file()[: book_file().index(wrong)].count("\n") + 1 + said.count("\n")
    with pytest.raises(CorpusError) as found:
        read_book(str(folder))
    assert str(found.value).startswith(f"{folder / 'book.toml'}:{line}: ")


def test_a_corpus_is_of_magic_until_its_folder_says_otherwise(tmp_path: Path) -> None:
    assert (stated_book(tmp_path), book_of(tmp_path)) == ("", MAGIC)
    state_book(tmp_path, NETRUNNER)
    assert book_of(tmp_path) == NETRUNNER


def test_a_title_names_its_book_and_any_other_text_none() -> None:
    assert called_by_its_title(b"Netrunner Comprehensive Rules\n\nThese rules") == NETRUNNER
    assert called_by_its_title("_Magic: The Gathering_ Comprehensive Rules".encode("utf-16")) == MAGIC
    assert called_by_its_title("MAGIC: THE GATHERING® DCI™ FLOOR RULES".encode()) == "mtg-mtr"
    assert called_by_its_title("DCI™ PENALTY GUIDELINES, Magic: The Gathering Tournament Rules".encode()) == "mtg-ipg"
    assert called_by_its_title(b"") == ""


def test_a_corpus_has_a_folder_for_each_further_book(tmp_path: Path) -> None:
    corpus = Corpus(tmp_path / "corpus", book=str(write_book(tmp_path)))
    corpus.add(*releases(tmp_path))
    other = tmp_path / "netrunner.txt"
    other.write_text("Netrunner Comprehensive Rules\n\n1. General\n\n1.1. Cards\n\n1.1.1. A card.\n")
    with pytest.raises(UnrecognisedText, match=f"is a text of the book {NETRUNNER}"):
        corpus.add(other)  # the book was asked for
    beside = Corpus(corpus.folder, book=MAGIC)
    fill(beside.folder)
    assert (beside.book, beside.folder) == (MAGIC, corpus.folder / "books" / MAGIC)
    assert books_beside(corpus.folder) == {MAGIC: beside.folder}
    assert [str(run.number) for run in Corpus(corpus.folder).history("2.1.2").runs] == ["2.1.1", "2.1.2"]
    assert Corpus(corpus.folder, book=MAGIC).history("710").runs


def test_a_book_of_which_nothing_is_known_says_so_before_a_text_is_added(tmp_path: Path) -> None:
    book = str(write_book(tmp_path))
    state_book(tmp_path / "corpus", book)
    assert known_dates(book) == ()
    with pytest.raises(UnknownRelease, match=r"no text of the book .* is held"):
        Corpus(tmp_path / "corpus").history("2.1.2")


def test_a_book_that_changes_is_read_anew(tmp_path: Path) -> None:
    folder = write_book(tmp_path)
    with Corpus(tmp_path / "corpus", book=str(folder)) as corpus:
        corpus.add(*releases(tmp_path))
        assert len(corpus.show("2.1").clauses) == 5
    read_book.cache_clear()
    (folder / "book.toml").write_text(book_file().replace('skipped = ""', 'skipped = "b"'))
    with Corpus(corpus.folder) as corpus:
        assert corpus.build().texts_read == 2
    read_book.cache_clear()


def test_a_form_is_read_by_what_is_installed_under_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A distribution brings a reader as an entry point; a form of which none is known is refused with the file."""
    folder = write_book(tmp_path)
    (folder / "book.toml").write_text('form = "joined"\n' + book_file())
    with pytest.raises(UsageError, match=r"book\.toml: there is no form 'joined'; expected one of official, layout"):
        read_book(str(folder))
    installed = tmp_path / "joined_reader-1.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: joined-reader\nVersion: 1\n")
    (installed / "entry_points.txt").write_text("[crdiff.books]\njoined = joined_reader:paragraphs\n")
    code = "def paragraphs(text):\n    return [(1, part.strip()) for part in text.split('|')]\n"
    (tmp_path / "joined_reader.py").write_text(code)
    monkeypatch.syspath_prepend(tmp_path)
    text = "Laws of Chess|1. The Board|1.1. Squares|1.1.1. The board has squares."
    release = read(text.encode(), "laws.txt", book=read_book(str(folder)))
    assert [str(each.number) for each in release.placements] == ["1", "1.1", "1.1.1"]
