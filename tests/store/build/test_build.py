"""Bringing the store up to date: only what is missing is done, and the result does not depend on how it came about."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import closing
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reordered_archive import REORDERED
from small_archive import fill

from crdiff.changes.change import Rewording
from crdiff.changes.compare import compare_releases
from crdiff.corpus import Corpus
from crdiff.dialects.registry import read
from crdiff.errors import OverrideError, StoreError
from crdiff.model.number import ClauseNumber
from crdiff.reports.history import history_line
from crdiff.store.build.build import Built, Station, pending_batches
from crdiff.store.build.recorded import PairKey
from crdiff.store.texts import corpus_folder
from crdiff.store.texts.corpus_folder import INDEX, STORE, Decisions
from crdiff.store.texts.folder import Given, HeldText, Identity
from tests.conftest import Filled
from tests.small_releases import RELEASES, release_text
from tests.support.days import on

FIRST, SECOND, THIRD, LAST = RELEASES


def exported(corpus: Corpus) -> bytes:
    return b"".join(map(history_line, corpus.lineages()))


def test_a_first_build_reads_every_text_and_aligns_every_pair(filled: Filled) -> None:
    assert filled().build() == Built(texts_read=4, pairs_aligned=3, releases=4)


def test_a_store_that_is_up_to_date_is_left_alone(filled: Filled) -> None:
    corpus = filled()
    corpus.build()
    before = (corpus.folder / STORE).stat()
    assert corpus.build() == Built(0, 0, 4)
    assert (corpus.folder / STORE).stat().st_mtime_ns == before.st_mtime_ns


@pytest.mark.parametrize(("added", "pairs"), [(LAST, 1), (THIRD, 2), (FIRST, 1)])
def test_a_release_that_is_added_is_aligned_with_its_neighbours_only(
    filled: Filled, small_files: Path, added: str, pairs: int
) -> None:
    corpus = filled(*(day for day in RELEASES if day != added))
    corpus.build()
    corpus.add(small_files / f"{added}.txt")
    assert corpus.build() == Built(texts_read=1, pairs_aligned=pairs, releases=4)


def test_removing_a_release_links_its_neighbours(filled: Filled) -> None:
    corpus = filled()
    corpus.build()
    corpus.remove(SECOND)
    assert corpus.build() == Built(texts_read=0, pairs_aligned=1, releases=3)
    assert corpus.releases == tuple(map(on, (FIRST, THIRD, LAST)))
    assert corpus.search("mana burn", ever=True)[0].last == on(FIRST)


def test_nothing_of_a_text_that_was_removed_stays_in_the_store(filled: Filled) -> None:
    corpus = filled()
    corpus.build()
    corpus.remove(FIRST)
    corpus.build()
    assert corpus.search("mana burn", ever=True) == ()
    with sqlite3.connect(corpus.folder / STORE) as store:
        for table in ("reading", "pair"):
            assert len(store.execute(f"SELECT * FROM {table}").fetchall()) == {"reading": 3, "pair": 2}[table]
    store.close()


@pytest.mark.parametrize("order", list(permutations(RELEASES))[1::5])
def test_the_order_of_adding_does_not_change_a_byte(filled: Filled, order: tuple[str, ...]) -> None:
    at_once = exported(filled(name="at-once"))
    one_by_one = filled(order[0], name="one-by-one")
    for day in order[1:]:
        one_by_one.build()
        one_by_one.add(one_by_one.folder.parent / "given" / f"{day}.txt")
    assert exported(one_by_one) == at_once
    assert at_once.count(b"\n") == 16


def test_other_code_makes_everything_anew(filled: Filled, monkeypatch: pytest.MonkeyPatch) -> None:
    corpus = filled()
    corpus.build()
    before = exported(corpus)
    corpus.close()
    monkeypatch.setattr(corpus_folder, "code_fingerprint", lambda: "another")
    assert corpus.build() == Built(texts_read=4, pairs_aligned=3, releases=4)
    assert exported(corpus) == before


DECISION = '[[link]]\nold = ["{}"]\nnew = ["{}"]\nreason = "read by a person"\n'


@pytest.mark.parametrize(
    ("name", "old", "new"), [(f"{FIRST}__{SECOND}", "507.4", "710.2"), (f"{SECOND}__{FIRST}", "710.2", "507.4")]
)
def test_a_hand_decision_is_heeded_and_aligns_its_pair_anew(filled: Filled, name: str, old: str, new: str) -> None:
    corpus = filled()
    assert corpus.history("507.4").runs[-1].number == ClauseNumber.parse("507.4")
    file = corpus.folder / "overrides" / f"{name}.toml"
    file.parent.mkdir()
    file.write_text(DECISION.format(old, new))
    assert corpus.build() == Built(texts_read=0, pairs_aligned=1, releases=4)
    assert [str(run.number) for run in corpus.history("507.4", at=FIRST).runs] == ["507.4", "710.2", "712.2"]
    file.unlink()
    assert corpus.build() == Built(texts_read=0, pairs_aligned=1, releases=4)


def test_a_hand_decision_that_does_not_fit_the_texts_is_told_with_its_line(filled: Filled) -> None:
    corpus = filled()
    file = corpus.folder / "overrides" / f"{FIRST}__{SECOND}.toml"
    file.parent.mkdir()
    file.write_text(DECISION.format("507.4", "710.9"))
    with pytest.raises(OverrideError, match=r"overrides/2003-10-01__2009-07-11\.toml:1: .*710\.9"):
        corpus.build()


class Scripted(Executor):
    """An executor of one's own, as a cluster's client library has one: it does the work when it is handed in.

    With `error` the first batch fails by it, and the others wait for ever.
    """

    def __init__(self, error: BaseException | None = None) -> None:
        self.error = error
        self.given: list[Future[Any]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if not self.error:
            future.set_result(fn(*args, **kwargs))
        elif not self.given:
            future.set_exception(self.error)
        self.given.append(future)
        return future


def test_any_executor_can_do_the_work(filled: Filled) -> None:
    expected = exported(filled(name="processes"))
    scripted = Scripted()
    with ThreadPoolExecutor(2) as threads:
        for name, executor in (("threads", threads), ("scripted", scripted)):
            folder = filled(name=name).folder
            assert exported(Corpus(folder, executor=executor)) == expected
    assert len(scripted.given) == 1


def test_progress_ends_with_everything_done(filled: Filled) -> None:
    seen: list[tuple[int, int]] = []
    Corpus(filled().folder, progress=lambda done, total: seen.append((done, total))).build()
    assert seen == [(1, 1)]


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (BrokenExecutor("killed"), "a process that worked on the build died"),
        (CancelledError(), "the executor stopped before the build was done"),
    ],
)
def test_an_executor_that_fails_is_told_in_one_line(filled: Filled, error: BaseException, said: str) -> None:
    corpus = filled()
    with pytest.raises(StoreError, match=said):
        Corpus(corpus.folder, executor=Scripted(error)).build()
    assert corpus.build().releases == 4


def test_where_a_batch_fails_those_that_nobody_has_begun_are_cancelled(tmp_path: Path) -> None:
    for year in range(2000, 2010):
        file = tmp_path / f"{year}.txt"
        file.write_bytes(release_text(f"{year}-05-01", RELEASES[FIRST]))
        Corpus(tmp_path / "corpus").add(file)
    executor = Scripted(OverrideError("decides what is not there"))
    with pytest.raises(OverrideError):
        Corpus(tmp_path / "corpus", executor=executor).build()
    _, *waiting = executor.given
    assert waiting
    assert all(future.cancelled() for future in waiting)


def test_an_archive_replaced_meanwhile_does_not_answer_with_a_mixture(filled: Filled, small_files: Path) -> None:
    reader = filled(FIRST, SECOND)
    assert reader.history("507.4").fate
    with Corpus(reader.folder) as writer:
        writer.add(small_files / f"{LAST}.txt")
        writer.build()
    with pytest.raises(StoreError, match="was brought up to date by another process; open it again"):
        reader.history("507.4")
    reader.close()
    assert reader.releases == tuple(map(on, (FIRST, SECOND, LAST)))


def test_what_another_process_keeps_without_publishing_it_disturbs_no_reader(filled: Filled) -> None:
    reader = filled()
    assert reader.releases
    with sqlite3.connect(reader.folder / STORE) as other:
        other.execute("INSERT INTO reading VALUES ('text', 'code', x'00')")
    other.close()
    assert reader.history("507.4").fate


def test_two_processes_that_build_at_once_leave_one_sound_store(filled: Filled) -> None:
    corpus = filled()
    build = "import sys; from crdiff import Corpus; print(len(Corpus(sys.argv[1]).releases))"
    both = [
        subprocess.Popen([sys.executable, "-c", build, str(corpus.folder)], stdout=subprocess.PIPE) for _ in range(2)
    ]
    assert [process.communicate()[0] for process in both] == [b"4\n", b"4\n"]
    assert corpus.verify() == ()


def spoil(store: Path, kind: str) -> None:
    """Do to a store what disks, other versions and people do."""
    match kind:
        case "no database":
            store.write_bytes(b"not a database at all, but longer than the header of one" * 40)
        case "a store cut short" | "an index cut short":
            path = store.with_name(INDEX) if "index" in kind else store
            path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
        case "another database":
            store.unlink()
            with closing(sqlite3.connect(store)) as other, other:
                other.execute("CREATE TABLE recipe (name TEXT)")
        case "an older version":
            with closing(sqlite3.connect(store)) as other, other:
                other.execute("PRAGMA user_version = 0")


@pytest.mark.parametrize(
    "kind", ["no database", "a store cut short", "an index cut short", "another database", "an older version"]
)
def test_a_spoiled_store_is_told_in_one_line_and_made_again_on_request(filled: Filled, kind: str) -> None:
    corpus = filled()
    before = exported(corpus)
    corpus.close()
    texts = sorted((corpus.folder / "texts").iterdir())
    spoil(corpus.folder / STORE, kind)
    with pytest.raises(StoreError, match=r"crdiff corpus build --force") as caught:
        exported(corpus)
    assert "\n" not in str(caught.value)
    assert STORE.partition(".")[0] in str(caught.value)
    corpus.close()
    assert corpus.build(rebuild=True) == Built(4, 3, 4)
    assert exported(corpus) == before
    assert sorted((corpus.folder / "texts").iterdir()) == texts


def test_verifying_says_in_one_line_that_a_page_of_the_store_is_spoiled(filled: Filled) -> None:
    corpus = filled()
    corpus.build()
    corpus.close()
    store = corpus.folder / STORE
    raw = store.read_bytes()
    half = len(raw) // 8192 * 4096
    store.write_bytes(raw[:half] + bytes(8192) + raw[half + 8192 :])
    (fault,) = corpus.verify()
    assert fault.path == STORE
    assert fault.what.startswith("the store is damaged (")
    assert "\n" not in fault.what


def test_a_store_that_was_hardly_begun_is_made_without_ado(filled: Filled) -> None:
    corpus = filled()
    (corpus.folder / STORE).write_bytes(b"")
    assert corpus.verify() == ()
    assert len(corpus.releases) == 4


def test_a_corpus_that_cannot_be_written_answers_while_its_store_is_up_to_date(
    filled: Filled, small_files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Permissions mean nothing to root, so the refusal is SQLite's and the file system's, put in their mouths."""
    corpus = filled(FIRST, SECOND)
    corpus.build()
    real = sqlite3.connect

    def read_only(database: Any, *arguments: Any, **options: Any) -> sqlite3.Connection:
        if not str(database).endswith("mode=rw"):
            error = sqlite3.OperationalError("unable to open database file")
            error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
            raise error
        return real(database, *arguments, **options)

    monkeypatch.setattr(sqlite3, "connect", read_only)
    assert corpus.history("507.1").runs[0].number == ClauseNumber.parse("507.1")
    with pytest.raises(StoreError, match="the corpus cannot be written"):
        corpus.add(small_files / f"{THIRD}.txt")
    with pytest.raises(StoreError, match="the corpus cannot be written"):
        corpus.build(rebuild=True)


