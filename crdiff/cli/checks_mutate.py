"""``crdiff checks mutate``: play checks against mutants of the game model, and list those that none notices."""

from __future__ import annotations

from pathlib import Path

import click

from crdiff.cli.options import answers, examples
from crdiff.cli.output import Output, check_targets
from crdiff.cli.playing import Asked, play, plays_checks



@click.command("mutate", short_help="Play checks against mutants of the model.", epilog=examples("crdiff checks mutate", "crdiff checks mutate tests/rules --release 2024-06-07"))
@answers("text", "json", default="text")
@plays_checks
def command(asked: Asked, output: Output) -> int:
    """Change the game model in one place at a time, play the checks in PATHS that run it, and list surviving mutants.

    It takes minutes. The results are kept in build/mutants.json: the next run plays only what is new, and the site
    shows them on the pages of the clauses.
    """
    from crdiff.checks.swapping import MUTANTS
    from crdiff.reports.mutants import mutants_text
    from crdiff.trace.mutation import read_mutation

    path = Path(MUTANTS).absolute()
    check_targets([path])
    played = play(asked, output, options=(f"--crdiff-mutants={path}",))
    raw = path.read_bytes()
    output.answer(json=lambda: raw, text=lambda: mutants_text(read_mutation(raw, MUTANTS), played.report))
    return 0
