"""``crdiff corpus add``: texts of releases into the corpus."""

from __future__ import annotations

import click

from crdiff.cli import completing
from crdiff.cli.corpus_name import naming_options, said_of
from crdiff.cli.handled import answer, handled_of
from crdiff.cli.options import ROWS, answers, corpus_option, examples
from crdiff.cli.output import Output
from crdiff.cli.progress import progress

_CUT = 1


@click.command("add", short_help="Add texts of releases.", epilog=examples(     "crdiff corpus add MagicCompRules.txt",     "crdiff corpus add downloads 'rules/*.txt'",     "crdiff corpus add new.txt --name 'The Hobbit' --code HOB", ))
@click.argument("names", nargs=-1, required=True, metavar="FILE...", shell_complete=completing.files)
@naming_options
@answers(*ROWS, default="text")
@corpus_option
def command(*, names: tuple[str, ...], name: str | None, code: str | None, output: Output, corpus: str | None) -> int:
    """Add FILEs, folders of files, or patterns. The release is the date printed in the text.

    Every file is kept, also the same text in another form. 'corpus list' shows which one of a release is read. A file
    that is not a release is reported in one line; the rest are added anyway, and the exit code is 2. A text that is cut
    at its end is kept, but is not the release: one line says what it lacks, and the exit code is 1.

    --name and --code are those of the set that the release came with: for one release that the catalog has no name for.
    """
    from crdiff.corpus import Corpus
    from crdiff.errors import CorpusError, CrdiffError
    from crdiff.store.texts.set_names import check_names

    check_names(name, code)
    failures: list[CrdiffError] = []
    with progress(output, "adding texts") as shown, Corpus(corpus, progress=shown) as held:
        added = held.add(*names, failed=failures.append)
        releases = sorted({one.text.release for one in added})
        if (name is not None or code is not None) and len(releases) == 1:
            output.note(said_of(held.name_release(releases[0], name=name, code=code), held.known()))
        elif name is not None or code is not None:
            failures.append(
                CorpusError(f"none was named, as these are texts of {len(releases)} releases", "those of one release")
            )
    failed = 2 if failures else _CUT
    failures += filter(None, (held.texts.cut(one.text, one.text.given[-1].name) for one in added))
    return answer(output, [handled_of(one) for one in added], list(map(str, failures)), failed=failed)
