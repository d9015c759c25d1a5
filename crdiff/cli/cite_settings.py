"""The table ``cite`` of a project's settings: which files cite rules, how, and of which release."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec.structs import asdict

from crdiff.cite.spellings import DEFAULT_PREFIXES
from crdiff.cli.project_settings import find_table, settings_of

DEFAULT_TESTS = (
    *("test/", "tests/", "__tests__/", "spec/", "src/test/"),
    *("test_*.*", "*_test.*", "*_tests.*", "*.test.*", "*.spec.*", "*Test.*", "*Tests.*"),
)
"""Patterns, as those of ``.gitignore``, of the files that are tests, by the habits of eight languages."""


NotEmpty = Annotated[str, msgspec.Meta(pattern=r"\S")]


class CitePath(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"pattern": "path"}):
    """Files of a pattern, and the release that they are written for; they are never moved from it."""

    pattern: str
    release: date


class CiteTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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
