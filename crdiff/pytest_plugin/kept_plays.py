"""Keep which plays of the checks that come with crdiff passed, so that a new release has only new plays to be played.

Such a check sees nothing of a corpus but the rules of a release, and which release it is where it asks for that. A play
is named by all of this (`Session._play`); what every play depends on besides is in `plays_source`. Of the checks of
others nothing is kept: nobody knows what their engines depend on.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from itertools import chain, islice
from pathlib import Path

import msgspec

from crdiff.game.rules import Behaviour
from crdiff.output.fingerprints import package_fingerprint, source_of
from crdiff.output.kept_files import fingerprints_in, keep_file, recall_file
from crdiff.store.texts.home import embedded_folder, scenario_files

Reds = tuple[tuple[Behaviour, bool, str], ...]
"""Of each behaviour that, inverted, turned a check red: itself, whether it was in force, how the check failed."""

_PLAYS_MOST = 20_000
"""Plays that are kept. All checks on 126 releases, to 2026-04-17, have 6,225; the others are of other corpora."""


class _Kept(msgspec.Struct, frozen=True):
    """Plays that passed, by their names: what turned them red, None for those that had nothing to prove."""

    source: str
    plays: dict[str, Reds | None]


class KeptPlays:
    """The plays kept in a file by runs before, and those that passed in this one."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._source = plays_source()
        self._before = _read(path, self._source)
        self._names: dict[str, str] = {}
        self._found: dict[str, Reds | None] = {}

    @property
    def has_recalled(self) -> bool:
        """Whether a play of a run before stood in for one of this run."""
        return not self._before.keys().isdisjoint(self._found)

    def knows(self, play: str) -> bool:
        """Whether the play of that name passed in a run before."""
        return play in self._before

    def recall(self, play: str) -> Reds | None:
        """Return what turned a play red that passed in a run before, None if it had nothing to prove."""
        self._found[play] = self._before[play]
        return self._found[play]

    def expect(self, test: str, play: str) -> None:
        """Remember that a test, by its node id, will be the play of that name."""
        self._names[test] = play

    def hear(self, test: str, *, has_passed: bool, reds: Iterable[tuple[str, bool, str]] | None) -> None:
        """Take note of the outcome of a test; one that passed and then failed to clean up has failed."""
        play = self._names.get(test)
        if play and has_passed:
            self._found[play] = None if reds is None else tuple((Behaviour(red), on, said) for red, on, said in reds)
        elif play:
            self._found.pop(play, None)

    def write(self) -> None:
        """Keep what passed in this run, and of what is kept already as much as there is room for."""
        if self._found.keys() <= self._before.keys():
            return
        plays = dict(islice(chain(self._found.items(), self._others()), _PLAYS_MOST))
        keep_file(self._path, zlib.compress(msgspec.json.encode(_Kept(self._source, plays)), 1))

    def _others(self) -> Iterable[tuple[str, Reds | None]]:
        return (each for each in self._before.items() if each[0] not in self._found)


def plays_source() -> str:
    """Return the fingerprint of what every play depends on: the code, pytest, the checks, the corpus that comes along.

    Python takes part in the code. Raises `CorpusError` where there are no checks, and `OSError`.
    """
    from importlib.metadata import version

    embedded = sorted(path for path in embedded_folder().rglob("*") if path.is_file())
    return source_of(package_fingerprint(), version("pytest"), fingerprints_in((*scenario_files(), *embedded)))


def _read(path: Path, source: str) -> Mapping[str, Reds | None]:
    """Return the plays kept in a file; none where there is no such file, or one altered or of another source."""
    try:
        kept = msgspec.json.decode(zlib.decompress(recall_file(path) or b""), type=_Kept)
    except (zlib.error, msgspec.MsgspecError):
        return {}
    return kept.plays if kept.source == source else {}
