"""``crdiff cite baseline``: today's findings written down, so that a check reports only new ones."""

from __future__ import annotations

from pathlib import Path

import click

from crdiff.cli import completing
from crdiff.cli.citing import CiteQuestion, asks_citations, judged_tree
from crdiff.cli.options import examples, quiet_option
from crdiff.cli.output import Output, check_targets

_NAME = "crdiff-cite-baseline.toml"


@click.command(
    "baseline",
    short_help="Accept today's findings, so that only new ones are reported.",
    epilog=examples(
        f'crdiff cite baseline -o {_NAME} --reason "before crdiff; to be mended by and by"',
        f"crdiff cite check --baseline {_NAME} --fail-on absent,moved,reused",
    ),
)
@asks_citations()
@click.option("--reason", metavar="TEXT", default="before crdiff", show_default=True, help="Why the new ones stay.")
@click.option(
    "-o", "--output", "file", metavar="FILE", shell_complete=completing.files, help=f"Write here.  [default: {_NAME}]"
)
@quiet_option
def command(*, question: CiteQuestion, reason: str, file: str | None, quiet: bool) -> int:
    """Write the findings of 'crdiff cite check' on each PATH to a baseline, which 'check --baseline' is silent about.

    A finding is known by its kind, its number and the sentence around it: it stays silent where lines or files move,
    and is reported again where somebody changes the sentence. Entries that are there keep their reasons; those that
    silence nothing any more go, so give it the same PATHs each time. Without -o it is the file that the settings name
    as 'baseline'.
    """
    from crdiff.cli.baseline_file import read_baseline, write_baseline
    from crdiff.lint.baseline import Accepted
    from crdiff.reports.cite import cite_report
    from crdiff.reports.phrases import counted

    check_targets([file])
    output = Output("toml", None, quiet)
    judged = judged_tree(question, output)
    report = cite_report(judged.tree, judged.numbering, judged.judged_by)
    path = Path(file) if file else judged.settings.baseline or Path(_NAME)
    before = {entry.fingerprint: entry for entry in (read_baseline(path) if path.is_file() else ())}
    entries = [
        before.get(row.fingerprint) or Accepted(row.fingerprint, row.kind, row.number, reason)
        for row in report.findings
    ]
    write_baseline(path, entries, "crdiff cite check")
    new = sum(entry.fingerprint not in before for entry in entries)
    gone = len(before) + new - len(entries)
    output.note(
        f"crdiff: {path}: {counted(len(entries), 'finding')}, {new:,} new, {gone:,} taken out; {report.judged_by}"
    )
    return 0
