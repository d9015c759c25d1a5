"""``crdiff cite``: citations of rules in code, wikis and articles, judged, dated and explained."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from crdiff.cli import options as cli
from crdiff.cli.app import group
from crdiff.cli.citing import CiteQuestion, JudgedTree, asks_citations, cite_judge, judged_tree
from crdiff.cli.output import Output, check_targets
from crdiff.cli.texts import GIT
from crdiff.errors import UsageError
from crdiff.reports.cite import KINDS
from crdiff.reports.phrases import listed

if TYPE_CHECKING:
    from crdiff.cite.checking import CheckedNumber, CheckedTree, CitingText
    from crdiff.reports.cite import CiteReport

_NAMES = ("check", "update", "date", "list", "collect", "explain", "baseline", "release-day")
_ELSEWHERE = {"update": "cite_update", "list": "cite_list", "collect": "cite_list", "release-day": "cite_release_day"}


@group("cite", "Check citations in code and prose.", _NAMES, **_ELSEWHERE)
def cite_command() -> None:
    """Find citations of rules in other texts, and say which of them are no longer right.

    Code, wikis and articles cite clauses by number: CR 704.5k, rule 508, // 702.19b. With every release some of these
    numbers come to mean something else. Works without any rules text; with texts, the words beside a citation are
    compared with what its number ever named.

    To bring a project up to date: see what is outdated, move what was right, then correct what was wrong already.

    Examples:
      crdiff cite check src --from 2018-01-19
      crdiff cite update src --from 2018-01-19 --write
      crdiff cite update src --from 2018-01-19 --repair --write
    """


_FOUND = 1
_FORMATS = (*cli.ROWS, "rdjsonl", *cli.CI_FORMATS, "badge")
# Formats that list the right citations too where asked.
_DATA = ("json", "jsonl", "csv")
# Formats that have no room for what the answer rests on.
_SILENT = ("csv", "rdjsonl", "junit", "sarif", "badge")
# Formats that say how a finding is mended.
_MENDING = ("sarif", "rdjsonl")


@cli.command("check", "Find citations that are no longer right.")
@asks_citations()
@cli.option("--diff base", "Judge only what was added since this revision of git.", metavar="BASE")
@cli.option("--fail-on", "Exit with 1 if there is any of these kinds, separated by commas.", metavar="KINDS")
@cli.option("--also", "Also report these kinds, which are left out by default: reworded, mentioned.", metavar="KINDS")
@cli.flag("--all everything", "List the right citations too, in JSON, JSONL and CSV.")
@cli.option("--baseline", "Suppress the findings listed in FILE.", type=cli.FILE)
@cli.option(
    "--cache", "Keep what was read in FILE, for runs elsewhere; by default it is kept for this user.", type=cli.FILE
)
@cli.answers(*_FORMATS)
@cli.also_reports(*_FORMATS)
def cite_check_command(
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

    Examples:
      crdiff cite check
      crdiff cite check src docs --from 2025-02-07 --fail-on absent,moved,reused
      crdiff cite check --diff origin/main --format github --fail-on absent,moved,reused
      crdiff cite check git:v1.0 --at 2026-04-17
      crdiff cite check --report badge=crdiff-badge.json
    """
    from crdiff.cite.checking import with_reworded
    from crdiff.cite_tree.git import added_lines
    from crdiff.reports.cite import cite_fixes, cite_report

    failing, shown = cli.named_kinds(fail_on, KINDS), cli.named_kinds(also, KINDS)
    outputs = (*reports, output)
    if everything and not any(each.form in _DATA for each in outputs):
        raise UsageError(f"--all lists right citations, too, for which {output.form} has no place", listed(_DATA))
    check_targets([question.cache])
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
    path = Path(baseline) if baseline else judged.settings.baseline_file
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
        _write(report, each, failing)
    return _FOUND if any(row.kind in failing for row in report.findings) else 0


def _within(judged: JudgedTree, added: Mapping[str, Sequence[range]]) -> JudgedTree:
    """Return the citations in lines that were added, which were judged beside the others of their files."""
    from crdiff.reports.cite import Places

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
    from crdiff.cli.project_settings import read_baseline
    from crdiff.reports.cite import without_accepted

    if not baseline.is_file():
        raise UsageError("there is no such baseline", "a file that 'crdiff cite baseline' wrote", path=str(baseline))
    return without_accepted(report, {entry.fingerprint for entry in read_baseline(baseline)}, is_whole=is_whole)


def _write(report: CiteReport, output: Output, failing: Collection[str]) -> None:
    """Write a report; what its format has no room for is said on standard error."""
    from crdiff.reports import cite
    from crdiff.reports.cite import SILENCED, badge, cite_results, cite_summary, cite_text, rdjsonl

    def markdown() -> str:
        from crdiff.reports.cite import cite_markdown

        return cite_markdown(report)

    output.answer(
        lambda: cite.check_answer(report),
        text=lambda: cite_text(report, colour=output.has_colour),
        csv=lambda: cite.cite_csv(report),
        markdown=markdown,
        rdjsonl=lambda: rdjsonl(report),
        badge=lambda: badge(report),
        **cli.ci_writers(lambda: cite_results(report), lambda result: result.rule in failing),
    )
    if output.form in _SILENT:
        output.note(f"crdiff: {cite_summary(report)}")
    elif output.form == "text" and report.findings:
        output.note(f"crdiff: {SILENCED}")


_NAME = "crdiff-cite-baseline.toml"


