"""Each folder beside this file shows one phenomenon: ``old.txt``, ``new.txt`` and all that is said of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from crdiff.align.engine import align_releases
from crdiff.changes.change import Change, Comparison, Segment
from crdiff.changes.compare import compare
from crdiff.dialects.registry import read
from tests.changes.conftest import shown
from tests.conftest import Golden

FOLDERS = sorted(path.parent for path in Path(__file__).parent.glob("*/old.txt"))


@pytest.mark.parametrize("folder", FOLDERS, ids=[folder.name for folder in FOLDERS])
def test_what_is_said_of_two_texts_is_what_was_reviewed(folder: Path, golden: Golden) -> None:
    old, new = (read((folder / name).read_bytes(), name, "official") for name in ("old.txt", "new.txt"))
    golden(folder / "expected.txt", "\n".join(told(compare(align_releases(old, new)))) + "\n")


def told(comparison: Comparison) -> Iterator[str]:
    """Yield the lines of a full account: every change with redlines and remarks, subsections, rewordings."""
    for change in comparison.changes:
        yield from told_change(change)
    for row in comparison.subsections:
        title = row.new_title if row.new_title == row.old_title else f"{row.old_title} -> {row.new_title}"
        yield f"subsection {row.old or '-'} -> {row.new or '-'} {title}: {row.structure}, {row.members} follow"
    for rewording in comparison.rewordings:
        left = f"; left unchanged in {', '.join(rewording.exceptions)}" if rewording.exceptions else ""
        yield f"rewording “{rewording.old}” -> “{rewording.new}” in {rewording.clauses} clauses{left}"


def told_change(change: Change) -> Iterator[str]:
    sides = ["+".join(clause.number for clause in side) for side in (change.old, change.new) if side]
    said = [str(change.structure), *map(str, change.facets)]
    for what, holds in (
        ("mechanical", change.mechanical),
        ("for review", change.for_review),
        ("follows", change.follows),
    ):
        said += [what.upper()] if holds and change.is_changed else []
    yield f"{' -> '.join(dict.fromkeys(sides))}: {', '.join(said)}"
    if change.facets or len(sides) == 1:
        yield f"    {change.summary}"
        yield f"    {marked(change.redline)}"
        for example in change.examples:
            yield f"    {marked(example.redline)}"
    yield from (f"    ! {remark}" for remark in change.remarks)


def marked(redline: tuple[Segment, ...]) -> str:
    return shown(redline).replace("\n", " ¶ ")
