"""Bounds on the size of answers: what is shown is what comes first, and what is left out is counted."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from crdiff import to_json
from crdiff.corpus import Corpus
from crdiff.reports.history import history_text
from crdiff.reports.passage import passage_text
from crdiff.reports.whatsnew import whatsnew_markdown, whatsnew_text
from tests.conftest import Filled


@pytest.fixture
def corpus(filled: Filled) -> Iterator[Corpus]:
    """Return the corpus of all small releases."""
    with filled() as found:
        yield found


@pytest.mark.parametrize("limit", [1, 2, 1000])
def test_a_passage_shows_its_first_clauses_and_counts_the_others(corpus: Corpus, limit: int) -> None:
    whole, short = corpus.show(), corpus.show(limit=limit)
    assert short.clauses == whole.clauses[:limit]
    assert len(short.clauses) + short.left_out == len(whole.clauses)
    assert ("left out" in passage_text(short)) == ("left_out" in json.loads(to_json(short))) == (short.left_out > 0)


def test_an_outline_shows_what_stands_directly_under_a_clause_by_its_first_words(corpus: Corpus) -> None:
    whole, outline = corpus.show("712"), corpus.show("712", outline=True)
    direct = [one for one in whole.clauses if one.depth <= 1]
    assert [one.number for one in outline.clauses] == [one.number for one in direct]
    assert all(one.title and not one.text for one in outline.clauses)
    assert outline.left_out == len(whole.clauses) - len(direct)


def test_a_lineage_shows_its_newest_wordings_and_all_its_numbers(corpus: Corpus) -> None:
    whole = max(corpus.lineages(), key=lambda lineage: len(lineage.wordings))
    short = whole.limited(1)
    assert (short.wordings, short.left_out, short.runs) == (whole.wordings[-1:], len(whole.wordings) - 1, whole.runs)
    assert [len(whole.limited(most).wordings) for most in (0, 1, 1000)] == [0, 1, len(whole.wordings)]
    assert "left out" in history_text(short)
    assert "left out" not in history_text(whole)


def test_news_show_the_newest_changes_to_read_and_count_all(corpus: Corpus) -> None:
    first = corpus.releases[0]
    whole, short = corpus.news(first), corpus.news(first, limit=1)
    every = [change for release in whole.releases for change in release.to_read]
    assert [change for release in short.releases for change in release.to_read] == every[:1]
    counted = [row["to_read"] for row in json.loads(to_json(short))["releases"]]
    assert counted == [len(release.to_read) for release in whole.releases]
    for written in (whatsnew_text, whatsnew_markdown):
        assert f"{len(every)} changes to read" in written(short)
        assert "left out" in written(short)
        assert "left out" not in written(whole)
