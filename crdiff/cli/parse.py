"""``crdiff parse``: one text as a tree, as JSON, or as its own normalised lines."""

from __future__ import annotations

import click

from crdiff.cli import completing
from crdiff.cli.comparing import read_text
from crdiff.cli.options import TextCommand, answers, examples, reads_texts
from crdiff.cli.output import Output
from crdiff.cli.texts import Texts



@click.command("parse", cls=TextCommand, short_help="Show how one text was read.", epilog=examples("crdiff parse rules.txt", "crdiff parse 2009-07-11 --format json -o rules.json"))
@click.argument("text", shell_complete=completing.texts)
@answers("tree", "json", "text", default="tree")
@reads_texts
def command(text: str, output: Output, texts: Texts) -> int:
    """Show how a TEXT was read: what the file was, its clauses, and what is odd about it.

    The format 'tree' gives an outline, 'json' everything (see 'crdiff schema release'), 'text' the rules
    as plain lines, whatever the file looked like.
    """
    texts.check_tracked(text)
    release = read_text(text, texts, output)
    from crdiff.reports.release_json import release_json
    from crdiff.reports.release_text import release_text, release_tree

    output.answer(
        json=lambda: release_json(release),
        text=lambda: release_text(release),
        tree=lambda: release_tree(release, output.width),
    )
    return 0
