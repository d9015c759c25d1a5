"""Trees judged before: the same answer without the work, and never an old answer about a changed file."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from citing import citing
from msgspec.structs import replace

from crdiff.cite.checking import CheckedTree, CiteChecker, CitingText
from crdiff.cite_tree import kept
from crdiff.cite_tree.kept import KeptTree, keep, recalled, stamped
from crdiff.cite_tree.reading import TreeRead, numbering_of
from crdiff.corpus import Corpus

OLD = "// CR 704.5k: the world rule.\n// CR 704.5k/m: both.\n// CR 4091f\n"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("crdiff.cite_tree.kept.cache_folder", lambda: tmp_path / "cache")
    return tmp_path / "cache" / "cite"


def _judged(path: Path) -> tuple[CheckedTree, tuple[CitingText, ...]]:
    texts = (citing(path.read_bytes(), str(path)),)
    numbering = numbering_of(Corpus())
    return CiteChecker(numbering, numbering.newest).check(texts), texts


def _kept(path: Path, *values: object) -> tuple[str, CheckedTree]:
    """Return under what a file was kept, and how it was judged."""
    tree, texts = _judged(path)
    source = stamped([str(path)]).source(*values)
    keep(source, KeptTree.of(tree, texts, TreeRead(files=1)))
    return source, tree


@pytest.fixture
def cited(tmp_path: Path) -> Path:
    path = tmp_path / "a.rs"
    path.write_text(OLD)
    return path


def test_what_was_kept_is_what_was_judged(cited: Path) -> None:
    source, tree = _kept(cited)
    before = recalled(source)
    assert before is not None
    assert (before.tree, before.read) == (tree, TreeRead(files=1))


def test_a_slip_is_kept_as_one(cited: Path) -> None:
    """What is called a slip is repaired, and never moved by the table of a release."""
    tree, texts = _judged(cited)
    slips = replace(tree, numbers=tuple(replace(one, is_slip=True) for one in tree.numbers))
    source = stamped([str(cited)]).source()
    keep(source, KeptTree.of(slips, texts, TreeRead(files=1)))
    before = recalled(source)
    assert before is not None
    assert before.tree == slips != tree


def test_a_file_that_changes_has_another_source_even_with_its_size_and_its_time(cited: Path) -> None:
    before, times = stamped([str(cited)]).source(), cited.stat()
    cited.write_text(OLD.replace("5k", "5j"))
    os.utime(cited, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert stamped([str(cited)]).source() != before


def test_a_text_that_is_another_than_was_judged_is_judged_again(cited: Path) -> None:
    source, _ = _kept(cited)
    cited.write_text(OLD.replace("5k", "5j"))
    assert recalled(source) is None
    cited.unlink()
    assert recalled(source) is None


@pytest.mark.parametrize("spoil", [lambda _: b"", lambda raw: raw[:-9], lambda raw: raw[:90] + b"x" + raw[91:]])
def test_what_is_spoiled_or_cut_short_or_gone_is_worked_out_again(
    cited: Path, cache: Path, spoil: Callable[[bytes], bytes]
) -> None:
    source, _ = _kept(cited)
    (found,) = cache.iterdir()
    found.write_bytes(spoil(found.read_bytes()))
    assert recalled(source) is None
    found.unlink()
    assert recalled(source) is None


def test_another_question_is_another_source(cited: Path) -> None:
    files = stamped([str(cited)])
    assert len({files.source(125, None), files.source(124, None), files.source(125, 3)}) == 3


def test_a_file_changed_a_moment_ago_may_change_unseen(cited: Path) -> None:
    assert not stamped([str(cited)]).are_settled


def test_only_so_many_trees_are_kept_those_asked_for_last(
    cited: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "_TREES_MAX", 2)
    first, _ = _kept(cited, 1)
    for at, name in enumerate(cache.iterdir()):
        os.utime(name, ns=(at, at))
    second, _ = _kept(cited, 2)
    third, _ = _kept(cited, 3)
    assert [recalled(source) is not None for source in (first, second, third)] == [False, True, True]


def test_a_cache_that_cannot_be_written_is_no_fault(cited: Path, cache: Path) -> None:
    cache.parent.mkdir(parents=True)
    cache.write_text("a file in the way")
    source, _ = _kept(cited)
    assert recalled(source) is None


def test_a_file_in_the_place_of_the_folder_turns_it_off(cited: Path, cache: Path) -> None:
    cache.parent.mkdir(parents=True)
    cache.touch()
    source, _ = _kept(cited)
    assert recalled(source) is None
    assert cache.read_bytes() == b""
