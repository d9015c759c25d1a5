"""What a site is made from: every release, clause and entry that the store has."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from crdiff.corpus import Corpus
from crdiff.errors import CorpusError
from crdiff.history.renumbering import Became
from crdiff.store.archive.site_contents import Whole, read_whole
from tests.small_releases import RELEASES
from tests.support.days import number as n
from tests.support.days import on


@pytest.fixture
def whole(filled: Callable[..., Corpus]) -> Whole:
    """Return all of the small archive."""
    return read_whole(filled().folder)


def test_every_clause_of_every_release_is_there_in_document_order(whole: Whole) -> None:
    assert whole.dates == tuple(map(on, RELEASES))
    for release, standing in whole.standing.items():
        numbers = [str(one.number) for one in standing if not one.number.is_section]
        assert [number for number in numbers if number[0] not in "12"] == list(RELEASES[str(release)])


def test_renumberings_are_those_that_the_corpus_tells(whole: Whole, filled: Callable[..., Corpus]) -> None:
    told = filled(name="other").renumbering("2009-10-01", "2014-05-01", check=False)
    assert whole.renumberings[-1] == told
    assert [row.new for row in told.rows if row.old == n("710.1a")] == [(n("712.1a"),)]
    gone = [row.old for row in whole.renumberings[0].rows if row.became is Became.REMOVED]
    assert gone == [n("507.4")]


def test_lineages_entries_and_news_are_those_that_the_corpus_tells(whole: Whole, filled: Callable[..., Corpus]) -> None:
    with filled(name="other") as corpus:
        assert whole.lineages == tuple(corpus.lineages())
        assert whole.entries == tuple(corpus.entries())
        assert whole.news == corpus.news("2003-10-01").releases[::-1]


def test_an_entry_has_its_wordings_with_their_releases(whole: Whole) -> None:
    (term,) = whole.glossary
    assert term.term == "Concede"
    assert [(each.first, each.last) for each in term.wordings] == [(on("2003-10-01"), on("2014-05-01"))]


def test_a_corpus_without_texts_is_said_to_have_none(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="holds no text of a release"):
        read_whole(tmp_path)
