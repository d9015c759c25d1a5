"""Names of sets: from the catalog, or given by a user, and asked for as people write them."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from crdiff.corpus import Corpus
from crdiff.errors import CorpusError, UnknownRelease
from crdiff.model.corpus import KnownRelease
from crdiff.store.texts.set_names import given_names, known_releases, release_called

DOMINARIA = date(2018, 4, 27)


@pytest.mark.parametrize(
    ("asked", "release"),
    [
        ("DOM", "2018-04-27"),
        ("dom", "2018-04-27"),
        ("Dominaria", "2018-04-27"),
        ("magic 2010", "2009-07-11"),
        ("Marvels Spider Man", "2025-09-19"),
        ("IKO", "2020-04-17"),
        ("DOMX", None),
        ("", None),
    ],
)
def test_a_set_is_asked_for_by_code_or_name_without_its_marks(tmp_path: Path, asked: str, release: str | None) -> None:
    found = release_called(asked, known_releases(tmp_path))
    assert found == (date.fromisoformat(release) if release else None)


def test_a_name_that_a_user_gave_comes_before_that_of_the_catalog_and_can_be_taken_back(tmp_path: Path) -> None:
    def named(corpus: Corpus) -> KnownRelease:
        return next(each for each in corpus.known() if each.effective == DOMINARIA)

    with Corpus(tmp_path) as corpus:
        corpus.name_release("DOM", name="The Cradle")
        assert (named(corpus).name, named(corpus).code) == ("The Cradle", "DOM")
        corpus.name_release(DOMINARIA, name="")
        assert named(corpus).name == "Dominaria"
        assert given_names(tmp_path) == {}


@pytest.mark.parametrize(
    ("release", "name", "code"),
    [
        ("2018-04-27", "2018-04-27", None),
        ("2018-04-27", "a\x1bb", None),
        ("2018-04-27", None, "D-M"),
        ("2018-04-27", None, "latest"),
    ],
)
def test_what_cannot_be_a_name_is_refused(tmp_path: Path, release: str, name: str | None, code: str | None) -> None:
    with Corpus(tmp_path) as corpus, pytest.raises(CorpusError):
        corpus.name_release(release, name=name, code=code)


def test_a_release_that_nobody_knows_gets_no_name(tmp_path: Path) -> None:
    with Corpus(tmp_path) as corpus, pytest.raises(UnknownRelease, match="neither known nor held"):
        corpus.name_release("2031-01-01", name="Tomorrow")


def test_a_spoiled_list_of_names_is_one_error_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "names.json").write_text("{", encoding="utf-8")
    with pytest.raises(CorpusError, match=r"names\.json: is not a list of names"):
        known_releases(tmp_path)
