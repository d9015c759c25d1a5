"""What checks need from files: a timeline, and the two files beside them."""

from __future__ import annotations

from pathlib import Path

import pytest

from crdiff.checks.inputs import (
    REVIEWED,
    SCOPE,
    reviews_beside,
    save_reviews,
    scope_beside,
    timeline_of,
    timeline_of_folder,
)
from crdiff.errors import CorpusError, UnknownRelease
from crdiff.store.texts.chosen import BUILT_IN, Chosen
from crdiff.trace.scope import Scope
from tests.conftest import Filled
from tests.small_releases import RELEASES

REVIEWS = Path(__file__).parents[1] / "rules"


def test_without_the_files_there_are_no_reviews_and_no_scope(tmp_path: Path) -> None:
    assert reviews_beside(tmp_path) == ()
    assert scope_beside(tmp_path) == Scope()


def test_reviews_that_are_saved_are_read_again(tmp_path: Path) -> None:
    reviews = reviews_beside(REVIEWS)
    assert reviews
    assert save_reviews(tmp_path, reviews) == tmp_path / REVIEWED
    assert reviews_beside(tmp_path) == reviews


def test_a_file_that_makes_no_sense_is_named_with_its_path(tmp_path: Path) -> None:
    for name, read in ((REVIEWED, reviews_beside), (SCOPE, scope_beside)):
        (tmp_path / name).write_text("nonsense = [")
        with pytest.raises(CorpusError, match=name):
            read(tmp_path)


def test_a_folder_without_texts_has_no_timeline(tmp_path: Path) -> None:
    with pytest.raises(UnknownRelease, match="no text of a release"):
        timeline_of_folder(tmp_path)


def test_a_corpus_and_its_texts_alone_and_what_comes_with_crdiff_have_timelines(filled: Filled) -> None:
    corpus = filled()
    releases = timeline_of(Chosen(corpus.folder)).releases
    assert [str(day) for day in releases if str(day) in RELEASES] == list(RELEASES)
    assert str(timeline_of(BUILT_IN).newest) == "2024-06-07"
