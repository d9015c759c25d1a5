"""``crdiff corpus``: what texts there are to compare."""

from __future__ import annotations

from crdiff.cli.lazy import LazyGroup
from crdiff.cli.options import examples

COMMANDS = {
    "list": "crdiff.cli.corpus_list",
    "add": "crdiff.cli.corpus_add",
    "name": "crdiff.cli.corpus_name",
    "fetch": "crdiff.cli.corpus_fetch",
    "choose": "crdiff.cli.corpus_choose",
    "remove": "crdiff.cli.corpus_remove",
    "verify": "crdiff.cli.corpus_verify",
    "build": "crdiff.cli.corpus_build",
    "export": "crdiff.cli.corpus_export",
    "lives": "crdiff.cli.corpus_lives",
}
"""Name of a command -> module, in the order of the help text."""

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
