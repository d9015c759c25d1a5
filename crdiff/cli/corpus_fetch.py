"""``crdiff corpus fetch``: releases from the publisher into the corpus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from crdiff.cli import completing
from crdiff.cli.handled import answer, handled_of
from crdiff.cli.options import ROWS, Decorator, answers, corpus_option, examples
from crdiff.cli.output import Output
from crdiff.cli.progress import progress
from crdiff.errors import UsageError

if TYPE_CHECKING:
    from crdiff.store.texts.fetch import Fetched

_UNFETCHED = 1


def _seconds(name: str, default: float, said: str, *, at_least: float) -> Decorator:
    span = click.FloatRange(at_least)
    return click.option(name, type=span, default=default, show_default=True, metavar="SECONDS", help=said)


@click.command("fetch", short_help="Fetch releases from the publisher.", epilog=examples(     "crdiff corpus fetch --since 2023-01-01",     "crdiff corpus fetch --url https://media.wizards.com/2026/downloads/MagicCompRules%2020260116.txt", ))
@click.option(
    "--since",
    metavar="DATE",
    default="",
    shell_complete=completing.releases,
    help="Only releases that took effect on that day or later.",
)
@click.option("--url", metavar="URL", default="", help="Only this file; its release is the date printed in it.")
@_seconds("--timeout", 30.0, "Give up after SECONDS without data.", at_least=0.1)
@_seconds("--limit", 300.0, "Give up a file after SECONDS in all.", at_least=0.1)
@_seconds("--pause", 1.0, "Wait SECONDS between two requests.", at_least=0.0)
@answers(*ROWS, default="text")
@corpus_option
def command(
    *, since: str, url: str, timeout: float, limit: float, pause: float, output: Output, corpus: str | None
) -> int:
    """Fetch the releases that are not held and whose address is known, over HTTPS, one at a time, and add them.

    The next run resumes an interrupted download. Exits with 1 if any release could not be fetched, or has no known
    address: the newest texts are at https://magic.wizards.com/en/rules.
    """
    if since and url:
        raise UsageError("--since and --url together", "one of them")
    from crdiff.corpus import Corpus
    from crdiff.reports.phrases import counted

    with progress(output, "fetching releases") as shown, Corpus(corpus, progress=shown) as held:
        fetched = held.fetch(since or None, url=url or None, timeout=timeout, limit=limit, pause=pause)
        gone = () if url else held.no_longer_published(since)
    if gone:
        output.note(
            f"crdiff: of {counted(len(gone), 'older release')}, {gone[0]} to {gone[-1]}, nothing is published any more;"
            " add a text you have with 'crdiff corpus add FILE'"
        )
    handled = [handled_of(one.added) for one in fetched if one.added]
    return answer(output, handled, list(_failures(fetched)), failed=_UNFETCHED)


def _failures(fetched: Sequence[Fetched]) -> Iterator[str]:
    """Yield a line for each failure, but one for all files of a host that nobody knows, and one for no address."""
    from crdiff.errors import UnresolvedHost
    from crdiff.reports.phrases import counted
    from crdiff.store.texts.fetch import PUBLISHED_AT

    unresolved = Counter(one.host for one in fetched if isinstance(one.failure, UnresolvedHost))
    for one in fetched:
        if isinstance(one.failure, UnresolvedHost):
            others = unresolved.pop(one.host, 0) - 1
            if others >= 0:
                yield f"{one.failure}" + (f"; {others} more of its files were not tried" if others else "")
        elif one.failure and one.address:
            yield str(one.failure)
    unaddressed = [one.release for one in fetched if not one.address]
    if unaddressed:
        have, them = ("has", "it") if len(unaddressed) == 1 else ("have", "them")
        yield (
            f"{counted(len(unaddressed), 'release')} {have} no known address: {', '.join(unaddressed)};"
            f" download from {PUBLISHED_AT} and add {them} with 'crdiff corpus add FILE'"
        )
