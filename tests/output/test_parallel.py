"""A tree made in portions is the same tree, however many processes took part, or none at all."""

from __future__ import annotations

import gc
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
from markupsafe import Markup

import crdiff
from crdiff.errors import CorpusError
from crdiff.output import fingerprints, workers
from crdiff.output.fingerprints import code_fingerprint, package_fingerprint, source_of
from crdiff.output.long_work import garbage_collected_seldom, garbage_collection_paused
from crdiff.output.tree import Written, read_tree
from tests.support.written_portions import write


def files(name: str, count: int = 20) -> Iterator[tuple[str, bytes]]:
    for place in range(count):
        yield f"{name}/{place}.html", f"{name} {place}".encode()


def failing() -> Iterator[tuple[str, bytes]]:
    yield "half.html", b"half"
    raise CorpusError("the page cannot be made")


MADE = [partial(files, name) for name in "abcdefgh"]


@pytest.mark.parametrize("processes", [1, 2, 3])
def test_the_tree_is_the_same_for_any_number_of_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, processes: int
) -> None:
    monkeypatch.setattr(workers, "PROCESSES", processes)
    monkeypatch.setattr("os.cpu_count", lambda: processes)
    seen: list[str] = []
    written = write(tmp_path / "site", MADE, lambda paths: seen.extend(paths) or [("last", b"")])
    assert written == Written(161, 0, 0)
    assert seen == [path for made in MADE for path, _ in made()]
    assert read_tree(tmp_path / "site") == {path: content for made in MADE for path, content in made()} | {"last": b""}
    assert write(tmp_path / "site", MADE[:4]) == Written(0, 80, 81)


@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize("place", range(3))
def test_a_portion_that_fails_leaves_the_old_tree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, processes: int, place: int
) -> None:
    monkeypatch.setattr(workers, "PROCESSES", processes)
    monkeypatch.setattr("os.cpu_count", lambda: processes)
    write(tmp_path / "site", MADE[:1])
    with pytest.raises(CorpusError, match="cannot be made"):
        write(tmp_path / "site", [*MADE[:place], failing, *MADE[place:2]])
    assert read_tree(tmp_path / "site") == dict(files("a"))
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_two_portions_with_one_page_are_an_error_and_the_old_tree_keeps_its_bytes(tmp_path: Path) -> None:
    """Files that stay are shared with the old tree: what is written into one would be written into both."""
    write(tmp_path / "site", MADE[:1])
    with pytest.raises(CorpusError, match=r"two pages at a/3\.html"):
        write(tmp_path / "site", [MADE[0], lambda: iter([("a/3.html", b"other")])])
    assert read_tree(tmp_path / "site") == dict(files("a"))


# processes that work on task after task


PARENT = """
import os, time
from crdiff.output.workers import processes
pool = processes(1)
print(pool.submit(os.getpid).result(), flush=True)
pool.submit(exec, "import time; time.sleep(60); print('went on', flush=True)")
time.sleep(60)
"""


def test_a_worker_ends_with_the_process_that_started_it() -> None:
    """What both write to is at its end once both have ended."""
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE) as parent:
        assert parent.stdout
        assert int(parent.stdout.readline())
        parent.kill()
        assert parent.stdout.read() == b""


# the collector pauses while very many values are made, or looks less often, and only then


def test_the_collector_pauses_works_seldom_meanwhile_and_is_as_before_even_after_an_error() -> None:
    before = gc.get_threshold()

    def work() -> None:
        with garbage_collection_paused():
            assert not gc.isenabled()
            with garbage_collected_seldom():
                assert (gc.isenabled(), gc.get_threshold() > before, gc.get_freeze_count() > 0) == (True, True, True)
            with garbage_collection_paused():
                pass
            assert not gc.isenabled()
            raise ValueError("wrong")

    with pytest.raises(ValueError, match="wrong"):
        work()
    assert (gc.isenabled(), gc.get_threshold(), gc.get_freeze_count()) == (True, before, 0)


# the version of the code follows its sources


PACKAGE = Path(crdiff.__file__).parent


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give a copy of the package that the fingerprints are taken of."""
    copy = shutil.copytree(PACKAGE, tmp_path / "crdiff", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(fingerprints, "__file__", str(copy / "output" / "code_version.py"))
    code_fingerprint.cache_clear()
    package_fingerprint.cache_clear()
    yield copy
    code_fingerprint.cache_clear()
    package_fingerprint.cache_clear()


@pytest.mark.parametrize("maker", fingerprints._MAKERS)
def test_everything_that_makes_what_is_kept_is_there_and_counts(package: Path, maker: str) -> None:
    before = code_fingerprint()
    code_fingerprint.cache_clear()
    path = package / maker
    changed = path if path.is_file() else next(path.rglob("*.py"))
    changed.write_text(changed.read_text("utf-8") + "# another line\n", "utf-8")
    assert len(before) == 16
    assert code_fingerprint() != before


def test_a_page_depends_on_every_file_of_the_package_and_a_store_does_not(package: Path) -> None:
    before = code_fingerprint(), package_fingerprint()
    code_fingerprint.cache_clear()
    package_fingerprint.cache_clear()
    (package / "pages" / "new.html").write_text("a template")
    assert code_fingerprint() == before[0]
    assert package_fingerprint() != before[1]


# fingerprints say whether values are the same


@dataclass(frozen=True)
class Page:
    """A value that a page is made from."""

    title: str
    lines: tuple[int, ...] = ()


def test_equal_values_have_equal_sources_and_others_have_others() -> None:
    assert source_of(Page("a", (1, 2)), "b") == source_of(Page("a", (1, 2)), "b")
    others = [(Page("a", (1, 2)), "c"), (Page("a", (12,)), "b"), (Page("a", (1, 2)), "b", ""), ("ab",)]
    assert len({source_of(*values) for values in others}) == len(others)


def test_markup_counts_as_its_text() -> None:
    assert source_of(Markup("<b>")) == source_of("<b>")


def test_a_value_that_cannot_be_printed_the_same_twice_is_refused() -> None:
    with pytest.raises(TypeError, match="object takes no part"):
        source_of(object())
