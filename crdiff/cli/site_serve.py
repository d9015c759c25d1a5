"""``crdiff site serve``: the website on this machine, built again whenever something changes."""

from __future__ import annotations

import click

from crdiff.cli.options import examples, quiet_option
from crdiff.cli.site_files import config_option, configuration, show_log


@click.command("serve", short_help="Preview the website.", epilog=examples("crdiff site serve"))
@click.option("--address", default="127.0.0.1:8000", show_default=True, metavar="HOST:PORT", help="Where to serve it.")
@config_option
@quiet_option
def command(address: str, config: str | None, quiet: bool) -> int:
    """Serve the website on this machine until interrupted, and build it again when prose, corpus or pages change."""
    from mkdocs.commands.serve import serve

    show_log(quiet)
    with configuration(config) as file:
        serve(config_file=file, dev_addr=address)
    return 0
