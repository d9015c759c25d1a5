"""``crdiff corpus name``: the name and the code of the set that a release came with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from crdiff.cli import completing
from crdiff.cli.options import Decorator, Function, corpus_option, examples
from crdiff.errors import UsageError

if TYPE_CHECKING:
    from crdiff.model.corpus import KnownRelease

_EXAMPLES = examples(
    "crdiff corpus name 2026-08-07 --name 'The Hobbit' --code HOB", "crdiff corpus name latest --name ''"
)


def naming_options(function: Function) -> Function:
    """Add ``--name`` and ``--code``."""
    options: tuple[Decorator, ...] = (
        click.option("--name", metavar="NAME", help="The name of the set that the release came with."),
        click.option("--code", metavar="CODE", help="The code of that set, such as M10."),
    )
    for option in reversed(options):
        function = option(function)
    return function


@click.command("name", short_help="Name a release after its set.", epilog=_EXAMPLES)
@click.argument("release", metavar="RELEASE", shell_complete=completing.releases)
@naming_options
@corpus_option
def command(release: str, name: str | None, code: str | None, corpus: str | None) -> int:
    """Write down what the set of RELEASE is called, for releases that the catalog has no name for, or another one.

    Reports and pages show the name, and commands take it for the release. An empty NAME or CODE takes it back.
    """
    from crdiff.corpus import Corpus

    if name is None and code is None:
        raise UsageError("nothing to write down", "--name NAME, --code CODE or both")
    with Corpus(corpus) as held:
        named = held.name_release(release, name=name, code=code)
    click.echo(said_of(release, named))
    return 0


def said_of(release: str, named: KnownRelease) -> str:
    """Return in a line what a release is called now."""
    called = " ".join(filter(None, (named.name, f"({named.code})" if named.code else "")))
    return f"{release} is called {called}" if called else f"{release} has no name"
