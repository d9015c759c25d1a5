"""Public repositories that cite the rules: the list of them, and their trees brought here for a while."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from msgspec import Struct

from crdiff.cite_tree.git import complaint
from crdiff.errors import UsageError
from crdiff.text.hidden import shown_on_a_line
from crdiff.text.toml import toml_values

_NAME = re.compile(r"\w[\w.-]*/\w[\w.-]*")
_ADDRESS = re.compile(r"(?:https|file)://\S+")
_REVISION = re.compile(r"[0-9a-fA-F]{40}|")


class PublicRepository(Struct, frozen=True, forbid_unknown_fields=True):
    """A repository: its name, its address, its licence, "" where it states none, and the commit to read.

    Without a `revision` it is the newest one of its main branch.
    """

    name: str
    address: str
    licence: str
    revision: str = ""

    @property
    def file(self) -> str:
        """The name of the file of its citations."""
        return f"{self.name.replace('/', '+')}.json"


class _Listed(Struct, frozen=True, forbid_unknown_fields=True):
    repositories: tuple[PublicRepository, ...]


def read_repositories(text: str, path: str) -> Sequence[PublicRepository]:
    """Return the repositories of a list. Raises `UsageError` for one that is none."""
    try:
        listed = msgspec.convert(toml_values(text), _Listed).repositories
    except ValueError as error:
        raise UsageError(shown_on_a_line(str(error)), "a list of repositories", path=path) from None
    for each in listed:
        for said, form in ((each.name, _NAME), (each.address, _ADDRESS), (each.revision, _REVISION)):
            if not form.fullmatch(said):
                expected = "name = OWNER/NAME, address = https://..., revision = 40 digits of a commit"
                raise UsageError(f"{shown_on_a_line(said)!r} is not understood", expected, path=path)
    if len({each.file.lower() for each in listed}) < len(listed):
        raise UsageError("a repository is listed twice", "each repository once", path=path)
    return listed


@contextmanager
def brought(repository: PublicRepository) -> Iterator[Path]:
    """Give a folder with the tree of a repository at its revision. Raises `UsageError` where it cannot be had."""
    with TemporaryDirectory() as folder:
        revision = repository.revision or "HEAD"
        for words in (
            ("init", "--quiet"),
            ("remote", "add", "origin", repository.address),
            ("fetch", "--quiet", "--depth", "1", "origin", revision),
            ("checkout", "--quiet", "FETCH_HEAD"),
        ):
            if why := complaint(*words, folder=folder):
                raise UsageError(f"{repository.name} cannot be had: {shown_on_a_line(why)}", "a public repository")
        yield Path(folder)
