"""The commands on texts that somebody names: what changed between two, why clauses were paired, one as read.

``crdiff git-diff``: what git calls to show how a text of the rules changed, in place of its own diff.

Git gives seven arguments (gitattributes, "Defining an external diff driver"), two more for a renamed file, and takes
any exit code but 0 for a failure that ends its whole run. So a text that cannot be read as rules is shown by git
itself, and a pager that was left early is no failure.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from crdiff.align.alignment import Alignment
from crdiff.changes.change import Comparison
from crdiff.cli import options as cli
from crdiff.cli.output import Output, ReaderGoneError, forget_stdout
from crdiff.cli.texts import Texts, file_of, is_new_in_git
from crdiff.corpus import Corpus
from crdiff.errors import CrdiffError, UnknownNumber, UsageError
from crdiff.history.asked import Asked, folded, read_asked
from crdiff.history.lineage import Place
from crdiff.history.nearest import nearest_numbers
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Level, Release
from crdiff.model.tree import walk
from crdiff.reports import diff
from crdiff.reports.diff import diff_names, diff_stat, diff_text
from crdiff.reports.phrases import listed
from crdiff.reports.terminal import Style
from crdiff.reports.view import NAMES, Selection, classes, view
from crdiff.text.hidden import shown_on_a_line

if TYPE_CHECKING:
    from crdiff.align.explain import Explanation, Which

    Sides = tuple[tuple[Which, Release], ...]


_MOST_NOTES = 5


def read_text(name: str, texts: Texts, output: Output) -> Release:
    """Return the text called `name`, after telling the person who asked what is wrong in it."""
    release = texts.read(name)
    shown = shown_on_a_line(name)
    faults = [finding for finding in release.findings if finding.level is Level.ERROR]
    for finding in faults[:_MOST_NOTES]:
        output.note(f"{shown}:{finding.line}: {finding.message}")
    if len(faults) > _MOST_NOTES:
        output.note(f"{shown}: {len(faults) - _MOST_NOTES} more such findings; 'crdiff parse' lists them")
    return release


def compare_texts(old: str, new: str, texts: Texts, output: Output) -> Comparison:
    """Return the comparison of the texts called `old` and `new`, hand decisions on the two heeded."""
    from crdiff.changes.compare import compare

    return compare(aligned(read_text(old, texts, output), read_text(new, texts, output), texts))


def aligned(old: Release, new: Release, texts: Texts) -> Alignment:
    """Return the alignment of two texts by all that the corpus knows of them."""
    with Corpus(texts.folder) as corpus:
        return corpus.align(old, new)


_DIFFER = 1
# Formats that have all changes.
_FOR_PROGRAMS = ("json", "jsonl", "csv")
_FORMATS = ("text", *_FOR_PROGRAMS, "markdown", "html", *cli.CI_FORMATS)
_ALL_WORDS = -1
_FAIL_ON = ("any", "review", "undetermined")
_TWO_COLUMNS = ("text", "html")
# Default of --context, for the formats that cut unchanged words short.
_WORDS_AROUND = {"text": 12, "markdown": 12, "html": _ALL_WORDS}


def _names(_ctx: click.Context, _param: click.Parameter, lists: Sequence[str]) -> frozenset[str]:
    """Return the names of kinds of changes in comma-separated `lists`."""
    return cli.named_kinds(",".join(lists), NAMES)


def _kinds_option(name: str, said: str) -> cli.Decorator:
    return cli.option(name, said, callback=_names, multiple=True, type=cli.KINDS)


def _words(_ctx: click.Context, _param: click.Parameter, value: str | None) -> int | None:
    """Return how many words `value` says: a number, or ``all``."""
    if value is None or value.isdecimal():
        return None if value is None else int(value)
    if value != "all":
        raise click.BadParameter(f"{value!r} is not a number of words; expected a number or 'all'")
    return _ALL_WORDS


@cli.command("diff", "Show what changed between two texts.", cls=cli.TextCommand)
@click.argument("old", type=cli.TEXT)
@click.argument("new", type=cli.TEXT, required=False)
@cli.flag("--all everything", "List unchanged clauses too.")
@_kinds_option("--select only", "List only changes of these kinds.")
@_kinds_option("--ignore hide", "Leave changes of these kinds out.")
@cli.option("-U --context", "Unchanged words around a change, or 'all'.", callback=_words, metavar="WORDS")
@cli.flag("--side-by-side", "Old wording on the left, new on the right (text, html).")
@cli.flag("--stat", "Count the changes of each subsection in place of showing them (text).")
@cli.flag("--name-only", "List the numbers of the changed clauses alone (text).")
@cli.option("--fail-on", "Exit with 1 if such a change is there.", type=click.Choice(_FAIL_ON))
@cli.answers(*_FORMATS)
@cli.also_reports(*_FORMATS)
@cli.reads_texts
def diff_command(
    *,
    old: str,
    new: str | None,
    everything: bool,
    only: frozenset[str],
    hide: frozenset[str],
    context: int | None,
    side_by_side: bool,
    stat: bool,
    name_only: bool,
    fail_on: str | None,
    output: Output,
    reports: tuple[Output, ...],
    texts: Texts,
) -> int:
    """Show what changed from OLD to NEW, each a TEXT: which clause became which, and every word that differs.

    OLD..NEW names two releases in one word, and OLD.. takes the newest one for NEW.

    Clauses that only follow their subsection's new number are counted, not listed, unless --all is given; JSON and CSV
    have them. If OLD is the file of NEW in a revision of git that lacks it, there is nothing to compare.
    NAMES of kinds, separated by commas: same, renumbered, moved, split, merged, added, removed; typographic,
    reference, terminology, example, enumeration, typo, wording; rules, glossary, front, credits; review,
    mechanical, undetermined.

    Examples:
      crdiff diff 2009-05-01.txt 2009-07-11.txt
      crdiff diff previous..
      crdiff diff 2021-07-23 draft.md --select review --format markdown -o comment.md
      crdiff diff git:HEAD:rules.txt rules.txt --fail-on review
    """
    old, new = cli.both_ends(old, new)
    selection = Selection(everything, only, hide)
    outputs = (*reports, output)
    _check_style([each.form for each in outputs], context, side_by_side)
    texts.check_tracked(old, new)
    is_new = is_new_in_git(old)
    if is_new:
        output.note(f"{shown_on_a_line(old)}: not in that revision, so there is nothing to compare")
    comparison = compare_texts(new if is_new else old, new, texts, output)
    for each in outputs:
        if each.form == "text" and (stat or name_only):
            shown = view(comparison, selection)
            each.write(diff_names(shown) if name_only else diff_stat(shown))
            continue
        style = _style(each, context, side_by_side)
        _report(comparison, selection, style, each, file_of(new), failing=fail_on or "", is_new=is_new)
    return _DIFFER if fail_on and _is_found(fail_on, comparison, selection) else 0


def _check_style(forms: Sequence[str], context: int | None, side_by_side: bool) -> None:
    """Raise `UsageError` where an option goes with none of the formats to write, that of the answer last."""
    if context is not None and not {*forms} & {*_WORDS_AROUND}:
        raise UsageError(f"--context does not go with --format {forms[-1]}", listed(list(_WORDS_AROUND)))
    if side_by_side and not {*forms} & {*_TWO_COLUMNS}:
        raise UsageError(f"--side-by-side does not go with --format {forms[-1]}", listed(_TWO_COLUMNS))


def _style(output: Output, context: int | None, side_by_side: bool) -> Style:
    """Return how to print; a format that an option does not go with is printed without it."""
    words = _WORDS_AROUND.get(output.form, _ALL_WORDS) if context is None else context
    return Style(output.width, None if words == _ALL_WORDS else words, output.has_colour, side_by_side)


def _report(
    comparison: Comparison, selection: Selection, style: Style, output: Output, file: str, *, failing: str, is_new: bool
) -> None:
    """Write the report; `file` is the path of the new text, for formats that point at lines.

    `failing` is the class of changes that fails the run.

    A text that `is_new` was compared with itself: the report is whole and says that there was nothing to compare.
    """
    shown = view(comparison, selection, is_for_eyes=output.form not in _FOR_PROGRAMS)
    if is_new:
        shown = replace(shown, headlines=("The text is new: there is nothing to compare",))

    def html() -> str:
        from crdiff.reports.html_files import diff_html

        return diff_html(shown, style.context, style.side_by_side)

    output.answer(
        lambda: diff.diff_answer(shown),
        json=lambda: diff.diff_json(shown),
        text=lambda: diff.diff_text(shown, style),
        markdown=lambda: diff.diff_markdown(shown, style.context),
        html=html,
        **cli.ci_writers(lambda: diff.diff_results(shown, file, failing)),
    )


def _is_found(failing: str, comparison: Comparison, selection: Selection) -> bool:
    """Whether a change that was asked for is of the class `failing`; "any" is any change at all.

    A text that breaks off or is an excerpt is no change, but what it does not show may be one of any kind.
    """
    if comparison.alignment.excerpts or (comparison.alignment.breaks and failing in {"any", "review"}):
        return True
    return any(
        change.is_changed and (failing == "any" or failing in classes(change)) and selection.holds(change)
        for change in comparison.changes
    )


@cli.command("explain", "Say why a clause was paired as it was.", cls=cli.TextCommand)
@click.argument("old", type=cli.TEXT)
@click.argument("new", type=cli.TEXT)
@click.argument("number", type=cli.NUMBER)
@cli.answers("text", "json")
@cli.reads_texts
def explain_command(*, old: str, new: str, number: str, output: Output, texts: Texts) -> None:
    """Say which clause of NEW the clause NUMBER of OLD became, or the other way round, and why.

    NUMBER may be a title such as Trample.
    Lists the evidence, the other clauses that were considered, and what each feature added to their score.

    Examples:
      crdiff explain 507-crystal-keep 720-mtg-wiki 507.1c
      crdiff explain 2009-05-01 2009-07-11 710.5
    """
    from crdiff.reports.explanation import explanation_answer, explanation_text

    texts.check_tracked(old, new)
    before, after = read_text(old, texts, output), read_text(new, texts, output)
    meant, sides = _number(read_asked(number, before.numbers), before, after)
    found = _explanations(before, after, meant, sides, texts)
    asked_of = before, after, found
    output.answer(lambda: explanation_answer(*asked_of), text=lambda: explanation_text(*asked_of, output.width))


def _number(asked: Asked, old: Release, new: Release) -> tuple[ClauseNumber, Sides]:
    """Return the number asked for, and the texts that it is of; a title is that of a clause of `old`, or else of `new`.

    Raises `UnknownNumber` where no clause has the title.
    """
    sides: Sides = (("old", old), ("new", new))
    if isinstance(asked, ClauseNumber):
        return asked, sides
    if isinstance(asked, Place):
        return asked.number, sides
    for side in sides:
        for node in walk(side[1]):
            if node.clause.title and folded(node.clause.title) == folded(asked):
                return node.number, (side,)
    names = listed([old.name, new.name])
    raise UnknownNumber(
        f"{asked!r} is not a clause number, and no clause of {names} has this title", "a number or a title"
    )


def _explanations(
    old: Release, new: Release, number: ClauseNumber, sides: Sides, texts: Texts
) -> tuple[Explanation, ...]:
    """Return what explains the clause `number` of each text asked about that has it.

    Raises `UnknownNumber` where there is none, naming the nearest.
    """
    from crdiff.align.explain import explain

    has = [which for which, release in sides if any(number == at.number for at in release.placements)]
    if not has:
        near = nearest_numbers(number, {at.number for _, release in sides for at in release.placements})
        where = listed([release.name for _, release in sides])
        raise UnknownNumber(f"no clause {number} in {where}", remedy=f"near it are {listed(near)}")
    with Corpus(texts.folder) as corpus, corpus.decisions(old, new) as decided:
        through = corpus.jump(old, new)
        return tuple(explain(old, new, number, which, decided, followed=through) for which in has)


@cli.command("parse", "Show how one text was read.", cls=cli.TextCommand)
@click.argument("text", type=cli.TEXT)
@cli.answers("tree", "json", "text")
@cli.reads_texts
def parse_command(text: str, output: Output, texts: Texts) -> None:
    """Show how a TEXT was read: what the file was, its clauses, and what is odd about it.

    The format 'tree' gives an outline, 'json' everything (see 'crdiff schema release'), 'text' the rules
    as plain lines, whatever the file looked like.

    Examples:
      crdiff parse rules.txt
      crdiff parse 2009-07-11 --format json -o rules.json
    """
    texts.check_tracked(text)
    release = read_text(text, texts, output)
    from crdiff.reports.release import release_json, release_text, release_tree

    if output.form == "text":
        output.write(release_text(release), is_folded=False)
        return
    output.answer(json=lambda: release_json(release), tree=lambda: release_tree(release, output.width))


_NOTHING = "/dev/null"


@cli.command("git-diff", "Show a change when git asks for it.")
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
    said = f"diff --crdiff a/{path} b/{to}\n{_for_git(comparison, output)}" if comparison else ""
    shown = said or _line_by_line(path, old, new)
    try:
        output.write(shown)
    except ReaderGoneError:
        forget_stdout()


def _compared(old: str, new: str, output: Output) -> Comparison | None:
    """Return the comparison, None where one of the files is no text of rules."""
    try:
        return compare_texts(str(Path(old).absolute()), str(Path(new).absolute()), Texts(), output)
    except (CrdiffError, OSError):
        return None


def _for_git(comparison: Comparison, output: Output) -> str:
    return diff_text(view(comparison), _style(output, None, side_by_side=False))


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
