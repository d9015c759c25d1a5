"""What stands in the folder of a corpus beside its texts: choices, set names, overrides, and what a store is built of.

A user's overrides of alignments replace crdiff's for the same releases; names and codes of sets are those of the
catalog, and those that a user gave to others. What a store was built from is stated without reading a text.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import date
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec import Struct

from crdiff.book_words import STATED
from crdiff.errors import CorpusError, OverrideError, UnknownRelease
from crdiff.history.nearest import LATEST, PREVIOUS, is_date, read_date
from crdiff.output.fingerprints import code_fingerprint
from crdiff.store.text_file import read_table, read_text, write_table
from crdiff.store.texts.books import TEXTS, book_folder, book_of
from crdiff.version import __version__

if TYPE_CHECKING:
    from crdiff.align.overrides import Override
    from crdiff.model.corpus import KnownRelease


_NAMED = "????-??-??__????-??-??.toml"


class Decisions(Struct, frozen=True):
    """The text of a file of overrides of two releases, and its path; both "" where there is none.

    `is_turned` says that the file leads from the new release to the old one.
    """

    path: str = ""
    text: str = ""
    is_turned: bool = False

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the decisions: 16 hex digits, "" for none."""
        said = f"{self.is_turned} {self.text}".encode()
        return blake2b(said, digest_size=8).hexdigest() if self.text else ""

    @contextmanager
    def heeded(self) -> Iterator[tuple[Override, ...]]:
        """Give the decisions. An `OverrideError`, raised here or by their user, names the file."""
        from crdiff.align.overrides import parse_overrides

        try:
            found = parse_overrides(self.text)
            yield tuple(override.mirrored() for override in found) if self.is_turned else found
        except OverrideError as error:
            raise error.at(self.path) from None


# ``OLD__NEW``, as a file is named, -> what it decides.
OverrideFiles = Mapping[str, Decisions]


def overrides(corpus: Path) -> OverrideFiles:
    """Return every file of decisions, sorted by name; one of the user's replaces one that comes with crdiff."""
    found: dict[str, Decisions] = {}
    for folder in (book_folder(book_of(corpus)) / "overrides", corpus / "overrides"):
        found |= {path.stem: Decisions(str(path), read_text(path)) for path in folder.glob(_NAMED)}
    return dict(sorted(found.items()))


def decided(files: OverrideFiles, old: str, new: str) -> Decisions:
    """Return what `files` decide on two releases, named by date, whichever way round the file is written."""
    if found := files.get(f"{old}__{new}"):
        return found
    turned = files.get(f"{new}__{old}")
    return Decisions(turned.path, turned.text, is_turned=True) if turned else Decisions()


def decisions(corpus: Path, old: str, new: str) -> AbstractContextManager[tuple[Override, ...]]:
    """Give the hand decisions of a corpus on two releases, named by date. Raises `OverrideError` as `heeded` does."""
    return decided(overrides(corpus), old, new).heeded()


# Name of the store in the folder of a corpus.
STORE = "store.sqlite"
# Name of the published part of the store.
INDEX = "store.index"

MANIFEST = ".json"
# Name of the file that states which text is read of each release with several.
CHOICES = "choices.json"


def listing(corpus: Path) -> tuple[str, ...]:
    """Return the names of the manifests of all texts, sorted. The names carry the content: equal names, equal texts.

    Raises `OSError` for a folder of texts that cannot be read.
    """
    try:
        # a glob would pass over a folder that cannot be read, as if it held no texts
        names = os.listdir(corpus / TEXTS)  # noqa: PTH208 - each question asks five times: a Path for each name is slow
    except FileNotFoundError:
        return ()
    return tuple(sorted(name for name in names if name.endswith(MANIFEST)))


class StoreState(NamedTuple):
    """What a store is built from: fingerprints of its `texts` with their overrides and of the `code`.

    `version` is the version of crdiff that the code belongs to, for a person to read.
    """

    texts: str
    code: str
    version: str

    def __str__(self) -> str:
        return "/".join(self)


def read_state(written: str) -> StoreState:
    """Return the state that an index states."""
    texts, _, made_by = written.partition("/")
    code, _, version = made_by.partition("/")
    return StoreState(texts, code, version)


# Digits of the fingerprint of the code that a person is shown.
_CODE_SHOWN = 8


def state_of(corpus: Path) -> StoreState:
    """Return what a store of `corpus` built now would be built from."""
    parts = list(listing(corpus))
    for name, decisions in overrides(corpus).items():
        parts += [name, decisions.fingerprint]
    with suppress(FileNotFoundError):
        parts.append((corpus / CHOICES).read_text("utf-8", "replace"))
    book = book_of(corpus)
    stated = [book, read_text(book_folder(book) / STATED)]  # what its folder says decides how the texts are read
    code = code_fingerprint()
    made_by = code[:_CODE_SHOWN] + _digest([code, *stated])[_CODE_SHOWN:]
    return StoreState(_digest([*parts, *stated]), made_by, __version__)


