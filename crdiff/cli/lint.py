"""``crdiff lint``: what is wrong with a text, before somebody publishes it.

What a lint runs and holds a text against: settings of the project, levels of checks, releases of the corpus.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import click
import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace

from crdiff.book_words import STATED, folder_of
from crdiff.cli import options as cli
from crdiff.cli import texts as cli_texts
from crdiff.cli.output import Output, check_targets
from crdiff.cli.project_settings import OWN_FILE, find_table, read_baseline, settings_of, table_of, write_baseline
from crdiff.errors import CorpusError, UsageError
from crdiff.model.book import RetiredWording
from crdiff.model.release import Level, Release
from crdiff.reports.phrases import counted, listed
from crdiff.text.hidden import shown_on_a_line

if TYPE_CHECKING:
    from crdiff.lint.checked_release import ArchiveVocabulary
    from crdiff.lint.finding import LintFinding
    from crdiff.lint.known import Accepted
    from crdiff.lint.registry import LintCheck
    from crdiff.reports.lint import Linted, LintReport


class Retired(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wording that the project gave up: `old` for `new` ("" for nothing), since a day."""

    old: Annotated[str, msgspec.Meta(pattern=r"\S")]
    new: str = ""
    since: date = date.min


class LintTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The settings as they are written.

    `levels` are those of checks, "off" for one left out; `per_file_ignores` are checks left out in the files that a
    pattern means, written as in a ``.gitignore``. `words` are right however rare, `templates` are sentences that are
    right though they differ from their siblings. `docs` is the address of the page that explains the checks.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    baseline: str | None = None
    against: tuple[str, ...] = ()
    fail_on: Literal["error", "warning", "note", "never"] | None = None
    words: tuple[str, ...] = ()
    templates: tuple[str, ...] = ()
    docs: str | None = None
    levels: dict[str, Literal["error", "warning", "note", "off"]] = {}
    per_file_ignores: dict[str, tuple[str, ...]] = {}
    retired: tuple[Retired, ...] = ()


class Settings(LintTable, frozen=True):
    """What a project says about its lints, in `file` of `folder`; options on the command line come first."""

    folder: Path = Path()
    file: str = ""


def find_settings(start: Path) -> Settings:
    """Return the settings of the nearest ``.crdiff.toml``, or ``pyproject.toml`` with ``[tool.crdiff]``, above `start`.

    Raises `UsageError` with the file for one that cannot be read or says what nobody understands.
    """
    return _settings(*(find_table(start) or (start / OWN_FILE, {})))


def _settings(path: Path, tables: Mapping[str, object]) -> Settings:
    told = asdict(settings_of("lint", tables.get("lint", {}), LintTable, path))
    return Settings(**told, folder=path.parent, file=str(path))


_LIST = "an id that 'crdiff lint --explain all' lists"
_ALL = "all"


def chosen_checks(select: Sequence[str], ignore: Sequence[str], settings: Settings) -> list[LintCheck]:
    """Return the checks to run, at the levels that the settings give them.

    What the command line selects is run, whatever the settings leave out. Raises `UsageError` for an id that does not
    exist, naming the nearest that does.
    """
    from crdiff.lint.registry import CHECKS

    wanted = _named(select or settings.select)
    off = {check for check, level in settings.levels.items() if level == "off"}
    unwanted = _named(ignore) if ignore else (_named(settings.ignore) | off) - _named(select)
    check_ids(sorted(_named(select) | _named(ignore)))
    check_ids(sorted(wanted | unwanted | settings.levels.keys()), settings.file)
    levels = {check: Level(level) for check, level in settings.levels.items() if level != "off"}
    return [
        replace(check, asked=levels[check.id]) if check.id in levels else check
        for check in CHECKS
        if (not wanted or check.id in wanted) and check.id not in unwanted
    ]


def check_ids(names: Iterable[str], path: str = "", line: int = 0) -> None:
    """Raise `UsageError` for the first of `names` that is not the id of a check."""
    from crdiff.lint.registry import BY_ID

    for name in names:
        if name not in BY_ID:
            near = get_close_matches(name, BY_ID, n=1)
            meant = {"remedy": f"did you mean {near[0]!r}?"} if near else {"expected": _LIST}
            raise UsageError(f"there is no check {name!r}", **meant, path=path, line=line)


