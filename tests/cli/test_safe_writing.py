"""Whatever lies where a command writes, nothing of anybody else's is harmed, and a refusal comes first."""

from __future__ import annotations

import os
import shutil
import signal
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from itertools import product
from pathlib import Path

import pytest
from trees import write_tree
from writing_commands import KEEPING, WRITING, files_in, run_in

from crdiff.cli import site
from crdiff.errors import StoreError
from crdiff.output.atomic_file import write_whole
from crdiff.output.tree import count_if_made, note_made, put_files, read_tree
from tests.cli.conftest import VICTIM

pytestmark = pytest.mark.usefixtures("one_timeline")


@pytest.fixture
def folder(fresh: Callable[[], Path]) -> Path:
    """Return the one fresh copy that a test needs."""
    return fresh()


@pytest.fixture(autouse=True)
def _no_pipe_waits_for_ever() -> Iterator[None]:
    """End a test that waits for a named pipe."""
    signal.alarm(60)
    yield
    signal.alarm(0)


def plant(kind: str, at: Path) -> None:
    """Put something that is not a file at a path."""
    match kind:
        case "a symbolic link":
            at.symlink_to("../victim")
        case "a dangling link":
            at.symlink_to("../new")
        case "a named pipe":
            os.mkfifo(at)
        case _:
            at.mkdir()


KINDS = ["a symbolic link", "a dangling link", "a named pipe", "a directory"]


def test_what_is_no_file_is_never_written_over(fresh: Callable[[], Path], capsys: pytest.CaptureFixture[str]) -> None:
    """The command says so in one line, before it does anything else."""
    for (name, writing), kind in product(WRITING.items(), KINDS):
        folder = fresh()
        target = folder / writing.target
        if writing.in_place and kind == "a symbolic link":
            target.rename(folder.parent / "victim")
        target.unlink(missing_ok=True)
        plant(kind, target)
        before, victim = files_in(folder), (folder.parent / "victim").read_bytes()
        code = run_in(writing.typed)
        said = capsys.readouterr()
        assert (folder.parent / "victim").read_bytes() == victim, (name, kind)
        assert not (folder.parent / "new").exists(), name
        assert stat.S_IFMT(target.lstat().st_mode) != stat.S_IFREG, (name, kind)
        assert files_in(folder) == before, (name, kind)
        if not writing.in_place:
            what = kind.replace("dangling", "symbolic")
            line = f"{writing.target}: is {what}; expected a file, or the name of a new one\n"
            assert (code, said.out, said.err) == (2, "", line), name


def test_a_file_that_is_replaced_keeps_its_mode_and_files_beside_it_stay(fresh: Callable[[], Path]) -> None:
    """Whatever their names: also those that writers are known to give to what is unfinished."""
    for typed, name, _ in WRITING.values():
        folder = fresh()
        ends = (".part", ".tmp", ".swp")
        own = [*(f".{name}{end}" for end in ends), *(f"{name}{end}" for end in (*ends, "~", ".lock"))]
        for each in own[1:]:
            (folder / each).write_bytes(VICTIM)
        (folder / own[0]).symlink_to("../victim")
        target = folder / name
        target.touch()
        target.chmod(0o640)
        before, entries = target.stat().st_ino, set(folder.iterdir())
        assert run_in(typed) == 0, typed
        assert {(folder / each).read_bytes() for each in own} == {VICTIM}, typed
        assert (folder / own[0]).is_symlink(), typed
        assert set(folder.iterdir()) == entries, typed
        after = target.stat()
        assert (stat.S_IMODE(after.st_mode), after.st_ino != before) == (0o640, True), typed


def test_two_runs_at_once_both_end_well(fresh: Callable[[], Path]) -> None:
    """One of them wins; of two that edit a file, one may be told that the other changed it."""
    for writing in WRITING.values():
        fresh()
        assert run_in(writing.typed) == 0
        alone = files_in(Path())
        fresh()
        children = [_forked(partial(run_in, writing.typed)) for _ in range(2)]
        codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
        assert codes in ([0, 0], [0, 2], [2, 0]) if writing.in_place else codes == [0, 0], writing
        assert files_in(Path()) == alone, writing


