"""With no text in the corpus, the facts that come with crdiff answer, as far as they go."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from crdiff.errors import UsageError
from crdiff.history.lineage import How
from crdiff.store.corpus import Corpus


@pytest.fixture
def corpus(tmp_path: Path) -> Iterator[Corpus]:
    with Corpus(tmp_path / "nothing") as empty:
        yield empty


def test_asking_makes_no_folder(corpus: Corpus) -> None:
    assert corpus.is_recorded
    assert corpus.history("507.4").lineage == "2003-10-01-507.4"
    assert not corpus.folder.exists()


def test_the_life_of_the_section_is_that_of_the_whole_archive(corpus: Corpus, shared: Path) -> None:
    gold = json.loads((shared / "gold" / "controlling-another-player.json").read_text())["runs"]
    numbers = list(dict.fromkeys((run["number"], run["from"]) for run in gold))
    life = corpus.history("507", at="2008-03-17")
    starts = [(run.number, run.first) for run in life.runs]
    assert starts == [start for place, start in enumerate(numbers) if not place or numbers[place - 1][0] != start[0]]


def test_wordings_are_shown_where_an_edition_quotes_them_and_marked_where_none_does(corpus: Corpus) -> None:
    wordings = corpus.history("720.1").wordings
    assert [one.is_held for one in wordings] == [True, False, True]
    assert wordings[0].text.startswith("One card (Mindslaver)")
    assert wordings[1].text == ""
    assert wordings[2].text.startswith("Some cards")


def test_the_end_of_mana_burn_is_told(corpus: Corpus) -> None:
    life = corpus.history("507.4")
    assert life.ended
    assert (life.ended.how, life.ended.release) == (How.REMOVED, "2009-07-11")


def test_a_number_a_passage_a_search_and_a_renumbering_are_answered(corpus: Corpus) -> None:
    assert [use.lineage for use in corpus.number("712.3")] == ["2003-10-01-507.1c"]
    passage = corpus.show("507", at="2015-01-01")
    assert passage.number == "712"
    assert [clause.number for clause in passage.clauses][:3] == ["712", "712.1", "712.1a"]
    assert passage.clauses[1].text.startswith("Some cards")
    assert corpus.search("mana burn", ever=True)[0].number == "507.4"
    rows = {row.old: row.new for row in corpus.renumbering("2008-02-01", "2024-06-07").rows}
    assert rows["507.1c"] == ("720.3",)
    assert rows["507.4"] == ()


def test_a_passage_says_where_a_text_is_not_held(corpus: Corpus) -> None:
    (section, first, *_) = corpus.show("710", at="2009-12-01").clauses
    assert (section.number, first.number, first.is_held) == ("710", "710.1", False)


@pytest.mark.parametrize("question", ["blame", "news", "stats"])
def test_what_needs_texts_says_so(corpus: Corpus, question: str) -> None:
    ask = {"blame": lambda: corpus.blame("720.1"), "news": lambda: corpus.news("2020-01-01"), "stats": corpus.stats}
    with pytest.raises(UsageError, match="needs texts, and the corpus holds none"):
        ask[question]()


def test_every_recorded_lineage_has_a_life(corpus: Corpus) -> None:
    lives = list(corpus.lineages())
    assert len(lives) >= 38
    assert all(life.runs and life.wordings for life in lives)
    assert sorted({life.lineage for life in lives}) == sorted(life.lineage for life in lives)
