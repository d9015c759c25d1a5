"""``crdiff cite release-day``: a project is told what a new release does to its citations, once."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from urllib.parse import quote

from msgspec import Struct

from crdiff.cite.editing import EditScope, TextUpdate
from crdiff.cite_tree.git import commit_of, git
from crdiff.cite_tree.proposing import Service, committed, pushed
from crdiff.cli.citing import CiteJudge, CiteQuestion, JudgedTree, asks_citations, cite_judge
from crdiff.cli.options import command, option, quiet_option
from crdiff.cli.output import Output
from crdiff.cli.texts import GIT
from crdiff.errors import UsageError
from crdiff.reports.formats import LIMIT, tables_that_fit

# The label by which the next run finds what it opened: only who may write to a project gives labels.
_LABEL = "crdiff"
# What the label is given where a project does not have it yet: a service need not make it by itself.
_COLOUR, _ABOUT = "0b5c8a", "Citations of the rules to decide on, opened by crdiff"
# How what we wrote begins.
_MARK = "<!-- crdiff release-day"
# Where a file of settings says what the citations are written for, up to the day.
_RELEASE_SET = rb"""(^\[(?:tool\.crdiff\.)?cite\][^\n]*\n(?:(?!\[)[^\n]*\n)*?[ \t]*release[ \t]*=[ \t]*["']?)%s"""
# The branches of the pull requests, and what stands for one with the issue.
_MOVE, _REPAIR, _DECIDE = "crdiff/table", "crdiff/repairs", "issue"
_HEADS = {
    _MOVE: "The release gave the clause of each another number; nothing else is edited. Once this is merged, all other"
    " citations are taken for those of the new release too: first merge the repairs, and decide on the issue.",
    _REPAIR: "These were wrong before the release already. Once this is merged, the next run updates the move.",
    _DECIDE: "No edit of these is certain. To keep one, write “crdiff-cite: ignore REASON” on its line.",
}
_BY_HAND = "The release in the settings is to be changed by hand: it was not found in the last commit."


class _Project(Struct, frozen=True):
    """Where a tree is kept: the service, the commit that is judged and its branch; `pages` shows the files of it.

    `prefix` is the way from the top of the repository to the current folder.
    """

    service: Service
    pages: str
    base: str
    commit: str
    prefix: str


class _Draft(Struct, frozen=True):
    """What is to be open; `is_needed`: it has something to say. `mark` opens its text and names the release."""

    branch: str
    title: str
    body: str
    mark: str
    files: dict[str, bytes]
    is_needed: bool


@command("release-day", "Open pull requests and an issue for a new release.")
@asks_citations("Move citations to this release.", has_since=False)
@option("--repository", "The repository on the service.", metavar="OWNER/NAME", envvar="GITHUB_REPOSITORY")
@quiet_option
def cite_release_day_command(*, question: CiteQuestion, repository: str | None, quiet: bool) -> None:
    """Ask whether a release is newer than the one that the settings name, and open what a project has to do then.

    At most three: a pull request that moves what the release moved and the date in the settings, one that repairs
    older slips, and an issue with what somebody has to decide. A later run brings them up to date, and closes what is
    no longer needed; what somebody closed is not opened again. The last commit is judged, and no file of the checkout
    is touched. The token is that in $GITHUB_TOKEN; the service is GitHub, else that of $GITHUB_API_URL, which shows
    files at $GITHUB_SERVER_URL.

    Example:
      crdiff cite release-day --repository OWNER/NAME
    """
    project = _project(repository, os.environ.get("GITHUB_TOKEN", ""))
    at = [f"{GIT}{project.commit}" + ("" if path in {".", "./"} else f":{path}") for path in question.paths or (".",)]
    output = Output("text", None, quiet)
    with cite_judge(question, output) as judge:
        if judge.presumed is None:
            what = "no setting says for which release the citations are written"
            raise UsageError(what, "release under [cite] in .crdiff.toml, as site/cite.md shows")
        if judge.presumed >= judge.at:
            output.write(f"no release up to {judge.numbering.dates[judge.at]} is newer than that of the settings")
            return
        judged = judge.judged(at)
        judged.refuse_if_vacuous()
        drafts = list(_drafts(judge, judged, project))
    for draft in drafts:
        output.write(f"{draft.branch}: {_proposed(draft, project)}")


def _project(repository: str | None, token: str) -> _Project:
    """Return where a tree is kept. Raises `UsageError` for what is missing; no line has the token."""
    if not repository or not re.fullmatch(r"[\w.-]+/[\w.-]+", repository, re.ASCII):
        raise UsageError("no repository is named", "--repository OWNER/NAME, or $GITHUB_REPOSITORY")
    if not re.fullmatch(r"[!-~]+", token):
        raise UsageError("there is no token", "one in $GITHUB_TOKEN that may write contents, pull requests and issues")
    commit = commit_of("HEAD")
    base = (git("symbolic-ref", "--short", "--quiet", "HEAD") or b"").decode().strip()
    if not base:
        raise UsageError("no branch is checked out", "the branch that the pull requests are for")
    prefix = (git("rev-parse", "--show-prefix") or b"").decode("utf-8", "surrogateescape").strip("\n")
    api = os.environ.get("GITHUB_API_URL") or "https://api.github.com"
    pages = os.environ.get("GITHUB_SERVER_URL") or "https://github.com"
    shown = f"{pages.rstrip('/')}/{repository}/blob/{commit}/{quote(prefix, errors='surrogateescape')}"
    return _Project(Service(api, repository, token), shown, base, commit, prefix)


def _drafts(judge: CiteJudge, judged: JudgedTree, project: _Project) -> Iterator[_Draft]:
    """Yield what is to be open for a tree: the move, the repairs, and what somebody has to decide."""
    from crdiff.reports.cite_update import edits_table, left_table, to_decide

    old, day, numbering = judge.settings.release, judge.numbering.dates[judge.at], judged.numbering
    scopes = [EditScope(strings=judge.settings.strings == "edit", repairs=each) for each in (False, True)]
    moves, repairs = (judge.updates(judged.tree, scope) for scope in scopes)
    left = to_decide(moves, repairs)
    settings = _settings(judge, project)
    moved, mended = (edits_table(each, judged.tree, numbering, project.pages) for each in (moves, repairs))
    asked = left_table(left, numbering, project.pages)
    for branch, title, table, files in (
        (_MOVE, f"Move citations of the rules from {old} to {day}", moved, {**_files(moves, project), **settings}),
        (_REPAIR, f"Repair citations of the rules for {day}", mended, _files(repairs, project)),
        (_DECIDE, f"Citations of the rules to decide on, {day}", asked, {}),
    ):
        head = f"{_HEADS[branch]} {_BY_HAND if branch == _MOVE and not settings else ''}".strip()
        mark = f"{_MARK} {day} -->"
        body = tables_that_fit((mark, head, f"{judged.judged_by}."), [table], "citation", LIMIT)
        yield _Draft(branch, title, body, mark, files, bool(files or (branch == _DECIDE and left)))


def _files(updates: Sequence[TextUpdate], project: _Project) -> dict[str, bytes]:
    """Return the files that updates change, named from the top of the repository."""
    return {f"{project.prefix}{update.text.name}": update.new for update in updates if update.edits}


def _settings(judge: CiteJudge, project: _Project) -> dict[str, bytes]:
    """Return the file of settings with the new release, nothing where the commit does not say the old one in it."""
    name = os.fsdecode((git("ls-files", "-z", "--full-name", "--", str(judge.settings.file)) or b"").rstrip(b"\0"))
    text = git("cat-file", "blob", f"{project.commit}:{name}") or b""
    old, new = (str(day).encode() for day in (judge.settings.release, judge.numbering.dates[judge.at]))
    text, times = re.subn(_RELEASE_SET % old, rb"\g<1>" + new, text, count=1, flags=re.MULTILINE)
    return {name: text} if times else {}


def _proposed(draft: _Draft, project: _Project) -> str:
    """Open, bring up to date or close what a draft is for; return what was done."""
    service, is_issue = project.service, draft.branch == _DECIDE
    kind, owner = "issues" if is_issue else "pulls", service.repository.partition("/")[0]
    which = f"labels={_LABEL}" if is_issue else f"head={quote(f'{owner}:{draft.branch}')}"
    found = service.asked("GET", f"{kind}?{which}&state=all&per_page=100")
    ours = [each for each in found if "pull_request" not in each and (not is_issue or _MARK in (each["body"] or ""))]
    is_open = next((each for each in ours if each["state"] == "open"), None)
    at = f"{kind}/{is_open['number']}" if is_open else kind
    if not draft.is_needed:
        return f"closed {service.asked('PATCH', at, {'state': 'closed'})['html_url']}" if is_open else "nothing to do"
    if not is_open and any(draft.mark in (each["body"] or "") for each in ours):
        return "closed before, left"
    if not is_issue and not pushed(draft.branch, committed(project.commit, draft.files, draft.title)):
        return f"left, since somebody else committed to {draft.branch}"
    said = {"title": draft.title, "body": draft.body}
    if is_open:
        return f"updated {service.asked('PATCH', at, said)['html_url']}"
    if is_issue and service.asked("GET", f"labels/{_LABEL}", may_lack=True) is None:
        service.asked("POST", "labels", {"name": _LABEL, "color": _COLOUR, "description": _ABOUT})
    where = {"labels": [_LABEL]} if is_issue else {"head": draft.branch, "base": project.base}
    return f"opened {service.asked('POST', at, {**said, **where})['html_url']}"
