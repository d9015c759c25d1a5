"""``crdiff checks``: tests bound to clauses of the rules."""

from __future__ import annotations

from crdiff.cli.lazy import LazyGroup
from crdiff.cli.options import examples

COMMANDS = {
    "run": "crdiff.cli.checks_run.command",
    "status": "crdiff.cli.checks_status.command",
    "show": "crdiff.cli.checks_show.command",
    "accept": "crdiff.cli.checks_accept.command",
    "mutate": "crdiff.cli.checks_mutate.command",
    "import": "crdiff.cli.checks_import.command",
}
"""Name of a command -> its place, in the order of the help text."""

_HELP = """Play tests bound to clauses of the rules, and say which clauses they cover.

A check is a pytest test with the marker @pytest.mark.clause("720.5a", release="2024-06-07"). It is played for every
release held in which its clauses are in force. PATHS are files and folders as pytest takes them; by default the
folder tests/rules if there is one, else the checks that come with crdiff.
"""

command = LazyGroup(
    COMMANDS, name="checks", short_help="Play tests bound to clauses.", help=_HELP, epilog=examples("crdiff checks run")
)
