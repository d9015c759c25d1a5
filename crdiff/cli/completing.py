"""What a shell offers where somebody presses the key for completion: numbers, releases, texts, checks.

It answers at once or not at all: the store is read as it is, never brought up to date, and whatever goes wrong offers
nothing, because a shell has no place for an error.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from crdiff.store.archive.archive import Archive

Offer = Callable[[click.Context, str], Iterable[str]]

VARIABLE = "_CRDIFF_COMPLETE"
"""The environment variable by which a shell asks; click derives it from the name of the program."""


def is_asked() -> bool:
    """Whether a shell asks for completions, or for the script that makes it ask."""
    return bool(os.environ.get(VARIABLE))


class Offered(click.ParamType):  # type: ignore[type-arg] # generic in some versions only
    """A value taken as it is typed: `name` is what help calls it, `offer` returns all that a shell offers, in order.

    `otherwise` is what the shell finds itself where nothing of that begins like what was typed, ``file`` or ``dir``:
    bash takes one or the other.
    """

    def __init__(self, name: str, offer: Offer = lambda _ctx, _incomplete: (), otherwise: str = "") -> None:
        self.name = name
        self._offer = offer
        self._otherwise = otherwise

    def shell_complete(self, ctx: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return what begins like `incomplete`."""
        from click.shell_completion import CompletionItem

        try:
            found = [CompletionItem(one) for one in self._offer(ctx, incomplete) if one.startswith(incomplete)]
        except Exception:
            found = []
        return found or ([CompletionItem(incomplete, type=self._otherwise)] if self._otherwise else [])


def _numbers(ctx: click.Context, incomplete: str) -> Iterable[str]:
    """Offer the numbers that ever named a clause, one level below what was typed: 702 offers 702.9, but not 702.9a."""
    from crdiff.model.number import ClauseNumber

    with _archive(ctx) as archive:
        query = "SELECT DISTINCT number FROM stay WHERE substr(number, 1, ?) = ?"
        beginning = archive.rows(query, len(incomplete), incomplete)
    known = sorted(ClauseNumber.parse(number) for (number,) in beginning)
    deepest = _level(incomplete) + 1
    return [str(number) for number in known if (number.rule > 0) + (number.letter != "") <= deepest]


def _level(incomplete: str) -> int:
    """Return -1 where a subsection is being typed, 0 from a whole one on, 1 from the full stop and digits of a rule."""
    subsection, stop, rule = incomplete.partition(".")
    if not stop:
        return 0 if len(subsection) == 3 else -1
    return 1 if rule else 0


def _releases(ctx: click.Context, _: str) -> Iterable[str]:
    """Offer every release of the catalog, and the names of the newest two."""
    from crdiff.corpus import Corpus
    from crdiff.history.nearest import LATEST, PREVIOUS

    return (LATEST, PREVIOUS, *(release.effective.isoformat() for release in Corpus(_corpus(ctx)).known()))


def _texts(ctx: click.Context, _: str) -> Iterable[str]:
    """Offer the releases held, the names of the newest two, and the editions; files for anything else."""
    from crdiff.history.nearest import LATEST, PREVIOUS
    from crdiff.store.archive.state import listing
    from crdiff.store.texts.home import embedded_folder, home

    held = dict.fromkeys(name.partition(".")[0] for name in listing(home(_corpus(ctx))))
    editions = sorted(path.parent.name for path in embedded_folder().glob("editions/*/edition.toml"))
    return (*((LATEST, PREVIOUS) if held else ()), *held, *editions)


def _listed(module: str, name: str) -> Offer:
    """Return what offers the names that a module lists; of a list with commas, for its last one."""

    def offered(_: click.Context, incomplete: str) -> Iterable[str]:
        before = incomplete[: incomplete.rfind(",") + 1]
        return (f"{before}{each}" for each in getattr(import_module(module), name))

    return offered


def _commands(ctx: click.Context, _: str) -> Iterable[str]:
    """Offer the commands of the group that the words before name."""
    group: click.Command | None = ctx.find_root().command
    for name in ctx.params.get("names") or ():
        group = group.get_command(ctx, name) if isinstance(group, click.Group) else None
    return group.list_commands(ctx) if isinstance(group, click.Group) else ()


def _corpus(ctx: click.Context) -> str | None:
    corpus = ctx.params.get("corpus")
    return str(corpus) if corpus else None


def _archive(ctx: click.Context) -> Archive:
    """Return the store as it was left, or the facts that come with crdiff where there are no texts."""
    from crdiff.store.archive.archive import Archive
    from crdiff.store.archive.state import STORE, listing
    from crdiff.store.build.recorded import recorded_archive
    from crdiff.store.texts.home import home

    folder = home(_corpus(ctx))
    return Archive.open(folder / STORE) if listing(folder) else recorded_archive()


FILE, FOLDER = Offered("file", otherwise="file"), Offered("dir", otherwise="dir")
TEXT = Offered("text", _texts, otherwise="file")
DATE, RELEASE = Offered("date", _releases), Offered("release", _releases)
NUMBER = Offered("n", _numbers)
CHECKS = Offered("checks", _listed("crdiff.lint.registry", "BY_ID"))
KINDS = Offered("names", _listed("crdiff.reports.view", "NAMES"))
DIALECT = Offered("name", _listed("crdiff.dialects.registry", "DIALECTS"))
COMMAND = Offered("command", _commands)
