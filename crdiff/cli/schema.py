"""``crdiff schema``: the JSON Schema of what the other commands write."""

from __future__ import annotations

import click

from crdiff.cli.options import answers, command
from crdiff.cli.output import Output
from crdiff.reports.schemas import SCHEMAS, schema


@command("schema", "Print the JSON Schema of an answer.")
@click.argument("name", metavar="NAME", type=click.Choice(SCHEMAS))
@answers("json")
def schema_command(name: str, output: Output) -> None:
    """Print the JSON Schema (draft 2020-12) that the JSON called NAME keeps to.

    NAME is what its field "schema" has between "crdiff." and "/1": diff, lint, history and so on.

    Example:
      crdiff schema diff -o diff.schema.json
    """
    output.write(schema(name))
