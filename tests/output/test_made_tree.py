"""A tree is left as it is only where it is whole, and made from the same by the same code."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from crdiff.errors import CorpusError
from crdiff.output import tree
from crdiff.output.tree import Written, count_if_made, read_tree, record_of
from tests.support.written_portions import write

FILES = [("a/index.html", b"alpha"), ("b.html", b"beta")]


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Return a site that was written once."""
    assert write(tmp_path / "site", [lambda: FILES], source="the same") == Written(2, 0, 0)
    return tmp_path / "site"


def _torn(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-2])


def _later(file: Path) -> None:
    os.utime(file, ns=(0, file.stat().st_mtime_ns + 1))


def _more(file: Path) -> None:
    file.with_name("more.html").write_bytes(b"not ours")


@pytest.mark.parametrize("spoil", [_torn, _later, Path.unlink, _more])
def test_a_tree_is_as_it_was_made_only_while_no_file_is_another(site: Path, spoil: Callable[[Path], object]) -> None:
    assert count_if_made(site, "the same") == 2
    assert count_if_made(site, "another") == 0
    spoil(site / "b.html")
    assert count_if_made(site, "the same") == 0
    write(site, [lambda: FILES], source="the same")
    assert (count_if_made(site, "the same"), read_tree(site)) == (2, dict(FILES))


@pytest.mark.parametrize("spoil", [Path.unlink, _torn, lambda file: file.write_bytes(b"\xff\n{}")])
def test_without_a_record_that_is_whole_nothing_is_known(site: Path, spoil: Callable[[Path], object]) -> None:
    spoil(record_of(site))
    assert count_if_made(site, "the same") == 0


def test_what_other_code_made_does_not_count(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "package_fingerprint", lambda: "other code")
    assert count_if_made(site, "the same") == 0


def test_files_that_come_out_the_same_stay_the_same_files(site: Path) -> None:
    before = (site / "b.html").stat().st_ino
    assert write(site, [lambda: [("a/index.html", b"other"), *FILES[1:]]]) == Written(1, 1, 0)
    assert (site / "b.html").stat().st_ino == before


def test_without_links_files_are_written(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise OSError("no links here")

    monkeypatch.setattr(os, "link", refused)
    assert write(site, [lambda: FILES], source="the same") == Written(0, 2, 0)
    assert (count_if_made(site, "the same"), read_tree(site)) == (2, dict(FILES))


def test_a_build_that_fails_leaves_site_and_record(site: Path) -> None:
    def failing() -> list[tuple[str, bytes]]:
        raise CorpusError("the page cannot be made")

    before = read_tree(site), record_of(site).read_bytes()
    with pytest.raises(CorpusError, match="cannot be made"):
        write(site, [failing], source="another")
    assert (read_tree(site), record_of(site).read_bytes()) == before
    assert sorted(path.name for path in site.parent.iterdir()) == [record_of(site).name, "site"]


def test_a_record_that_cannot_be_written_costs_the_next_build_only(tmp_path: Path) -> None:
    record_of(tmp_path / "site").mkdir()
    write(tmp_path / "site", [lambda: FILES], source="the same")
    assert (read_tree(tmp_path / "site"), count_if_made(tmp_path / "site", "the same")) == (dict(FILES), 0)
