"""The commands on a draft: what there is to look at, what it makes suspect, and its clauses numbered."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from crdiff.changes.change import Comparison
from crdiff.cli import options as cli
from crdiff.cli import texts as cli_texts
from crdiff.cli.output import Output
from crdiff.errors import CrdiffError, UsageError
from crdiff.model.release import Release
from crdiff.reports.phrases import counted
from crdiff.text.hidden import shown_on_a_line

if TYPE_CHECKING:
    from crdiff.cite.cited_by import CitationList
    from crdiff.reports.review import EditorNote, ReviewConcern
    from crdiff.reports.whatsnew import RenumberedDraft


@cli.command("review", "Prepare a draft for editorial review.", cls=cli.TextCommand)
@click.argument("old", type=cli.TEXT)
@click.argument("draft", type=cli.TEXT)
@cli.option(
    "--results",
    "The output of 'crdiff cite list --at OLD --format json' or 'crdiff checks status --against DRAFT --format json'"
    " (repeatable).",
    multiple=True,
    type=cli.FILE,
)
@cli.option("--annotate notes", "Your notes on clauses, in Markdown.", type=cli.FILE)
@cli.answers("html", "text", "json")
@cli.reads_texts
def review_command(
    *, old: str, draft: str, results: tuple[str, ...], notes: str | None, output: Output, texts: cli_texts.Texts
) -> None:
    """Gather everything that an editor has to check before DRAFT replaces OLD.

    Every change that somebody has to read, with its redline, the clauses around it, the clauses that cite it, what
    the lint finds there and which checks become suspect; rewordings and the places that they missed; the renumbering.
    The page needs no network and keeps the editor's ticks in the browser.
    --results takes who cites the clauses, and what 'crdiff checks status' says of the draft.

    Example:
      crdiff review 2024-09-20 draft.docx -o review.html
    """
    from crdiff.changes.compare import compare
    from crdiff.cli.comparing import aligned
    from crdiff.lint.run import lint_draft
    from crdiff.reports.checks import CONCERNS
    from crdiff.reports.html_files import review_html
    from crdiff.reports.review import review, review_answer, review_text
    from crdiff.reports.view import view

    texts.check_tracked(old, draft)
    before, after = texts.read(old), texts.read(draft)
    comparison = compare(aligned(before, after, texts))
    found = lint_draft(after, (comparison.alignment,), lines=texts.lines(draft), lines_before=texts.lines(old))
    concerns = [file for file in results if cli_texts.schema_of(file) == CONCERNS]
    if len(concerns) > 1:
        raise UsageError("results of checks are given twice", "those on this draft, once", path=concerns[1])
    told, new = _told(concerns[0], output) if concerns else ((), ())
    citations = tuple(_cited(file, before) for file in results if file not in concerns)
    noted = _noted(notes, comparison, draft) if notes else ()
    made = review(view(comparison), found, told, new, citations=citations, notes=noted)
    output.answer(lambda: review_answer(made), text=lambda: review_text(made), html=lambda: review_html(made))


def _utf8(path: str) -> str:
    try:
        return cli_texts.contents(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError("not in UTF-8", "a text in UTF-8", path=path) from None


def _cited(path: str, old: Release) -> CitationList:
    """Return a list of citations that was judged by the old text. Raises `UsageError` for one of another release."""
    from crdiff.cite.cited_by import read_citations

    listed = read_citations(cli_texts.contents(path), path)
    if listed.at != old.effective:
        remedy = f"those of {old.name}, from 'crdiff cite list --at {old.name} --format json'"
        raise UsageError(f"its citations are judged by {listed.at}", remedy, path=path)
    return listed


def _noted(path: str, comparison: Comparison, draft: str) -> tuple[EditorNote, ...]:
    """Return the notes in a file. Raises `UsageError` for one on what neither text has."""
    from crdiff.reports.review import read_notes, require_known

    notes = read_notes(_utf8(path), path)
    known = {clause.number for change in comparison.changes for clause in (change.new or change.old)}
    require_known(notes, known, draft, path)
    return notes


def _told(path: str, output: Output) -> tuple[tuple[ReviewConcern, ...], tuple[str, ...]]:
    """Return the checks that a file says the draft concerns, and the clauses that no check plays."""
    from crdiff.reports.checks import as_reviewed, read_concerns

    found = read_concerns(cli_texts.contents(path), path)
    if undecided := {each.check for each in found.undecided}:
        of, them = f"of {counted(len(undecided), 'check')}", "it" if len(undecided) == 1 else "them"
        output.note(f"{shown_on_a_line(path)}: {of} it does not know whether the draft concerns {them}")
    return as_reviewed(found.concerns), found.uncovered


_DOCX = ".docx"
_STANDARD_OUTPUT = "-"


@cli.command("renumber", "Number the new clauses of a draft.", cls=cli.TextCommand)
@click.argument("draft", type=cli.FILE)
@cli.option("--against old", "The text whose numbers DRAFT uses.", metavar="OLD", required=True, type=cli.TEXT)
@cli.flag("--keep-gaps", "Leave the numbers of deleted clauses free, so that no later clause moves up.")
@cli.option(
    "--format form",
    "Form of the answer; with -o, text.",
    type=click.Choice(("diff", *cli.ROWS)),
    default="diff",
    show_default=True,
)
@cli.option(
    "-o --output out",
    "Write the renumbered draft to OUT, whole or not at all; - is standard output.",
    metavar="OUT",
    type=cli.FILE,
)
@cli.quiet_option
@cli.reads_texts
def renumber_command(
    *, draft: str, old: str, keep_gaps: bool, form: str, out: str | None, quiet: bool, texts: cli_texts.Texts
) -> None:
    """Give the new clauses of DRAFT their numbers, renumber those after them, and update every citation.

    Every number in DRAFT means what it means in OLD. New clauses have open labels, by which they are cited: 704.5e+
    follows 704.5e; 702.+ is a rule of 702, 704.5.+ a subrule of 704.5 and 7xx a subsection, each at the place where it
    is printed; 7xx.1a and 702.+b are clauses under these. A second one has one more plus, or 7yy and 7zz. Clauses that
    DRAFT lacks count as deleted; a new heading goes into the contents, too.

    Without -o, nothing is written: the answer is a diff or, with --format, the table of old and new numbers.

    Examples:
      crdiff renumber draft.txt --against 2026-04-17
      crdiff renumber draft.docx --against 2026-04-17 -o numbered.docx
      crdiff renumber draft.txt --against old.txt --format csv > old-to-new.csv
    """
    output = Output("text" if out is not None and not cli.was_given("form") else form, None, quiet)
    if out is not None:
        _check_out(draft, out, output)
    done, file = _renumbered(draft, old, texts, keeps_gaps=keep_gaps)
    for left in done.renumbered.left:
        output.note(f"{shown_on_a_line(draft)}:{left.line}: cites {left.printed}, which the draft no longer has")
    if out is not None:
        Output(form, out, quiet).write_bytes(file.raw)
    _report(done, file, out, output)


def _check_out(draft: str, out: str, output: Output) -> None:
    """Raise `UsageError` where what is asked for makes no sense with a file to write, or there is none to write."""
    if output.form == "diff":
        raise UsageError("--format diff shows what -o would write", "one of them")
    if out == _STANDARD_OUTPUT and cli.was_given("form"):
        raise UsageError(f"-o - and --format {output.form} both write to standard output", "one of them")
    if not out:
        raise UsageError("-o has no name", "a file, or - for standard output")
    if (Path(draft).suffix.lower() == _DOCX) != (Path(out).suffix.lower() == _DOCX):
        suffix = Path(draft).suffix
        expected = f"a name that ends in {suffix}" if suffix else f"a name that does not end in {_DOCX}"
        raise UsageError(f"{out!r} would have the format of {draft}", expected)
    cli_texts.check_writable([out])


def _renumbered(
    name: str, old: str, texts: cli_texts.Texts, *, keeps_gaps: bool
) -> tuple[RenumberedDraft, cli_texts.EditedFile]:
    """Return the draft called `name` renumbered, as a table and as a file."""
    from crdiff.renumber import renumber
    from crdiff.reports.whatsnew import RenumberedDraft

    cli_texts.check_editable(name, texts, "renumber edits")
    texts.check_tracked(name, old)
    before, draft, lines = texts.read(old), texts.read(name), texts.lines(name)
    try:
        done = renumber(draft, lines, before, keeps_gaps=keeps_gaps)
    except CrdiffError as error:
        raise error.at(name) from None
    return RenumberedDraft(name, before.name, done, keeps_gaps), cli_texts.edited_file(name, done.edits, lines, texts)


def _report(done: RenumberedDraft, file: cli_texts.EditedFile, out: str | None, output: Output) -> None:
    """Write the diff or the table; of a draft on standard output only a note."""
    from crdiff.reports.whatsnew import counts, renumbered_answer, renumbered_csv, renumbered_text

    if output.form != "diff" and out != _STANDARD_OUTPUT:
        output.answer(
            lambda: renumbered_answer(done), text=lambda: renumbered_text(done), csv=lambda: renumbered_csv(done)
        )
        return
    if out is None:
        output.write_bytes(cli_texts.diff_of(file))
    output.note(f"{counts(done.renumbered)}{'' if out else '; -o FILE writes the draft'}")
