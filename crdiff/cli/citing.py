"""What the commands on citations have in common: reading a tree, and judging it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from crdiff.cli import completing
from crdiff.cli.asking import asked_corpus
from crdiff.cli.cite_settings import CiteSettings, find_cite_settings
from crdiff.cli.options import Decorator
from crdiff.cli.output import Output
from crdiff.errors import UsageError

if TYPE_CHECKING:
    from crdiff.cite.checking import CheckedTree, CitingText
    from crdiff.cite.numbering import Numbering
    from crdiff.cite_tree.reading import CitingFile

AUTO = "auto"
_BARE = {"auto": 5, "never": None, "always": 0}
"""Citations with a prefix that a tree must have for a number alone to be one, by what the settings say."""


@dataclass(frozen=True, slots=True)
class JudgedTree:
    """A tree with every citation judged, what it was judged by, and how many files were read."""

    tree: CheckedTree
    numbering: Numbering
    files: int
    has_texts: bool
    settings: CiteSettings


def paths_argument() -> Decorator:
    """Add ``PATH...``; the command gets it as `paths`."""
    return click.argument("paths", metavar="PATH...", nargs=-1, shell_complete=completing.files)


def from_option() -> Decorator:
    """Add ``--from``; the command gets it as `since`."""
    said = "The release that citations are written for, or 'auto': found out from them."
    return click.option(
        "--from", "since", metavar="RELEASE", default=AUTO, show_default=True, shell_complete=completing.releases,
        help=said,
    )  # fmt: skip


def judged_tree(paths: Sequence[str], at: str | None, since: str, corpus: str | None, output: Output) -> JudgedTree:
    """Return the citations under `paths` judged by the release `at`. Raises `UsageError` where there are none."""
    from crdiff.cite.checking import CiteChecker
    from crdiff.cite.scan import Scanner
    from crdiff.cite_tree.files import files_of
    from crdiff.cite_tree.known import newer_releases, numbering_of, words_of_clauses
    from crdiff.cite_tree.reading import TreeRead, read_tree

    settings = find_cite_settings(Path.cwd())
    read = TreeRead()
    with asked_corpus(corpus, output) as asked:
        numbering = numbering_of(asked)
        position = release_in(numbering.dates, at) if at else numbering.newest
        presumed = _presumed(numbering.dates, since, settings)
        words = words_of_clauses(asked, numbering)
        if newer := [day for day in newer_releases(asked) if day not in numbering.dates]:
            output.note(f"crdiff: not judged by {newer[0]}: the corpus lacks releases between it and the known ones")
        scanner = Scanner(settings.prefixes, identifiers=settings.identifiers)
        files = read_tree(files_of(paths or (".",), settings.exclude), scanner, read)
        texts = [_citing_text(file, numbering, settings) for file in files]
        bare = _BARE[settings.bare]
        tree = CiteChecker(numbering, position, words=words, presumed=presumed, bare=bare).check(texts)
    if not tree.numbers and not tree.malformed:
        what = f"no citation of a rule in {read.files:,} file{'' if read.files == 1 else 's'}"
        raise UsageError(what, "a folder with citations such as CR 704.5k")
    return JudgedTree(tree, numbering, read.files, words is not None, settings)


def _presumed(dates: Sequence[date], since: str, settings: CiteSettings) -> int | None:
    """Return the place of the release that citations are taken for, None where it is to be found out."""
    if since != AUTO:
        return release_in(dates, since)
    return release_in(dates, str(settings.release)) if settings.release else None


def _citing_text(file: CitingFile, numbering: Numbering, settings: CiteSettings) -> CitingText:
    """Return a file as it is judged, with the release that its head pins, else that of the configuration."""
    from crdiff.cite.checking import CitingText
    from crdiff.cite.marks import pinned_release

    try:
        pinned = pinned_release(file.text)
    except ValueError:
        raise UsageError("its pin is not a date", "crdiff-cite: release=2026-01-16", path=file.path) from None
    frozen = next((each for each in settings.paths if _matches(file.path, each.pattern)), None)
    day = pinned or (frozen.release if frozen else None)
    written = release_in(numbering.dates, str(day)) if day else None
    return CitingText(file.path, file.text, file.groups, written, is_frozen=pinned is None and frozen is not None)


def _matches(path: str, pattern: str) -> bool:
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines([pattern]).match_file(path)


def release_in(dates: Sequence[date], name: str) -> int:
    """Return the place of the release in force on a day. Raises `UsageError`."""
    try:
        day = date.fromisoformat(name)
    except ValueError:
        raise UsageError(f"{name!r} is not a date", "a date such as 2025-02-07") from None
    if day < dates[0]:
        raise UsageError(f"no release is known to have been in force on {day}", f"{dates[0]} or later")
    return bisect_right(dates, day) - 1
