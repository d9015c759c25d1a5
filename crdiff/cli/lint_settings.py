"""What a lint runs and holds a text against: settings of the project, levels of checks, releases of the corpus."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from crdiff.cli.asking import asked_corpus
from crdiff.cli.output import Output
from crdiff.cli.project_settings import find_table, table_of
from crdiff.cli.texts import Texts
from crdiff.errors import CorpusError, UsageError
from crdiff.model.release import Level
from crdiff.reports.phrases import listed
from crdiff.text.hidden import shown_on_a_line

if TYPE_CHECKING:
    from crdiff.lint.checked_release import ArchiveVocabulary
    from crdiff.lint.registry import LintCheck
    from crdiff.model.release import Release

_LISTS = ("select", "ignore", "against", "words", "templates")
_TEXTS = ("baseline", "fail-on", "docs")
_LEVELS = "levels"
_RETIRED = "retired"
_OFF = "off"
_KNOWN = (*_LISTS, *_TEXTS, _LEVELS, _RETIRED)
_HEADER = "a header [lint] or [tool.crdiff.lint]"


@dataclass(frozen=True, slots=True)
class Retired:
    """A wording that the project gave up: `old` for `new` ("" for nothing), since a day."""

    old: str
    new: str
    since: date


@dataclass(frozen=True, slots=True)
class Settings:
    """What a project says about its lints; options on the command line come first. `folder` is where it says so.

    `levels` are those of checks, "off" for one left out. `words` are right however rare, `templates` are sentences that
    are right though they differ from their siblings. `docs` is the address of the page that explains the checks.
    """

    folder: Path
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    baseline: str | None = None
    against: tuple[str, ...] = ()
    fail_on: str | None = None
    words: tuple[str, ...] = ()
    templates: tuple[str, ...] = ()
    docs: str | None = None
    levels: Mapping[str, str] = field(default_factory=dict)
    retired: tuple[Retired, ...] = ()


def find_settings(start: Path) -> Settings:
    """Return the settings of the nearest ``.crdiff.toml``, or ``pyproject.toml`` with ``[tool.crdiff]``, above `start`.

    Raises `UsageError` with the file for one that cannot be read or says what nobody understands.
    """
    found = find_table(start)
    return _settings(found[0], found[1].get("lint", {})) if found else Settings(start)


def read_settings(path: Path) -> Settings:
    """Return the settings in `path`. Raises as `find_settings` does, and `OSError` where there is no such file."""
    return _settings(path, (table_of(path) or {}).get("lint", {}))


def _settings(path: Path, table: object) -> Settings:
    if not isinstance(table, dict):
        raise UsageError("'lint' is not a table", _HEADER, path=str(path))
    for key in table:
        if key not in _KNOWN:
            raise UsageError(f"unknown setting {key!r}", ", ".join(_KNOWN), path=str(path))
    lists = {key: _texts(path, key, table.get(key, [])) for key in _LISTS}
    texts = {key: _text(path, key, table[key]) if key in table else None for key in _TEXTS}
    levels = _levels(path, table.get(_LEVELS, {}))
    return Settings(
        path.parent,
        select=lists["select"],
        ignore=(*lists["ignore"], *(check for check, level in levels.items() if level == _OFF)),
        baseline=texts["baseline"],
        against=lists["against"],
        fail_on=texts["fail-on"],
        words=lists["words"],
        templates=lists["templates"],
        docs=texts["docs"],
        levels={check: level for check, level in levels.items() if level != _OFF},
        retired=_retired(path, table.get(_RETIRED, [])),
    )


def _texts(path: Path, key: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise UsageError(f"{key!r} is {value!r}", "a list of texts in quotes", path=str(path))
    return tuple(value)


def _text(path: Path, key: str, value: object) -> str:
    if not isinstance(value, str):
        raise UsageError(f"{key!r} is {value!r}", "a text in quotes", path=str(path))
    return value


def _levels(path: Path, table: object) -> Mapping[str, str]:
    """Return the level of each check that has one of its own."""
    known = (*(level.value for level in Level), _OFF)
    if not isinstance(table, dict):
        raise UsageError(
            f"{_LEVELS!r} is {table!r}", "a header [lint.levels] or [tool.crdiff.lint.levels]", path=str(path)
        )
    for check, level in table.items():
        if level not in known:
            raise UsageError(f"the level of {check!r} is {level!r}", " or ".join(known), path=str(path))
    return table


def _retired(path: Path, tables: object) -> tuple[Retired, ...]:
    """Return the wordings that a project gave up."""
    example = 'a header [[lint.retired]] with old = "…", new = "…" and since = 2027-01-08'
    found = []
    for table in tables if isinstance(tables, list) else [None]:
        if not isinstance(table, dict) or not {"old"} <= table.keys() <= {"old", "new", "since"}:
            raise UsageError(f"{_RETIRED!r} is {table!r}", example, path=str(path))
        old, new, since = table["old"], table.get("new", ""), table.get("since", date.min)
        if not (isinstance(old, str) and old.strip() and isinstance(new, str) and type(since) is date):
            raise UsageError(f"{_RETIRED!r} is {table!r}", example, path=str(path))
        found.append(Retired(old, new, since))
    return tuple(found)


_LIST = "an id that 'crdiff lint --list-checks' lists"


def chosen_checks(select: Sequence[str], ignore: Sequence[str], settings: Settings) -> list[LintCheck]:
    """Return the checks to run, at the levels that the settings give them.

    What the command line selects is run, whatever the settings leave out. Raises `UsageError` for an id that does not
    exist, naming the nearest that does.
    """
    from crdiff.lint.registry import CHECKS

    wanted = _named(select or settings.select)
    unwanted = _named(ignore) if ignore else _named(settings.ignore) - _named(select)
    check_ids(sorted(wanted | unwanted | settings.levels.keys()))
    return [
        replace(check, asked=Level(settings.levels[check.id])) if check.id in settings.levels else check
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
    from crdiff.store.archive.number_archive import StoredNumbers

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
