"""``crdiff checks run``: play checks and say what came of it."""

from __future__ import annotations

import click

from crdiff.cli.options import answers, examples
from crdiff.cli.output import Output
from crdiff.cli.playing import Asked, play, plays_checks

_CHECK_FAILED = 1


@click.command("run", short_help="Play checks.", epilog=examples(     "crdiff checks run", "crdiff checks run tests/rules --release 2024-06-07 --format junit -o junit.xml" ))
@answers("text", "json", "junit", default="text")
@plays_checks
def command(asked: Asked, output: Output) -> int:
    """Play the checks in PATHS under the rules of every release in which their clauses are in force.

    A check on crdiff's game model is also proved able to fail. Exits with 1 if a check fails.
    """
    from crdiff.reports.checks_text import outcomes_text

    played = play(asked, output)
    output.answer(json=lambda: played.raw, text=lambda: outcomes_text(played.report), junit=lambda: played.junit)
    return _CHECK_FAILED if played.has_failed else 0
