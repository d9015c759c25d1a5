"""What a project says of crdiff, in ``.crdiff.toml`` or under ``[tool.crdiff]`` in ``pyproject.toml``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from crdiff.errors import UsageError
from crdiff.store.text_file import read_raw
from crdiff.text.toml import toml_values

OWN_FILE = ".crdiff.toml"
_SHARED_FILE = "pyproject.toml"


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
