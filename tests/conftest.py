"""What every test may ask for."""

from __future__ import annotations

import fcntl
import os
import re
import signal
import tempfile
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from functools import cache, lru_cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from crdiff.align.alignment import Alignment
from crdiff.align.engine import align_releases
from crdiff.book_words import embedded_folder
from crdiff.changes.change import Comparison
from crdiff.changes.compare import compare
from crdiff.checks.inputs import known_timeline
from crdiff.corpus import Corpus
from crdiff.dialects.registry import read
from crdiff.model.release import Release
from crdiff.store.embedded import corpus as corpus_read
from crdiff.store.embedded.corpus import load_corpus
from tests.small_releases import RELEASES, release_text

Texts = Mapping[str, bytes]
Filled = Callable[..., Corpus]
Golden = Callable[[Path, str], None]
Official = Callable[[str], Release]
Aligned = Callable[[str, str], Alignment]
Compared = Callable[[str, str], Comparison]


settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")  # no property depends on how busy the machine is


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that rewrites the golden files under tests/golden."""
    parser.addoption(
        "--update-golden", action="store_true", help="write the golden files instead of comparing with them"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Give every test, and every process that one starts, an empty corpus: never that of whoever runs the tests.

    It is done before tests are collected, since those with the marker `clause` look their clauses up then.
    """
    folder = tempfile.TemporaryDirectory(prefix="crdiff-tests-")
    config.add_cleanup(folder.cleanup)
    patch = pytest.MonkeyPatch()
    config.add_cleanup(patch.undo)
    _read_facts_once(patch)
    os.environ |= {name: str(Path(folder.name, "data")) for name in ("CRDIFF_HOME", "XDG_DATA_HOME", "LOCALAPPDATA")}
    os.environ["XDG_CACHE_HOME"] = str(Path(folder.name, "cache"))
    os.environ.pop("COLUMNS", None)  # the width that a terminal or a runner says would break lines elsewhere
    os.unsetenv("COLUMNS")  # which readline sets for processes that tests start, and Python does not see
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as a shell in the background has it
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Return a function that holds a text against the file that keeps what it should be.

    With ``--update-golden`` the file is written instead; the difference is then reviewed like code.
    """

    def hold(expected: Path, found: str) -> None:
        if request.config.getoption("--update-golden"):
            expected.write_text(found, encoding="utf-8")
        assert expected.read_text(encoding="utf-8") == found

    return hold


SHARED = Path(os.environ.get("CRDIFF_SHARED") or Path(__file__).parents[2] / "shared")


# The first release, those around the great renumbering, some with numbers printed twice, those that the readers' tasks
# speak of with those that ended what they ask for, and a newest one: between them clauses moved and were reworded.
SOME = (
    "1999-04-23", "2003-05-26", "2003-07-01", "2003-10-01", "2006-05-01", "2007-10-01", "2008-02-01", "2009-05-01",
    "2009-07-11", "2012-07-01", "2016-07-22", "2020-11-20", "2021-02-05", "2024-06-07", "2024-09-20", "2024-11-08",
)  # fmt: skip

# Fixtures of official texts, which all others of them ask: a test that does belongs to `make test-whole`.
WHOLE = {"shared"}


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Generator[None, None, None]:
    """Mark what asks for the whole archive, before `-m` chooses; refuse more cases than CONTRIBUTING.md allows.

    What was chosen is put in order: the quick tests of all files first, so that a fault shows soon. Where several
    processes take a file each, the files that take longest come first, so that none waits for another at the end.
    """
    guide = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text("utf-8")
    most = int(re.findall(r"at most ([\d,]+) cases", guide)[0].replace(",", ""))
    if len(items) > most:
        raise pytest.UsageError(f"{len(items)} cases; expected {most}: join some, or raise the number and say why")
    for item in items:
        if WHOLE & set(getattr(item, "fixturenames", ())):
            item.add_marker("whole")
    yield
    asking = Counter(frozenset(_asked(item)) for item in items)  # what many ask for is made for all of them
    items.sort(key=lambda item: (_hundredths(item), -asking[frozenset(_asked(item))]))
    if "PYTEST_XDIST_WORKER" in os.environ:
        files: Counter[Path] = Counter()
        for item in items:
            files[item.path] += _hundredths(item)
        items.sort(key=lambda item: (-files[item.path], item.path))


def _hundredths(item: pytest.Item) -> int:
    """Return about how many hundredths of a second a test takes: most that ask for no fixture take next to none.

    One that notices most faults of its room is counted as none, so that it comes first.
    """
    if item.get_closest_marker("broad"):
        return 0
    if item.get_closest_marker("slow") or item.get_closest_marker("browser"):
        return 400
    return 40 if _asked(item) else 3


def _asked(item: pytest.Item) -> set[str]:
    """Return the fixtures that a test asks for, without its cases."""
    given = getattr(item, "callspec", None)
    return {*getattr(item, "fixturenames", ())} - {*(given.params if given else ())}


@contextmanager
def _skipping_what_is_not_there() -> Iterator[None]:
    """Skip a test that needs a file which is not in the shared folder: nobody can get all of the official texts."""
    try:
        yield
    except FileNotFoundError as error:
        if not Path(error.filename or "").is_relative_to(SHARED):
            raise
        pytest.skip(f"no {Path(error.filename).relative_to(SHARED)} in the folder of official releases")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup() -> Generator[None, None, None]:
    """Skip what a fixture cannot find in the shared folder."""
    with _skipping_what_is_not_there():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, None, None]:
    """Skip what a test cannot find in the shared folder."""
    with _skipping_what_is_not_there():
        return (yield)


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of official releases and hand-checked answers; without it tests that need it are skipped."""
    if not (SHARED / "cr").is_dir():
        pytest.skip("no folder of official releases: set CRDIFF_SHARED to one")
    return SHARED