def _left_out(settings: Settings) -> Callable[[str], Collection[str]]:
    """Return what says of a file which checks the settings leave out there. Raises as `check_ids` does."""
    from crdiff.cite_tree.files import matching

    meant = [(matching([pattern], settings.folder), ids) for pattern, ids in settings.per_file_ignores.items()]
    check_ids(sorted({each for _, ids in meant for each in ids}))
    return lambda file: {each for is_meant, ids in meant if is_meant(file) for each in ids}


def own_vocabulary(settings: Settings) -> ArchiveVocabulary:
    """Return what is known of the archive, with the words, wordings and sentences of the project."""
    from crdiff.lint.checked_release import ArchiveVocabulary
    from crdiff.text.normalise import fold_typography

    own = tuple(RetiredWording(re.escape(one.old), one.new, one.since, one.old.lower()) for one in settings.retired)
    return ArchiveVocabulary(
        words=dict.fromkeys((word.lower() for word in settings.words), 1),
        retired=own,
        sentences=frozenset(map(fold_typography, settings.templates)),
    )


def explained(name: str) -> str:
    """Return what a check is for and what the page on linting says of it; of all checks a line for each.

    Raises `UsageError` for an unknown id.
    """
    from crdiff.cli.site_pages import prose_folder
    from crdiff.lint.registry import BY_ID

    if name == _ALL:
        width = max(map(len, BY_ID))
        return "".join(f"{check.id:{width}}  {check.level.value:7}  {check.reason}\n" for check in BY_ID.values())
    check_ids((name,))
    check = BY_ID[name]
    page = (prose_folder() / "lint.md").read_text("utf-8")
    section = page.partition(f"\n### `{name}`\n")[2].partition("\n#")[0]
    paragraphs = section.replace("&nbsp;", " ").strip().split("\n\n")[1:]
    heading = f"{check.id} ({check.level.value}{', needs --against' if check.compares else ''})"
    return "\n\n".join((heading, check.reason, *paragraphs)) + "\n"


def _named(lists: Iterable[str]) -> set[str]:
    return {name.strip() for names in lists for name in names.split(",") if name.strip()}


# What is written in place of a text for the releases of the corpus; a file of that name is ``./corpus``.
CORPUS = "corpus"


def releases_against(file: str, release: Release, texts: cli_texts.Texts, output: Output) -> tuple[str, ...]:
    """Return the release before `release`, and older ones in which a citation that was wrong since may have been right.

    Says on standard error which these are. `file` is how the text was called. Raises `CorpusError` where the corpus has
    no texts, and `UnknownRelease` where it has none before this one.
    """
    from crdiff.lint.once_right import release_before, releases_once_right
    from crdiff.store.archive.names import StoredNumbers

    with cli.asked_corpus(str(texts.folder), output) as asked:
        if asked.is_recorded:
            raise CorpusError("holds no text of a release", "some added with 'crdiff corpus add'")
        numbers = StoredNumbers(asked.archive)
        before = release_before(asked.releases, release)
        once_right = releases_once_right(numbers, asked.release(before))
        older = [day for day in once_right if day in asked.releases]  # of the others there is no text to compare with
    named = tuple(map(str, older))
    also = f", and with {listed(named)}, in which a citation that is stale now may have been right" if named else ""
    output.note(f"{shown_on_a_line(file)}: compared with {before}{also}")
    return str(before), *named


# Where an installer notes the address that a package came from (PEP 610).
_RECORD = "direct_url.json"


