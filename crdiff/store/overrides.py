"""The hand decisions on alignments that apply to a corpus: crdiff's own, then the user's for the same two releases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from crdiff.align.overrides import Override, parse_overrides
from crdiff.errors import OverrideError
from crdiff.store.embedded import embedded_folder

_NAMED = "????-??-??__????-??-??.toml"


def overrides(corpus: Path) -> Mapping[str, str]:
    """Return ``OLD__NEW`` -> the text of its file, sorted; a file of the user's replaces one that comes with crdiff."""
    found: dict[str, str] = {}
    for folder in (embedded_folder() / "overrides", corpus / "overrides"):
        found |= {path.stem: path.read_text("utf-8") for path in folder.glob(_NAMED)}
    return dict(sorted(found.items()))


@contextmanager
def decisions(corpus: Path, old: str, new: str) -> Iterator[tuple[Override, ...]]:
    """Give the hand decisions on two releases, named by date; those written from new to old are turned round.

    An `OverrideError`, raised here or by what they are given to, is told with the file.
    """
    folders = (corpus / "overrides", embedded_folder() / "overrides")
    names = ((f"{old}__{new}.toml", False), (f"{new}__{old}.toml", True))
    for path, is_turned in ((folder / name, is_turned) for folder in folders for name, is_turned in names):
        if path.is_file():
            try:
                found = parse_overrides(path.read_text("utf-8"))
                yield tuple(override.mirrored() for override in found) if is_turned else found
            except OverrideError as error:
                raise error.at(str(path)) from None
            return
    yield ()
