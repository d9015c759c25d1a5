"""``crdiff corpus``: what texts there are to compare."""

from __future__ import annotations

from crdiff.cli.lazy import LazyGroup
from crdiff.cli.options import examples

COMMANDS = {
    "list": "crdiff.cli.corpus_list.command",
    "add": "crdiff.cli.corpus_add.command",
    "name": "crdiff.cli.corpus_name.command",
    "fetch": "crdiff.cli.corpus_fetch.command",
    "choose": "crdiff.cli.corpus_choose.command",
    "remove": "crdiff.cli.corpus_remove.command",
    "verify": "crdiff.cli.corpus_verify.command",
    "build": "crdiff.cli.corpus_build.command",
    "export": "crdiff.cli.corpus_export.command",
    "lives": "crdiff.cli.corpus_lives.command",
}
"""Name of a command -> its place, in the order of the help text."""

_HELP = """Manage the texts that release dates and edition names refer to.

The embedded corpus comes with crdiff: every known release by name and date, and five editions that quote a part of
the rules. Whole releases are texts of your own, kept in the folder of --corpus, else of $CRDIFF_HOME.
"""

command = LazyGroup(
    COMMANDS,
    name="corpus",
    short_help="List, add, fetch and verify texts.",
    help=_HELP,
    epilog=examples("crdiff corpus list"),
)