def docs_address() -> str:
    """Return the address of the page on linting, "" where crdiff was not installed from a repository on GitHub."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        record = distribution("crdiff").read_text(_RECORD)
    except PackageNotFoundError:
        return ""
    return page_in(record or "{}")


def page_in(record: str) -> str:
    """Return the address of the page in the repository that a record names, "" where it names none on GitHub."""
    try:
        found = json.loads(record)
        url, commit = str(found["url"]), str(found["vcs_info"]["commit_id"])
    except (ValueError, KeyError, TypeError):
        return ""
    repository = url.removesuffix("/").removesuffix(".git")
    return f"{repository}/blob/{commit}/site/lint.md" if repository.startswith("https://github.com/") else ""


_FOUND = 1
_FORMATS = (*cli.ROWS, *cli.CI_FORMATS)
# Times that a text is mended and read again; one is enough but where two edits overlap, such as in "cardss cardss".
_PASSES_MAX = 5
_FAIL_ON = ("error", "warning", "note", "never")


def _checks_option(name: str, said: str) -> cli.Decorator:
    return cli.option(name, said, multiple=True, type=cli.CHECKS)


@cli.command("lint", "Find what is wrong with a text.", cls=cli.TextCommand)
@click.argument("names", metavar="TEXT...", nargs=-1, required=True, type=cli.TEXT)
@cli.option(
    "--against",
    "The text before ({} is the path of TEXT), then older ones; 'corpus' for those of the corpus.",
    metavar="OLD",
    multiple=True,
    type=cli.TEXT,
)
@cli.flag("--all lists_known", "List the findings that OLD has too, not only new ones.")
@_checks_option("--select", "Run only these checks.")
@_checks_option("--ignore", "Leave these checks out.")
@cli.flag("--fix", "Make the sure corrections in each TEXT itself, then report what is left.")
@cli.flag("--unsafe-fixes unsafe", "With --fix or --diff, also make corrections that somebody should read.")
@cli.flag("--diff shows_diff", "Show what --fix would change, without writing it.")
@cli.option("--baseline", "Suppress the findings listed in FILE; report entries that no longer apply.", type=cli.FILE)
@cli.option("--accept", "Add the findings to the baseline, and remove entries that no longer apply.", metavar="REASON")
@cli.option(
    "--fail-on", "Exit with 1 on new findings of this level or above.  [default: error]", type=click.Choice(_FAIL_ON)
)
@cli.option(
    "--config", "Read the settings from FILE, not from the nearest .crdiff.toml or pyproject.toml.", type=cli.FILE
)
@cli.option(
    "--explain",
    "Say what a check looks for, and why; of 'all', a line for each.",
    metavar="CHECK",
    is_eager=True,
    expose_value=False,
    type=cli.CHECKS,
    callback=cli.answered(explained),
)
@cli.flag("--stat", "Count the findings of each check in place of listing them (text).")
@cli.answers(*_FORMATS)
@cli.also_reports(*_FORMATS)
@cli.reads_texts
def lint_command(
    *,
    names: tuple[str, ...],
    against: tuple[str, ...],
    lists_known: bool,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    fix: bool,
    unsafe: bool,
    shows_diff: bool,
    baseline: str | None,
    accept: str | None,
    fail_on: str | None,
    config: str | None,
    stat: bool,
    output: Output,
    reports: tuple[Output, ...],
    texts: cli_texts.Texts,
) -> int:
    """Find what is wrong with each TEXT: dangling and stale references, numbers, the glossary, words, marks.

    With --against, citations are followed through the renumbering, and words that OLD uses are not misspelt; stale
    references can be found only this way. Findings that OLD has too are counted in one line and never fail the run;
    --all lists them. --against corpus compares with the release before and with older ones that reveal more. CHECKS
    are ids separated by commas. A TEXT may be an excerpt: clauses outside what it quotes are not reported as missing.
    Of a folder, or a pattern in quotes, the files with numbered clauses are read.

    Examples:
      crdiff lint draft.txt --against 2024-09-20
      crdiff lint draft.docx --against 2024-09-20 --fix
      crdiff lint rules.txt --against git:HEAD~1:rules.txt --format github --fail-on warning
      crdiff lint rules.txt --baseline lint.toml --accept "old faults, to be mended in spring"
      crdiff lint --explain stale-reference
    """
    settings = find_settings(Path.cwd()) if config is None else _settings(Path(config), table_of(Path(config)) or {})
    checks = chosen_checks(select, ignore, settings)
    older = against or settings.against
    path = _baseline(baseline, settings)
    if select and not older:
        _check_not_blind(checks)
    if accept is not None:
        _check_accept(accept, path, mending="--diff" if shows_diff else "--fix" if fix else "")
    if (shows_diff or accept is not None) and (reports or cli.was_given("form")):
        raise UsageError(f"{'--diff' if shows_diff else '--accept'} writes no report", "no --format and no --report")
    if unsafe and not (fix or shows_diff):
        raise UsageError("--unsafe-fixes makes nothing by itself", "--fix or --diff beside it")
    if fix:
        _check_no_document(output)
        check_targets(names)
    names = rules_texts(names, texts)
    run = LintRun(older, checks, own_vocabulary(settings), texts, output, _left_out(settings), unsafe)
    report = run.report(names, path, lists_known)
    if shows_diff:
        return _show_fixes(names, report, texts, output)
    if fix:
        report = _mended(run, names, report, path)
    if accept is not None and path:
        return _accept(report, accept.strip(), path, output)
    if "sarif" in {each.form for each in (output, *reports)}:
        report = replace(report, docs=docs_address() if settings.docs is None else settings.docs)
    from crdiff.reports.lint import lint_statistics

    failing = _failing(fail_on or settings.fail_on or "error")
    for each in (*reports, output):
        if stat and each.form == "text":
            each.write(lint_statistics(report))
        else:
            _write(report, each, failing)
    return _FOUND if any(finding.level in failing for finding in report.new) else 0


def rules_texts(names: Iterable[str], texts: cli_texts.Texts) -> tuple[str, ...]:
    """Return texts, each once: of a folder and of a pattern those files that have numbered clauses.

    Raises `UsageError` where there are none.
    """
    from crdiff.dialects.evidence import is_of_rules
    from crdiff.store.texts.adding import expand

    found = dict[str, None]()
    for name in names:
        is_one = name == "-" or name.startswith((cli_texts.GIT, cli_texts.AS_OF)) or [*expand([name])] == [Path(name)]
        under = (
            [] if is_one else [path for path in map(str, expand([name])) if is_of_rules("\n".join(texts.lines(path)))]
        )
        if not (is_one or under):
            raise UsageError("holds no text with numbered clauses", path=name)
        found |= dict.fromkeys(under or [name])
    return tuple(found)


def _baseline(asked: str | None, settings: Settings) -> Path | None:
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
    texts: cli_texts.Texts
    output: Output
    left_out: Callable[[str], Collection[str]] = lambda _: ()
    all_fixes: bool = False

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

        file, lines = cli_texts.file_of(name), self.texts.lines(name)
        unwanted = self.left_out(file or name)
        checks = [check for check in self.checks if check.id not in unwanted]
        _check_markers(lines, file or name)
        release = self.texts.read(name)
        check_ids(release.unchecked, str(folder_of(release.book) / STATED))
        before = self._before(name, file or name, release)
        older = tuple(self.texts.read(old) for old in before)
        if older:
            _note_same_date(file or name, release, older[0], self.output)
            found = lint_draft(
                release,
                [aligned(old, release, self.texts) for old in older],
                lines=lines,
                lines_before=self.texts.lines(before[0]),
                checks=checks,
                vocabulary=self.vocabulary,
            )
        else:
            found = lint(release, lines=lines, checks=checks, vocabulary=self.vocabulary)
        if self.all_fixes:
            found = tuple(replace(each, fix=each.fix and replace(each.fix, is_sure=True)) for each in found)
        left, silenced = without_marked(found, lines)
        return Linted(file or name, file, release, older, left, silenced)

    def _before(self, name: str, file: str, release: Release) -> list[str]:
        """Return the names of the texts to hold a text against, that right before it first."""
        before = [old for given in self.older if (old := _before(given, file, self.output))]
        self.texts.check_tracked(name, *(old for old in before if old != CORPUS))
        if CORPUS not in before:
            return before
        held = releases_against(file, release, self.texts, self.output)
        return [each for old in before for each in (held if old == CORPUS else (old,))]


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
        check_ids(marker.checks, file, marker.line)


def _before(old: str, file: str, output: Output) -> str:
    """Return the text that `old` names, the path `file` in place of ``{}``; "" where that is new in git."""
    name = old.replace("{}", file)
    if cli_texts.is_new_in_git(name):
        revision = shown_on_a_line(name.rpartition(":")[0])
        output.note(f"{shown_on_a_line(file)}: not in {revision}, so it is linted without comparison")
        return ""
    return name


def _sifted(linted: Sequence[Linted], checks: Sequence[LintCheck], baseline: Path | None) -> LintReport:
    """Return the report on all texts without what the baseline silences."""
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


_NOTHING = "nothing that --fix would change"


def _show_fixes(names: Sequence[str], report: LintReport, texts: cli_texts.Texts, output: Output) -> int:
    """Write what would be mended as a unified diff; returns 1 if anything would."""
    made = [fixed(name, report.listed(text), texts) for name, text in zip(names, report.texts, strict=True)]
    output.write_bytes(b"".join(map(cli_texts.diff_of, made)))
    edits = sum(len(text.edits) for text in made)
    output.note(f"{counted(edits, 'edit')} to make with --fix in place of --diff" if edits else _NOTHING)
    return _FOUND if edits else 0


def _mended(run: LintRun, names: Sequence[str], report: LintReport, baseline: Path | None) -> LintReport:
    """Write what is sure into the files, again where one edit stood in another's way, and return what is left."""
    again = replace(run, output=replace(run.output, quiet=True))
    for done in range(_PASSES_MAX):
        if not _write_fixes(names, report, run.texts, run.output):
            if not done:
                run.output.note(_NOTHING)
            break
        report = again.report(names, baseline, report.lists_known)
    return report


