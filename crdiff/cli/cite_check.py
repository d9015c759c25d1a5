"""``crdiff cite check``: which citations of a tree are no longer right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from crdiff.cli import completing
from crdiff.cli.ci_formats import CI_FORMATS, ci_writers
from crdiff.cli.citing import CiteQuestion, JudgedTree, asks_citations, cite_judge, named_kinds
from crdiff.cli.options import ROWS, also_reports, answers, examples
from crdiff.cli.output import Output
from crdiff.errors import UsageError
from crdiff.reports.cite_kinds import KINDS
from crdiff.reports.phrases import listed

if TYPE_CHECKING:
    from crdiff.cite.checking import CheckedTree, CitingText
    from crdiff.reports.cite import CiteReport

_FOUND = 1
_FORMATS = (*ROWS, "rdjsonl", *CI_FORMATS)
_DATA = ("json", "jsonl", "csv")
"""Formats that list the right citations too where asked."""
_SILENT = ("csv", "rdjsonl", "junit", "sarif")
"""Formats that have no room for what the answer rests on."""
_MENDING = ("sarif", "rdjsonl")
"""Formats that say how a finding is mended."""


@click.command(
    "check",
    short_help="Find citations that are no longer right.",
    epilog=examples(
        "crdiff cite check",
        "crdiff cite check src docs --from 2025-02-07 --fail-on absent,moved,reused",
        "crdiff cite check --diff origin/main --format github --fail-on absent,moved,reused",
        "crdiff cite check git:v1.0 --at 2026-04-17",
    ),
)
@asks_citations()
@click.option("--diff", "base", metavar="BASE", help="Judge only what was added since this revision of git.")
@click.option("--fail-on", metavar="KINDS", help="Exit with 1 if there is any of these kinds, separated by commas.")
@click.option("--also", metavar="KINDS", help="Report these kinds too, which usually are not: reworded.")
@click.option("--all", "everything", is_flag=True, help="List the right citations too, in JSON, JSONL and CSV.")
@click.option(
    "--baseline", metavar="FILE", shell_complete=completing.files, help="Suppress the findings listed in FILE."
)
@answers(*_FORMATS, default="text")
@also_reports(*_FORMATS)
def command(
    *,
    question: CiteQuestion,
    base: str | None,
    fail_on: str | None,
    also: str | None,
    everything: bool,
    baseline: str | None,
    output: Output,
    reports: tuple[Output, ...],
) -> int:
    """Read the files under each PATH, by default the current folder, and judge every citation in them.

    A citation is absent (no clause has its number), moved (its clause has another number), reused (and its number names
    another clause), split, retired or malformed; a file that holds two numberings is mixed. Git says which files there
    are; where it does not, .gitignore does. A PATH can be - for standard input, and git:REV or git:REV:path for what a
    revision has.
    """
    from crdiff.cite.checking import with_reworded
    from crdiff.cite_tree.git import added_lines
    from crdiff.reports.cite import cite_fixes, cite_report

    failing, shown = named_kinds(fail_on, KINDS), named_kinds(also, KINDS)
    outputs = (*reports, output)
    if everything and not any(each.form in _DATA for each in outputs):
        raise UsageError(f"--all lists the right citations, which {output.form} does not hold", listed(_DATA))
    added = None if base is None else added_lines(base)
    with cite_judge(question, output) as judge:
        judged = judge.judged(question.paths) if added is None else judge.judged_added(question.paths, added)
        is_mending = any(each.form in _MENDING for each in outputs)
        fixes = cite_fixes(judge.updates(judged.tree)) if is_mending else None
    if added is None:
        judged.refuse_if_vacuous()
    else:
        judged = _within(judged, added)
    if "reworded" in failing | shown:
        judged = replace(judged, tree=with_reworded(judged.tree, judged.numbering))
    path = Path(baseline) if baseline else judged.settings.baseline
    for each in outputs:
        report = cite_report(
            judged.tree,
            judged.numbering,
            judged.judged_by,
            fixes=fixes if each.form in _MENDING else None,
            everything=everything and each.form in _DATA,
            also=failing | shown,
        )
        if path:
            is_whole = base is None and question.paths in {(), (".",)} and path.resolve().parent == Path.cwd()
            report = _left(report, path, is_whole=is_whole)
        _write(report, each)
    return _FOUND if any(row.kind in failing for row in report.findings) else 0


def _within(judged: JudgedTree, added: Mapping[str, Sequence[range]]) -> JudgedTree:
    """Return the citations in lines that were added, which were judged beside the others of their files."""
    from crdiff.reports.cite_place import Places

    places = Places()

    def is_added(text: CitingText, at: int) -> bool:
        return any(places.line(text, at) in lines for lines in added[text.name])

    tree: CheckedTree = replace(
        judged.tree,
        numbers=tuple(checked for checked in judged.tree.numbers if is_added(checked.text, checked.item.start)),
        malformed=tuple((text, wrong) for text, wrong in judged.tree.malformed if is_added(text, wrong.start)),
        mixed=tuple(
            each
            for each in judged.tree.mixed
            if is_added(each.text, each.older.item.start) or is_added(each.text, each.newer.item.start)
        ),
    )
    return replace(judged, tree=tree)


def _left(report: CiteReport, baseline: Path, *, is_whole: bool) -> CiteReport:
    """Return a report without what the baseline holds. Raises `UsageError` where there is no such file.

    Where it is on all that the baseline can be about, it says how many of its entries silence nothing.
    """
    from crdiff.cli.baseline_file import read_baseline
    from crdiff.reports.cite import without_accepted

    if not baseline.is_file():
        raise UsageError("there is no such baseline", "a file that 'crdiff cite baseline' wrote", path=str(baseline))
    return without_accepted(report, {entry.fingerprint for entry in read_baseline(baseline)}, is_whole=is_whole)


def _write(report: CiteReport, output: Output) -> None:
    """Write a report; what its format has no room for is said on standard error."""
    from crdiff.reports import cite_json
    from crdiff.reports.cite import cite_results, cite_summary
    from crdiff.reports.cite_text import cite_text
    from crdiff.reports.rdjsonl import rdjsonl

    def markdown() -> str:
        from crdiff.reports.cite_markdown import cite_markdown

        return cite_markdown(report)

    output.answer(
        lambda: cite_json.check_answer(report),
        text=lambda: cite_text(report, colour=output.has_colour),
        csv=lambda: cite_json.cite_csv(report),
        markdown=markdown,
        rdjsonl=lambda: rdjsonl(report),
        **ci_writers(lambda: cite_results(report)),
    )
    if output.form in _SILENT:
        output.note(f"crdiff: {cite_summary(report)}")
