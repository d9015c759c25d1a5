"""What a lint runs and holds a text against: settings of the project, levels of checks, releases of the corpus."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec.structs import asdict, replace

from crdiff.cli.asking import asked_corpus
from crdiff.cli.output import Output
from crdiff.cli.project_settings import OWN_FILE, find_table, settings_of, table_of
from crdiff.cli.texts import Texts
from crdiff.errors import CorpusError, UsageError
from crdiff.model.release import Level
from crdiff.reports.phrases import listed
from crdiff.text.hidden import shown_on_a_line

if TYPE_CHECKING:
    from crdiff.lint.checked_release import ArchiveVocabulary
    from crdiff.lint.registry import LintCheck
    from crdiff.model.release import Release


class Retired(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wording that the project gave up: `old` for `new` ("" for nothing), since a day."""

    old: Annotated[str, msgspec.Meta(pattern=r"\S")]
    new: str = ""
    since: date = date.min


class LintTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The settings as they are written.

    `levels` are those of checks, "off" for one left out. `words` are right however rare, `templates` are sentences that
    are right though they differ from their siblings. `docs` is the address of the page that explains the checks.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    baseline: str | None = None
    against: tuple[str, ...] = ()
    fail_on: Literal["error", "warning", "never"] | None = None
    words: tuple[str, ...] = ()
    templates: tuple[str, ...] = ()
    docs: str | None = None
    levels: dict[str, Literal["error", "warning", "note", "off"]] = {}
    retired: tuple[Retired, ...] = ()


class Settings(LintTable, frozen=True):
    """What a project says about its lints; options on the command line come first. `folder` is where it says so."""

    folder: Path = Path()


def find_settings(start: Path) -> Settings:
    """Return the settings of the nearest ``.crdiff.toml``, or ``pyproject.toml`` with ``[tool.crdiff]``, above `start`.

    Raises `UsageError` with the file for one that cannot be read or says what nobody understands.
    """
    return _settings(*(find_table(start) or (start / OWN_FILE, {})))


def read_settings(path: Path) -> Settings:
    """Return the settings in `path`. Raises as `find_settings` does, and `OSError` where there is no such file."""
    return _settings(path, table_of(path) or {})


def _settings(path: Path, tables: Mapping[str, object]) -> Settings:
    return Settings(**asdict(settings_of("lint", tables.get("lint", {}), LintTable, path)), folder=path.parent)


_LIST = "an id that 'crdiff lint --list-checks' lists"


def chosen_checks(select: Sequence[str], ignore: Sequence[str], settings: Settings) -> list[LintCheck]:
    """Return the checks to run, at the levels that the settings give them.

    What the command line selects is run, whatever the settings leave out. Raises `UsageError` for an id that does not
    exist, naming the nearest that does.
    """
    from crdiff.lint.registry import CHECKS

    wanted = _named(select or settings.select)
    off = {check for check, level in settings.levels.items() if level == "off"}
    unwanted = _named(ignore) if ignore else (_named(settings.ignore) | off) - _named(select)
    check_ids(sorted(wanted | unwanted | settings.levels.keys()))
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
            raise UsageError(f"there is no check {name!r}", near[0] if near else _LIST, path=path, line=line)


def own_vocabulary(settings: Settings) -> ArchiveVocabulary:
    """Return what is known of the archive, with the words, wordings and sentences of the project."""
    import re

    from crdiff.lint.checked_release import RetiredWording
    from crdiff.lint.wording import ARCHIVE
    from crdiff.text.normalise import fold_typography

    own = tuple(RetiredWording(re.escape(one.old), one.new, one.since, one.old.lower()) for one in settings.retired)
    return replace(
        ARCHIVE,
        words={**ARCHIVE.words, **dict.fromkeys((word.lower() for word in settings.words), 1)},
        retired=(*ARCHIVE.retired, *own),
        sentences=frozenset(map(fold_typography, settings.templates)),
    )


def listed_checks() -> str:
    """Return a line for each check: its id, its level, and what it is for."""
    from crdiff.lint.registry import CHECKS

    width = max(len(check.id) for check in CHECKS)
    return "".join(f"{check.id:{width}}  {check.level.value:7}  {check.reason}\n" for check in CHECKS)


def explained(name: str) -> str:
    """Return what a check is for and what the page on linting says of it. Raises `UsageError` for an unknown id."""
    from crdiff.cli.site_files import prose_folder
    from crdiff.lint.registry import BY_ID

    check_ids((name,))
    check = BY_ID[name]
    page = (prose_folder() / "lint.md").read_text("utf-8")
    section = page.partition(f"\n### `{name}`\n")[2].partition("\n#")[0]
    paragraphs = section.replace("&nbsp;", " ").strip().split("\n\n")[1:]
    heading = f"{check.id} ({check.level.value}{', needs --against' if check.compares else ''})"
    return "\n\n".join((heading, check.reason, *paragraphs)) + "\n"


def _named(lists: Iterable[str]) -> set[str]:
    return {name.strip() for names in lists for name in names.split(",") if name.strip()}


CORPUS = "corpus"
"""What is written in place of a text for the releases of the corpus; a file of that name is ``./corpus``."""


def releases_against(file: str, release: Release, texts: Texts, output: Output) -> tuple[str, ...]:
    """Return the release before `release`, and older ones in which a citation that was wrong since may have been right.

    Says on standard error which these are. `file` is how the text was called. Raises `CorpusError` where the corpus has
    no texts, and `UnknownRelease` where it has none before this one.
    """
    from crdiff.lint.once_right import release_before, releases_once_right
    from crdiff.store.archive.names import StoredNumbers

    with asked_corpus(texts.corpus, output) as asked:
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


_RECORD = "direct_url.json"
"""Where an installer notes the address that a package came from (PEP 610)."""


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