def _write_fixes(names: Sequence[str], report: LintReport, texts: cli_texts.Texts, output: Output) -> bool:
    """Write what is sure into the files, all of them read and mended before the first is written."""
    made = [fixed(name, report.listed(text), texts) for name, text in zip(names, report.texts, strict=True)]
    cli_texts.check_writable(text.file for text in made if text.edits)
    for text in made:
        if text.edits:
            texts.write(text.file, text.raw)
            output.note(f"{shown_on_a_line(text.file)}: {counted(len(text.edits), 'edit')} made")
            whole = "\n".join(text.lines)
            for edit in text.edits:
                old, new = (shown_on_a_line(each).strip() for each in (whole[edit.start : edit.stop], edit.new))
                done = f"{old} → {new}" if old and new else f"added {new}" if new else f"took out {old}"
                line = whole.count("\n", 0, edit.start) + 1
                output.note(f"  line {line}: {done}")
    return any(text.edits for text in made)


def _accept(report: LintReport, reason: str, path: Path, output: Output) -> int:
    """Put the findings into the baseline and take its stale entries out."""
    from crdiff.lint.known import accepted

    kept: list[Accepted] = [entry for entry in read_baseline(path) if entry not in report.stale]
    added = [accepted(finding, reason) for text in report.texts for finding in report.listed(text)]
    write_baseline(path, [*kept, *added], "crdiff lint")
    total = len(kept) + len(added)
    output.write(f"{shown_on_a_line(str(path))}: {len(added):,} added, {len(report.stale):,} removed, {total:,} in all")
    return 0


