"""Read the checks in test files without running them, and the reviews beside them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from crdiff.checks.inputs import reviews_beside, scope_beside
from crdiff.errors import CorpusError
from crdiff.trace.marked import marked_checks
from crdiff.trace.results import Check
from crdiff.trace.reviews import Review
from crdiff.trace.scope import Scope, merged

_ROOTS = ("pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg", "setup.py")
"""Files that mark the folder from which pytest names its tests."""


class MarkedChecks(NamedTuple):
    """Checks by file and line, their reviews, the markers that only a run could read, and their scope.

    `unread` are places, ``path:line``.
    """

    checks: tuple[Check, ...]
    reviews: tuple[Review, ...]
    unread: tuple[str, ...]
    scope: Scope = Scope()


def checks_in(paths: Iterable[Path]) -> MarkedChecks:
    """Return the checks in test files and folders of them, named as pytest names them.

    Raises `CorpusError` for a file that is not Python or for invalid reviews, `OSError` for a missing one.
    """
    files = [file for path in paths for file in _test_files(path)]
    checks: list[Check] = []
    unread: list[str] = []
    for file in files:
        name = file.resolve().relative_to(_root(file)).as_posix()
        try:
            found = marked_checks(file.read_text("utf-8"), name)
        except (SyntaxError, UnicodeDecodeError) as error:
            raise CorpusError(f"is no Python ({error})", "a file of tests", path=str(file)) from None
        checks += found.checks
        unread += (f"{file}:{line}" for line in found.unread)
    folders = dict.fromkeys(file.parent for file in files)
    reviews = tuple(review for folder in folders for review in reviews_beside(folder))
    return MarkedChecks(tuple(checks), reviews, tuple(unread), merged(map(scope_beside, folders)))


def _test_files(path: Path) -> Iterator[Path]:
    """Yield the files that pytest takes for tests, in order; a file named as such whatever it is called."""
    if not path.is_dir():
        yield path
        return
    names = {*path.rglob("test_*.py"), *path.rglob("*_test.py")}
    yield from sorted(names)


def _root(file: Path) -> Path:
    """Return the folder that pytest names tests from: the nearest with a file that configures it, else the current."""
    for folder in file.resolve().parents:
        if any((folder / name).is_file() for name in _ROOTS):
            return folder
    return Path.cwd() if file.resolve().is_relative_to(Path.cwd()) else file.resolve().parent
