"""An old text alone: its site tells what became of its clauses since, and leads nowhere wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from crdiff.cli.app import run
from crdiff.corpus import Corpus
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.clauses.clause import clause_page
from crdiff.pages.comparisons.comparison import Readings
from crdiff.site_source import contents_of, index_site
from crdiff.store.embedded.corpus import load_corpus
from crdiff.store.embedded.lives import known_lives


@pytest.fixture(scope="module")
def older(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> ArchiveIndex:
    """Return the site of 2009-07-11 alone."""
    home = tmp_path_factory.mktemp("older")
    with Corpus(home) as corpus:
        corpus.add(shared / "cr" / "2009-07-11.txt")
    embedded = load_corpus()
    return index_site(contents_of(home, embedded), embedded)


def test_every_clause_has_the_numbers_that_it_is_known_to_have_had(older: ArchiveIndex) -> None:
    known = {life.id: life.runs for thread in known_lives().clauses if (life := known_lives().lineage(thread.id))}
    assert {lineage.id: lineage.runs for lineage in older.contents.lineages} == known


def test_the_place_in_the_text_is_that_of_the_clause_and_not_of_another_one_with_its_number(
    older: ArchiveIndex,
) -> None:
    trample = older.lineages["1999-04-23-502.9b"]
    assert str(trample.runs[-1].number) == "702.19b"
    assert older.read_at(trample).endswith("702.17b")
    assert older.read_at(older.lineages["2021-06-18-702.19c"]) == ""


def test_a_clause_is_in_force_as_of_the_newest_release_known(older: ArchiveIndex) -> None:
    _, made = clause_page(older.lineages["1999-04-23-502.9b"], older, Readings(older.lineages))
    assert f"<time>{known_lives().dates[-1]}</time>, the newest release known" in made.decode()


def test_a_draft_is_compared_with_the_release_before_it_that_is_held(
    shared: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Releases known without a text stand between the two."""
    with Corpus(tmp_path) as corpus:
        corpus.add(shared / "cr" / "2009-07-11.txt")
    run(["lint", str(shared / "cr" / "2010-06-18.txt"), "--against", "corpus", "--corpus", str(tmp_path)])
    assert "compared with 2009-07-11" in capsys.readouterr().err
