"""The overrides of a corpus: a file for two releases, written either way round."""

from __future__ import annotations

from pathlib import Path

import pytest

from crdiff.errors import OverrideError
from crdiff.store.texts.overrides import Decisions, decided, decisions, overrides

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
