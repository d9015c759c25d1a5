"""``crdiff explain``: why a clause was paired as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from crdiff.cli import completing
from crdiff.cli.comparing import hand_decisions, jump, read_text
from crdiff.cli.options import TextCommand, answers, examples, reads_texts
from crdiff.cli.output import Output
from crdiff.cli.texts import Texts
from crdiff.errors import UnknownNumber
from crdiff.reports.phrases import listed

if TYPE_CHECKING:
    from crdiff.align.explain import Explanation
    from crdiff.history.asked import Asked
    from crdiff.model.number import ClauseNumber
    from crdiff.model.release import Release



@click.command("explain", cls=TextCommand, short_help="Say why a clause was paired as it was.", epilog=examples(     "crdiff explain 507-crystal-keep 720-mtg-wiki 507.1c", "crdiff explain 2009-05-01 2009-07-11 710.5 --side new" ))
@click.argument("old", shell_complete=completing.texts)
@click.argument("new", shell_complete=completing.texts)
@click.argument("number", shell_complete=completing.numbers)
@click.option(
    "--side", type=click.Choice(("old", "new")), help="The text that NUMBER is of; by default each that has it."
)
@answers("text", "json", default="text")
@reads_texts
def command(*, old: str, new: str, number: str, side: str | None, output: Output, texts: Texts) -> int:
    """Say which clause of NEW the clause NUMBER of OLD became, or the other way round, and why.

    NUMBER may be a title such as Trample.
    Lists the evidence, the other clauses that were considered, and what each feature added to their score.
    """
    from crdiff.history.asked import read_asked
    from crdiff.reports.explanation import explanation_answer, explanation_text

    asked = read_asked(number)
    texts.check_tracked(old, new)
    before, after = read_text(old, texts, output), read_text(new, texts, output)
    meant, side = _number(asked, before, after, side)
    found = _explanations(before, after, meant, side, texts)
    asked_of = before, after, found
    output.answer(lambda: explanation_answer(*asked_of), text=lambda: explanation_text(*asked_of, output.width))
    return 0


def _number(asked: Asked, old: Release, new: Release, side: str | None) -> tuple[ClauseNumber, str | None]:
    """Return the number asked for, and the side that it is of; a title is that of a clause of `old`, or else of `new`.

    Raises `UnknownNumber` where no clause has the title.
    """
    from crdiff.history.asked import folded
    from crdiff.history.place import Place
    from crdiff.model.number import ClauseNumber
    from crdiff.model.tree import walk

    if isinstance(asked, ClauseNumber):
        return asked, side
    if isinstance(asked, Place):
        return asked.number, side
    sides = [(which, release) for which, release in (("old", old), ("new", new)) if side in {None, which}]
    for which, release in sides:
        for node in walk(release):
            if node.clause.title and folded(node.clause.title) == folded(asked):
                return node.number, which
    names = listed([release.name for _, release in sides])
    raise UnknownNumber(
        f"{asked!r} is not a clause number, and no clause of {names} has this title", "a number or a title"
    )


def _explanations(
    old: Release, new: Release, number: ClauseNumber, side: str | None, texts: Texts
) -> tuple[Explanation, ...]:
    """Return what explains the clause `number` of each text that has it, or of the text on the `side` asked for.

    Raises `UnknownNumber` where there is none, naming the nearest.
    """
    from crdiff.align.explain import Which, explain
    from crdiff.history.nearest import nearest_numbers

    both: tuple[tuple[Which, Release], ...] = (("old", old), ("new", new))
    asked = [(which, release) for which, release in both if side in {None, which}]
    has = [which for which, release in asked if any(number == at.number for at in release.placements)]
    if not has:
        other = next((which for which, release in both if any(number == at.number for at in release.placements)), "")
        if other:
            raise UnknownNumber(f"no clause {number} in {asked[0][1].name}", f"--side {other}, which has it")
        near = nearest_numbers(number, {at.number for _, release in asked for at in release.placements})
        raise UnknownNumber(f"no clause {number} in {listed([release.name for _, release in asked])}", listed(near))
    through = jump(old, new, texts)
    with hand_decisions(old, new, texts) as decided:
        return tuple(explain(old, new, number, which, decided, followed=through) for which in has)