def _write(report: LintReport, output: Output, failing: Collection[str]) -> None:
    from crdiff.reports.lint import lint_answer, lint_markdown, lint_results, lint_text

    output.answer(
        lambda: lint_answer(report),
        text=lambda: lint_text(report, colour=output.has_colour),
        markdown=lambda: lint_markdown(report),
        **cli.ci_writers(
            lambda: lint_results(report), lambda result: result.level in failing and result.baseline != "unchanged"
        ),
    )


def _failing(fail_on: str) -> Sequence[str]:
    """Return the levels whose new findings fail the run: `fail_on` and those that are worse; of "never" none."""
    worst_first = _FAIL_ON[: _FAIL_ON.index("never")]
    return worst_first[: worst_first.index(fail_on) + 1] if fail_on in worst_first else ()


def fixed(name: str, findings: Sequence[LintFinding], texts: cli_texts.Texts) -> cli_texts.EditedFile:
    """Return the file called `name` with what is sure mended.

    Raises `UsageError` for a text that is not a file here, and `CrdiffError` for a format that cannot be written.
    """
    from crdiff.lint.fixing import sure_edits

    cli_texts.check_editable(name, texts, "--fix mends")
    lines = texts.lines(name)
    return cli_texts.edited_file(name, sure_edits(findings, lines), lines, texts)
