"""``crdiff checks show``: the scenarios that play a clause."""

from __future__ import annotations

import click

from crdiff.cli import completing
from crdiff.cli.options import answers, examples
from crdiff.cli.output import Output
from crdiff.cli.playing import Asked, play, plays_checks



@click.command("show", short_help="Show the scenarios that play a clause.", epilog=examples("crdiff checks show 720.5a", "crdiff checks show 507.4 --release 2008-02-01"))
@click.argument("number", shell_complete=completing.numbers)
@answers("text", "json", default="text")
@plays_checks
def command(*, number: str, asked: Asked, output: Output) -> int:
    """Play the checks in PATHS, and show those of the clause NUMBER: the scenario, its result, what turns it red.

    NUMBER is a number that the clause had in a release that was played: 507.3a and 720.5a show the same scenarios,
    as does the id 2003-10-01-507.3a.
    """
    from crdiff.model.written import written_number
    from crdiff.reports.checks_text import scenarios_of, scenarios_text

    found = scenarios_of(play(asked, output).report, str(written_number(number) or number))
    output.answer(json=found.encoded, text=lambda: scenarios_text(found))
    return 0
