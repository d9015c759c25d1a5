"""``crdiff cite list`` and ``cite collect``: who cites which clause, here and in public, and which nobody cites."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from crdiff.cli import citing
from crdiff.cli.app import FAILED
from crdiff.cli.options import FILE, ROWS, answers, asks_corpus, command, flag, option, was_given
from crdiff.cli.output import Output
from crdiff.cli.texts import GIT
from crdiff.errors import UsageError

if TYPE_CHECKING:
    from crdiff.cite_tree.git import Repository
    from crdiff.model.number import ClauseNumber
    from crdiff.reports.cite import CiteReport
    from crdiff.reports.cite_answers import CiteList

_BY = ("clause", "file", "section")
# Formats in which the order is for a person.
_ORDERED = ("text", "markdown")


@command("list", "List who cites which clause.")
@citing.asks_citations()
@option("--by", "What to order the list by.", type=click.Choice(_BY), default="clause", show_default=True)
@flag("--all missing", "List the rules and subrules that nobody cites, too.")
@option("--repository", "The repository of the tree.  [default: as git says]", metavar="NAME")
@answers(*ROWS)
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
        ("--by", was_given("by"), _ORDERED),
        ("--all", missing, ("text", "markdown", "json", "jsonl")),
        ("--repository", bool(repository), ("json", "jsonl")),
    ):
        if given and output.form not in forms:
            raise UsageError(f"{named} changes nothing in {output.form}", f"one of {', '.join(forms)}")
    judged = citing.judged_tree(question, output)
    cited = _listed(judged, missing=missing)
    if output.form not in _ORDERED:
        cited = _published(cited, question.paths, repository, output)
    _write(cited, by, output)


@command("collect", "List who cites which clause in public repositories.")
@click.argument("folder", metavar="FOLDER", type=click.Path(path_type=Path))
@click.argument("listed", metavar="[LIST]", required=False, type=FILE)
@asks_corpus
@answers("text")
def cite_collect_command(*, folder: Path, listed: str | None, corpus: str | None, output: Output) -> int:
    """Bring each public repository of a list, list its citations, and write them into FOLDER, a file for each.

    LIST is a file of repositories, in place of those that come with crdiff.
    The files are what 'crdiff site build --results' reads. A repository that cannot be had is reported, and the others
    are written; the command then exits with 2.

    Examples:
      crdiff cite collect build/citing
      crdiff cite collect build/citing ours.toml
    """
    from crdiff.book_words import embedded_folder
    from crdiff.cite_tree.collecting import brought, read_repositories
    from crdiff.output.atomic_file import write_whole
    from crdiff.reports.answer import json_of
    from crdiff.reports.cite_answers import list_answer
    from crdiff.reports.phrases import counted
    from crdiff.store.text_file import read_text

    path = Path(listed) if listed else embedded_folder() / "citing.toml"
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
            write_whole(folder / each.file, json_of(list_answer(cited)))
            citations, licence = len(cited.report.rows), each.licence or "no licence stated"
            output.write(f"{folder / each.file}: {counted(citations, 'citation')} of {each.name} ({licence})\n")
    return FAILED if failed else 0


def _listed(judged: citing.JudgedTree, *, missing: bool = False) -> CiteList:
    """Return every citation of a tree; the settings say which files are tests."""
    from crdiff.cite_tree.files import matching
    from crdiff.reports.cite import cite_report
    from crdiff.reports.cite_answers import CiteList

    report = cite_report(judged.tree, judged.numbering, judged.judged_by, everything=True)
    is_test = matching(judged.settings.tests, judged.settings.top)
    files = {row.place.file for row in report.rows}
    nobody = _missing(judged, report) if missing else None
    return CiteList(report, frozenset(filter(is_test, files)), nobody)


def _missing(judged: citing.JudgedTree, report: CiteReport) -> tuple[ClauseNumber, ...]:
    """Return the rules and subrules of the release judged by that nothing cites."""
    cited = {row.now for row in report.rows}
    known = judged.numbering.numbers(judged.tree.at)
    return tuple(number for number in known if not number.is_heading and str(number) not in cited)


def _published(cited: CiteList, paths: tuple[str, ...], repository: str | None, output: Output) -> CiteList:
    """Return the list with its files named from the top of their repository, and with where that is published.

    Of files of several repositories, and of standard input, nothing is said but what the options say.
    """
    from crdiff.cite_tree.git import repository_of

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
    from crdiff.cite_tree.git import commit_of, git

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


def _write(cited: CiteList, by: str, output: Output) -> None:
    from crdiff.reports import cite_answers

    output.answer(
        lambda: cite_answers.list_answer(cited),
        text=lambda: cite_answers.list_text(cited, by, colour=output.has_colour),
        csv=lambda: cite_answers.list_csv(cited),
        markdown=lambda: cite_answers.list_markdown(cited, by),
    )
