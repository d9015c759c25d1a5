"""``crdiff help``: the help of a command, for who looks for it there."""

from __future__ import annotations

import click

from crdiff.cli import completing
from crdiff.cli.options import examples



@click.command("help", short_help="Show the help of a command.", epilog=examples("crdiff help", "crdiff help corpus add"))
@click.argument("names", nargs=-1, metavar="[COMMAND]...", shell_complete=completing.commands)
@click.pass_context
def command(ctx: click.Context, names: tuple[str, ...]) -> None:
    """Show what 'crdiff COMMAND --help' shows; without COMMAND, which commands there are."""
    root = ctx.find_root()
    root.command.main([*names, "--help"], prog_name=root.info_name, standalone_mode=False)
