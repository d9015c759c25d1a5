"""``crdiff site build --corpus``: the site of a whole archive as a process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

from small_archive import fill

from crdiff.store.tree import read_tree

Run = Callable[..., CompletedProcess[bytes]]


def test_with_mkdocs_and_without_the_whole_site_is_the_same_bytes(crdiff: Run, tmp_path: Path) -> None:
    corpus = str(fill(tmp_path / "corpus"))
    for arguments in (["-o", "one"], ["-o", "other", "--plain"]):
        done = crdiff("site", "build", "--corpus", corpus, *arguments)
        assert (done.returncode, done.stderr.decode()) == (0, f"the site is in {arguments[1]}\n")
    built = read_tree(tmp_path / "one")
    assert built == read_tree(tmp_path / "other")
    assert {"releases/2009-07-11/index.html", "editions/718-markdown/index.html", "assets/compare.js"} <= set(built)


def test_a_build_that_fails_leaves_the_site_as_it_was(crdiff: Run, tmp_path: Path) -> None:
    corpus = fill(tmp_path / "corpus")
    assert crdiff("site", "build", "--corpus", str(corpus)).returncode == 0
    before = read_tree(tmp_path / "build" / "site")
    for text in (corpus / "texts").glob("*.txt"):
        text.write_bytes(b"something else")
    (corpus / "store.sqlite").unlink()
    for plain in ([], ["--plain"]):
        done = crdiff("site", "build", "--corpus", str(corpus), *plain)
        assert done.returncode == 2
        assert done.stderr.count(b"\n") == 1
        assert read_tree(tmp_path / "build" / "site") == before


def test_a_folder_without_texts_is_one_line(crdiff: Run, tmp_path: Path) -> None:
    done = crdiff("site", "build", "--plain", "--corpus", "nothing")
    assert done.returncode == 2
    assert done.stderr == b"nothing: holds no text of a release; expected some added with 'crdiff corpus add'\n"
    assert list(tmp_path.iterdir()) == []
