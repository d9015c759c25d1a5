"""``crdiff renumber``: a draft with its new clauses numbered, those behind moved, and every citation with them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from crdiff.cli import completing
from crdiff.cli.edited_file import EditedFile, check_editable, check_writable, diff_of, edited_file
from crdiff.cli.options import ROWS, TextCommand, examples, quiet_option, reads_texts, was_given
from crdiff.cli.output import Output
from crdiff.cli.texts import Texts
from crdiff.errors import CrdiffError, UsageError
from crdiff.text.hidden import shown_on_a_line

if TYPE_CHECKING:
    from crdiff.reports.renumbered import RenumberedDraft

_DOCX = ".docx"
_STANDARD_OUTPUT = "-"


@click.command("renumber", cls=TextCommand, short_help="Number the new clauses of a draft.", epilog=examples(     "crdiff renumber draft.txt --against 2026-04-17",     "crdiff renumber draft.docx --against 2026-04-17 -o numbered.docx",     "crdiff renumber draft.txt --against old.txt --format csv > old-to-new.csv", ))
@click.argument("draft", shell_complete=completing.files)
@click.option(
    "--against",
    "old",
    metavar="OLD",
    required=True,
    shell_complete=completing.texts,
    help="The text whose numbers DRAFT uses.",
)
@click.option(
    "--keep-gaps", is_flag=True, help="Leave the numbers of deleted clauses free, so that no later clause moves up."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(("diff", *ROWS)),
    default="diff",
    show_default=True,
    help="Form of the answer; with -o, text.",
)
@click.option(
    "-o",
    "--output",
    "out",
    metavar="OUT",
    shell_complete=completing.files,
    help="Write the renumbered draft to OUT, whole or not at all; - is standard output.",
)
@quiet_option
@reads_texts
def command(*, draft: str, old: str, keep_gaps: bool, form: str, out: str | None, quiet: bool, texts: Texts) -> int:
    """Give the new clauses of DRAFT their numbers, renumber those after them, and update every citation.

    Every number in DRAFT means what it means in OLD. New clauses have open labels, by which they are cited: 704.5e+
    follows 704.5e; 702.+ is a rule of 702, 704.5.+ a subrule of 704.5 and 7xx a subsection, each at the place where it
    is printed; 7xx.1a and 702.+b are clauses under these. A second one has one more plus, or 7yy and 7zz. Clauses that
    DRAFT lacks count as deleted.

    Without -o, nothing is written: the answer is a diff or, with --format, the table of old and new numbers.
    """
    output = Output("text" if out is not None and not was_given("form") else form, None, quiet)
    if out is not None:
        _check_out(draft, out, output)
    done, file = _renumbered(draft, old, texts, keeps_gaps=keep_gaps)
    for left in done.renumbered.left:
        output.note(f"{shown_on_a_line(draft)}:{left.line}: cites {left.printed}, which the draft no longer has")
    if out is not None:
        Output(form, out, quiet).write_bytes(file.raw)
    _report(done, file, out, output)
    return 0


def _check_out(draft: str, out: str, output: Output) -> None:
    """Raise `UsageError` where what is asked for makes no sense with a file to write, or there is none to write."""
    if output.form == "diff":
        raise UsageError("--format diff shows what -o would write", "one of them")
    if out == _STANDARD_OUTPUT and was_given("form"):
        raise UsageError(f"-o - and --format {output.form} both write to standard output", "one of them")
    if not out:
        raise UsageError("-o has no name", "a file, or - for standard output")
    if (Path(draft).suffix.lower() == _DOCX) != (Path(out).suffix.lower() == _DOCX):
        suffix = Path(draft).suffix
        expected = f"a name that ends in {suffix}" if suffix else f"a name that does not end in {_DOCX}"
        raise UsageError(f"{out!r} would have the format of {draft}", expected)
    check_writable([out])


def _renumbered(name: str, old: str, texts: Texts, *, keeps_gaps: bool) -> tuple[RenumberedDraft, EditedFile]:
    """Return the draft called `name` renumbered, as a table and as a file."""
    from crdiff.renumber import renumber
    from crdiff.reports.renumbered import RenumberedDraft

    check_editable(name, texts, "renumber edits")
    texts.check_tracked(name, old)
    before, draft, lines = texts.read(old), texts.read(name), texts.lines(name)
    try:
        done = renumber(draft, lines, before, keeps_gaps=keeps_gaps)
    except CrdiffError as error:
        raise error.at(name) from None
    return RenumberedDraft(name, before.name, done, keeps_gaps), edited_file(name, done.edits, lines, texts)


def _report(done: RenumberedDraft, file: EditedFile, out: str | None, output: Output) -> None:
    """Write the diff or the table; of a draft on standard output only a note."""
    from crdiff.reports.renumbered import counts, renumbered_answer, renumbered_csv, renumbered_text

    if output.form != "diff" and out != _STANDARD_OUTPUT:
        output.answer(
            lambda: renumbered_answer(done), text=lambda: renumbered_text(done), csv=lambda: renumbered_csv(done)
        )
        return
    if out is None:
        output.write_bytes(diff_of(file))
    output.note(counts(done.renumbered))
