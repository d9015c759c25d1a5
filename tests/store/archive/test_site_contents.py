"""What a site is made from: every release, clause and entry that the store has."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from crdiff.corpus import Corpus
from crdiff.history.renumbering import Became
from crdiff.store.archive.site_contents import SiteContents, read_contents
from tests.small_releases import RELEASES
from tests.support.days import number as n
from tests.support.days import on


@pytest.fixture
def whole(filled: Callable[..., Corpus]) -> SiteContents:
    """Return all of the small archive."""
    corpus = filled()
    return read_contents(corpus.archive, corpus.texts.chosen(), corpus.known())


def test_every_clause_of_every_release_is_there_in_document_order(whole: SiteContents) -> None:
    assert whole.dates == tuple(map(on, RELEASES))
    for release, standing in whole.standing.items():
        numbers = [str(one.number) for one in standing if not one.number.is_section]
        assert [number for number in numbers if number[0] not in "12"] == list(RELEASES[str(release)])


def test_renumberings_are_those_that_the_corpus_tells(whole: SiteContents, filled: Callable[..., Corpus]) -> None:
    told = filled(name="other").renumbering("2009-10-01", "2014-05-01", check=False)
    assert whole.renumberings[-1] == told
    assert [row.new for row in told.rows if row.old == n("710.1a")] == [(n("712.1a"),)]
    gone = [row.old for row in whole.renumberings[0].rows if row.became is Became.REMOVED]
    assert gone == [n("507.4")]


def test_lineages_entries_and_news_are_those_that_the_corpus_tells(
    whole: SiteContents, filled: Callable[..., Corpus]
) -> None:
    with filled(name="other") as corpus:
        assert whole.lineages == tuple(corpus.lineages())
        assert whole.entries == tuple(corpus.entries())
        assert whole.news == corpus.news("2003-10-01").releases[::-1]


def test_a_term_of_the_newest_release_has_its_texts_and_its_entry_the_releases_that_have_them(
    whole: SiteContents,
) -> None:
    (term,) = whole.glossary
    (entry,) = whole.entries
    assert (term.term, entry.title) == ("Concede", "Concede")
    assert term.texts == tuple(worded.text for worded in entry.wordings)
    assert [(each.first, each.last) for each in entry.wordings] == [(on("2003-10-01"), on("2014-05-01"))]
