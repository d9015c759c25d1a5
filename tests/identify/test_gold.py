"""Real passages quoted on the web, with the releases that string search found their clauses in; and made ones."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from random import Random

import pytest

from benchmarks.identify_quality import LEAST_EXACT, LEAST_SLIPS, MOST_INVENTED, figures, judged
from benchmarks.made_passages import Texts, made_passages
from crdiff.identify.identified import Identified
from crdiff.identify.identify import identify, identify_sentences
from crdiff.identify.sentence_index import SentenceIndex
from crdiff.identify.word_index import WordIndex
from crdiff.store.embedded.lives import known_lives

PASSAGES = ("s1", "s2", "s3", "s4", "s5", "s6")


@pytest.fixture(scope="session")
def gold(shared: Path) -> dict[str, dict[str, object]]:
    """Return the passages by their ids."""
    read = json.loads((shared / "gold" / "quotations" / "passages.json").read_text("utf-8"))
    return {one["id"]: one for one in (*read["passages"], *read["no_quotations"])}


def _span(found: Identified) -> list[list[str]]:
    return [[str(span.first), str(span.last)] for passage in found.passages for span in passage.spans]


@pytest.mark.parametrize("name", PASSAGES)
def test_a_real_passage_is_of_the_releases_that_hold_its_clauses(
    name: str, gold: dict[str, dict[str, object]], whole_index: WordIndex
) -> None:
    found = identify(str(gold[name]["text"]), whole_index)
    assert _span(found) == [gold[name]["truth"]["held_126"]]  # type: ignore[index]


@pytest.mark.parametrize("name", PASSAGES)
def test_without_texts_whole_sentences_date_it_no_later_or_earlier(
    name: str, gold: dict[str, dict[str, object]]
) -> None:
    first, last = map(date.fromisoformat, gold[name]["truth"]["held_126"])  # type: ignore[index]
    found = identify_sentences(str(gold[name]["text"]), SentenceIndex(known_lives()))
    assert found.passages
    for passage in found.passages:
        assert passage.spans[0].first <= first
        assert last <= passage.spans[-1].last


def test_texts_that_quote_nothing_are_not_claimed(gold: dict[str, dict[str, object]], whole_index: WordIndex) -> None:
    others = [one for name, one in gold.items() if name not in PASSAGES]
    assert others
    assert not any(identify(str(one["text"]), whole_index).passages for one in others)


def test_made_passages_are_identified(whole_index: WordIndex) -> None:
    found = figures([judged(one, whole_index) for one in made_passages(Texts(whole_index), Random(5), 100)])
    assert found["exact"] >= LEAST_EXACT
    assert found["slips"] >= LEAST_SLIPS
    assert found["invented"] <= MOST_INVENTED
