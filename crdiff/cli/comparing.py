"""From the names of texts to their comparison: what `diff`, `explain` and later commands begin with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crdiff.cli.output import Output
from crdiff.cli.texts import Texts

if TYPE_CHECKING:
    from crdiff.align.alignment import Alignment
    from crdiff.changes.change import Comparison
    from crdiff.model.release import Release

_MOST_NOTES = 5


def read_text(name: str, texts: Texts, output: Output) -> Release:
    """Return the text called `name`, after telling the person who asked what is wrong in it."""
    from crdiff.model.release import Level

    release = texts.read(name)
    faults = [finding for finding in release.findings if finding.level is Level.ERROR]
    for finding in faults[:_MOST_NOTES]:
        output.note(f"{name}:{finding.line}: {finding.message}")
    if len(faults) > _MOST_NOTES:
        output.note(f"{name}: {len(faults) - _MOST_NOTES} more such findings; 'crdiff parse' lists them")
    return release


def align_texts(old: str, new: str, texts: Texts, output: Output) -> Alignment:
    """Return the alignment of the texts called `old` and `new`."""
    from crdiff.align import align

    return align(read_text(old, texts, output), read_text(new, texts, output))


def compare_texts(old: str, new: str, texts: Texts, output: Output) -> Comparison:
    """Return the comparison of the texts called `old` and `new`."""
    from crdiff.changes import compare

    return compare(align_texts(old, new, texts, output))
