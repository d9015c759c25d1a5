"""``crdiff lint --fix``: what is sure is written into the files, or shown as a diff."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from crdiff.cli.texts import Texts
from crdiff.errors import CrdiffError, UsageError

if TYPE_CHECKING:
    from crdiff.exporters.edit import TextEdit
    from crdiff.lint.finding import LintFinding

_AUTHOR = "crdiff"
_EPOCH = "SOURCE_DATE_EPOCH"
"""Where builds that give the same bytes twice say what time it is, in seconds."""


class Fixed(NamedTuple):
    """A file with what is sure mended: its name, how many edits that takes, its lines before and its new bytes."""

    file: str
    edits: tuple[TextEdit, ...]
    lines: tuple[str, ...]
    raw: bytes


def fixed(name: str, findings: Sequence[LintFinding], texts: Texts) -> Fixed:
    """Return the file called `name` with what is sure mended.

    Raises `UsageError` for a text that is not a file here, and `CrdiffError` for a format that cannot be written.
    """
    from crdiff.exporters.rewrite import rewritten
    from crdiff.exporters.tracked import Signature
    from crdiff.lint.fixing import sure_edits

    if not Path(name).is_file():
        raise UsageError(f"{name} is not a file that can be changed", "the path of a .txt, .md or .docx")
    if texts.tracked == "original":
        raise UsageError("--fix mends the final text of a .docx", "--tracked final, or no --tracked")
    lines = texts.lines(name)
    edits = sure_edits(findings, lines)
    raw = Path(name).read_bytes()
    try:
        return Fixed(name, edits, lines, rewritten(raw, name, edits, Signature(_AUTHOR, _now())) if edits else raw)
    except CrdiffError as error:
        raise error.at(name) from None


def write_fixed(text: Fixed) -> None:
    """Write the file, whole or not at all."""
    from crdiff.output.atomic_file import write_whole

    if text.edits:
        write_whole(Path(text.file), text.raw)


def diff_of(text: Fixed) -> str:
    """Return what would be written as a unified diff of the lines of the text, "" where nothing would."""
    from crdiff.dialects.registry import read_lines

    after = read_lines(text.raw, Path(text.file).name)
    return "".join(_ended(unified_diff(text.lines, after, text.file, text.file, lineterm="")))


def _ended(lines: Iterator[str]) -> Iterator[str]:
    return (f"{line}\n" for line in lines)


def _now() -> datetime:
    """Return the time that tracked changes are given, to the second."""
    asked = os.environ.get(_EPOCH, "")
    return datetime.fromtimestamp(int(asked), UTC) if asked.isdigit() else datetime.now(UTC).replace(microsecond=0)