def _digest(parts: Iterable[str]) -> str:
    return blake2b("\x1f".join(parts).encode(), digest_size=16).hexdigest()


_FILE = "names.json"
_CATALOG = "catalog.toml"
_CODE = re.compile(r"[A-Za-z0-9]{2,6}")
# Characters of a set's name: the longest so far, "The Lord of the Rings: Tales of Middle-earth", has 44.
_NAME_LENGTH_MAX = 80


class SetName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a user calls the set that a release came with; "" for what was not given."""

    name: str = ""
    code: str = ""


def known_releases(corpus: Path) -> tuple[KnownRelease, ...]:
    """Return the releases of the catalog and those that the user of `corpus` named, oldest first.

    The catalog is that of the folder where it has one, else the embedded one. The user's names come before those of the
    catalog. A release that is neither in the catalog nor held any more is left out.
    """
    from crdiff.store.embedded.corpus import read_catalog

    own = corpus / _CATALOG
    path = own if own.is_file() else book_folder(book_of(corpus)) / _CATALOG
    known = read_catalog(path) if path.is_file() else ()
    given = given_names(corpus)
    return _with_names(known, given, _held(corpus)) if given else known


def given_names(corpus: Path) -> dict[date, SetName]:
    """Return the names that the user of `corpus` gave to releases. Raises `CorpusError` for a spoiled file."""
    return read_table(corpus / _FILE, dict[date, SetName], "a list of names")


def give_name(corpus: Path, release: str, name: str | None, code: str | None) -> SetName:
    """Write down what the set of `release` (an ISO date) is called, and return it; None leaves a part as it is.

    Empty texts take a name back. Raises `UnknownRelease` for a release that is neither known nor held, and
    `CorpusError` for a name or a code that cannot be one.
    """
    day = read_date(release)
    if day not in {*(each.effective for each in known_releases(corpus)), *_held(corpus)}:
        raise UnknownRelease(f"release {release} is neither known nor held", "one that 'crdiff corpus list' shows")
    given = given_names(corpus)
    before = given.pop(day, SetName())
    named = SetName(
        before.name if name is None else _checked_name(name), before.code if code is None else _checked_code(code)
    )
    if named != SetName():
        given[day] = named
    write_table(corpus / _FILE, given)
    return named


def check_names(name: str | None, code: str | None) -> None:
    """Raise `CorpusError` for a name or a code that cannot be one."""
    _checked_name(name or "")
    _checked_code(code or "")


def release_called(asked: str, known: Iterable[KnownRelease]) -> date | None:
    """Return the release whose set has the code or the name `asked`, in capitals or not; None where none has.

    The first one answers where a set came with several: Ikoria has 2020-04-17 and 2020-06-01.
    """
    folded = _folded(asked)
    return next((each.effective for each in known if folded in {_folded(each.code), _folded(each.name)} - {""}), None)


def _with_names(
    known: Iterable[KnownRelease], given: Mapping[date, SetName], held: frozenset[date]
) -> tuple[KnownRelease, ...]:
    from crdiff.model.corpus import KnownRelease

    found = {each.effective: each for each in known}
    for day, named in given.items():
        before = found.get(day) or (KnownRelease(day, "", "", ()) if day in held else None)
        if before:
            code, name = named.code or before.code, named.name or before.name
            found[day] = msgspec.structs.replace(before, code=code, name=name)
    return tuple(found[day] for day in sorted(found))


def _held(corpus: Path) -> frozenset[date]:
    days = {name.partition(".")[0] for name in listing(corpus)}
    return frozenset(date.fromisoformat(day) for day in days if is_date(day))


def _checked_name(name: str) -> str:
    said = " ".join(name.split())
    if is_date(said) or _is_reserved(said) or len(said) > _NAME_LENGTH_MAX or not said.isprintable():
        raise CorpusError(f"{name!a} cannot be the name of a set", "a name such as 'Magic 2010'")
    return said


def _checked_code(code: str) -> str:
    if code and (_is_reserved(code) or not _CODE.fullmatch(code)):
        raise CorpusError(f"{code!a} cannot be the code of a set", "2 to 6 letters and digits, such as M10")
    return code.upper()


def _is_reserved(said: str) -> bool:
    return said.casefold() in {LATEST, PREVIOUS}


def _folded(said: str) -> str:
    """Return letters and digits in small letters: a set is asked for without its marks."""
    return "".join(char for char in said.casefold() if char.isalnum())
