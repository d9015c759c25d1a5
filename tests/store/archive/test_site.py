"""What a site is made from: every release, clause and entry that the store has."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from crdiff.corpus import Corpus
from crdiff.errors import CorpusError
from crdiff.history.renumbering import Became
from crdiff.model.number import ClauseNumber
from crdiff.site_source import contents_of
from crdiff.store.archive.site_contents import SiteContents
from crdiff.store.embedded.corpus import load_corpus
from tests.small_releases import RELEASES


@pytest.fixture
def contents(filled: Callable[..., Corpus]) -> SiteContents:
    """Return all of the small archive."""
    return contents_of(filled().folder, load_corpus())


def test_every_clause_of_every_release_is_there_in_document_order(contents: SiteContents) -> None:
    assert tuple(map(str, contents.dates)) == tuple(RELEASES)
    for release, standing in contents.standing.items():
        numbers = [one.number for one in standing if not one.number.is_section]
        assert [str(number) for number in numbers if number.path[0] > 2] == list(RELEASES[str(release)])


def test_renumberings_are_those_that_the_corpus_tells(contents: SiteContents, filled: Callable[..., Corpus]) -> None:
    told = filled(name="other").renumbering("2009-10-01", "2014-05-01", check=False)
    assert contents.renumberings[-1] == told
    assert [row.new for row in told.rows if str(row.old) == "710.1a"] == [(ClauseNumber.parse("712.1a"),)]
    gone = [str(row.old) for row in contents.renumberings[0].rows if row.became is Became.REMOVED]
    assert gone == ["507.4"]


def test_lineages_and_news_are_those_that_the_corpus_tells(
    contents: SiteContents, filled: Callable[..., Corpus]
) -> None:
    with filled(name="other") as corpus:
        assert contents.lineages == tuple(corpus.lineages())
        assert contents.entries == tuple(corpus.entries())
        assert contents.news == corpus.news("2003-10-01").releases[::-1]


def test_a_term_has_the_text_that_the_newest_release_prints(contents: SiteContents) -> None:
    (term,) = contents.glossary
    assert (term.term, term.texts) == ("Concede", ("To leave the game by choice.",))
    assert [str(entry.runs[-1].number) for entry in contents.entries] == ["Concede"]


def test_the_last_text_under_each_number_is_known_of_recorded_facts() -> None:
    """507 became 710 with 2009-07-11, so 2009-05-01 is the last release with that number."""
    contents = contents_of(None, load_corpus())
    text = contents.subsections[507]
    assert (contents.is_recorded, str(text.release)) == (True, "2009-05-01")
    assert {str(shown.number) for shown in text.clauses if shown.is_held} >= {"507", "507.1", "507.4"}
    assert not all(shown.is_held for shown in contents.subsections[711].clauses)


def test_a_corpus_without_texts_is_said_to_have_none(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="holds no text of a release"):
        contents_of(tmp_path, load_corpus())
