"""The files that steer a lint: settings of a project and a baseline, both TOML."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from crdiff.cli.project_settings import find_table, table_of
from crdiff.errors import UsageError

if TYPE_CHECKING:
    from crdiff.lint.baseline import Accepted

_LISTS = ("select", "ignore", "against")
_TEXTS = ("baseline", "fail-on")
_ENTRY = ("fingerprint", "check", "number", "reason")


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


def read_baseline(path: Path) -> tuple[Accepted, ...]:
    """Return the entries of a baseline, each with its reason; none where there is no such file yet.

    Raises `CorpusError` with the line of an entry that lacks something.
    """
    from crdiff.lint.baseline import Accepted
    from crdiff.store.toml_table import read_table

    if not path.exists():
        return ()
    table = read_table(path.read_text("utf-8"), str(path))
    table.allow("finding")
    entries = []
    for entry in table.tables("finding", required=False):
        entry.allow(*_ENTRY)
        values = (entry.text("fingerprint"), entry.text("check"), entry.text("number", ""), entry.text("reason"))
        entries.append(Accepted(*values))
    return tuple(entries)


def write_baseline(path: Path, entries: Iterable[Accepted]) -> None:
    """Write a baseline, sorted by clause, whole or not at all."""
    from crdiff.output.atomic_file import write_whole

    lines = ["# Findings of crdiff lint that stay, each with its reason. 'crdiff lint --baseline' reads this.\n"]
    for entry in sorted(entries, key=lambda entry: (entry.check, entry.number, entry.fingerprint)):
        values = (entry.fingerprint, entry.check, entry.number, entry.reason)
        lines.append("\n[[finding]]\n")
        lines += [f"{key} = {_quoted(value)}\n" for key, value in zip(_ENTRY, values, strict=True)]
    write_whole(path, "".join(lines).encode())


def _quoted(text: str) -> str:
    """Return `text` as a TOML basic string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(character if character >= " " else f"\\u{ord(character):04x}" for character in escaped) + '"'
