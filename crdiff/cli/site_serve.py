"""``crdiff site serve``: the website on this machine, built again whenever something changes."""

from __future__ import annotations

import click

from crdiff.cli.options import examples, quiet_option
from crdiff.cli.output import note
from crdiff.cli.site_address import Endpoint
from crdiff.cli.site_files import archive_option, config_option, configuration, show_log
from crdiff.errors import UsageError

_EXAMPLES = examples("crdiff site serve", "crdiff site serve --corpus my-corpus --only 702")


@click.command("serve", short_help="Preview the website.", epilog=_EXAMPLES)
@click.option("--address", default="127.0.0.1:8000", show_default=True, metavar="HOST:PORT", help="Where to serve it.")
@click.option("--plain", is_flag=True, help="Without MkDocs; so it is with --corpus too.")
@click.option("--only", metavar="NUMBER", help="With --corpus: make no pages but those of this subsection; quick.")
@archive_option
@config_option
@quiet_option
def command(*, address: str, plain: bool, only: str | None, corpus: str | None, config: str | None, quiet: bool) -> int:
    """Serve the website on this machine until interrupted, and build it again when prose, corpus or pages change.

    MkDocs does it, and reloads the pages in the browser. With --plain or --corpus crdiff does it alone: pages are held
    in memory, and reloaded by the reader. A change of the program itself needs a new start.
    """
    if only is not None and corpus is None:
        raise UsageError("--only is for the site of a whole archive", "--corpus DIR")
    endpoint = Endpoint.parse(address)
    if plain or corpus is not None:
        if config is not None:
            raise UsageError("--config is for MkDocs", "it without --plain and --corpus")
        return _serve_plain(endpoint, corpus, only, quiet)
    from mkdocs.commands.serve import serve

    show_log(quiet)
    with configuration(config) as file:
        serve(config_file=file, dev_addr=address)
    return 0


def _serve_plain(endpoint: Endpoint, corpus: str | None, only: str | None, quiet: bool) -> int:
    from crdiff.cli.site_preview import Preview, watch
    from crdiff.cli.site_server import serving
    from crdiff.model.number import ClauseNumber

    preview = Preview(corpus, ClauseNumber.parse(only) if only is not None else None)
    preview.refresh()
    try:
        with serving(preview.page, endpoint):
            note(f"the site is at http://{endpoint}/", quiet)
            watch(preview)
    except KeyboardInterrupt:
        pass
    return 0
