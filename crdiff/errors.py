"""The errors crdiff raises on purpose, one tree.

    CrdiffError
    ├── UnreadableText      bytes that no known encoding explains, or no text at all
    ├── UnrecognisedText    text in which no dialect finds rules
    ├── UnknownNumber       a clause number that is malformed or that never existed
    │   └── UnknownTitle    a name that no clause has as its title
    ├── UnknownRelease      a release date that is malformed or not held
    ├── CorpusError         an edition, catalogue or annotation file that contradicts itself
    ├── OverrideError       a hand decision on an alignment that does not fit the texts
    ├── StoreError          a store that cannot be used
    │   └── NoStoreError    no store at all
    ├── DownloadError       an address from which nothing usable came
    │   └── UnresolvedHost  an address whose host nobody knows
    ├── UsageError          incompatible arguments
    ├── IllegalAction       an action that the rules of the game model do not allow
    └── NotModelled         a question that the game model cannot answer

Inner code says *what*; the code that knows the file adds *where* with `CrdiffError.at`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ParamSpec, Self

_Given = ParamSpec("_Given")


class CrdiffError(Exception):
    """One line for a person: ``path:line: what; expected what``.

    `what` is wrong, and `expected` what would be right instead, "" where that is clear or where `remedy` says what to
    do. `path` names the file, "" for none. `line` counts from 1; 0 says that the error concerns the whole file.
    """

    def __init__(self, what: str, expected: str = "", *, remedy: str = "", path: str = "", line: int = 0) -> None:
        super().__init__(what)
        self.what = what
        self.expected = expected
        self.remedy = remedy
        self.path = path
        self.line = line

    def at(self, path: str, line: int = 0) -> Self:
        """Return the same error with the place it happened, unless it has one."""
        path, line = self.path or path, self.line or line
        return type(self)(self.what, self.expected, remedy=self.remedy, path=path, line=line)

    def __str__(self) -> str:
        wanted = f"; expected {self.expected}" if self.expected else f"; {self.remedy}" if self.remedy else ""
        return " ".join(f"{self._where()}{self.what}{wanted}".split())

    def _where(self) -> str:
        return f"{self.path}:{self.line}: " if self.path and self.line else f"{self.path}: " if self.path else ""


class UnreadableText(CrdiffError):
    """The bytes are no text: empty, binary, or in no encoding we can make out."""


class UnrecognisedText(CrdiffError):
    """The text holds no rules that any dialect recognises."""


class UnknownNumber(CrdiffError):
    """A clause number that is malformed, or that no release held has."""


class UnknownTitle(UnknownNumber):
    """A name that no clause has as its title; a glossary entry may."""


class UnknownRelease(CrdiffError):
    """A release date that is malformed, or that is not held."""


class CorpusError(CrdiffError):
    """A file of the corpus contradicts itself or the texts."""


class OverrideError(CrdiffError):
    """A hand decision on an alignment names clauses that the texts do not have."""


class StoreError(CrdiffError):
    """The store is damaged, of another version, or cannot be written."""


class NoStoreError(StoreError):
    """There is no store at all, or only the file of one that nobody got round to filling."""


class DownloadError(CrdiffError):
    """An address from which nothing usable came; `path` is the address."""

    def _where(self) -> str:
        return f"could not download {self.path}: " if self.path else ""


class UnresolvedHost(DownloadError):
    """The name of the host in an address could not be resolved: the machine may be offline."""


class UsageError(CrdiffError):
    """Arguments that make no sense, alone or together."""


@contextmanager
def needed_for(what: str, extra: str) -> Iterator[None]:
    """Say which extra of crdiff brings a module that is imported inside, for `what`. Raises `UsageError`."""
    try:
        yield
    except ModuleNotFoundError as missing:
        module = (missing.name or "a module").partition(".")[0]
        raise UsageError(f"{what} needs {module}", remedy=f"pip install 'crdiff[{extra}]' brings it") from None


class IllegalAction(CrdiffError):
    """In the game model, an action that the rule set in force does not allow."""


class NotModelled(CrdiffError):
    """A question that the game model does not answer under the rule set in force; it names the clause that decides."""


def is_refused(action: Callable[_Given, object], *given: _Given.args, **named: _Given.kwargs) -> bool:
    """Whether the rule set in force does not allow an action of the game model."""
    try:
        action(*given, **named)
    except IllegalAction:
        return True
    return False
