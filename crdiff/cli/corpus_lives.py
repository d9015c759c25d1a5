"""``crdiff corpus lives``: the known lives of all clauses, made from texts."""

from __future__ import annotations

import click

from crdiff.cli.asking import asked_corpus
from crdiff.cli.options import answers, corpus_option, examples
from crdiff.cli.output import Output
from crdiff.errors import UnknownRelease



@click.command("lives", short_help="Write what became of every clause, without texts.", epilog=examples("crdiff corpus lives -o lives.txt"))
@answers("text", default="text")
@corpus_option
def command(output: Output, corpus: str | None) -> int:
    """Write what became of every clause, heading and glossary entry, a line each: facts, no text but titles and terms.

    The facts that come with crdiff were made so. The same texts give the same bytes, in whatever order they were added.
    """
    from crdiff.corpus import Corpus
    from crdiff.history.nearest import HOW_TO_GET
    from crdiff.store.archive.lives_of import lives_of

    with Corpus(corpus) as held:
        if held.is_recorded:
            raise UnknownRelease("there is no text to make the lives from", f"some added with {HOW_TO_GET}")
    with asked_corpus(corpus, output) as asked:
        output.write(lives_of(asked.archive).encode())
    return 0
