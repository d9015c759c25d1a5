"""Which corpus is meant, and where it lives; the names and the decisions that a user gave it."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from small_archive import fill
from table import table

from crdiff.corpus import Corpus
from crdiff.errors import CorpusError, OverrideError, StoreError, UnknownRelease
from crdiff.store.texts import home as module
from crdiff.store.texts.corpus_folder import Decisions, decided, decisions, known_releases, overrides, release_called
from crdiff.store.texts.home import BUILT_IN, chosen_corpus, home


@pytest.fixture(autouse=True)
def user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Make the user's folder an empty one, with nothing said in the environment."""
    for name in ("CRDIFF_HOME", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def test_what_is_asked_for_goes_before_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CRDIFF_HOME", "elsewhere")
    assert home("here") == Path("here")
    assert home() == Path("elsewhere")


@table
def test_each_platform_has_its_place_for_data(
    monkeypatch: pytest.MonkeyPatch, user: Path, platform: str, folder: str
) -> None:
    monkeypatch.setattr(module.sys, "platform", platform)
    assert home() == user / folder


def test_the_place_for_data_can_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module.sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert home() == Path("/data/crdiff")


@pytest.mark.parametrize("named", ["", "relative", None])
def test_an_unknown_home_is_refused_rather_than_the_root_or_the_current_folder_taken(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, named: str | None
) -> None:
    """Nor does a relative $XDG_DATA_HOME count: the specification has it ignored."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(module.sys, "platform", "linux")
    monkeypatch.setattr("pwd.getpwuid", lambda _: (_ for _ in ()).throw(KeyError))  # as in a container
    for variable in ("XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(variable, "relative")
    monkeypatch.delenv("HOME")
    if named is not None:
        monkeypatch.setenv("HOME", named)
    for folder in (home, module.cache_folder):
        with pytest.raises(StoreError, match=r"home folder of the user is not known; expected .* \$HOME"):
            folder()
    assert home(tmp_path / "asked") == tmp_path / "asked"
    assert not [*tmp_path.iterdir()]


# one order of corpora: the one asked for, $CRDIFF_HOME, the platform's folder, what comes with crdiff


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


def test_a_file_is_no_corpus(places: dict[str, Path]) -> None:
    places["home"].write_text("x")
    with pytest.raises(StoreError):
        chosen_corpus()


# names of sets: from the catalog, or given by a user, and asked for as people write them


@table
def test_a_set_is_asked_for_by_code_or_name_without_its_marks(tmp_path: Path, asked: str, release: str | None) -> None:
    found = release_called(asked, known_releases(tmp_path))
    assert found == (date.fromisoformat(release) if release else None)


@table
def test_what_cannot_be_a_name_is_refused(tmp_path: Path, release: str, name: str | None, code: str | None) -> None:
    with Corpus(tmp_path) as corpus, pytest.raises(CorpusError):
        corpus.name_release(release, name=name, code=code)


def test_a_release_that_nobody_knows_gets_no_name(tmp_path: Path) -> None:
    with Corpus(tmp_path) as corpus, pytest.raises(UnknownRelease, match="neither known nor held"):
        corpus.name_release("2031-01-01", name="Tomorrow")


# the overrides of a corpus: a file for two releases, written either way round


TEXT = '[[link]]\nold = ["100.1"]\nnew = ["100.2"]\nreason = "read"\n'


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Return a corpus with overrides of two releases."""
    (tmp_path / "overrides").mkdir()
    (tmp_path / "overrides" / "2001-01-01__2002-02-02.toml").write_text(TEXT)
    (tmp_path / "overrides" / "notes.toml").write_text("ignored")
    return tmp_path


def test_a_file_is_found_for_its_releases_whichever_way_round(corpus: Path) -> None:
    files = overrides(corpus)
    assert "notes" not in files
    assert decided(files, "2001-01-01", "2002-02-02").text == TEXT
    turned = decided(files, "2002-02-02", "2001-01-01")
    assert (turned.text, turned.is_turned) == (TEXT, True)
    assert decided(files, "2001-01-01", "2003-03-03") == Decisions()


def test_decisions_that_are_turned_count_as_others(corpus: Path) -> None:
    files = overrides(corpus)
    one, other = (
        decided(files, *pair).fingerprint for pair in (("2001-01-01", "2002-02-02"), ("2002-02-02", "2001-01-01"))
    )
    assert one != other
    assert Decisions().fingerprint == ""


def test_the_links_are_given_from_old_to_new(corpus: Path) -> None:
    with (
        decisions(corpus, "2001-01-01", "2002-02-02") as forward,
        decisions(corpus, "2002-02-02", "2001-01-01") as back,
    ):
        assert tuple(one.mirrored() for one in forward) == back


def test_an_error_names_the_file(corpus: Path) -> None:
    (corpus / "overrides" / "2001-01-01__2002-02-02.toml").write_text("[[link]]\nold = 1\n")
    with (
        pytest.raises(OverrideError, match=r"2001-01-01__2002-02-02\.toml"),
        decisions(corpus, "2001-01-01", "2002-02-02"),
    ):
        pass
