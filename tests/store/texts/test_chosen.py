"""One order of corpora: the one asked for, $CRDIFF_HOME, the platform's folder, what comes with crdiff."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_archive import fill

from crdiff.errors import StoreError, UsageError
from crdiff.store.texts.chosen import BUILT_IN, chosen_corpus


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    """Return an empty folder for each place that a corpus may have; the platform's and $CRDIFF_HOME are such."""
    places = {name: tmp_path / name for name in ("asked", "home", "platform")}
    monkeypatch.setenv("CRDIFF_HOME", str(places["home"]))
    monkeypatch.setattr("crdiff.store.texts.home._platform_folder", lambda: places["platform"])
    return places


def test_the_one_asked_for_is_taken_whatever_is_in_it(places: dict[str, Path]) -> None:
    fill(places["home"])
    assert chosen_corpus(places["asked"]).folder == places["asked"]
    assert chosen_corpus(places["asked"]).note == ""


def test_that_of_the_environment_is_taken_if_it_has_texts(places: dict[str, Path]) -> None:
    empty = chosen_corpus()
    assert (empty.folder, empty.note) == (
        None,
        f"no texts have been added to the corpus in {places['home']}:"
        " using what comes with crdiff, which covers only some rules",
    )
    fill(places["home"])
    assert chosen_corpus().folder == places["home"]
    assert chosen_corpus().note == f"the corpus is {places['home']} ($CRDIFF_HOME)"


def test_that_of_the_platform_is_taken_where_the_environment_names_none(
    places: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CRDIFF_HOME")
    assert chosen_corpus().folder is None
    fill(places["platform"] / "crdiff")
    assert chosen_corpus().folder == places["platform"] / "crdiff"
    assert chosen_corpus().note.endswith("(the platform's folder for data)")


def test_what_comes_with_crdiff_can_be_asked_for(places: dict[str, Path]) -> None:
    fill(places["home"])
    assert chosen_corpus(built_in=True) == BUILT_IN


def test_a_corpus_and_what_comes_with_crdiff_cannot_both_be_asked_for(places: dict[str, Path]) -> None:
    with pytest.raises(UsageError, match="exclude one another; expected one of them"):
        chosen_corpus(places["asked"], built_in=True)


def test_a_file_is_no_corpus(places: dict[str, Path]) -> None:
    places["home"].write_text("x")
    with pytest.raises(StoreError):
        chosen_corpus()