def test_a_file_that_is_changed_while_it_is_being_edited_is_left_as_it_is(
    fresh: Callable[[], Path], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for writing in (each for each in WRITING.values() if each.in_place):
        target = fresh() / writing.target
        for module in ("texts", "cite"):
            monkeypatch.setattr(f"crdiff.cli.{module}.check_writable", lambda _, at=target: at.write_bytes(VICTIM))
        assert run_in(writing.typed) == 2
        said = capsys.readouterr().err.splitlines()[-1]
        assert said == f"{writing.target}: was changed while it was being edited; try again"
        assert target.read_bytes() == VICTIM


def _forked(work: Callable[[], int | None]) -> int:
    """Return the process that does some work; it ends with 0 where that returns 0 or nothing."""
    child = os.fork()
    if not child:
        code = 1
        try:
            code = int(work() or 0)
        finally:
            os._exit(code)
    return child


def write_often(path: Path, raw: bytes) -> None:
    """Write a file a hundred and fifty times."""
    for _ in range(150):
        write_whole(path, raw)


def test_three_hundred_writings_by_two_processes_all_succeed_and_no_reader_sees_a_half(tmp_path: Path) -> None:
    path, contents = tmp_path / "file", [letter * 100_000 for letter in (b"a", b"b")]
    write_whole(path, contents[0])
    children = [_forked(partial(write_often, path, raw)) for raw in contents]
    seen = {path.read_bytes() for _ in range(300)}
    assert [os.waitpid(child, 0)[1] for child in children] == [0, 0]
    assert seen <= {*contents}
    assert [*tmp_path.iterdir()] == [path]


SITE = {"index.html": b"home", "clause/1/index.html": b"one", "empty.txt": b"", "said.txt": VICTIM}
# What stands in a site, or beside it, that may be another thing; one file says what the victim's says.
PLANTED = ["index.html", "clause", "clause/1", "clause/1/index.html", "empty.txt", "said.txt", "../.site.made"]


def hostile_site(folder: Path, kind: str, at: str) -> Path:
    """Return a site with something else at one place; a victim's files are two folders above."""
    site = folder / "site"
    write_tree(site, SITE)
    for name in SITE:  # what a link to the folder leads to
        (folder.parent / "victims" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder.parent / "victims" / name).write_bytes(VICTIM)
    shutil.rmtree(site / at) if (site / at).is_dir() else (site / at).unlink(missing_ok=True)
    if kind == "a link to a folder":
        (site / at).symlink_to(folder.parent / "victims")
    else:
        plant(kind, site / at)
        if kind == "a symbolic link":
            (site / at).unlink()
            (site / at).symlink_to(folder.parent / "victim")
    return site


def victims(folder: Path) -> Mapping[str, bytes]:
    """Return all that is not in the folder but beside it, where nothing is to be made either."""
    return {name: raw for name, raw in read_tree(folder.parent).items() if not name.startswith("here/")}


def test_a_site_is_built_anew_whatever_was_planted_in_the_old_one(fresh: Callable[[], Path]) -> None:
    """The files of a new tree are made in a folder of its own, whose random name nobody can have planted a link at."""
    for at, kind in product(PLANTED, [*KINDS, "a link to a folder"]):
        folder = fresh()
        site = hostile_site(folder, kind, at)
        before = victims(folder)
        assert count_if_made(site, "s") == 0, (at, kind)
        write_tree(site, SITE)
        note_made(site, "s")
        is_in_the_way = (at, kind) == ("../.site.made", "a directory")
        assert count_if_made(site, "s") == (0 if is_in_the_way else len(SITE)), (at, kind)
        assert victims(folder) == before, (at, kind)
        assert read_tree(site) == SITE, (at, kind)
        assert not any(path.is_symlink() for path in site.rglob("*")), (at, kind)


def test_pages_beside_those_of_mkdocs_never_leave_the_site(fresh: Callable[[], Path]) -> None:
    for at, kind in product(PLANTED[:-1], [*KINDS, "a link to a folder"]):
        folder = fresh()
        site = hostile_site(folder, kind, at)
        before = victims(folder)
        with suppress(StoreError, OSError):
            put_files(site, SITE)
            assert read_tree(site) == SITE, (at, kind)
        assert victims(folder) == before, (at, kind)


def test_the_folder_of_a_site_that_is_a_link_is_replaced_and_what_it_leads_to_stays(fresh: Callable[[], Path]) -> None:
    for kind in ("a link to a folder", "a named pipe", "a directory"):
        folder = fresh()
        site = hostile_site(folder, kind, "")
        before = victims(folder)
        if kind == "a named pipe":
            assert run_in("site build --plain -o site") == 2
        else:
            write_tree(site, SITE)
            assert read_tree(site) == SITE
            assert not site.is_symlink()
        assert victims(folder) == before, kind


def test_devices_and_what_is_open_are_written_to(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    kind = stat.S_IFMT(Path("/dev/null").lstat().st_mode)
    assert run_in("parse before.txt") == 0
    answer = capfd.readouterr().out
    for name in ("/dev/null", "/dev/stdout", "/dev/stderr", "-"):
        assert run_in(f"parse before.txt -o {name}") == 0
        said = capfd.readouterr()
        assert (said.out, said.err) == {"/dev/null": ("", ""), "/dev/stderr": ("", answer)}.get(name, (answer, ""))
        assert stat.S_IFMT(Path("/dev/null").lstat().st_mode) == kind
        assert not (folder / name.lstrip("/")).exists()


def test_a_site_is_refused_at_once_where_there_is_no_folder(
    fresh: Callable[[], Path], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site, "chosen_corpus", None)  # no work begins
    for kind in ("a file", "a dangling link", "a named pipe"):
        target = fresh() / "out"
        target.write_bytes(VICTIM) if kind == "a file" else plant(kind, target)
        assert run_in("site build --plain -o out") == 2
        assert capsys.readouterr().err == "out: is not a folder; expected the folder of a site, or a new one\n"


def test_a_tree_is_never_swept_out_through_a_link(tmp_path: Path) -> None:
    """A link with the name of a folder that a killed build left may lead to any folder that has one called "new"."""
    for name in ("new", "old"):
        (tmp_path / "victim" / name).mkdir(parents=True)
        (tmp_path / "victim" / name / "file").write_bytes(VICTIM)
    (tmp_path / ".site-abcdefgh").symlink_to("victim")
    before = read_tree(tmp_path / "victim")
    write_tree(tmp_path / "site", {"index.html": b"home"})
    assert read_tree(tmp_path / "victim") == before


@pytest.mark.parametrize("typed", [writing.typed for writing in KEEPING.values()])
def test_a_corpus_is_never_written_through_a_link(fresh: Callable[[], Path], typed: str) -> None:
    for name in ("lock", "choices.json", "store.sqlite", "new-store.sqlite", "store.index"):
        at = fresh() / "home" / name
        for leads_to in ("victim", "new"):
            at.unlink(missing_ok=True)
            at.symlink_to(f"../../{leads_to}")
            run_in(typed)
        assert Path("../victim").read_bytes() == VICTIM, name
        assert not Path("../new").exists(), name
