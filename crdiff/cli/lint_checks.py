"""Which checks a lint runs, at which level, with which words of the project; and what each of them is for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import TYPE_CHECKING

from crdiff.errors import UsageError

if TYPE_CHECKING:
    from crdiff.cli.lint_files import Settings
    from crdiff.lint.registry import LintCheck
    from crdiff.lint.vocabulary import ArchiveVocabulary

_LIST = "an id that 'crdiff lint --list-checks' lists"


def chosen_checks(select: Sequence[str], ignore: Sequence[str], settings: Settings) -> list[LintCheck]:
    """Return the checks to run, at the levels that the settings give them.

    What the command line selects is run, whatever the settings leave out. Raises `UsageError` for an id that does not
    exist, naming the nearest that does.
    """
    from crdiff.lint.registry import CHECKS
    from crdiff.model.release import Level

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

    from crdiff.lint.retired import ARCHIVE
    from crdiff.lint.vocabulary import RetiredWording
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
