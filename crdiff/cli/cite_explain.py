"""``crdiff cite explain``: why a citation is judged as it is."""

from __future__ import annotations

from pathlib import Path

import click

from crdiff.cli import completing
from crdiff.cli.citing import CiteQuestion, asks_citations, cite_judge
from crdiff.cli.options import answers, examples
from crdiff.cli.output import Output
from crdiff.errors import UsageError


@click.command(
    "explain",
    short_help="Say why a citation is judged as it is.",
    epilog=examples("crdiff cite explain src/target.rs:7", "crdiff cite explain src/target.rs:7 src --at 2018-04-27"),
)
@click.argument("place", metavar="FILE:LINE", shell_complete=completing.files)
@asks_citations()
@answers("text", "json", default="text")
def command(*, place: str, question: CiteQuestion, output: Output) -> int:
    """Show the citations of a line with all that their numbers named and when, which of it is meant and why.

    The tree under each PATH, by default the current folder, is judged with it, because what others cite decides where
    the words beside a citation do not. With texts in the corpus the wordings are shown.
    """
    from crdiff.reports.cite import cite_report
    from crdiff.reports.cite_explain import explain_answer, explain_text, explained
    from crdiff.reports.cite_kinds import KINDS

    file, line = _place(place)
    with cite_judge(question, output) as judge:
        judged = judge.judged(tuple(dict.fromkeys((*(question.paths or (".",)), file))))
        there = [each for each in judged.tree.numbers if each.text.name == file]
        tree, rests_on = judged.of(there), judged.judged_by
        report = cite_report(tree, judged.numbering, rests_on, everything=True, also=KINDS)
        new = judge.updates(judged.tree)
        found = [
            explained(each, row, judged.numbering, judge.said, new)
            for each, row in zip(there, report.rows, strict=True)
            if row.place.line == line
        ]
    if not found:
        raise UsageError(f"no citation of a rule in line {line}", "a line that 'crdiff cite list' names", path=file)
    output.answer(
        lambda: explain_answer(found, rests_on),
        text=lambda: explain_text(found, rests_on, colour=output.has_colour),
    )
    return 0


def _place(place: str) -> tuple[str, int]:
    """Return the file and the line that ``FILE:LINE`` names; a column after them is taken too. Raises `UsageError`."""
    file, _, line = place.rpartition(":")
    before, _, above = file.rpartition(":")
    if before and above.isdecimal() and line.isdecimal():
        file, line = before, above
    if not file or not line.isdecimal():
        raise UsageError(f"{place!r} names no line", "FILE:LINE, such as src/target.rs:7")
    if not Path(file).is_file():
        raise UsageError("there is no such file", "a file that exists", path=file)
    return file.removeprefix("./"), int(line)
