"""What a project says of crdiff in its settings, and findings that stay: baselines, each with its reason."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from crdiff.errors import UsageError
from crdiff.store.text_file import read_raw
from crdiff.store.toml_table import Text, TomlFile, mismatch
from crdiff.text.toml import toml_values

if TYPE_CHECKING:
    from crdiff.lint.known import Accepted

OWN_FILE = ".crdiff.toml"
_SHARED_FILE = "pyproject.toml"
Settings = TypeVar("Settings")


def find_table(start: Path) -> tuple[Path, dict[str, Any]] | None:
    """Return the nearest file above `start` that says something of crdiff, and what it says; None where none does.

    Raises `UsageError` with the file for one that cannot be read.
    """
    for folder in (start, *start.parents):
        for name in (OWN_FILE, _SHARED_FILE):
            if (folder / name).is_file():
                found = table_of(folder / name)
                if found is not None:
                    return folder / name, found
    return None


def table_of(path: Path) -> dict[str, Any] | None:
    """Return what a file says of crdiff, None where a shared file says nothing. Raises as `find_table` does."""
    try:
        found = toml_values(read_raw(path).decode())
    except ValueError as error:
        raise UsageError(f"is not TOML ({error})", "a file such as site/lint.md shows", path=str(path)) from None
    if path.name != _SHARED_FILE:
        return found
    tools = found.get("tool")
    table = tools.get("crdiff") if isinstance(tools, dict) else None
    return table if isinstance(table, dict) else None


def settings_of(name: str, table: object, kind: type[Settings], path: Path) -> Settings:
    """Return the settings of the table `name` of the file `path`. Raises `UsageError` for what nobody understands."""
    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError as error:
        _, what = mismatch(error, name)
        raise UsageError(what, f"what site/{name}.md shows", path=str(path)) from None


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    fingerprint: Text
    check: Text
    number: str = ""
    reason: Text


class _Baseline(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    finding: tuple[_Entry, ...] = ()


def read_baseline(path: Path) -> tuple[Accepted, ...]:
    """Return the entries of a baseline, each with its reason; none where there is no such file yet.

    Raises `CorpusError` with the line of an entry that lacks something.
    """
    from crdiff.lint.known import Accepted
    from crdiff.store.text_file import read_text

    if not path.exists():
        return ()
    entries = TomlFile(read_text(path), _Baseline, str(path)).value.finding
    return tuple(Accepted(entry.fingerprint, entry.check, entry.number, entry.reason) for entry in entries)


def write_baseline(path: Path, entries: Iterable[Accepted], command: str) -> None:
    """Write a baseline that `command` reads, sorted by clause, whole or not at all.

    Its numbers are no citations, and it says so.
    """
    from crdiff.output.atomic_file import write_whole

    lines = [
        f"# Findings of {command} that stay, each with its reason. '{command} --baseline' reads this.\n",
        "# crdiff-cite: ignore-file\n",
    ]
    for entry in sorted(entries, key=lambda entry: (entry.check, entry.number, entry.fingerprint)):
        values = (entry.fingerprint, entry.check, entry.number, entry.reason)
        lines.append("\n[[finding]]\n")
        lines += [f"{key} = {_quoted(value)}\n" for key, value in zip(_Entry.__struct_fields__, values, strict=True)]
    write_whole(path, "".join(lines).encode())


def _quoted(text: str) -> str:
    """Return `text` as a TOML basic string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(character if character >= " " else f"\\u{ord(character):04x}" for character in escaped) + '"'
