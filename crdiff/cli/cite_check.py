"""``crdiff cite check``: which citations of a tree are no longer right."""

from __future__ import annotations

import click

from crdiff.cite.judging import Verdict
from crdiff.cli import completing
from crdiff.cli.ci_formats import CI_FORMATS, written
from crdiff.cli.citing import from_option, judged_tree, paths_argument
from crdiff.cli.options import answers, corpus_option, examples
from crdiff.cli.output import Output
from crdiff.errors import UsageError

_FOUND = 1
_KINDS = (*(verdict.value for verdict in Verdict if verdict is not Verdict.RIGHT), "malformed")


@click.command(
    "check",
    short_help="Find citations that are no longer right.",
    epilog=examples("crdiff cite check", "crdiff cite check src docs --from 2025-02-07 --fail-on absent,moved,reused"),
)
@paths_argument()
@click.option("--at", metavar="RELEASE", shell_complete=completing.releases, help="Judge by this release.")
@from_option()
@click.option("--fail-on", metavar="KINDS", help="Exit with 1 if there is any of these kinds, separated by commas.")
@click.option("--all", "everything", is_flag=True, help="In JSON, list the right citations too.")
@answers("text", "json", *CI_FORMATS, default="text")
@corpus_option
def command(
    *,
    paths: tuple[str, ...],
    at: str | None,
    since: str,
    fail_on: str | None,
    everything: bool,
    output: Output,
    corpus: str | None,
) -> int:
    """Read the files under each PATH, by default the current folder, and judge every citation in them.

    A citation is absent (no clause has its number), moved (its clause has another number), reused (and its number names
    another clause), split, retired or malformed. Git says which files there are; where it does not, .gitignore does.
    """
    from crdiff.reports.cite import cite_report, cite_results
    from crdiff.reports.cite_text import cite_json, cite_text

    failing = _failing(fail_on)
    judged = judged_tree(paths, at, since, corpus, output)
    report = cite_report(judged.tree, judged.numbering, judged.files, has_texts=judged.has_texts)
    if output.form == "json":
        output.write(cite_json(report, everything=everything))
    elif output.form == "text":
        output.write(cite_text(report, colour=output.has_colour))
    else:
        output.write(written(cite_results(report), output.form))
    return _FOUND if any(row.kind in failing for row in report.findings) else 0


def _failing(kinds: str | None) -> frozenset[str]:
    """Return the kinds of findings to fail on. Raises `UsageError` for one that does not exist."""
    named = [kind.strip() for kind in (kinds or "").split(",") if kind.strip()]
    for kind in named:
        if kind not in _KINDS:
            raise UsageError(f"there is no kind of finding {kind!r}", f"one of {', '.join(_KINDS)}")
    return frozenset(named)
