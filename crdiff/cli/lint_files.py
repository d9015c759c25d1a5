"""What a project says of its lints in its settings."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from crdiff.cli.project_settings import find_table, table_of
from crdiff.errors import UsageError

_LISTS = ("select", "ignore", "against")
_TEXTS = ("baseline", "fail-on")


@dataclass(frozen=True, slots=True)
class Settings:
    """What a project says about its lints; options on the command line come first. `folder` is where it says so."""

    folder: Path
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    baseline: str | None = None
    against: tuple[str, ...] = ()
    fail_on: str | None = None


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
        raise UsageError("'lint' is no table", "a header [lint] or [tool.crdiff.lint]", path=str(path))
    for key, value in table.items():
        if key in _LISTS:
            if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
                raise UsageError(f"{key!r} is {value!r}", "a list of texts in quotes", path=str(path))
        elif key not in _TEXTS:
            raise UsageError(f"unknown setting {key!r}", ", ".join((*_LISTS, *_TEXTS)), path=str(path))
        elif not isinstance(value, str):
            raise UsageError(f"{key!r} is {value!r}", "a text in quotes", path=str(path))
    return Settings(
        path.parent,
        tuple(table.get("select", ())),
        tuple(table.get("ignore", ())),
        table.get("baseline"),
        tuple(table.get("against", ())),
        table.get("fail-on"),
    )
