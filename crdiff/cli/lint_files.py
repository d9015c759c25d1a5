"""What a project says of its lints in its settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from crdiff.cli.project_settings import find_table, table_of
from crdiff.errors import UsageError
from crdiff.model.release import Level

_LISTS = ("select", "ignore", "against", "words", "templates")
_TEXTS = ("baseline", "fail-on", "docs")
_LEVELS = "levels"
_RETIRED = "retired"
_OFF = "off"
_KNOWN = (*_LISTS, *_TEXTS, _LEVELS, _RETIRED)
_HEADER = "a header [lint] or [tool.crdiff.lint]"


@dataclass(frozen=True, slots=True)
class Retired:
    """A wording that the project gave up: `old` for `new` ("" for nothing), since a day."""

    old: str
    new: str
    since: date


@dataclass(frozen=True, slots=True)
class Settings:
    """What a project says about its lints; options on the command line come first. `folder` is where it says so.

    `levels` are those of checks, "off" for one left out. `words` are right however rare, `templates` are sentences that
    are right though they differ from their siblings. `docs` is the address of the page that explains the checks.
    """

    folder: Path
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    baseline: str | None = None
    against: tuple[str, ...] = ()
    fail_on: str | None = None
    words: tuple[str, ...] = ()
    templates: tuple[str, ...] = ()
    docs: str | None = None
    levels: Mapping[str, str] = field(default_factory=dict)
    retired: tuple[Retired, ...] = ()


def find_settings(start: Path) -> Settings:
    """Return the settings of the nearest ``.crdiff.toml``, or ``pyproject.toml`` with ``[tool.crdiff]``, above `start`.

    Raises `UsageError` with the file for one that cannot be read or says what nobody understands.
    """
    found = find_table(start)
    return _settings(found[0], found[1].get("lint", {})) if found else Settings(start)


def read_settings(path: Path) -> Settings:
    """Return the settings in `path`. Raises as `find_settings` does, and `OSError` where there is no such file."""
    return _settings(path, (table_of(path) or {}).get("lint", {}))


def _settings(path: Path, table: object) -> Settings:
    if not isinstance(table, dict):
        raise UsageError("'lint' is not a table", _HEADER, path=str(path))
    for key in table:
        if key not in _KNOWN:
            raise UsageError(f"unknown setting {key!r}", ", ".join(_KNOWN), path=str(path))
    lists = {key: _texts(path, key, table.get(key, [])) for key in _LISTS}
    texts = {key: _text(path, key, table[key]) if key in table else None for key in _TEXTS}
    levels = _levels(path, table.get(_LEVELS, {}))
    return Settings(
        path.parent,
        select=lists["select"],
        ignore=(*lists["ignore"], *(check for check, level in levels.items() if level == _OFF)),
        baseline=texts["baseline"],
        against=lists["against"],
        fail_on=texts["fail-on"],
        words=lists["words"],
        templates=lists["templates"],
        docs=texts["docs"],
        levels={check: level for check, level in levels.items() if level != _OFF},
        retired=_retired(path, table.get(_RETIRED, [])),
    )


def _texts(path: Path, key: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise UsageError(f"{key!r} is {value!r}", "a list of texts in quotes", path=str(path))
    return tuple(value)


def _text(path: Path, key: str, value: object) -> str:
    if not isinstance(value, str):
        raise UsageError(f"{key!r} is {value!r}", "a text in quotes", path=str(path))
    return value


def _levels(path: Path, table: object) -> Mapping[str, str]:
    """Return the level of each check that has one of its own."""
    known = (*(level.value for level in Level), _OFF)
    if not isinstance(table, dict):
        raise UsageError(
            f"{_LEVELS!r} is {table!r}", "a header [lint.levels] or [tool.crdiff.lint.levels]", path=str(path)
        )
    for check, level in table.items():
        if level not in known:
            raise UsageError(f"the level of {check!r} is {level!r}", " or ".join(known), path=str(path))
    return table


def _retired(path: Path, tables: object) -> tuple[Retired, ...]:
    """Return the wordings that a project gave up."""
    example = 'a header [[lint.retired]] with old = "…", new = "…" and since = 2027-01-08'
    found = []
    for table in tables if isinstance(tables, list) else [None]:
        if not isinstance(table, dict) or not {"old"} <= table.keys() <= {"old", "new", "since"}:
            raise UsageError(f"{_RETIRED!r} is {table!r}", example, path=str(path))
        old, new, since = table["old"], table.get("new", ""), table.get("since", date.min)
        if not (isinstance(old, str) and old.strip() and isinstance(new, str) and type(since) is date):
            raise UsageError(f"{_RETIRED!r} is {table!r}", example, path=str(path))
        found.append(Retired(old, new, since))
    return tuple(found)