# cutting what a build lacks into batches, and workers that do not outlive the process that started them


def chain(length: int) -> list[Station]:
    """Return so many releases in a row; the text of each has its position as checksum."""
    stations = []
    for at in range(length):
        identity = Identity(f"20{at:02}-01-01", str(at), 1, str(at), 1, 0)
        pair = PairKey(str(at - 1), str(at), "") if at else None
        stations.append(Station(HeldText(identity, f"{at}.txt", (Given("rules.txt"),)), Decisions(), pair))
    return stations


def cut(length: int, read: set[str], aligned: set[PairKey]) -> list[tuple[list[str], set[str]]]:
    """Return for each task the checksums of its texts, and of those to be read for the store."""
    return [
        ([station.sha256 for station in task.stations], set(task.unread))
        for task in pending_batches(chain(length), frozenset(read), frozenset(aligned))
    ]


def test_one_more_release_at_the_end_needs_the_one_before_it_only() -> None:
    known = {PairKey(str(at), str(at + 1), "") for at in range(3)}
    assert cut(5, {"0", "1", "2", "3"}, known) == [(["3", "4"], {"4"})]


def test_long_runs_are_cut_and_the_text_at_a_cut_is_read_for_one_task_only() -> None:
    assert cut(9, set(), set()) == [
        (["0", "1", "2", "3", "4", "5", "6"], {"0", "1", "2", "3", "4", "5", "6"}),
        (["6", "7", "8"], {"7", "8"}),
    ]


