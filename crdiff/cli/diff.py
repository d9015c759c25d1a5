"""``crdiff diff``: what changed between two texts, in every format, with exit codes for CI."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING

import click

from crdiff.cli import completing
from crdiff.cli.ci_formats import CI_FORMATS, ci_writers
from crdiff.cli.comparing import compare_texts
from crdiff.cli.naming import file_of, is_new_in_git
from crdiff.cli.options import Decorator, TextCommand, also_reports, answers, examples, reads_texts
from crdiff.cli.output import Output
from crdiff.cli.texts import Texts
from crdiff.errors import UsageError
from crdiff.reports.phrases import listed
from crdiff.reports.style import Style
from crdiff.text.hidden import shown_on_a_line

if TYPE_CHECKING:
    from crdiff.changes.change import Comparison
    from crdiff.reports.selection import Selection

_DIFFER = 1
_FOR_PROGRAMS = ("json", "jsonl", "csv")
"""Formats that have all changes."""
_FORMATS = ("text", *_FOR_PROGRAMS, "markdown", "html", *CI_FORMATS)
_ALL_WORDS = -1
_FAIL_ON = ("any", "review", "undetermined")
_TWO_COLUMNS = ("text", "html")
_WORDS_AROUND = {"text": 12, "markdown": 12, "html": _ALL_WORDS}
"""Default of --context, for the formats that cut unchanged words short."""


def _names(_ctx: click.Context, _param: click.Parameter, lists: Sequence[str]) -> frozenset[str]:
    """Return the names of kinds of changes in comma-separated `lists`; an unknown one fails, with the nearest known."""
    from crdiff.reports.selection import NAMES

    names = [name.strip() for names in lists for name in names.split(",")]
    for name in names:
        if name not in NAMES:
            near = get_close_matches(name, map(str, NAMES), n=1)
            meant = f"did you mean {near[0]!r}?" if near else f"expected one of {', '.join(NAMES)}"
            raise click.BadParameter(f"{name!r} is not a kind of change; {meant}")
    return frozenset(names)


def _kinds_option(name: str, said: str) -> Decorator:
    offered = completing.kinds
    return click.option(name, callback=_names, multiple=True, metavar="NAMES", shell_complete=offered, help=said)


def _words(_ctx: click.Context, _param: click.Parameter, value: str | None) -> int | None:
    """Return how many words `value` says: a number, or ``all``."""
    if value is None or value.isdecimal():
        return None if value is None else int(value)
    if value != "all":
        raise click.BadParameter(f"{value!r} is not a number of words; expected a number or 'all'")
    return _ALL_WORDS


@click.command("diff", cls=TextCommand, short_help="Show what changed between two texts.", epilog=examples(     "crdiff diff 2009-05-01.txt 2009-07-11.txt",     "crdiff diff 2021-07-23 draft.md --only review --format markdown -o comment.md",     "crdiff diff git:HEAD:rules.txt rules.txt --fail-on review", ))
@click.argument("old", shell_complete=completing.texts)
@click.argument("new", shell_complete=completing.texts)
@click.option("--all", "everything", is_flag=True, help="List unchanged clauses too.")
@_kinds_option("--only", "List only changes of these kinds.")
@_kinds_option("--hide", "Leave changes of these kinds out.")
@click.option("--context", callback=_words, metavar="WORDS", help="Unchanged words around a change, or 'all'.")
@click.option("--side-by-side", is_flag=True, help="Old wording on the left, new on the right (text, html).")
@click.option("--exit-code", is_flag=True, help="Exit with 1 if anything asked for differs.")
@click.option("--fail-on", type=click.Choice(_FAIL_ON), help="Exit with 1 if such a change is there.")
@answers(*_FORMATS, default="text")
@also_reports(*_FORMATS)
@reads_texts
def command(
    *,
    old: str,
    new: str,
    everything: bool,
    only: frozenset[str],
    hide: frozenset[str],
    context: int | None,
    side_by_side: bool,
    exit_code: bool,
    fail_on: str | None,
    output: Output,
    reports: tuple[Output, ...],
    texts: Texts,
) -> int:
    """Show what changed from OLD to NEW, each a TEXT: which clause became which, and every word that differs.

    Clauses that only follow their subsection's new number are counted, not listed, unless --all is given; JSON and CSV
    have them. If OLD is the file of NEW in a revision of git that lacks it, there is nothing to compare.
    NAMES of kinds, separated by commas: same, renumbered, moved, split, merged, added, removed; typographic,
    reference, terminology, example, enumeration, typo, wording; rules, glossary, front, credits; review,
    mechanical, undetermined.
    """
    from crdiff.reports.selection import Selection

    selection = Selection(everything, only, hide)
    outputs = (*reports, output)
    _check_style([each.form for each in outputs], context, side_by_side)
    texts.check_tracked(old, new)
    is_new = is_new_in_git(old)
    if is_new:
        output.note(f"{shown_on_a_line(old)}: not in that revision, so there is nothing to compare")
    comparison = compare_texts(new if is_new else old, new, texts, output)
    for each in outputs:
        style = _style(each, context, side_by_side)
        _report(comparison, selection, style, each, file_of(new), is_new=is_new)
    failing = "any" if exit_code else fail_on
    return _DIFFER if failing and _is_found(failing, comparison, selection) else 0


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
    comparison: Comparison, selection: Selection, style: Style, output: Output, file: str, *, is_new: bool
) -> None:
    """Write the report; `file` is the path of the new text, for formats that point at lines.

    A text that `is_new` was compared with itself: the report is whole and says that there was nothing to compare.
    """
    from msgspec.structs import replace

    from crdiff.reports import diff_json, diff_markdown, diff_results, diff_text
    from crdiff.reports.view import view

    shown = view(comparison, selection, is_for_eyes=output.form not in _FOR_PROGRAMS)
    if is_new:
        shown = replace(shown, headlines=("The text is new: there is nothing to compare",))

    def html() -> str:
        from crdiff.reports.diff_html import diff_html

        return diff_html(shown, style.context, style.side_by_side)

    output.answer(
        lambda: diff_json.diff_answer(shown),
        json=lambda: diff_json.diff_json(shown),
        text=lambda: diff_text.diff_text(shown, style),
        markdown=lambda: diff_markdown.diff_markdown(shown, style.context),
        html=html,
        **ci_writers(lambda: diff_results.diff_results(shown, file)),
    )


def _is_found(failing: str, comparison: Comparison, selection: Selection) -> bool:
    """Whether a change that was asked for is of the class `failing`; "any" is any change at all.

    A text that breaks off or is an excerpt is no change, but what it does not show may be one of any kind.
    """
    from crdiff.reports.selection import classes

    if comparison.alignment.excerpts or (comparison.alignment.breaks and failing in {"any", "review"}):
        return True
    return any(
        change.is_changed and (failing == "any" or failing in classes(change)) and selection.holds(change)
        for change in comparison.changes
    )
