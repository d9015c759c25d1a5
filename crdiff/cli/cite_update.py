"""``crdiff cite update``: citations moved to another release, or a migration made by hand judged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from crdiff.cli.citing import CiteQuestion, asks_citations, cite_judge
from crdiff.cli.options import ROWS, answers, command, flag, named_kinds, option, was_given
from crdiff.cli.output import Output
from crdiff.cli.texts import GIT
from crdiff.errors import UsageError

if TYPE_CHECKING:
    from crdiff.cite.editing import EditScope, TextUpdate
    from crdiff.cli.citing import CiteJudge
    from crdiff.reports.cite_update import CiteUpdate

_FOUND = 1


@command("update", "Move citations to another release.")
@asks_citations("Move citations to this release.")
@flag("--write", "Write the files, each whole or not at all, in place of showing a diff.")
@flag("--force", "Write files with changes that are not committed, too.")
@flag("--repair", "Correct numbers that were wrong already, instead of moving the others.")
@flag("--all likely", "Edit citations that are only likely, too.")
@option("--verify base", "Judge the edits made since this revision of git; edit nothing.", metavar="BASE")
@option("--fail-on", "With --verify, exit with 1 if there is any: missed,wrong,redirected.", metavar="KINDS")
@answers("diff", *ROWS)
def cite_update_command(
    *,
    question: CiteQuestion,
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
    from crdiff.cite.editing import EditScope
    from crdiff.cite.judging import Certainty

    with cite_judge(question, output) as judge:
        asked = EditScope(Certainty.LIKELY if likely else Certainty.SURE, judge.settings.strings == "edit", repair)
        update = _update(judge, question.paths, asked)
        if write:
            _write(update.edited, output, force=force)
        _report(update, is_written=write, output=output)
    return 0


def _refuse(given: dict[str, bool], in_what: str) -> None:
    for named, is_given in given.items():
        if is_given:
            raise UsageError(f"{named} has no meaning in {in_what}", f"no {named}")


def _update(judge: CiteJudge, paths: Sequence[str], asked: EditScope) -> CiteUpdate:
    """Return what becomes of the citations under some paths. Raises `UsageError` where there are none."""
    from crdiff.reports.cite_update import CiteUpdate

    judged = judge.judged(paths)
    judged.refuse_if_vacuous()
    found = judge.updates(judged.tree, asked)
    return CiteUpdate(found, judged.numbering, judged.tree.at, judged.judged_by, judge.said)


def _report(update: CiteUpdate, *, is_written: bool, output: Output) -> None:
    from crdiff.reports.cite_update import update_answer, update_notes, update_text

    if output.form != "diff":
        output.answer(lambda: update_answer(update), text=lambda: update_text(update, is_written=is_written))
        return
    if not is_written:
        output.write_bytes(_diff(update.edited))
    for line in update_notes(update, is_written=is_written):
        output.note(line)


def _diff(edited: Iterable[TextUpdate]) -> bytes:
    """Return the edits of texts as ``git apply`` takes them, from anywhere in the repository."""
    from crdiff.cite.editing import unified_diff
    from crdiff.cite_tree.git import git

    # the way from the top of the repository to the current folder, "" where git does not know it
    prefix = (git("rev-parse", "--show-prefix") or b"").decode("utf-8", "surrogateescape").strip()
    return b"".join(unified_diff(one, prefix) for one in edited)


def _write(edited: Sequence[TextUpdate], output: Output, *, force: bool) -> None:
    """Write the files that change; first the diff, where a file was named for it: that undoes them.

    Raises `UsageError` for one that is read-only, or that git says has other changes, before any is written.
    """
    from crdiff.cite_tree.git import git
    from crdiff.cli.texts import check_writable, replace_edited

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


def _verify(question: CiteQuestion, base: str, fail_on: str | None, output: Output) -> int:
    """Report what a migration since the revision `base` did."""
    from crdiff.cite.verifying import Migrated, verify
    from crdiff.reports.cite_update import migration_answer, verify_text

    failing = named_kinds(fail_on, [kind.value for kind in Migrated if kind is not Migrated.RIGHT])
    if output.form == "diff" and was_given("form"):
        raise UsageError("--verify edits nothing, so that there is no diff", "--format text or json")
    before = [f"{GIT}{base}" if path in {".", "./"} else f"{GIT}{base}:{path}" for path in question.paths or (".",)]
    with cite_judge(question, output) as judge:
        old = judge.judged(before)
        new = judge.judged(question.paths)
    old.refuse_if_vacuous()
    verified = verify(old.tree, new.tree, judge.numbering.dates[judge.at])
    judged = verified, old.judged_by, base
    said = partial(verify_text, *judged, colour=output.has_colour)
    output.answer(lambda: migration_answer(*judged), text=said, diff=said)
    return _FOUND if any(each.said in failing for each in verified.citations) else 0
