"""Find the folders of the user's corpus, of the embedded checks, and of what can be worked out again.

The corpus that a command or a plugin uses is the first of these: the one asked for (``--corpus``, or the option of a
plugin), ``$CRDIFF_HOME``, the platform's folder for data, and what comes with crdiff: editions and recorded facts.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from stat import S_ISDIR

from msgspec import Struct

from crdiff.errors import CorpusError, StoreError, UsageError
from crdiff.store.texts.corpus_folder import listing

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


class Chosen(Struct, frozen=True):
    """The chosen corpus: its `folder`, None for what comes with crdiff.

    `note` tells a person which one it is and why, unless an option named it, and whether another version of crdiff
    built its store; "" for neither.
    """

    folder: Path | None
    note: str = ""


# The built-in corpus, chosen explicitly.
BUILT_IN = Chosen(None)


def chosen_corpus(asked: str | Path | None = None, *, built_in: bool = False) -> Chosen:
    """Return the corpus to use: the folder `asked` for whatever it contains, any other only if it contains texts.

    With `built_in` it is what comes with crdiff. Raises `UsageError` where both are asked for, `StoreError` for a file.
    """
    from crdiff.store.archive.index import built_by_another  # opens databases, which the help of a command never does

    if asked and built_in:
        raise UsageError(f"the corpus {asked} and the built-in one exclude one another", "one of them")
    if built_in:
        return BUILT_IN
    folder = home(asked)
    if asked:
        return Chosen(folder, built_by_another(folder))
    if not listing(folder):
        nothing_added = f"no texts have been added to the corpus in {folder}"
        return Chosen(None, f"{nothing_added}: using what comes with crdiff, which covers only some rules")
    named_by = "$CRDIFF_HOME" if is_named_by_environment() else "the platform's folder for data"
    notes = f"the corpus is {folder} ({named_by})", built_by_another(folder)
    return Chosen(folder, "; ".join(filter(None, notes)))
