"""Every command that writes a file, the file it writes, and the folder that it is run in."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from clean_text import CLEAN, broken
from table import rows_of

from crdiff.cli.app import run
from tests.small_releases import RELEASES, release_text

# The corpus of the commands, in their folder: all small releases but the last.
HOME = "home"
RESULTS = Path(__file__).parents[1] / "checks" / "results" / "surefire.xml"


class Writing(NamedTuple):
    """A command: what is typed, the file that it writes, and whether it edits that file in place."""

    typed: str
    target: str = "out"
    in_place: bool = False


# Commands that write one file.
WRITING = {
    row["command"]: Writing(row["typed"].format(results=RESULTS), row["target"], row["in place"] == "yes")
    for row in rows_of(__file__, "commands that write one file")
}

# Commands that change a corpus.
KEEPING = {
    "corpus add": Writing("corpus add last.txt", HOME),
    "corpus build": Writing("corpus build --force", HOME),
    "corpus remove": Writing("corpus remove 2009-07-11", HOME),
    "corpus name": Writing("corpus name 2009-07-11 --code XYZ", HOME),
}

_BUILT = ("store.sqlite", "store.index", "store.words")
# Commands that change a corpus or bring its store up to date, and the files of it that are gone before.
STORING = {
    **{name: (writing.typed,) for name, writing in KEEPING.items()},
    "first build": ("corpus build", *_BUILT),
    "history": ("history 710.1 --format json", *_BUILT),
    "search": ("search player --format json", "store.index"),
    "identify": ("identify page.md --format json", "store.words"),
}


def write_inputs(folder: Path) -> None:
    """Write what the commands read."""
    draft = broken(("only two players.", "only two players"), ("begins with more", "begins with with more"))
    opened = broken(("101.2b An", "101.2a+ A player who has left wins nothing (see rule 101.2).\n\n101.2b An"))
    for name, text in (("before", CLEAN), ("draft", draft), ("open", opened)):
        (folder / f"{name}.txt").write_text(text, "utf-8")
    (folder / "page.md").write_text(f"As it says: “{RELEASES['2009-07-11']['710.1']}”\n", "utf-8")
    (folder / "cites.md").write_text("See CR 507.2 and CR 507.3.\n", "utf-8")
    *texts, (last, clauses) = RELEASES.items()
    (folder / "last.txt").write_bytes(release_text(last, clauses))
    given = folder / "given"
    given.mkdir()
    for day, written in texts:
        (given / f"{day}.txt").write_bytes(release_text(day, written))


def run_in(arguments: str) -> int:
    """Run a command as it is typed, in the current folder, and return its exit code."""
    return run(arguments.split())


def files_in(folder: Path) -> Mapping[str, bytes]:
    """Return every file in and below a folder, but the corpus, by its path there."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink() and path.relative_to(folder).parts[0] != HOME
    }