@pytest.fixture(scope="session")
def all_shared(shared: Path) -> Path:
    """Return the folder of official releases if it has all that the recorded facts came from; else skip the test."""
    missing = set(load_corpus().lives.dates) - {date.fromisoformat(text.stem) for text in (shared / "cr").glob("*.txt")}
    if missing:
        pytest.skip(f"the folder of official releases lacks {len(missing)} of those that this test needs")
    return shared


@pytest.fixture(scope="session")
def official(shared: Path) -> Official:
    """Return a function that reads the official release of a date such as ``2024-06-07``, each once per session."""

    @cache
    def release(date: str) -> Release:
        return read((shared / "cr" / f"{date}.txt").read_bytes(), f"{date}.txt", "official")

    return release


@pytest.fixture(scope="session")
def aligned(official: Official) -> Aligned:
    """Return a function that aligns the official releases of two dates; many tests ask about the same pairs."""

    @lru_cache(8)
    def align(old: str, new: str) -> Alignment:
        return align_releases(official(old), official(new))

    return align


@pytest.fixture(scope="session")
def comparison(aligned: Aligned) -> Compared:
    """Return a function that compares the official releases of two dates."""

    @lru_cache(24)
    def compared(old: str, new: str) -> Comparison:
        return compare(aligned(old, new))

    return compared


@pytest.fixture(scope="session")
def every_release(all_shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the corpus of all official releases, built once for all processes of a run; no test may change it."""
    return _built(tmp_path_factory, "every-release", all_shared / "cr")


@pytest.fixture(scope="session")
def some_releases(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the corpus of the official releases in `SOME`, built once for all processes; no test may change it."""
    return _built(tmp_path_factory, "some-releases", *(shared / "cr" / f"{day}.txt" for day in SOME))


@contextmanager
def once_in_a_run(factory: pytest.TempPathFactory, name: str) -> Iterator[Path]:
    """Give a path that all processes of a run share, to one of them at a time: while nothing is there, it makes it."""
    own = factory.getbasetemp()
    path = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / name
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield path


def _built(factory: pytest.TempPathFactory, name: str, *texts: Path) -> Path:
    with once_in_a_run(factory, name) as folder:
        if not folder.exists():  # to read the texts again, only to find that they are held, would take long
            with Corpus(folder) as corpus:
                corpus.add(*texts)
                corpus.build()
    return folder


def _read_facts_once(patch: pytest.MonkeyPatch) -> None:
    """Read each file of the facts that come with crdiff once in a process: nearly every command reads them all."""

    def once(read: Callable[..., object]) -> Callable[..., object]:
        kept = cache(read)
        return lambda path, *more: (kept if path.is_relative_to(embedded_folder()) else read)(path, *more)

    for name in ("read_annotation", "read_catalog", "read_edition", "read_lineages", "read_lives"):
        patch.setattr(corpus_read, name, once(getattr(corpus_read, name)))


@pytest.fixture
def one_timeline(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have all that crdiff knows of clauses read once for all tests, which takes a second."""
    _known_timeline()  # here, since what a forked process reads is read there alone
    monkeypatch.setattr("crdiff.checks.inputs.known_timeline", _known_timeline)


_known_timeline = cache(known_timeline)


@pytest.fixture(scope="session")
def small_texts() -> Texts:
    """Return release -> bytes."""
    return {day: release_text(day, clauses) for day, clauses in RELEASES.items()}


@pytest.fixture
def small_files(tmp_path: Path, small_texts: Texts) -> Path:
    """Return a folder with the small releases as files."""
    folder = tmp_path / "given"
    folder.mkdir()
    for day, raw in small_texts.items():
        (folder / f"{day}.txt").write_bytes(raw)
    return folder


@pytest.fixture
def filled(tmp_path: Path, small_files: Path) -> Filled:
    """Return a function that makes a corpus of the small releases named, in that order; all of them by default."""

    def fill(*days: str, name: str = "corpus") -> Corpus:
        corpus = Corpus(tmp_path / name)
        for day in days or RELEASES:
            corpus.add(small_files / f"{day}.txt")
        return corpus

    return fill
