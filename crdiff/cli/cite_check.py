"""``crdiff cite check``: which citations of a tree are no longer right."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import click

from crdiff.cite.judging import Verdict
from crdiff.cli import completing
from crdiff.cli.asking import asked_corpus
from crdiff.cli.ci_formats import CI_FORMATS, written
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
@click.argument("paths", metavar="PATH...", nargs=-1, shell_complete=completing.files)
@click.option("--at", metavar="RELEASE", shell_complete=completing.releases, help="Judge by this release.")
@click.option(
    "--from", "since", metavar="RELEASE", default="auto", show_default=True, shell_complete=completing.releases,
    help="The release that citations are written for, or 'auto': found out from them.",
)  # fmt: skip
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
    from crdiff.cite.checking import CiteChecker, CitingText
    from crdiff.cite.scan import Scanner
    from crdiff.cite_tree.files import files_of
    from crdiff.cite_tree.known import newer_releases, numbering_of, words_of_clauses
    from crdiff.cite_tree.reading import TreeRead, read_tree
    from crdiff.reports.cite import cite_report, cite_results
    from crdiff.reports.cite_text import cite_json, cite_text

    failing = _failing(fail_on)
    with asked_corpus(corpus, output) as asked:
        numbering = numbering_of(asked)
        position = _position(numbering.dates, at) if at else numbering.newest
        presumed = None if since == "auto" else _position(numbering.dates, since)
        words = words_of_clauses(asked, numbering)
        if newer := [day for day in newer_releases(asked) if day not in numbering.dates]:
            output.note(f"crdiff: not judged by {newer[0]}: the corpus lacks releases between it and the known ones")
        read = TreeRead()
        texts = [
            CitingText(file.path, file.text, file.groups)
            for file in read_tree(files_of(paths or (".",)), Scanner(), read)
        ]
        tree = CiteChecker(numbering, position, words=words, presumed=presumed).check(texts)
    if not tree.numbers and not tree.malformed:
        raise UsageError(f"no citation of a rule in {read.files:,} files", "a folder with citations such as CR 704.5k")
    report = cite_report(tree, numbering, read.files, has_texts=words is not None)
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


def _position(dates: Sequence[date], name: str) -> int:
    """Return the place of the release in force on a day. Raises `UsageError`."""
    from bisect import bisect_right

    try:
        day = date.fromisoformat(name)
    except ValueError:
        raise UsageError(f"{name!r} is not a date", "a date such as 2025-02-07") from None
    if day < dates[0]:
        raise UsageError(f"no release is known to have been in force on {day}", f"{dates[0]} or later")
    return bisect_right(dates, day) - 1
