"""``crdiff corpus add``: texts of releases into the corpus."""

from __future__ import annotations

import click

from crdiff.cli import completing
from crdiff.cli.handled import answer
from crdiff.cli.options import answers, corpus_option, examples
from crdiff.cli.output import Output
from crdiff.cli.progress import progress

_EXAMPLES = examples("crdiff corpus add MagicCompRules.txt", "crdiff corpus add downloads 'rules/*.txt'")


@click.command("add", short_help="Add texts of releases.", epilog=_EXAMPLES)
@click.argument("names", nargs=-1, required=True, metavar="FILE...", shell_complete=completing.files)
@answers("text", "json", default="text")
@corpus_option
def command(names: tuple[str, ...], output: Output, corpus: str | None) -> int:
    """Add FILEs, folders of files, or patterns. The release is the date printed in the text.

    A text already held is recognised by what it says. Another text of a release already held is kept as a variant. A
    file that is not a release is reported in one line; the rest are added anyway, and the exit code is 2.
    """
    from crdiff.corpus import Corpus
    from crdiff.errors import CrdiffError
    from crdiff.reports.corpus import Handled

    failures: list[CrdiffError] = []
    with progress(output, "adding texts") as shown, Corpus(corpus, progress=shown) as held:
        added = held.add(*names, failed=failures.append)
    handled = [Handled(one.text.release, str(one.outcome), one.text.file) for one in added]
    return answer(output, handled, list(map(str, failures)), failed=2)
