"""A baseline as a TOML file: findings that stay, each with its reason."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crdiff.lint.baseline import Accepted

_ENTRY = ("fingerprint", "check", "number", "reason")


def read_baseline(path: Path) -> tuple[Accepted, ...]:
    """Return the entries of a baseline, each with its reason; none where there is no such file yet.

    Raises `CorpusError` with the line of an entry that lacks something.
    """
    from crdiff.lint.baseline import Accepted
    from crdiff.store.text_file import read_text
    from crdiff.store.toml_table import read_table

    if not path.exists():
        return ()
    table = read_table(read_text(path), str(path))
    table.allow("finding")
    entries = []
    for entry in table.tables("finding", required=False):
        entry.allow(*_ENTRY)
        values = (entry.text("fingerprint"), entry.text("check"), entry.text("number", ""), entry.text("reason"))
        entries.append(Accepted(*values))
    return tuple(entries)


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
        lines += [f"{key} = {_quoted(value)}\n" for key, value in zip(_ENTRY, values, strict=True)]
    write_whole(path, "".join(lines).encode())


def _quoted(text: str) -> str:
    """Return `text` as a TOML basic string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(character if character >= " " else f"\\u{ord(character):04x}" for character in escaped) + '"'
