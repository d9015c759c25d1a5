"""``crdiff lint``: what is wrong with a text, before somebody publishes it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec import Struct
from msgspec.structs import replace

from crdiff.cli import lint_settings
from crdiff.cli.completing import CHECKS, FILE, TEXT
from crdiff.cli.edited_file import EditedFile, check_editable, edited_file
from crdiff.cli.naming import file_of, is_new_in_git
from crdiff.cli.options import (
    CI_FORMATS,
    ROWS,
    Decorator,
    TextCommand,
    also_reports,
    answered,
    answers,
    ci_writers,
    command,
    flag,
    option,
    reads_texts,
    was_given,
)
from crdiff.cli.output import Output, check_targets
from crdiff.cli.texts import Texts
from crdiff.errors import UsageError
from crdiff.reports.phrases import counted
from crdiff.text.hidden import shown_on_a_line

if TYPE_CHECKING:
    from crdiff.lint.checked_release import ArchiveVocabulary
    from crdiff.lint.finding import LintFinding
    from crdiff.lint.known import Accepted
    from crdiff.lint.registry import LintCheck
    from crdiff.model.release import Release
    from crdiff.reports.lint import Linted, LintReport

_FOUND = 1
_FORMATS = (*ROWS, *CI_FORMATS)
_PASSES_MAX = 5
"""Times that a text is mended and read again; one is enough but where two edits overlap, such as in "cardss cardss"."""
_FAIL_ON = ("error", "warning", "never")


def _checks_option(name: str, said: str) -> Decorator:
    return option(name, said, multiple=True, type=CHECKS)


@command("lint", "Find what is wrong with a text.", cls=TextCommand)
@click.argument("names", metavar="TEXT...", nargs=-1, required=True, type=TEXT)
@option(
    "--against",
    "The text before ({} is the path of TEXT), then older ones; 'corpus' for those of the corpus.",
    metavar="OLD",
    multiple=True,
    type=TEXT,
)
@flag("--all lists_known", "List the findings that OLD has too, not only new ones.")
@_checks_option("--select", "Run only these checks.")
@_checks_option("--ignore", "Leave these checks out.")
@flag("--fix", "Make the sure corrections in each TEXT itself, then report what is left.")
@flag("--diff shows_diff", "Show what --fix would change, without writing it.")
@option("--baseline", "Suppress the findings listed in FILE; report entries that no longer apply.", type=FILE)
@option("--accept", "Add the findings to the baseline, and remove entries that no longer apply.", metavar="REASON")
@option(
    "--fail-on", "Exit with 1 on new findings of this level or above.  [default: error]", type=click.Choice(_FAIL_ON)
)
@flag("--exit-code", "Exit with 1 on any new finding, even a note.")
@option("--config", "Read the settings from FILE, not from the nearest .crdiff.toml or pyproject.toml.", type=FILE)
@option(
    "--list-checks",
    "List the checks with their levels and reasons.",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=answered(lambda _: lint_settings.listed_checks()),
)
@option(
    "--explain",
    "Say what a check looks for, and why.",
    metavar="CHECK",
    is_eager=True,
    expose_value=False,
    type=CHECKS,
    callback=answered(lint_settings.explained),
)
@answers(*_FORMATS)
@also_reports(*_FORMATS)
@reads_texts
def lint_command(
    *,
    names: tuple[str, ...],
    against: tuple[str, ...],
    lists_known: bool,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    fix: bool,
    shows_diff: bool,
    baseline: str | None,
    accept: str | None,
    fail_on: str | None,
    exit_code: bool,
    config: str | None,
    output: Output,
    reports: tuple[Output, ...],
    texts: Texts,
) -> int:
    """Find what is wrong with each TEXT: dangling and stale references, numbers, the glossary, words, marks.

    With --against, citations are followed through the renumbering, and words that OLD uses are not misspelt; stale
    references can be found only this way. Findings that OLD has too are counted in one line and never fail the run;
    --all lists them. --against corpus compares with the release before and with older ones that reveal more. CHECKS
    are ids separated by commas. A TEXT may be an excerpt: clauses outside what it quotes are not reported as missing.

    Examples:
      crdiff lint draft.txt --against 2024-09-20
      crdiff lint draft.docx --against 2024-09-20 --fix
      crdiff lint rules.txt --against git:HEAD~1:rules.txt --format github --fail-on warning
      crdiff lint rules.txt --baseline lint.toml --accept "old faults, to be mended in spring"
      crdiff lint --explain stale-reference
    """
    read, find = lint_settings.read_settings, lint_settings.find_settings
    settings = read(Path(config)) if config else find(Path.cwd())
    checks = lint_settings.chosen_checks(select, ignore, settings)
    older = against or settings.against
    path = _baseline(baseline, settings)
    if select and not older:
        _check_not_blind(checks)
    if accept is not None:
        _check_accept(accept, path, mending="--diff" if shows_diff else "--fix" if fix else "")
    if (shows_diff or accept is not None) and (reports or was_given("form")):
        raise UsageError(f"{'--diff' if shows_diff else '--accept'} writes no report", "no --format and no --report")
    if fix:
        _check_no_document(output)
        check_targets(names)
    names = tuple(dict.fromkeys(names))
    run = LintRun(older, checks, lint_settings.own_vocabulary(settings), texts, output)
    report = run.report(names, path, lists_known)
    if shows_diff:
        return _show_fixes(names, report, texts, output)
    if fix:
        report = _mended(run, names, report, path)
    if accept is not None and path:
        return _accept(report, accept.strip(), path, output)
    if "sarif" in {each.form for each in (output, *reports)}:
        report = replace(report, docs=lint_settings.docs_address() if settings.docs is None else settings.docs)
    for each in (*reports, output):
        _write(report, each)
    failing = "note" if exit_code else fail_on or settings.fail_on or "error"
    return _FOUND if _fails(report, failing) else 0


def _baseline(asked: str | None, settings: lint_settings.Settings) -> Path | None:
    if asked:
        return Path(asked)
    return settings.folder / settings.baseline if settings.baseline else None


def _check_not_blind(checks: Sequence[LintCheck]) -> None:
    """Raise `UsageError` for the first check that finds nothing without the text before."""
    for check in checks:
        if check.compares:
            raise UsageError(f"{check.id} needs the text before", "--against OLD")


def _check_no_document(output: Output) -> None:
    """Raise `UsageError` where the report would be called a document: --fix changes each TEXT itself."""
    if output.file and output.file.lower().endswith(".docx"):
        what = f"-o {output.file!r} is where the report goes; --fix changes each TEXT itself"
        raise UsageError(what, "a name such as report.txt, and for --fix a copy of TEXT")


def _check_accept(reason: str, baseline: Path | None, mending: str) -> None:
    """Raise `UsageError` where findings cannot be accepted: without a reason or a file, beside an option that mends."""
    if not (baseline and reason.strip()):
        raise UsageError("--accept needs a reason and --baseline FILE", '--baseline lint.toml --accept "…"')
    check_targets([baseline])
    if mending:
        raise UsageError(f"--accept does not go with {mending}", "one of them")


class LintRun(Struct, frozen=True):
    """What every text is linted with."""

    older: Sequence[str]
    checks: Sequence[LintCheck]
    vocabulary: ArchiveVocabulary
    texts: Texts
    output: Output

    def report(self, names: Sequence[str], baseline: Path | None, lists_known: bool) -> LintReport:
        """Return the report on all texts without what the baseline silences."""
        linted = [self.linted(name) for name in names]
        return replace(_sifted(linted, self.checks, baseline), lists_known=lists_known)

    def linted(self, name: str) -> Linted:
        """Return what is wrong with one text, before the baseline is asked."""
        from crdiff.cli.comparing import aligned
        from crdiff.lint import lint
        from crdiff.lint.known import without_marked
        from crdiff.lint.run import lint_draft
        from crdiff.reports.lint import Linted

        file, lines = file_of(name), self.texts.lines(name)
        _check_markers(lines, file or name)
        release = self.texts.read(name)
        before = self._before(name, file or name, release)
        older = tuple(self.texts.read(old) for old in before)
        if older:
            _note_same_date(file or name, release, older[0], self.output)
            found = lint_draft(
                release,
                [aligned(old, release, self.texts) for old in older],
                lines=lines,
                lines_before=self.texts.lines(before[0]),
                checks=self.checks,
                vocabulary=self.vocabulary,
            )
        else:
            found = lint(release, lines=lines, checks=self.checks, vocabulary=self.vocabulary)
        left, silenced = without_marked(found, lines)
        return Linted(file or name, file, release, older, left, silenced)

    def _before(self, name: str, file: str, release: Release) -> list[str]:
        """Return the names of the texts to hold a text against, that right before it first."""
        before = [old for given in self.older if (old := _before(given, file, self.output))]
        self.texts.check_tracked(name, *(old for old in before if old != lint_settings.CORPUS))
        if lint_settings.CORPUS not in before:
            return before
        held = lint_settings.releases_against(file, release, self.texts, self.output)
        return [each for old in before for each in (held if old == lint_settings.CORPUS else (old,))]


def _note_same_date(file: str, draft: Release, old: Release, output: Output) -> None:
    """Tell a person of a draft that changes the rules and still has the effective date of the old text."""
    if draft.effective and draft.effective == old.effective and draft.sections != old.sections:
        output.note(f"{shown_on_a_line(file)}: still has the effective date of {old.source.name}, {draft.effective}")


def _check_markers(lines: Sequence[str], file: str) -> None:
    """Raise `UsageError` with its line for a marker that nobody understands."""
    from crdiff.text.markers import markers

    for marker in markers(lines):
        if not marker.verb:
            expected = "<!-- crdiff: off CHECK -->, with off, on or ignore and ids of checks"
            raise UsageError(f"{marker.said!r} is not a marker", expected, path=file, line=marker.line)
        lint_settings.check_ids(marker.checks, file, marker.line)


def _before(old: str, file: str, output: Output) -> str:
    """Return the text that `old` names, the path `file` in place of ``{}``; "" where that is new in git."""
    name = old.replace("{}", file)
    if is_new_in_git(name):
        revision = shown_on_a_line(name.rpartition(":")[0])
        output.note(f"{shown_on_a_line(file)}: not in {revision}, so it is linted without comparison")
        return ""
    return name


def _sifted(linted: Sequence[Linted], checks: Sequence[LintCheck], baseline: Path | None) -> LintReport:
    """Return the report on all texts without what the baseline silences."""
    from crdiff.cli.project_settings import read_baseline
    from crdiff.lint.known import sift
    from crdiff.reports.lint import LintReport

    if baseline is None:
        return LintReport(tuple(linted), checks)
    entries = read_baseline(baseline)
    together = sift([finding for text in linted for finding in text.findings], entries, {check.id for check in checks})
    left = {finding.fingerprint for finding in together.findings}
    return LintReport(tuple(_kept(text, left) for text in linted), checks, together.stale)


def _kept(text: Linted, left: Collection[str]) -> Linted:
    """Return a text with the findings whose fingerprints are `left`, the others counted as silenced."""
    findings = tuple(finding for finding in text.findings if finding.fingerprint in left)
    return replace(text, findings=findings, silenced=text.silenced + len(text.findings) - len(findings))


def _show_fixes(names: Sequence[str], report: LintReport, texts: Texts, output: Output) -> int:
    """Write what would be mended as a unified diff; returns 1 if anything would."""
    from crdiff.cli.edited_file import diff_of

    made = [fixed(name, report.listed(text), texts) for name, text in zip(names, report.texts, strict=True)]
    output.write_bytes(b"".join(map(diff_of, made)))
    edits = sum(len(text.edits) for text in made)
    output.note(f"{counted(edits, 'edit')} to make with --fix" if edits else "nothing that --fix would change")
    return _FOUND if edits else 0


def _mended(run: LintRun, names: Sequence[str], report: LintReport, baseline: Path | None) -> LintReport:
    """Write what is sure into the files, again where one edit stood in another's way, and return what is left."""
    again = replace(run, output=replace(run.output, quiet=True))
    for _ in range(_PASSES_MAX):
        if not _write_fixes(names, report, run.texts, run.output):
            break
        report = again.report(names, baseline, report.lists_known)
    return report


