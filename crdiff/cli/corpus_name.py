"""``crdiff corpus name``: the name and the code of the set that a release came with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from crdiff.cli import completing
from crdiff.cli.options import Decorator, Function, corpus_option, examples
from crdiff.cli.output import Output
from crdiff.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crdiff.model.corpus import KnownRelease



def naming_options(function: Function) -> Function:
    """Add ``--name`` and ``--code``."""
    options: tuple[Decorator, ...] = (
        click.option("--name", metavar="NAME", help="The name of the set that the release came with."),
        click.option("--code", metavar="CODE", help="The code of that set, such as M10."),
    )
    for option in reversed(options):
        function = option(function)
    return function


@click.command("name", short_help="Name a release after its set.", epilog=examples(     "crdiff corpus name 2026-08-07 --name 'The Hobbit' --code HOB", "crdiff corpus name latest --name ''" ))
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
        Output("text", None, quiet=False).write(said_of(named, held.known()))
    return 0


def said_of(named: KnownRelease, known: Sequence[KnownRelease]) -> str:
    """Return in a line what a release is called now, and which other one of those `known` its name or code stands for.

    Source: the code IKO stands for 2020-04-17, and not for 2020-06-01, which came with Ikoria too.
    """
    from crdiff.store.texts.set_names import release_called

    called = " ".join(filter(None, (named.name, f"({named.code})" if named.code else "")))
    if not called:
        return f"{named.effective} has no name"
    taken = {name: release_called(name, known) or named.effective for name in (named.name, named.code)}
    others = [f"commands take {name} for {day}" for name, day in taken.items() if day != named.effective]
    return "; ".join((f"{named.effective} is called {called}", *others))
