"""``crdiff cite``: citations of rules in code, wikis and articles, judged, dated, explained, listed and moved."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path, PurePath

import click
from msgspec.structs import replace

from crdiff.book_words import embedded_folder
from crdiff.cite.checking import CheckedNumber, CheckedTree, CitingText, with_reworded
from crdiff.cite.editing import EditScope, TextUpdate, unified_diff
from crdiff.cite.judging import Certainty
from crdiff.cite.verifying import Migrated, verify
from crdiff.cite_tree.files import matching
from crdiff.cite_tree.git import Repository, added_lines, blamed_lines, commit_of, git, lines_cited, repository_of
from crdiff.cli import citing
from crdiff.cli import options as cli
from crdiff.cli.app import FAILED, group
from crdiff.cli.output import Output, check_targets
from crdiff.cli.project_settings import read_baseline, write_baseline
from crdiff.cli.texts import GIT, check_writable, replace_edited
from crdiff.errors import UsageError
from crdiff.model.number import ClauseNumber
from crdiff.output.atomic_file import write_whole
from crdiff.reports import cite, cite_answers, cite_update
from crdiff.reports.phrases import counted, listed
from crdiff.store.text_file import read_text

_NAMES = ("check", "update", "date", "list", "collect", "explain", "baseline", "release-day")


@group("cite", "Check citations in code and prose.", _NAMES, **{"release-day": "cite_release_day"})
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
@citing.asks_citations()
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
    question: citing.CiteQuestion,
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
    failing, shown = cli.named_kinds(fail_on, cite.KINDS), cli.named_kinds(also, cite.KINDS)
    outputs = (*reports, output)
    if everything and not any(each.form in _DATA for each in outputs):
        raise UsageError(f"--all lists right citations, too, for which {output.form} has no place", listed(_DATA))
    check_targets([question.cache])
    added = None if base is None else added_lines(base)
    with citing.cite_judge(question, output) as judge:
        judged = judge.judged(question.paths) if added is None else judge.judged_added(question.paths, added)
        is_mending = any(each.form in _MENDING for each in outputs)
        fixes = cite.cite_fixes(judge.updates(judged.tree)) if is_mending else None
    if added is None:
        judged.refuse_if_vacuous()
    else:
        judged = _within(judged, added)
    if "reworded" in failing | shown:
        judged = replace(judged, tree=with_reworded(judged.tree, judged.numbering))
    path = Path(baseline) if baseline else judged.settings.baseline_file
    for each in outputs:
        report = cite.cite_report(
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


def _within(judged: citing.JudgedTree, added: Mapping[str, Sequence[range]]) -> citing.JudgedTree:
    """Return the citations in lines that were added, which were judged beside the others of their files."""
    places = cite.Places()

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


def _left(report: cite.CiteReport, baseline: Path, *, is_whole: bool) -> cite.CiteReport:
    """Return a report without what the baseline holds. Raises `UsageError` where there is no such file.

    Where it is on all that the baseline can be about, it says how many of its entries silence nothing.
    """
    if not baseline.is_file():
        raise UsageError("there is no such baseline", "a file that 'crdiff cite baseline' wrote", path=str(baseline))
    accepted = {entry.fingerprint for entry in read_baseline(baseline)}
    return cite.without_accepted(report, accepted, is_whole=is_whole)


def _write(report: cite.CiteReport, output: Output, failing: Collection[str]) -> None:
    """Write a report; what its format has no room for is said on standard error."""
    output.answer(
        lambda: cite.check_answer(report),
        text=lambda: cite.cite_text(report, colour=output.has_colour),
        csv=lambda: cite.cite_csv(report),
        markdown=lambda: cite.cite_markdown(report),
        rdjsonl=lambda: cite.rdjsonl(report),
        badge=lambda: cite.badge(report),
        **cli.ci_writers(lambda: cite.cite_results(report), lambda result: result.rule in failing),
    )
    if output.form in _SILENT:
        output.note(f"crdiff: {cite.cite_summary(report)}")
    elif output.form == "text" and report.findings:
        output.note(f"crdiff: {cite.SILENCED}")


_NAME = "crdiff-cite-baseline.toml"


@cli.command("baseline", "Accept today's findings, so that only new ones are reported.")
@citing.asks_citations()
@cli.option("--reason", "Why the new ones stay.", metavar="TEXT", default="before crdiff", show_default=True)
@cli.option("-o --output file", f"Write here.  [default: {_NAME}]", type=cli.FILE)
@cli.quiet_option
def cite_baseline_command(*, question: citing.CiteQuestion, reason: str, file: str | None, quiet: bool) -> None:
    """Write the findings of 'crdiff cite check' on each PATH to a baseline, for 'check --baseline' to pass over.

    A finding is known by its kind, its number and the sentence around it: it stays silent where lines or files move,
    and is reported again where somebody changes the sentence. Entries that are there keep their reasons; those that
    silence nothing any more go, so give it the same PATHs each time. Without -o it is the file that the settings name
    as 'baseline'.

    Examples:
      crdiff cite baseline -o crdiff-cite-baseline.toml --reason "before crdiff; to be mended by and by"
      crdiff cite check --baseline crdiff-cite-baseline.toml --fail-on absent,moved,reused
    """
    from crdiff.lint.known import Accepted

    check_targets([file])
    output = Output("toml", None, quiet)
    judged = citing.judged_tree(question, output)
    report = cite.cite_report(judged.tree, judged.numbering, judged.judged_by)
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
@citing.asks_citations(at_said="Consider releases up to this one.")
@cli.option("--by", "What to date.", type=click.Choice(_BY), default="tree", show_default=True)
@cli.answers(*cli.ROWS)
def cite_date_command(*, question: citing.CiteQuestion, by: str, output: Output) -> None:
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

    if by == "commit" and any(path.startswith(GIT) for path in question.paths):
        raise UsageError("--by commit asks who wrote the lines that are there", "files and folders, no git:REV")
    judged = citing.judged_tree(question, output)
    name = " ".join(question.paths) or "."
    keys: dict[str, Callable[[CheckedNumber], str]] = {
        "tree": lambda _: name,
        "dir": lambda one: PurePath(one.text.name).parent.as_posix(),
        "file": lambda one: one.text.name,
    }
    if by == "commit":
        keys["commit"] = _commits({checked.text.name: checked.text for checked in judged.tree.numbers}.values())
    parts = tuple(date_by(judged.tree.numbers, keys[by], judged.numbering, judged.tree.at))
    dates = cite_answers.CiteDates(by, parts, judged.numbering, judged.judged_by)
    output.answer(
        lambda: cite_answers.date_answer(dates), text=lambda: cite_answers.date_text(dates, colour=output.has_colour)
    )


def _commits(texts: Iterable[CitingText]) -> Callable[[CheckedNumber], str]:
    """Return what names the commit that wrote the line of a citation: its day and the beginning of its id."""
    named: dict[tuple[str, int], str] = {}
    for text in texts:
        lines = lines_cited(text, blamed_lines(text.name))
        for items, line in zip(text.groups, lines, strict=True):
            said = f"{line.day or 'before'} {line.commit[:_ID]}" if line.commit else "not committed"
            named[text.name, items.start] = said
    return lambda checked: named[checked.text.name, checked.group.start]


@cli.command("explain", "Say why a citation is judged as it is.")
@click.argument("place", metavar="FILE:LINE", type=cli.FILE)
@citing.asks_citations()
@cli.answers(*cli.ROWS)
def cite_explain_command(*, place: str, question: citing.CiteQuestion, output: Output) -> None:
    """Show the citations of a line with all that their numbers named and when, which of it is meant and why.

    The tree under each PATH, by default the current folder, is judged with it, because what others cite decides where
    the words beside a citation do not. With texts in the corpus the wordings are shown.

    Examples:
      crdiff cite explain src/target.rs:7
      crdiff cite explain src/target.rs:7 src --at 2018-04-27
    """
    file, line = _place(place)
    with citing.cite_judge(question, output) as judge:
        judged = judge.judged(tuple(dict.fromkeys((*(question.paths or (".",)), file))))
        there = [each for each in judged.tree.numbers if each.text.name == file]
        tree, rests_on = judged.of(there), judged.judged_by
        report = cite.cite_report(tree, judged.numbering, rests_on, everything=True, also=cite.KINDS)
        new = judge.updates(judged.tree)
        of_line = [(each, row) for each, row in zip(there, report.rows, strict=True) if row.place.line == line]
        found = [cite_answers.explained(each, row, judged.numbering, judge.said, new) for each, row in of_line]
    if not found:
        raise UsageError(f"no citation of a rule in line {line}", "a line that 'crdiff cite list' names", path=file)
    lines = [cite_answers.line_around(each) for each, _ in of_line]
    output.answer(
        lambda: cite_answers.explain_answer(found, rests_on),
        text=lambda: cite_answers.explain_text(found, lines, rests_on, colour=output.has_colour),
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


@cli.command("update", "Move citations to another release.")
@citing.asks_citations("Move citations to this release.")
@cli.flag("--write", "Write the files, each whole or not at all, in place of showing a diff.")
@cli.flag("--force", "Write files with changes that are not committed, too.")
@cli.flag("--repair", "Correct numbers that were wrong already, instead of moving the others.")
@cli.flag("--all likely", "Edit citations that are only likely, too.")
@cli.option("--verify base", "Judge the edits made since this revision of git; edit nothing.", metavar="BASE")
@cli.option("--fail-on", "With --verify, exit with 1 if there is any: missed,wrong,redirected.", metavar="KINDS")
@cli.answers("diff", *cli.ROWS)
def cite_update_command(
    *,
    question: citing.CiteQuestion,
    write: bool,
    force: bool,
    repair: bool,
    likely: bool,
    base: str | None,
    fail_on: str | None,
    output: Output,
) -> int:
    """Show, as a diff that 'git apply' takes, how the citations under each PATH read in another release.

    All new numbers are computed first and written in one pass. Only what is certain is edited: a clause that was
    divided, a range that no longer spans the same clauses, a name, a string, or a citation that may be written for
    another release is left as it is, counted, and listed by --format text.

    Without --repair, citations are moved by the table of both releases. With it, those that were wrong already in the
    release that is moved from are corrected, and no others.

    With --verify the citations of an older revision are compared with those of today, line by line: which have the
    number of their clause, which were missed, and which were given a wrong one.

    Examples:
      crdiff cite update --from 2025-02-07 --at 2026-04-17 > numbers.diff
      crdiff cite update src --at 2026-04-17 --write
      crdiff cite update --repair
      crdiff cite update --from 2025-02-07 --format text
      crdiff cite update --from 2025-02-07 --verify HEAD~1
    """
    if base is not None:
        edits = {"--write": write, "--force": force, "--repair": repair, "--all": likely}
        _refuse(edits, "--verify, which edits nothing")
        return _verify(question, base, fail_on, output)
    _refuse({"--fail-on": fail_on is not None}, "an update; it is for --verify")
    if force and not write:
        raise UsageError("--force changes nothing without --write", "--write --force")
    if any(path.startswith(GIT) for path in question.paths):
        raise UsageError("a revision of git cannot be edited", "files, folders or -")
    if write and "-" in question.paths:
        raise UsageError("standard input cannot be written", "files and folders with --write")

    with citing.cite_judge(question, output) as judge:
        asked = EditScope(Certainty.LIKELY if likely else Certainty.SURE, judge.settings.strings == "edit", repair)
        update = _update(judge, question.paths, asked)
        if write:
            _write_edited(update.edited, output, force=force)
        _report(update, is_written=write, output=output)
    return 0


def _refuse(given: dict[str, bool], in_what: str) -> None:
    for named, is_given in given.items():
        if is_given:
            raise UsageError(f"{named} has no meaning in {in_what}", f"no {named}")


def _update(judge: citing.CiteJudge, paths: Sequence[str], asked: EditScope) -> cite_update.CiteUpdate:
    """Return what becomes of the citations under some paths. Raises `UsageError` where there are none."""
    judged = judge.judged(paths)
    judged.refuse_if_vacuous()
    found = judge.updates(judged.tree, asked)
    return cite_update.CiteUpdate(found, judged.numbering, judged.tree.at, judged.judged_by, judge.said)


def _report(update: cite_update.CiteUpdate, *, is_written: bool, output: Output) -> None:
    if output.form != "diff":
        output.answer(
            lambda: cite_update.update_answer(update),
            text=lambda: cite_update.update_text(update, is_written=is_written),
        )
        return
    if not is_written:
        output.write_bytes(_diff(update.edited))
    for line in cite_update.update_notes(update, is_written=is_written):
        output.note(line)


def _diff(edited: Iterable[TextUpdate]) -> bytes:
    """Return the edits of texts as ``git apply`` takes them, from anywhere in the repository."""
    # the way from the top of the repository to the current folder, "" where git does not know it
    prefix = (git("rev-parse", "--show-prefix") or b"").decode("utf-8", "surrogateescape").strip()
    return b"".join(unified_diff(one, prefix) for one in edited)


def _write_edited(edited: Sequence[TextUpdate], output: Output, *, force: bool) -> None:
    """Write the files that change; first the diff, where a file was named for it: that undoes them.

    Raises `UsageError` for one that is read-only, or that git says has other changes, before any is written.
    """
    names = [update.text.name for update in edited]
    check_writable(names)
    for name in () if force else names:
        if git("status", "--porcelain", "--untracked-files=no", "--", name):
            what = "has changes that are not committed"
            raise UsageError(what, "a commit before the citations are moved, or --force", path=name)
    if output.form == "diff" and output.file not in {None, "-"}:
        output.write_bytes(_diff(edited))
    for update in edited:
        replace_edited(update.text.name, update.text.text, update.new)


def _verify(question: citing.CiteQuestion, base: str, fail_on: str | None, output: Output) -> int:
    """Report what a migration since the revision `base` did."""
    failing = cli.named_kinds(fail_on, [kind.value for kind in Migrated if kind is not Migrated.RIGHT])
    if output.form == "diff" and cli.was_given("form"):
        raise UsageError("--verify edits nothing, so that there is no diff", "--format text or json")
    before = [f"{GIT}{base}" if path in {".", "./"} else f"{GIT}{base}:{path}" for path in question.paths or (".",)]
    with citing.cite_judge(question, output) as judge:
        old = judge.judged(before)
        new = judge.judged(question.paths)
    old.refuse_if_vacuous()
    verified = verify(old.tree, new.tree, judge.numbering.dates[judge.at])
    judged = verified, old.judged_by, base
    said = partial(cite_update.verify_text, *judged, colour=output.has_colour)
    output.answer(lambda: cite_update.migration_answer(*judged), text=said, diff=said)
    return _FOUND if any(each.said in failing for each in verified.citations) else 0


_ORDERS = ("clause", "file", "section")
# Formats in which the order is for a person.
_ORDERED = ("text", "markdown")


@cli.command("list", "List who cites which clause.")
@citing.asks_citations()
@cli.option("--by", "What to order the list by.", type=click.Choice(_ORDERS), default="clause", show_default=True)
@cli.flag("--all missing", "List the rules and subrules that nobody cites, too.")
@cli.option("--repository", "The repository of the tree.  [default: as git says]", metavar="NAME")
@cli.answers(*cli.ROWS)
def cite_list_command(
    *, question: citing.CiteQuestion, by: str, missing: bool, repository: str | None, output: Output
) -> None:
    """List every citation under each PATH by the clause that it means, under the number that this has today.

    As JSON, lines of JSON and CSV it is a list of places for other programs: 'crdiff site build --results' reads it.
    Files are then named from the top of their repository, and the list says where the repository is published.

    Examples:
      crdiff cite list
      crdiff cite list src --by section --all
      crdiff cite list --format json -o citations.json
    """
    for named, given, forms in (
        ("--by", cli.was_given("by"), _ORDERED),
        ("--all", missing, ("text", "markdown", "json", "jsonl")),
        ("--repository", bool(repository), ("json", "jsonl")),
    ):
        if given and output.form not in forms:
            raise UsageError(f"{named} changes nothing in {output.form}", f"one of {', '.join(forms)}")
    judged = citing.judged_tree(question, output)
    cited = _listed(judged, missing=missing)
    if output.form not in _ORDERED:
        cited = _published(cited, question.paths, repository, output)
    _write_list(cited, by, output)


@cli.command("collect", "List who cites which clause in public repositories.")
@click.argument("folder", metavar="FOLDER", type=click.Path(path_type=Path))
@click.argument("listed", metavar="[LIST]", required=False, type=cli.FILE)
@cli.asks_corpus
@cli.answers("text")
def cite_collect_command(*, folder: Path, listed: str | None, corpus: str | None, output: Output) -> int:
    """Bring each public repository of a list, list its citations, and write them into FOLDER, a file for each.

    LIST is a file of repositories, in place of those that come with crdiff.
    The files are what 'crdiff site build --results' reads. A repository that cannot be had is reported, and the others
    are written; the command then exits with 2.

    Examples:
      crdiff cite collect build/citing
      crdiff cite collect build/citing ours.toml
    """
    from crdiff.cite_tree.collecting import brought, read_repositories
    from crdiff.reports.answer import json_of

    path = Path(listed) if listed else embedded_folder() / "toml"
    repositories, failed = read_repositories(read_text(path), str(path)), 0
    folder.mkdir(parents=True, exist_ok=True)
    with citing.cite_judge(citing.CiteQuestion((), None, citing.AUTO, corpus), output) as judge:
        for each in repositories:
            output.note(f"crdiff: {each.name} ...")
            try:
                with brought(each) as tree:
                    judged = replace(judge, folder=str(tree)).judged_once()
                    cited = _published(_listed(judged), (str(tree),), each.name, output)
            except UsageError as error:
                output.note(f"crdiff: {error}")
                failed += 1
                continue
            write_whole(folder / each.file, json_of(cite_answers.list_answer(cited)))
            citations, licence = len(cited.report.rows), each.licence or "no licence stated"
            output.write(f"{folder / each.file}: {counted(citations, 'citation')} of {each.name} ({licence})\n")
    return FAILED if failed else 0


def _listed(judged: citing.JudgedTree, *, missing: bool = False) -> cite_answers.CiteList:
    """Return every citation of a tree; the settings say which files are tests."""
    report = cite.cite_report(judged.tree, judged.numbering, judged.judged_by, everything=True)
    is_test = matching(judged.settings.tests, judged.settings.top)
    files = {row.place.file for row in report.rows}
    nobody = _missing(judged, report) if missing else None
    return cite_answers.CiteList(report, frozenset(filter(is_test, files)), nobody)


def _missing(judged: citing.JudgedTree, report: cite.CiteReport) -> tuple[ClauseNumber, ...]:
    """Return the rules and subrules of the release judged by that nothing cites."""
    cited = {row.now for row in report.rows}
    known = judged.numbering.numbers(judged.tree.at)
    return tuple(number for number in known if not number.is_heading and str(number) not in cited)


def _published(
    cited: cite_answers.CiteList, paths: tuple[str, ...], repository: str | None, output: Output
) -> cite_answers.CiteList:
    """Return the list with its files named from the top of their repository, and with where that is published.

    Of files of several repositories, and of standard input, nothing is said but what the options say.
    """
    found = repository_of(citing.folder_of(paths))
    names = {file: _from_top(file, found.top) for file in {row.place.file for row in cited.report.rows}}
    if "-" in names or None in names.values():
        return replace(cited, repository=repository)
    rows = tuple(row.placed_in(names[row.place.file] or "") for row in cited.report.rows)
    return replace(
        cited,
        report=replace(cited.report, rows=rows),
        tests=frozenset(names[file] or "" for file in cited.tests),
        repository=repository or found.name,
        revision=_revision(paths, found, output),
        link=found.link,
    )


def _revision(paths: tuple[str, ...], repository: Repository, output: Output) -> str | None:
    """Return the commit whose lines are listed, None where they are of several."""
    in_git = [path for path in paths if path.startswith(GIT)]
    if in_git:
        commits = {commit_of(path.removeprefix(GIT).partition(":")[0]) for path in in_git}
        return commits.pop() if len(in_git) == len(paths) and len(commits) == 1 else None
    if repository.revision and git("diff-index", "--quiet", "HEAD", folder=str(repository.top)) is None:
        output.note(f"crdiff: {repository.top} has changes that are not committed: lines may differ from its revision")
    return repository.revision


def _from_top(file: str, top: Path) -> str | None:
    path = Path(file).resolve()
    return path.relative_to(top).as_posix() if path.is_relative_to(top) else None


def _write_list(cited: cite_answers.CiteList, by: str, output: Output) -> None:
    output.answer(
        lambda: cite_answers.list_answer(cited),
        text=lambda: cite_answers.list_text(cited, by, colour=output.has_colour),
        csv=lambda: cite_answers.list_csv(cited),
        markdown=lambda: cite_answers.list_markdown(cited, by),
    )
