"""``crdiff cite``: citations of rules in code, wikis and articles."""

from __future__ import annotations

from crdiff.cli.lazy import LazyGroup
from crdiff.cli.options import examples

COMMANDS = {
    "check": "crdiff.cli.cite_check.command",
    "update": "crdiff.cli.cite_update.command",
    "date": "crdiff.cli.cite_date.command",
    "list": "crdiff.cli.cite_list.command",
    "explain": "crdiff.cli.cite_explain.command",
    "baseline": "crdiff.cli.cite_baseline.command",
}
"""Name of a command -> its place, in the order of the help text."""

_HELP = """Find citations of rules in other texts, and say which of them are no longer right.

Code, wikis and articles cite clauses by number: CR 704.5k, rule 508, // 702.19b. With every release some of these
numbers come to mean something else. Works without any rules text; with texts, the words beside a citation are compared
with what its number ever named.
"""

command = LazyGroup(
    COMMANDS,
    name="cite",
    short_help="Check citations in code and prose.",
    help=_HELP,
    epilog=examples("crdiff cite check"),
)