@cli.command("baseline", "Accept today's findings, so that only new ones are reported.")
@asks_citations()
@cli.option("--reason", "Why the new ones stay.", metavar="TEXT", default="before crdiff", show_default=True)
@cli.option("-o --output file", f"Write here.  [default: {_NAME}]", type=cli.FILE)
@cli.quiet_option
def cite_baseline_command(*, question: CiteQuestion, reason: str, file: str | None, quiet: bool) -> None:
    """Write the findings of 'crdiff cite check' on each PATH to a baseline, for 'check --baseline' to pass over.

    A finding is known by its kind, its number and the sentence around it: it stays silent where lines or files move,
    and is reported again where somebody changes the sentence. Entries that are there keep their reasons; those that
    silence nothing any more go, so give it the same PATHs each time. Without -o it is the file that the settings name
    as 'baseline'.

    Examples:
      crdiff cite baseline -o crdiff-cite-baseline.toml --reason "before crdiff; to be mended by and by"
      crdiff cite check --baseline crdiff-cite-baseline.toml --fail-on absent,moved,reused
    """
    from crdiff.cli.project_settings import read_baseline, write_baseline
    from crdiff.lint.known import Accepted
    from crdiff.reports.cite import cite_report
    from crdiff.reports.phrases import counted

    check_targets([file])
    output = Output("toml", None, quiet)
    judged = judged_tree(question, output)
    report = cite_report(judged.tree, judged.numbering, judged.judged_by)
    path = Path(file) if file else judged.settings.baseline_file or Path(_NAME)
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


_BY = ("tree", "dir", "file", "commit")
# Digits of the id of a commit that are shown.
_ID = 12


@cli.command("date", "Say which release citations were written for.")
@asks_citations(at_said="Consider releases up to this one.")
@cli.option("--by", "What to date.", type=click.Choice(_BY), default="tree", show_default=True)
@cli.answers(*cli.ROWS)
def cite_date_command(*, question: CiteQuestion, by: str, output: Output) -> None:
    """Say which releases fit the citations under each PATH best, and what says so.

    A release fits a number that was a clause in it, and, with texts in the corpus, a number that named in it what the
    words beside it are about. Where two citations exclude each other, the tree is mixed, and both are named.

    Examples:
      crdiff cite date
      crdiff cite date src --by file
      crdiff cite date --by commit
      crdiff cite date git:v1.0
    """
    from crdiff.cite.dating import date_by
    from crdiff.reports.cite_answers import CiteDates, date_answer, date_text

    if by == "commit" and any(path.startswith(GIT) for path in question.paths):
        raise UsageError("--by commit asks who wrote the lines that are there", "files and folders, no git:REV")
    judged = judged_tree(question, output)
    name = " ".join(question.paths) or "."
    keys: dict[str, Callable[[CheckedNumber], str]] = {
        "tree": lambda _: name,
        "dir": lambda one: PurePath(one.text.name).parent.as_posix(),
        "file": lambda one: one.text.name,
    }
    if by == "commit":
        keys["commit"] = _commits({checked.text.name: checked.text for checked in judged.tree.numbers}.values())
    parts = tuple(date_by(judged.tree.numbers, keys[by], judged.numbering, judged.tree.at))
    dates = CiteDates(by, parts, judged.numbering, judged.judged_by)
    output.answer(lambda: date_answer(dates), text=lambda: date_text(dates, colour=output.has_colour))


def _commits(texts: Iterable[CitingText]) -> Callable[[CheckedNumber], str]:
    """Return what names the commit that wrote the line of a citation: its day and the beginning of its id."""
    from crdiff.cite_tree.git import blamed_lines, lines_cited

    named: dict[tuple[str, int], str] = {}
    for text in texts:
        lines = lines_cited(text, blamed_lines(text.name))
        for items, line in zip(text.groups, lines, strict=True):
            said = f"{line.day or 'before'} {line.commit[:_ID]}" if line.commit else "not committed"
            named[text.name, items.start] = said
    return lambda checked: named[checked.text.name, checked.group.start]


@cli.command("explain", "Say why a citation is judged as it is.")
@click.argument("place", metavar="FILE:LINE", type=cli.FILE)
@asks_citations()
@cli.answers(*cli.ROWS)
def cite_explain_command(*, place: str, question: CiteQuestion, output: Output) -> None:
    """Show the citations of a line with all that their numbers named and when, which of it is meant and why.

    The tree under each PATH, by default the current folder, is judged with it, because what others cite decides where
    the words beside a citation do not. With texts in the corpus the wordings are shown.

    Examples:
      crdiff cite explain src/target.rs:7
      crdiff cite explain src/target.rs:7 src --at 2018-04-27
    """
    from crdiff.reports.cite import cite_report
    from crdiff.reports.cite_answers import explain_answer, explain_text, explained, line_around

    file, line = _place(place)
    with cite_judge(question, output) as judge:
        judged = judge.judged(tuple(dict.fromkeys((*(question.paths or (".",)), file))))
        there = [each for each in judged.tree.numbers if each.text.name == file]
        tree, rests_on = judged.of(there), judged.judged_by
        report = cite_report(tree, judged.numbering, rests_on, everything=True, also=KINDS)
        new = judge.updates(judged.tree)
        of_line = [(each, row) for each, row in zip(there, report.rows, strict=True) if row.place.line == line]
        found = [explained(each, row, judged.numbering, judge.said, new) for each, row in of_line]
    if not found:
        raise UsageError(f"no citation of a rule in line {line}", "a line that 'crdiff cite list' names", path=file)
    lines = [line_around(each) for each, _ in of_line]
    output.answer(
        lambda: explain_answer(found, rests_on),
        text=lambda: explain_text(found, lines, rests_on, colour=output.has_colour),
    )


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
