"""``crdiff corpus fetch``: releases from the publisher into the corpus."""

from __future__ import annotations

import click

from crdiff.cli import completing
from crdiff.cli.handled import answer
from crdiff.cli.options import answers, corpus_option, examples
from crdiff.cli.output import Output
from crdiff.cli.progress import progress

_EXAMPLES = examples("crdiff corpus fetch --since 2023-01-01")
_UNFETCHED = 1


@click.command("fetch", short_help="Fetch releases from the publisher.", epilog=_EXAMPLES)
@click.option(
    "--since",
    metavar="DATE",
    default="",
    shell_complete=completing.releases,
    help="Only releases that took effect on that day or later.",
)
@click.option(
    "--timeout", type=click.FloatRange(0.1), default=30.0, show_default=True, help="Seconds of silence to bear."
)
@click.option("--pause", type=click.FloatRange(0), default=1.0, show_default=True, help="Seconds between two requests.")
@answers("text", "json", default="text")
@corpus_option
def command(*, since: str, timeout: float, pause: float, output: Output, corpus: str | None) -> int:
    """Fetch the releases that are not held and whose address is known, over HTTPS, one at a time, and add them.

    A file that broke off is gone on with by the next run. Exits with 1 where something could not be got.
    """
    from crdiff.reports.added import Handled
    from crdiff.store.corpus import Corpus

    with progress(output, "fetching releases") as shown, Corpus(corpus, progress=shown) as held:
        fetched = held.fetch(since or None, timeout=timeout, pause=pause)
    handled = [Handled(one.release, str(one.added.outcome), one.added.text.file) for one in fetched if one.added]
    failures = [str(one.failure) for one in fetched if one.failure]
    return answer(output, handled, failures, failed=_UNFETCHED)
