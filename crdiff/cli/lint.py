"""``crdiff lint``: what is wrong with a text, before somebody publishes it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

import click

from crdiff.cli import completing
from crdiff.cli.ci_formats import CI_FORMATS, written
from crdiff.cli.lint_against import CORPUS, releases_against
from crdiff.cli.naming import GIT, file_of, is_in_git
from crdiff.cli.options import Decorator, TextCommand, answers, examples, reads_texts
from crdiff.cli.output import Output
from crdiff.cli.texts import Texts
from crdiff.errors import UsageError
from crdiff.text.hidden import shown_on_a_line

if TYPE_CHECKING:
    from crdiff.cli.lint_files import Settings
    from crdiff.lint.baseline import Accepted
    from crdiff.lint.registry import LintCheck
    from crdiff.reports.lint import Linted, LintReport

_EXAMPLES = examples(
    "crdiff lint draft.txt --against 2024-09-20",
    "crdiff lint rules.txt --against git:HEAD~1:rules.txt --format github --fail-on warning",
    'crdiff lint rules.txt --baseline lint.toml --accept "old faults, to be mended in spring"',
)
_FOUND = 1
_FAIL_ON = ("error", "warning", "never")


def _checks_option(name: str, said: str) -> Decorator:
    return click.option(name, multiple=True, metavar="CHECKS", shell_complete=completing.checks, help=said)


@click.command("lint", cls=TextCommand, short_help="Find what is wrong with a text.", epilog=_EXAMPLES)
@click.argument("names", metavar="TEXT...", nargs=-1, required=True, shell_complete=completing.texts)
@click.option(
    "--against",
    metavar="OLD",
    multiple=True,
    shell_complete=completing.texts,
    help="The text before ({} is the path of TEXT), then older ones; 'corpus' for those of the corpus.",
)
@_checks_option("--select", "Run only these checks.")
@_checks_option("--ignore", "Leave these checks out.")
@click.option("--baseline", metavar="FILE", help="Be silent about the findings in FILE; tell its stale entries.")
@click.option("--accept", metavar="REASON", help="Add what is found to the baseline, and take stale entries out.")
@click.option("--fail-on", type=click.Choice(_FAIL_ON), help="Exit with 1 from this level on.  [default: error]")
@click.option("--exit-code", is_flag=True, help="Exit with 1 if anything is found, a note too.")
@click.option("--config", metavar="FILE", help="Settings, in place of the nearest .crdiff.toml or pyproject.toml.")
@answers("text", "json", "markdown", *CI_FORMATS, default="text")
@reads_texts
def command(
    *,
    names: tuple[str, ...],
    against: tuple[str, ...],
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    baseline: str | None,
    accept: str | None,
    fail_on: str | None,
    exit_code: bool,
    config: str | None,
    output: Output,
    texts: Texts,
) -> int:
    """Find what is wrong with each TEXT: dangling and stale references, numbers, the glossary, words, marks.

    With --against, citations are followed through the renumbering and the words of OLD are known; only so a
    reference that went stale is found; --against corpus takes the release before and any older one that shows
    more. CHECKS are ids separated by commas; the page on linting lists them
    with their reasons. A TEXT may be an excerpt: what it does not set out to quote is not missing.
    """
    settings = _settings(config)
    checks = _chosen(select or settings.select, ignore or settings.ignore)
    older = against or settings.against
    if select and not older and (blind := [check.id for check in checks if check.compares]):
        raise UsageError(f"{blind[0]} finds nothing without the text before", "--against OLD")
    path = _baseline(baseline, settings)
    if accept is not None and not (path and accept.strip()):
        raise UsageError("--accept needs a reason and --baseline FILE", '--baseline lint.toml --accept "…"')
    report = _sifted([_linted(name, older, checks, texts, output) for name in names], checks, path)
    if accept is not None and path:
        return _accept(report, accept.strip(), path, output)
    output.write(_written(report, output))
    failing = "note" if exit_code else fail_on or settings.fail_on or "error"
    return _FOUND if _fails(report, failing) else 0


def _settings(config: str | None) -> Settings:
    from crdiff.cli.lint_files import find_settings, read_settings

    settings = read_settings(Path(config)) if config else find_settings(Path.cwd())
    if settings.fail_on is not None and settings.fail_on not in _FAIL_ON:
        raise UsageError(f"'fail-on' is {settings.fail_on!r}", " or ".join(_FAIL_ON), path=str(settings.folder))
    return settings


def _chosen(select: Sequence[str], ignore: Sequence[str]) -> list[LintCheck]:
    """Return the checks to run. Raises `UsageError` for an id that does not exist, naming the nearest that does."""
    from crdiff.lint.registry import BY_ID, CHECKS

    wanted, unwanted = (
        {name.strip() for names in lists for name in names.split(",") if name.strip()} for lists in (select, ignore)
    )
    for name in sorted(wanted | unwanted):
        if name not in BY_ID:
            near = get_close_matches(name, BY_ID, n=1)
            raise UsageError(f"there is no check {name!r}", near[0] if near else f"one of {', '.join(BY_ID)}")
    return [check for check in CHECKS if (not wanted or check.id in wanted) and check.id not in unwanted]


def _baseline(asked: str | None, settings: Settings) -> Path | None:
    if asked:
        return Path(asked)
    return settings.folder / settings.baseline if settings.baseline else None


def _linted(name: str, against: Sequence[str], checks: Sequence[LintCheck], texts: Texts, output: Output) -> Linted:
    """Return what is wrong with one text, before the baseline is asked."""
    from crdiff.cli.comparing import aligned
    from crdiff.lint import lint
    from crdiff.reports.lint import Linted

    file = file_of(name)
    before = [old for given in against if (old := _before(given, file or name, output))]
    texts.check_tracked(name, *(old for old in before if old != CORPUS))
    release = texts.read(name)
    if CORPUS in before:
        held = releases_against(file or name, release, texts, output)
        before = [each for old in before for each in (held if old == CORPUS else (old,))]
    older = [texts.read(old) for old in before]
    alignments = [aligned(old, release, texts) for old in older]
    found = lint(release, alignments=alignments, lines=texts.lines(name), checks=checks)
    return Linted(file or name, file, release, tuple(older), found)


def _before(old: str, file: str, output: Output) -> str:
    """Return the text that `old` names for the text at `file`; "" where ``{}`` stands for a file that is new in git."""
    name = old.replace("{}", file)
    if name != old and name.startswith(GIT) and not is_in_git(name):
        output.note(f"{shown_on_a_line(file)}: not in {old.removesuffix(':{}')}, so it is linted without comparison")
        return ""
    return name


def _sifted(linted: Sequence[Linted], checks: Sequence[LintCheck], baseline: Path | None) -> LintReport:
    """Return the report on all texts without what the baseline silences."""
    from crdiff.cli.baseline_file import read_baseline
    from crdiff.lint.baseline import sift
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
    return replace(text, findings=findings, silenced=len(text.findings) - len(findings))


def _accept(report: LintReport, reason: str, path: Path, output: Output) -> int:
    """Put the findings into the baseline and take its stale entries out."""
    from crdiff.cli.baseline_file import read_baseline, write_baseline
    from crdiff.lint.baseline import accepted

    kept: list[Accepted] = [entry for entry in read_baseline(path) if entry not in report.stale]
    added = [accepted(finding, reason) for text in report.texts for finding in text.findings]
    write_baseline(path, [*kept, *added], "crdiff lint")
    output.write(f"{path}: {len(added):,} added, {len(report.stale):,} removed, {len(kept) + len(added):,} in all")
    return 0


def _written(report: LintReport, output: Output) -> str | bytes:
    from crdiff.reports.lint import lint_results

    match output.form:
        case "json":
            from crdiff.reports.lint_json import lint_json

            return lint_json(report)
        case "markdown":
            from crdiff.reports.lint_markdown import lint_markdown

            return lint_markdown(report)
        case "text":
            from crdiff.reports.lint_text import lint_text

            return lint_text(report, colour=output.has_colour)
    return written(lint_results(report), output.form)


def _fails(report: LintReport, fail_on: str) -> bool:
    """Whether there is a finding of the level `fail_on` or a worse one; of "never" there is none."""
    worst_first = ("error", "warning", "note")
    failing = worst_first[: worst_first.index(fail_on) + 1] if fail_on in worst_first else ()
    return any(finding.level in failing for finding in report.findings)
