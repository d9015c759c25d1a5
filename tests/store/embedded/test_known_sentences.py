"""Sentences without texts: an answer depends on the text alone, in whatever process."""

from __future__ import annotations

import pickle
from pathlib import Path

from crdiff.corpus import Corpus
from crdiff.store.embedded.known_sentences import KnownSentences
from tests.small_releases import LASTS, MANA_BURN, SOME_CARDS


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