@given(st.integers(1, 20), st.data())
def test_what_is_missing_is_done_once_and_nothing_else(length: int, data: st.DataObject) -> None:
    pairs = [station.pair for station in chain(length) if station.pair]
    read = data.draw(st.sets(st.sampled_from([str(at) for at in range(length)])))
    aligned = data.draw(st.sets(st.sampled_from(pairs))) if pairs else set()
    made = pending_batches(chain(length), frozenset(read), frozenset(aligned))
    asked = [checksum for task in made for checksum in task.unread]
    worked = [station.pair for task in made for station in task.stations[1:]]
    assert sorted(asked) == sorted({str(at) for at in range(length)} - read)
    assert sorted(filter(None, worked)) == sorted(set(pairs) - aligned)


# the store keeps the rewordings of each release with what they left


@pytest.fixture
def reordered(tmp_path: Path) -> Iterator[Corpus]:
    """Return a corpus of two releases, the newer one with a rewording that leaves one clause alone."""
    with Corpus(fill(tmp_path / "corpus", dict([*REORDERED.items()][:2]))) as corpus:
        yield corpus


def test_news_tell_the_rewordings_of_a_release_and_what_they_left(reordered: Corpus) -> None:
    old, new = (read(release_text(str(day), REORDERED[str(day)]), str(day)) for day in reordered.releases)
    compared = compare_releases(old, new).rewordings
    assert compared == (Rewording("comes into play", "enters the battlefield", 10, ("300.11",)),)
    (news,) = reordered.news(reordered.releases[0]).releases
    assert news.rewordings == compared


def test_rewordings_are_told_whatever_numbers_are_asked_for(reordered: Corpus) -> None:
    (news,) = reordered.news(reordered.releases[0], "100").releases
    assert (news.to_read, news.others) == ((), ())
    assert len(news.rewordings) == 1


def test_the_facts_are_kept_between_runs_and_written_anew_where_they_are_damaged(tmp_path: Path) -> None:
    def answer() -> bytes:
        command = [sys.executable, "-m", "crdiff", "history", "704.5k"]
        environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path), "HOME": str(tmp_path)}
        return subprocess.run(command, env=environment, capture_output=True, check=True).stdout

    first = answer()
    (kept,) = tmp_path.rglob("*.facts")
    whole = kept.read_bytes()
    assert answer() == first
    kept.write_bytes(whole[:-9])
    assert answer() == first
    assert kept.read_bytes() == whole
