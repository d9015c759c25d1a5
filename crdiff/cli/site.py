"""``crdiff site``: the website."""

from __future__ import annotations

from crdiff.cli.lazy import LazyGroup
from crdiff.cli.options import examples

COMMANDS = {
    "build": "crdiff.cli.site_build.command",
    "serve": "crdiff.cli.site_serve.command",
}
"""Name of a command -> its place, in the order of the help text."""

_HELP = """Make the website: a page for every edition, comparison, clause and number, with notes and checks.

MkDocs builds it by the mkdocs.yml of the current folder; where there is none, crdiff's own pages are built.
"""

command = LazyGroup(
    COMMANDS, name="site", short_help="Build or preview the website.", help=_HELP, epilog=examples("crdiff site build")
)
