"""What a TEXT on the command line means: a file, standard input, a release, an edition, a file under git."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path

from crdiff.errors import CrdiffError, UnreadableText
from crdiff.model.release import Release

AS_OF = "as-of:"
"""Prefix of the name of a text that ``--as-of DATE`` stands for."""

_GIT = "git:"
_DATE = re.compile(r"\d{4}-\d\d-\d\d")


@dataclass(frozen=True, slots=True)
class Texts:
    """Reads texts by name. `corpus` is the folder of ``--corpus``, `dialect` the name given with ``--dialect``."""

    corpus: str | None = None
    dialect: str | None = None

    def read(self, name: str) -> Release:
        """Return the text called `name`.

        A date names a release and a known id an edition; everything else is a file, and ``./2009-07-11`` is one too.
        Raises `CrdiffError` with the place where it went wrong; `OSError` where a file cannot be opened.
        """
        if name == "-":
            return self._parse(sys.stdin.buffer.read(), "standard input", "standard input")
        if name.startswith(_GIT):
            return self._parse(_from_git(name), name, name)
        path = Path(name)
        return self._parse(path.read_bytes(), name, path.name)

    def _parse(self, raw: bytes, place: str, called: str) -> Release:
        """Return the release in `raw`; errors name `place`, the release itself says `called`, which is no path."""
        from crdiff.dialects.registry import read

        try:
            return read(raw, called, self.dialect)
        except CrdiffError as error:
            raise error.at(place) from None


def _from_git(name: str) -> bytes:
    """Return the file that ``git:REV:path`` names, as git has it."""
    from subprocess import run

    revision, separator, path = name.removeprefix(_GIT).partition(":")
    if not (revision and separator and path) or revision.startswith("-"):
        raise UnreadableText("no file under git", "git:REV:path, such as git:HEAD~1:rules.txt", path=name)
    try:
        found = run(["git", "cat-file", "blob", f"{revision}:{path}"], capture_output=True, check=False)
    except FileNotFoundError:
        raise UnreadableText("git is not installed", "the command git", path=name) from None
    if found.returncode:
        raise UnreadableText(found.stderr.decode("utf-8", "replace").strip() or "git found nothing", path=name)
    return found.stdout
