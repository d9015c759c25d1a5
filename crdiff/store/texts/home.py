"""Find the folders of the user's corpus, of the embedded checks, and of what can be worked out again."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from stat import S_ISDIR

from crdiff.errors import CorpusError, StoreError

# Folder of the checks that come with crdiff, in `scenarios_folder`, and of the checks of a project.
SCENARIOS = "tests/rules"

_VARIABLE = "CRDIFF_HOME"


def home(asked: str | Path | None = None) -> Path:
    """Return the folder of the corpus: `asked`, else ``$CRDIFF_HOME``, else the platform's place for data.

    The folder need not exist. Raises `StoreError` for a file, and for a path that cannot be read, such as a loop of
    links: it is not an empty corpus. So does a home of the user that is not known.
    """
    named = asked or os.environ.get(_VARIABLE)
    folder = Path(named) if named else _platform_folder() / "crdiff"
    try:
        is_folder = S_ISDIR(folder.stat().st_mode)
    except FileNotFoundError:
        return folder
    except OSError as error:
        raise StoreError(f"cannot be read ({error.strerror})", "the folder of a corpus", path=str(folder)) from None
    if not is_folder:
        raise StoreError("is a file", "the folder of a corpus", path=str(folder))
    return folder


def is_named_by_environment() -> bool:
    """Whether ``$CRDIFF_HOME`` names the folder of the corpus where nobody asks for another."""
    return bool(os.environ.get(_VARIABLE))


def _platform_folder() -> Path:
    if sys.platform == "darwin":
        return _user_folder() / "Library" / "Application Support"
    if sys.platform == "win32":
        return _named_folder("LOCALAPPDATA") or _user_folder() / "AppData" / "Local"
    return _named_folder("XDG_DATA_HOME") or _user_folder() / ".local" / "share"


def _named_folder(variable: str) -> Path | None:
    """Return the folder that a variable names; one that depends on the current folder names none (XDG)."""
    named = Path(os.environ.get(variable, ""))
    return named if named.is_absolute() else None


def _user_folder() -> Path:
    """Return the home of the user. Raises `StoreError` where nothing says which: never the root nor where we are."""
    try:
        found = Path.home()
    except RuntimeError:  # no $HOME, and the system knows no such user
        found = Path()
    if found.is_absolute() and (found != Path(found.anchor) or os.environ.get("HOME")):
        return found
    what = "the home folder of the user is not known"
    raise StoreError(what, f"its whole path in $HOME, or that of a corpus in ${_VARIABLE}")


def cache_folder() -> Path:
    """Return the folder of what crdiff can work out again, in the platform's place for such: it need not exist.

    Raises `StoreError` where nothing says which the home of the user is.
    """
    if sys.platform == "darwin":
        return _user_folder() / "Library" / "Caches" / "crdiff"
    if sys.platform == "win32":
        return _platform_folder() / "crdiff" / "Cache"
    return (_named_folder("XDG_CACHE_HOME") or _user_folder() / ".cache") / "crdiff"


def scenarios_folder() -> Path:
    """Return the folder that names the checks which come with crdiff: they are in its `SCENARIOS`.

    It is the same name in an installed crdiff and in a checkout, since reviews name checks by it. Raises `CorpusError`
    where there is neither.
    """
    package = Path(__file__).parents[2]
    for folder in (package / "scenarios", package.parent):
        if (folder / SCENARIOS).is_dir():
            return folder
    raise CorpusError("no checks", "a folder crdiff/scenarios in the package, or tests/rules beside it")


def scenario_files() -> tuple[Path, ...]:
    """Return every file of the checks that come with crdiff, what Python makes of them left out; in order.

    Raises `CorpusError` where there are none.
    """
    found = (scenarios_folder() / SCENARIOS).rglob("*")
    return tuple(sorted(path for path in found if path.suffix != ".pyc" and path.is_file()))
