"""``crdiff review``: a draft for the editor, everything there is to look at on one page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from crdiff.cli import completing
from crdiff.cli.options import TextCommand, answers, examples, reads_texts, was_given
from crdiff.cli.output import Output
from crdiff.cli.texts import Texts, contents
from crdiff.errors import UsageError
from crdiff.reports.phrases import counted
from crdiff.text.hidden import shown_on_a_line

if TYPE_CHECKING:
    from crdiff.changes.change import Comparison
    from crdiff.cite.listed import CitationList
    from crdiff.model.release import Release
    from crdiff.reports.review import DraftReview, ReviewConcern
    from crdiff.reports.review_notes import EditorNote



@click.command("review", cls=TextCommand, short_help="Prepare a draft for editorial review.", epilog=examples(     "crdiff review 2024-09-20 draft.docx -o review.html",     "crdiff review rules.txt draft.txt --bulletin -o bulletin.md", ))
@click.argument("old", shell_complete=completing.texts)
@click.argument("draft", shell_complete=completing.texts)
@click.option(
    "--bulletin", is_flag=True, help="Write a rules bulletin for players, in Markdown or, with --format html, in HTML."
)
@click.option(
    "--template",
    metavar="FILE",
    shell_complete=completing.files,
    help="Write the bulletin with this Jinja2 template.",
)
@click.option(
    "--checks",
    "tests",
    metavar="PATH",
    multiple=True,
    help="Tests with the marker 'clause' (repeatable).  [default: tests/rules, if it is there]",
)
@click.option("--concerns", metavar="FILE", help="The output of 'crdiff checks status --against DRAFT --format json'.")
@click.option(
    "--citations",
    "cited",
    metavar="FILE",
    multiple=True,
    shell_complete=completing.files,
    help="The output of 'crdiff cite list --at OLD --format json' on a tree (repeatable).",
)
@click.option(
    "--annotate", "notes", metavar="FILE", shell_complete=completing.files, help="Your notes on clauses, in Markdown."
)
@answers("html", "text", "json", "markdown", default="html")
@reads_texts
def command(
    *,
    old: str,
    draft: str,
    bulletin: bool,
    template: str | None,
    tests: tuple[str, ...],
    concerns: str | None,
    cited: tuple[str, ...],
    notes: str | None,
    output: Output,
    texts: Texts,
) -> int:
    """Gather everything that an editor has to check before DRAFT replaces OLD.

    Every change that somebody has to read, with its redline, the clauses around it, the clauses that cite it, what
    the lint finds there and which checks become suspect; rewordings and the places that they missed; the renumbering.
    The page needs no network and keeps the editor's ticks in the browser. --format markdown writes the bulletin.
    Checks are read, not run; --concerns takes the results of a run that had the whole archive instead.
    """
    from crdiff.changes.compare import compare
    from crdiff.cli.comparing import aligned
    from crdiff.cli.suspecting import made_suspect
    from crdiff.lint.run import lint_draft
    from crdiff.reports.review import review
    from crdiff.reports.view import view

    form = _form(output, is_bulletin=bulletin or template is not None)
    source = _utf8(template) if template is not None else None
    if concerns is not None and tests:
        raise UsageError("--checks and --concerns both name checks", "one of them")
    texts.check_tracked(old, draft)
    before, after = texts.read(old), texts.read(draft)
    comparison = compare(aligned(before, after, texts))
    found = lint_draft(after, (comparison.alignment,), lines=texts.lines(draft), lines_before=texts.lines(old))
    told, new = _told(concerns, output) if concerns else made_suspect(comparison, old, tests, texts, output)
    citations = tuple(_cited(file, before) for file in cited)
    noted = _noted(notes, comparison, draft) if notes else ()
    made = review(view(comparison), found, told, new, citations=citations, notes=noted)
    if template is not None and source is not None:
        from crdiff.reports.review_bulletin import bulletin_by_template

        output.write(bulletin_by_template(made, source, template, is_html=form == "bulletin"))
    else:
        output.write(_written(made, form))
    return 0


def _form(output: Output, *, is_bulletin: bool) -> str:
    """Return what to write: "bulletin" for one in HTML, else a value of ``--format``."""
    if not is_bulletin:
        return output.form
    if not was_given("form") or output.form == "markdown":
        return "markdown"
    if output.form != "html":
        raise UsageError(f"a bulletin cannot be written as {output.form}", "--format markdown or html")
    return "bulletin"


def _utf8(path: str) -> str:
    try:
        return contents(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError("not in UTF-8", "a text in UTF-8", path=path) from None


def _cited(path: str, old: Release) -> CitationList:
    """Return a list of citations that was judged by the old text. Raises `UsageError` for one of another release."""
    from crdiff.cite.listed import read_citations

    listed = read_citations(contents(path), path)
    if listed.at != old.effective:
        remedy = f"those of {old.name}, from 'crdiff cite list --at {old.name} --format json'"
        raise UsageError(f"its citations are judged by {listed.at}", remedy, path=path)
    return listed


def _noted(path: str, comparison: Comparison, draft: str) -> tuple[EditorNote, ...]:
    """Return the notes in a file. Raises `UsageError` for one on what neither text has."""
    from crdiff.reports.review_notes import read_notes, require_known

    notes = read_notes(_utf8(path), path)
    known = {clause.number for change in comparison.changes for clause in (change.new or change.old)}
    require_known(notes, known, draft, path)
    return notes


def _told(path: str, output: Output) -> tuple[tuple[ReviewConcern, ...], tuple[str, ...]]:
    """Return the checks that a file says the draft concerns, and the clauses that no check plays."""
    from crdiff.reports.concerns import read_concerns

    found = read_concerns(contents(path), path)
    if undecided := {each.check for each in found.undecided}:
        of, them = f"of {counted(len(undecided), 'check')}", "it" if len(undecided) == 1 else "them"
        output.note(f"{shown_on_a_line(path)}: {of} it does not know whether the draft concerns {them}")
    return found.as_reviewed(), found.uncovered


def _written(review: DraftReview, form: str) -> str | bytes:
    if form == "markdown":
        from crdiff.reports.review_bulletin import review_bulletin

        return review_bulletin(review)
    if form == "bulletin":
        from crdiff.reports.review_bulletin import bulletin_html

        return bulletin_html(review)
    if form == "html":
        from crdiff.reports.review_html import review_html

        return review_html(review)
    from crdiff.reports.answer import json_of
    from crdiff.reports.review_text import review_answer, review_text

    return json_of(review_answer(review)) if form == "json" else review_text(review)
