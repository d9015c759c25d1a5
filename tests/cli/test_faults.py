"""Whatever the system refuses, once or from then on: nothing given is lost, and the next run does it all."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

import pytest
from faults import failing, no_file_beyond, no_store_beyond
from trees import write_tree
from writing_commands import HOME, KEEPING, STORING, WRITING, Writing, files_in, run_in

from crdiff.corpus import Corpus
from crdiff.errors import StoreError
from crdiff.output import lock
from crdiff.output.tree import read_tree
from crdiff.reports.history import history_line

pytestmark = pytest.mark.usefixtures("one_timeline")
# What fails a call: a full disk, a broken one, a folder that is read-only; others are not permitted.
ERRORS = {"write": errno.ENOSPC, "os.fsync": errno.EIO, "os.mkdir": errno.EROFS}


def error_of(call: str) -> OSError:
    """Return the error of a call that fails."""
    number = ERRORS.get(call, errno.EACCES)
    return OSError(number, os.strerror(number))


def only(at: int, here: int, call: str) -> OSError | None:
    """Fail the call with the index `at` alone."""
    return error_of(call) if here == at else None


def from_now_on(calls: frozenset[str], _here: int, call: str) -> OSError | None:
    """Fail every one of some kinds of calls."""
    return error_of(call) if call in calls else None


LASTING = {
    "a full disk": frozenset({"write"}),
    "a read-only folder": frozenset({"open", "os.mkdir", "os.rename", "os.link", "sqlite3.connect"}),
    "a disk that syncs nothing": frozenset({"os.fsync"}),
}


def every_failure(calls: Sequence[str]) -> Iterator[partial[OSError | None]]:
    """Yield what fails each of some calls once, and what fails all of a kind."""
    for at in range(len(calls)):
        yield partial(only, at)
    for kinds in LASTING.values():
        yield partial(from_now_on, kinds)


@pytest.fixture(autouse=True)
def _cache_among_the_inputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "top" / "here" / "cache"))


def own_files(folder: Path) -> Mapping[str, bytes]:
    """Return the files of a folder but those of the cache, which nothing depends on."""
    return {name: raw for name, raw in files_in(folder).items() if not name.startswith("cache/")}


@pytest.mark.parametrize("writing", [pytest.param(writing, id=name) for name, writing in WRITING.items()])
def test_a_file_is_written_whole_or_stays_whatever_call_fails(
    fresh: Callable[[], Path], capsys: pytest.CaptureFixture[str], writing: Writing
) -> None:
    folder = fresh()
    before = own_files(folder)
    with failing(folder) as seen:
        assert run_in(writing.typed) == 0
    after, calls = own_files(folder), seen()
    assert {"open", "write", "os.fsync", "os.rename"} <= set(calls)
    for fails in every_failure(calls):
        folder = fresh()
        capsys.readouterr()
        with failing(folder, fails):
            code = run_in(writing.typed)
        found, said = own_files(folder), capsys.readouterr().err
        assert found in (before, after), fails
        assert code in {0, 2}
        assert (found == after) or (code == 2 and "mistake of ours" not in said)
    assert run_in(writing.typed) == 0  # after the last of them
    assert own_files(folder) == after


@pytest.mark.parametrize("writing", [pytest.param(writing, id=name) for name, writing in KEEPING.items()])
def test_a_corpus_loses_no_text_and_answers_right_whatever_call_fails(
    fresh: Callable[[], Path], capsys: pytest.CaptureFixture[str], writing: Writing
) -> None:
    folder = fresh()
    before = given(folder), answers(folder)
    folder = fresh()
    with failing(folder) as seen:
        assert run_in(writing.typed) == 0
    calls, after = seen(), (given(folder), answers(folder))
    for fails in every_failure(calls):
        folder = fresh()
        capsys.readouterr()
        with failing(folder, fails):
            code = run_in(writing.typed)
        assert code in {0, 2}
        assert "mistake of ours" not in capsys.readouterr().err
        assert before[0].items() & after[0].items() <= given(folder).items() <= before[0].items() | after[0].items()
        assert answers(folder) in (before[1], after[1]), fails
        if fails.func is from_now_on or fails.args == (len(calls) - 2,):
            run_in(writing.typed)
            with Corpus(HOME) as corpus:
                assert corpus.verify() == ()
            assert (given(folder), answers(folder)) == after


def given(folder: Path) -> Mapping[str, bytes]:
    """Return the texts of a corpus as they were given."""
    texts = folder / HOME / "texts"
    return {path.name: path.read_bytes() for path in texts.iterdir() if path.suffix == ".txt"}


def answers(_folder: Path) -> bytes:
    """Return all that a corpus says of clauses."""
    with Corpus(HOME) as corpus:
        return b"".join(map(history_line, corpus.lineages()))


# What a disk has room for while a command runs; the store of the small releases has 15 pages of 4,096 bytes.
ROOM: dict[str, Callable[[], AbstractContextManager[None]]] = {
    "no file": partial(no_file_beyond, 0),
    "a page of the journal": partial(no_file_beyond, 600),
    "most of the index": partial(no_file_beyond, 45_000),
    "most of the store": partial(no_file_beyond, 50_000),
    "eight pages of the store": partial(no_store_beyond, 8),
}
SAID = re.compile(
    r"\S+: (?:the corpus cannot be written; expected a folder with write permission and room"
    r"|the store cannot be read or written; expected a disk that works and has room"
    r"|the (?:store|index of wordings) cannot be written \(file too large\); expected a disk that works and has room"
    r"|the disk is full; expected room for the store|file too large)\n"
)


@pytest.mark.parametrize("name", STORING)
def test_a_corpus_that_finds_no_room_says_so_and_loses_nothing(
    fresh: Callable[[], Path], capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """Also where it is SQLite that writes; with room again the command does and says what it did where it had some."""
    typed, *gone = STORING[name]

    def corpus() -> Path:
        folder = fresh()
        for each in gone:
            (folder / HOME / each).unlink()
        return folder

    before = given(corpus())
    right = run_in(typed), capsys.readouterr().out, given(Path()), answers(Path())
    failed = 0
    for room, full in ROOM.items():
        folder = corpus()
        with full():
            code = run_in(typed)
        found, said = given(folder), capsys.readouterr()
        assert before.items() & right[2].items() <= found.items() <= before.items() | right[2].items()
        if code:
            failed += 1
            assert (code, said.out, bool(SAID.fullmatch(said.err))) == (2, "", True), (room, said.err)
            code = run_in(typed)
            said = capsys.readouterr()
        assert (code, said.out, given(folder), answers(folder)) == right, room
        with Corpus(HOME) as held:
            assert held.verify() == ()
    assert failed or name in {"corpus remove", "identify"}  # what gives room, and an index that is made in memory


def test_a_second_writer_is_told_of_the_first_and_changes_nothing(
    fresh: Callable[[], Path], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("crdiff.corpus", "crdiff.store.texts.adding"):
        monkeypatch.setattr(f"{module}._PATIENCE", 0.0)  # seconds to wait for the other one
    told = "home: another process is writing to this corpus; try again when it has finished\n"
    for name, (typed, *gone) in STORING.items():
        folder = fresh()
        for each in gone:
            (folder / HOME / each).unlink()
        before = read_tree(folder)
        with lock.writing(Path(HOME)):
            code = run_in(typed)
        said = capsys.readouterr()
        if name == "identify":  # whose index is kept without the lock
            assert code == 0
        else:
            assert (code, said.out, said.err, read_tree(folder)) == (2, "", told, before), name


def test_a_tree_is_replaced_whole_or_stays_whatever_call_fails(tmp_path: Path) -> None:
    """Where the old tree moved aside and could not come back, the next one finds it."""
    old = {"index.html": b"old", "clause/1/index.html": b"one", "same.html": b"same"}
    new = {"index.html": b"new", "clause/2/index.html": b"two", "same.html": b"same"}
    folder = tmp_path / "site"
    write_tree(folder, old)
    with failing(tmp_path) as seen:
        write_tree(folder, new)
    calls = seen()
    assert {"os.link", "os.mkdir", "os.rename", "open"} <= set(calls)
    for fails in every_failure(calls):
        write_tree(folder, old)
        try:
            with failing(tmp_path, fails):
                write_tree(folder, new)
        except (OSError, StoreError):
            assert read_tree(folder) == old
        else:
            assert read_tree(folder) == new
        assert [path.name for path in tmp_path.iterdir()] == ["site"], fails
        write_tree(folder, new)
        assert read_tree(folder) == new
