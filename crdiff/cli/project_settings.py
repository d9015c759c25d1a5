"""What a project says in its settings of crdiff and of its citations, and findings that stay, each with its reason."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import asdict

from crdiff.cite.spellings import DEFAULT_PREFIXES
from crdiff.errors import UsageError
from crdiff.output.atomic_file import write_whole
from crdiff.store.text_file import Text, TomlFile, mismatch, read_raw, read_text
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


# Patterns, as those of ``.gitignore``, of the files that are tests, by the habits of eight languages.
DEFAULT_TESTS = (
    *("test/", "tests/", "__tests__/", "spec/", "src/test/"),
    *("test_*.*", "*_test.*", "*_tests.*", "*.test.*", "*.spec.*", "*Test.*", "*Tests.*"),
)


NotEmpty = Annotated[str, Meta(pattern=r"\S")]


class CitePath(Struct, frozen=True, forbid_unknown_fields=True, rename={"pattern": "path"}):
    """Files of a pattern, and the release that they are written for; they are never moved from it."""

    pattern: str
    release: date


class CiteTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings as they are written.

    `bare` is when a number without a prefix is a citation: by default in a tree that has some with one.
    """

    release: date | None = None
    exclude: tuple[NotEmpty, ...] = ()
    bare: Literal["auto", "never", "always"] = "auto"
    identifiers: bool = True
    prefixes: tuple[NotEmpty, ...] = DEFAULT_PREFIXES
    strings: Literal["report", "edit"] = "report"
    paths: tuple[CitePath, ...] = ()
    baseline: NotEmpty | None = None
    tests: tuple[NotEmpty, ...] = DEFAULT_TESTS


class CiteSettings(CiteTable, frozen=True):
    """What a project says of its citations; options on the command line come first. `file` says so, None: no file."""

    file: Path | None = None

    @property
    def top(self) -> Path | None:
        """The folder from which patterns of files are read, None for the current one."""
        return self.file.parent if self.file else None

    @property
    def baseline_file(self) -> Path | None:
        """The file of findings that stay, None where none is named."""
        return self.top / self.baseline if self.top and self.baseline else None


def find_cite_settings(start: Path) -> CiteSettings:
    """Return the settings of the nearest file above `start` that has some.

    Raises `UsageError` with the file for one that cannot be read or says what nobody understands.
    """
    file, table = find_table(start) or (None, {})
    if file is None or "cite" not in table:
        return CiteSettings()
    return CiteSettings(**asdict(settings_of("cite", table["cite"], CiteTable, file)), file=file)


class _Entry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    fingerprint: Text
    check: Text
    number: str = ""
    reason: Text


class _Baseline(Struct, frozen=True, forbid_unknown_fields=True):
    finding: tuple[_Entry, ...] = ()


def read_baseline(path: Path) -> tuple[Accepted, ...]:
    """Return the entries of a baseline, each with its reason; none where there is no such file yet.

    Raises `CorpusError` with the line of an entry that lacks something.
    """
    from crdiff.lint.known import Accepted

    if not path.exists():
        return ()
    entries = TomlFile(read_text(path), _Baseline, str(path)).value.finding
    return tuple(Accepted(entry.fingerprint, entry.check, entry.number, entry.reason) for entry in entries)


def write_baseline(path: Path, entries: Iterable[Accepted], command: str) -> None:
    """Write a baseline that `command` reads, sorted by clause, whole or not at all.

    Its numbers are no citations, and it says so.
    """
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
