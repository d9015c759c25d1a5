"""A file with edits of its text: shown as a diff, or written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import UTC, datetime
from difflib import unified_diff
from pathlib import Path
from stat import S_IWGRP, S_IWOTH, S_IWUSR
from typing import TYPE_CHECKING, NamedTuple

from crdiff.cli.output import check_targets
from crdiff.cli.texts import Texts
from crdiff.errors import CrdiffError, UsageError

if TYPE_CHECKING:
    from crdiff.text.edit import TextEdit

_AUTHOR = "crdiff"
_EPOCH = "SOURCE_DATE_EPOCH"
"""Where builds that give the same bytes twice say what time it is, in seconds."""

_WRITABLE = S_IWUSR | S_IWGRP | S_IWOTH


class EditedFile(NamedTuple):
    """A file with edits: its name, the edits, its lines before and its new bytes."""

    file: str
    edits: tuple[TextEdit[str], ...]
    lines: tuple[str, ...]
    raw: bytes


def check_editable(name: str, texts: Texts, what: str) -> None:
    """Raise `UsageError` for a text that is not a file here, or is not read as it stands; `what` edits it."""
    if not Path(name).is_file():
        raise UsageError("not a file that can be changed", "the path of a .txt, .md or .docx", path=name)
    if texts.tracked == "original":
        raise UsageError(f"{what} the final text of a .docx", "--tracked final, or no --tracked")


def edited_file(name: str, edits: tuple[TextEdit[str], ...], lines: tuple[str, ...], texts: Texts) -> EditedFile:
    """Return the file called `name`, whose lines are `lines`, with `edits`.

    Raises `CrdiffError` for a format that cannot be written.
    """
    from crdiff.exporters.rewrite import rewritten
    from crdiff.exporters.tracked import Signature

    try:
        return EditedFile(name, edits, lines, rewritten(texts.raw(name), name, edits, Signature(_AUTHOR, _now())))
    except CrdiffError as error:
        raise error.at(name) from None


def check_writable(names: Iterable[str]) -> None:
    """Raise `UsageError` for the first that is read-only, or is not a file."""
    for name in names:
        check_targets([name])
        path = Path(name)
        if path.exists() and not path.stat().st_mode & _WRITABLE:
            raise UsageError("is read-only", "a file that may be written", path=name)


def diff_of(text: EditedFile) -> bytes:
    """Return what would be written as a unified diff of the lines of the text, empty where nothing would."""
    from crdiff.cite.editing import name_in_patch
    from crdiff.dialects.registry import read_lines

    after = read_lines(text.raw, Path(text.file).name)
    name = os.fsdecode(name_in_patch(os.fsencode(text.file)))
    lines = unified_diff(text.lines, after, name, name, lineterm="")
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape")


def _now() -> datetime:
    """Return the time that tracked changes are given, to the second."""
    asked = os.environ.get(_EPOCH, "")
    return datetime.fromtimestamp(int(asked), UTC) if asked.isdigit() else datetime.now(UTC).replace(microsecond=0)
