"""``crdiff lint --fix``: what is sure is written into the files, or shown as a diff."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from crdiff.cli.edited_file import EditedFile, check_editable, edited_file
from crdiff.cli.texts import Texts

if TYPE_CHECKING:
    from crdiff.lint.finding import LintFinding


def fixed(name: str, findings: Sequence[LintFinding], texts: Texts) -> EditedFile:
    """Return the file called `name` with what is sure mended.

    Raises `UsageError` for a text that is not a file here, and `CrdiffError` for a format that cannot be written.
    """
    from crdiff.lint.fixing import sure_edits

    check_editable(name, texts, "--fix mends")
    lines = texts.lines(name)
    return edited_file(name, sure_edits(findings, lines), lines, texts)
