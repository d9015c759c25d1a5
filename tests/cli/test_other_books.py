"""Rule books that are not Magic's, invented and small, through the commands and on a site."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from links import Pages, broken_links
from table import table

from crdiff.cli.app import app
from tests.cli.conftest import Run
from tests.marked_book import BREAD, BREAD_LATER, write_bread
from tests.other_book import CHESS, OF_MAGIC, check_site, releases, write_book
from tests.roman_book import write_spiel


@pytest.fixture
def chess(crdiff: Run, tmp_path: Path) -> Run:
    """Return what runs a command in a folder with the texts, on a corpus that has both releases of the book."""
    write_book(tmp_path)
    crdiff.text("corpus", "add", "--book", "./chess", *releases(tmp_path), "--quiet")
    return crdiff


def test_a_site_of_the_book_speaks_of_nothing_else_and_its_links_lead_somewhere(chess: Run) -> None:
    chess.text("site", "build", "--plain", "--output", "out", "--quiet")
    assert len(check_site(chess.folder / "out", "The Laws of Chess belong to their publisher.")) > len(CHESS)


def test_mkdocs_makes_the_pages_of_the_book_that_the_texts_are_of(chess: Run) -> None:
    (chess.folder / "docs").mkdir()
    (chess.folder / "docs" / "index.md").write_text("# A club\n")
    (chess.folder / "mkdocs.yml").write_text("site_name: A club\ndocs_dir: docs\nplugins:\n  - crdiff\n")
    chess.text("site", "build", "-o", "public", "--quiet")
    page = (chess.folder / "public" / "rules" / "2.1" / "index.html").read_text()
    assert "A bishop moves" in page
    assert not OF_MAGIC.search(page)


def test_a_site_of_a_book_in_german_has_its_numerals_and_no_word_of_magic(crdiff: Run, tmp_path: Path) -> None:
    crdiff.text("corpus", "add", "--book", "./spiel", *write_spiel(tmp_path), "--quiet")
    crdiff.text("site", "build", "--plain", "--output", "out", "--quiet")
    check_site(tmp_path / "out", "Die Spielordnung gehört ihrem Verein.")
    assert "Siehe Regel" in (tmp_path / "out" / "rules" / "I.1" / "index.html").read_text("utf-8")
    assert '../II.1/#rII.1.2a">Regel II.1.2a</a>' in (tmp_path / "out" / "rules" / "I.1" / "index.html").read_text()


def test_a_corpus_of_two_books_has_both_on_one_site(chess: Run, tmp_path: Path) -> None:
    """Each has its own pages, below the name of its folder; the homes name the others, and the searches ask them."""
    old, _ = write_spiel(tmp_path)
    chess.text("corpus", "add", "--book", "./spiel", old, "--quiet")
    chess.text("site", "build", "--plain", "--output", "out", "--quiet")
    out = tmp_path / "out"
    assert [*broken_links(Pages(out), out)] == []
    home, below = (out / "index.html").read_text("utf-8"), (out / "spiel" / "index.html").read_text("utf-8")
    assert '<a href="./spiel/">Spielordnung</a>' in home
    assert '<a href="./../">Laws of Chess</a>' in below
    assert "Die Spielordnung gehört ihrem Verein." in below
    assert "spiel/" in (out / "search" / "index.html").read_text("utf-8")
    assert (out / "spiel" / "search" / "index.json").is_file()


def test_a_site_of_one_book_of_a_corpus_has_no_page_of_the_other(chess: Run, tmp_path: Path) -> None:
    chess.text("corpus", "add", "--book", "./spiel", *write_spiel(tmp_path), "--quiet")
    titles = {"chess": "Laws of Chess", "spiel": "Spielordnung"}
    for book in titles:
        chess.text("site", "build", "--plain", "--book", f"./{book}", "--output", f"of-{book}", "--quiet")
        pages = [path.read_text("utf-8") for path in (tmp_path / f"of-{book}").rglob("*.html")]
        assert {each for each, title in titles.items() if any(title in page for page in pages)} == {book}


def test_every_command_on_a_corpus_takes_the_book_that_is_asked_about() -> None:
    assert [name for name, options in _options(app) if "--corpus" in options and "--book" not in options] == []


def _options(command: click.Command, *names: str) -> Iterator[tuple[str, set[str]]]:
    """Yield each command below a group by its words, with its options."""
    if isinstance(command, click.Group):
        with click.Context(command) as context:
            for name in command.list_commands(context):
                below = command.get_command(context, name)
                assert below
                yield from _options(below, *names, name)
    yield " ".join(names), {option for parameter in command.params for option in parameter.opts}


# a book whose paragraphs stand under headings of any level, with a mark


OLD, NEW = "2001-01-01", "2002-01-01"


@pytest.fixture
def bread(crdiff: Run, tmp_path: Path) -> Run:
    """Return what runs a command in a folder with the texts, on a corpus that has both releases of the book."""
    crdiff.text("corpus", "add", "--book", "./bread", *write_bread(tmp_path), "--quiet")
    return crdiff


@table
def test_a_book_that_no_number_can_follow_is_refused(
    crdiff: Run, tmp_path: Path, stated: str, wrong: str, told: str
) -> None:
    write_bread(tmp_path)
    book = tmp_path / "bread" / "book.toml"
    book.write_text(book.read_text().replace(stated, wrong))
    assert told in crdiff.refused("parse", "old.txt", "--book", "./bread")


def test_a_site_has_a_page_for_each_heading_with_its_own_paragraphs(bread: Run) -> None:
    bread.text("site", "build", "--plain", "--output", "out", "--quiet")
    out = bread.folder / "out"
    assert len(check_site(out, "The Rules of Bread belong to their guild.")) > len(BREAD_LATER)
    headings = {number for number in (*BREAD, *BREAD_LATER) if ":" not in number}  # old ones lead on
    assert {path.name for path in (out / "rules").iterdir() if (path / "index.html").is_file()} == headings
    page = (out / "rules" / "1" / "index.html").read_text("utf-8")
    assert BREAD["1:1"] in page
    assert BREAD["1.2:1"] not in page
    clause = (out / "clause" / f"{OLD}-2.1.1.1:1" / "index.html").read_text("utf-8")
    assert "RB 2.2.1.1:1, 2001-01-01" in clause
    for above in ("2 Dough", "2.2 Kneading", "2.2.1 By Hand", "2.2.1.1 Folding"):
        assert above in clause
