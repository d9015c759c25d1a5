"""``crdiff git-diff``: what git calls to show how a text of the rules changed, in place of its own diff.

Git gives seven arguments (gitattributes, "Defining an external diff driver"), two more for a renamed file, and takes
any exit code but 0 for a failure that ends its whole run. So a text that cannot be read as rules is shown by git
itself, and a pager that was left early is no failure.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from crdiff.cli.options import command
from crdiff.cli.output import Output, ReaderGoneError, forget_stdout
from crdiff.cli.texts import Texts
from crdiff.errors import CrdiffError
from crdiff.text.hidden import shown_on_a_line

if TYPE_CHECKING:
    from crdiff.changes.change import Comparison

_NOTHING = "/dev/null"
_WORDS_AROUND = 12


@command("git-diff", "Show a change when git asks for it.")
@click.argument("path")
@click.argument("old")
@click.argument("old_hex")
@click.argument("old_mode")
@click.argument("new")
@click.argument("new_hex")
@click.argument("new_mode")
@click.argument("renamed", nargs=-1)
def git_diff_command(**given: str | tuple[str, ...]) -> None:
    """Show how a text changed when git calls this as an external diff driver.

    Not meant to be typed: git gives the arguments. The lines above teach git to call it.

    Examples:
      echo 'rules.txt diff=crdiff' >> .gitattributes
      git config diff.crdiff.command 'crdiff git-diff'
      git diff rules.txt
      crdiff git-diff rules.txt old.txt 5e1c309 100644 new.txt d670460 100644
    """
    path, old, new = shown_on_a_line(str(given["path"])), str(given["old"]), str(given["new"])
    renamed = given["renamed"]
    to = shown_on_a_line(renamed[0]) if renamed else path
    output = Output("text", None, quiet=True)
    comparison = None if _NOTHING in {old, new} else _compared(old, new, output)
    shown = (
        f"diff --crdiff a/{path} b/{to}\n{_report(comparison, output)}" if comparison else _line_by_line(path, old, new)
    )
    try:
        output.write(shown)
    except ReaderGoneError:
        forget_stdout()


def _compared(old: str, new: str, output: Output) -> Comparison | None:
    """Return the comparison, None where one of the files is no text of rules."""
    from crdiff.cli.comparing import compare_texts

    try:
        return compare_texts(_file(old), _file(new), Texts(), output)
    except (CrdiffError, OSError):
        return None


def _file(path: str) -> str:
    """Return a name that can only mean the file at `path`."""
    return str(Path(path).absolute())


def _report(comparison: Comparison, output: Output) -> str:
    from crdiff.reports.diff import diff_text
    from crdiff.reports.terminal import Style
    from crdiff.reports.view import view

    return diff_text(view(comparison), Style(output.width, _WORDS_AROUND, output.has_colour, side_by_side=False))


def _line_by_line(path: str, old: str, new: str) -> str:
    """Return how git compares the two files, under the name they have in the repository."""
    from subprocess import run

    line_by_line = ["git", "diff", "--no-index", "--no-ext-diff", "--no-textconv", "--", old, new]
    found = run(line_by_line, capture_output=True, check=False)
    shown = found.stdout.decode("utf-8", "replace")
    for name, side in ((old, "a"), (new, "b")):
        if name != _NOTHING:
            shown = shown.replace(f"{side}/{name.lstrip('/')}", f"{side}/{path}")
    return shown or f"diff --crdiff a/{path} b/{path}"
