"""``crdiff cite update``: citations moved to another release."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from subprocess import run
from typing import TYPE_CHECKING

import click

from crdiff.cli.citing import CiteQuestion, asks_citations, judged_tree
from crdiff.cli.options import answers, examples
from crdiff.cli.output import Output
from crdiff.errors import UsageError

if TYPE_CHECKING:
    from crdiff.cite.editing import TextUpdate


@click.command(
    "update",
    short_help="Move citations to another release.",
    epilog=examples(
        "crdiff cite update --from 2025-02-07 --to 2026-04-17 > numbers.diff",
        "crdiff cite update src --to 2026-04-17 --write",
    ),
)
@asks_citations("--to", "Move citations to this release.")
@click.option("--write", is_flag=True, help="Write the files, each whole or not at all, in place of showing a diff.")
@click.option("--force", is_flag=True, help="Write files with changes that are not committed, too.")
@click.option("--strings", is_flag=True, help="Edit what stands in strings of programs, too.")
@answers("diff", default="diff")
def command(
    *,
    question: CiteQuestion,
    write: bool,
    force: bool,
    strings: bool,
    output: Output,
) -> int:
    """Show, as a diff that 'git apply' takes, how the citations under each PATH read in another release.

    All new numbers are computed first and written in one pass. Only what is certain is edited: a clause that was
    divided, a range that no longer spans the same clauses, a name, a string, or a citation that may be of the new
    release already is listed and left as it is.
    """
    from crdiff.cite.editing import unified_diff, updates

    judged = judged_tree(question, output)
    found = updates(judged.tree, judged.numbering, strings=strings or judged.settings.strings == "edit")
    edited = [update for update in found if update.edits]
    if write:
        _write(edited, force=force)
    else:
        prefix = _prefix()
        output.write_bytes(b"".join(unified_diff(update, prefix) for update in edited))
    for line in (*_counts(edited, judged.numbering.dates[judged.tree.at]), *_left(found)):
        output.note(line)
    return 0


def _prefix() -> str:
    """Return the way from the top of the repository to the current folder, "" where git does not know it."""
    found = run(["git", "rev-parse", "--show-prefix"], capture_output=True, check=False, text=True)
    return found.stdout.strip() if found.returncode == 0 else ""


def _write(edited: Sequence[TextUpdate], *, force: bool) -> None:
    """Write the files that change. Raises `UsageError` for those that git says have other changes, before any is."""
    from crdiff.output.atomic_file import write_whole

    names = [update.text.name for update in edited]
    if not force and (changed := _changed(names)):
        what = "has changes that are not committed"
        raise UsageError(what, "a commit before the citations are moved, or --force", path=changed[0])
    for update in edited:
        write_whole(Path(update.text.name), update.new)


def _changed(names: Iterable[str]) -> list[str]:
    """Return those of the files that git knows to have changed since the last commit; none where it knows nothing."""
    asked = ["git", "status", "--porcelain", "--untracked-files=no", "--"]
    return [name for name in names if run([*asked, name], capture_output=True, check=False).stdout]


def _counts(edited: Sequence[TextUpdate], release: object) -> list[str]:
    """Return a line for each number that moved, with how often, and one for all."""
    moved = Counter(
        (str(number), str(to))
        for update in edited
        for edit in update.edits
        for number, to in zip(edit.numbers, edit.to, strict=True)
        if number != to
    )
    lines = [f"  {number} → {to}  {count:,}" for (number, to), count in sorted(moved.items())]
    return [*lines, f"crdiff: {sum(moved.values()):,} citations in {len(edited):,} files moved to {release}"]


def _left(found: Sequence[TextUpdate]) -> list[str]:
    left = Counter(each.why.value for update in found for each in update.left)
    return [f"crdiff: {count:,} left as they are: {why}" for why, count in sorted(left.items())]
