"""Names and codes of the sets that releases came with: those of the catalog, and those that a user gave to others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from crdiff.errors import CorpusError, UnknownRelease
from crdiff.history.nearest import LATEST, PREVIOUS, is_date, read_date
from crdiff.store.archive.state import listing
from crdiff.store.text_file import read_table, write_table
from crdiff.store.texts.books import book_folder, book_of

if TYPE_CHECKING:
    from crdiff.model.corpus import KnownRelease

_FILE = "names.json"
_CATALOG = "catalog.toml"
_CODE = re.compile(r"[A-Za-z0-9]{2,6}")
_NAME_LENGTH_MAX = 80
"""Characters of a set's name: the longest so far, "The Lord of the Rings: Tales of Middle-earth", has 44."""


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