def _write_fixes(names: Sequence[str], report: LintReport, texts: Texts, output: Output) -> bool:
    """Write what is sure into the files, all of them read and mended before the first is written."""
    from crdiff.cli.edited_file import check_writable

    made = [fixed(name, report.listed(text), texts) for name, text in zip(names, report.texts, strict=True)]
    check_writable(text.file for text in made if text.edits)
    for text in made:
        if text.edits:
            texts.write(text.file, text.raw)
            output.note(f"{shown_on_a_line(text.file)}: {counted(len(text.edits), 'edit')} made")
    return any(text.edits for text in made)


def _accept(report: LintReport, reason: str, path: Path, output: Output) -> int:
    """Put the findings into the baseline and take its stale entries out."""
    from crdiff.cli.project_settings import read_baseline, write_baseline
    from crdiff.lint.known import accepted

    kept: list[Accepted] = [entry for entry in read_baseline(path) if entry not in report.stale]
    added = [accepted(finding, reason) for text in report.texts for finding in report.listed(text)]
    write_baseline(path, [*kept, *added], "crdiff lint")
    total = len(kept) + len(added)
    output.write(f"{shown_on_a_line(str(path))}: {len(added):,} added, {len(report.stale):,} removed, {total:,} in all")
    return 0


def _write(report: LintReport, output: Output) -> None:
    from crdiff.reports.lint import lint_answer, lint_markdown, lint_results, lint_text

    output.answer(
        lambda: lint_answer(report),
        text=lambda: lint_text(report, colour=output.has_colour),
        markdown=lambda: lint_markdown(report),
        **ci_writers(lambda: lint_results(report, with_known=output.form == "sarif")),
    )


def _fails(report: LintReport, fail_on: str) -> bool:
    """Whether there is a new finding of the level `fail_on` or a worse one; of "never" there is none."""
    worst_first = ("error", "warning", "note")
    failing = worst_first[: worst_first.index(fail_on) + 1] if fail_on in worst_first else ()
    return any(finding.level in failing for finding in report.new)


def fixed(name: str, findings: Sequence[LintFinding], texts: Texts) -> EditedFile:
    """Return the file called `name` with what is sure mended.

    Raises `UsageError` for a text that is not a file here, and `CrdiffError` for a format that cannot be written.
    """
    from crdiff.lint.fixing import sure_edits

    check_editable(name, texts, "--fix mends")
    lines = texts.lines(name)
    return edited_file(name, sure_edits(findings, lines), lines, texts)
