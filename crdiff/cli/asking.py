"""What the commands that ask the corpus have in common: opening it, progress, saying what the answer rests on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import TYPE_CHECKING

from crdiff.cli.completing import DATE
from crdiff.cli.options import Decorator, flag, option
from crdiff.cli.output import Output, progress

if TYPE_CHECKING:
    from crdiff.corpus import Corpus
    from crdiff.reports.terminal import Style

BUILDING = "bringing the store up to date"
RECORDED = (
    "no texts have been added to the corpus: answering from the facts that come with crdiff, the numbers and dates of"
    " all rules and glossary entries up to {} and the wordings of some; add texts with {}"
)


@contextmanager
def asked_corpus(folder: str | None, output: Output) -> Iterator[Corpus]:
    """Give the corpus of ``--corpus``, and tell the person who asked where there are no texts in it."""
    from crdiff.corpus import Corpus
    from crdiff.history.nearest import HOW_TO_GET

    with progress(output, BUILDING) as shown, Corpus(folder, progress=shown) as corpus:
        if corpus.is_recorded:
            output.note(f"crdiff: {RECORDED.format(corpus.known_to, HOW_TO_GET)}")
        elif corpus.note:
            output.note(f"crdiff: {corpus.note}")
        yield corpus


def tell_stand_in(
    asked: Corpus, day: str | None, output: Output, *, numbers: bool = False, answered: date | None = None
) -> None:
    """Tell where the release in force on `day` is not known and an older one answers for it, or has `answered`.

    For a question about `numbers` it need not be held.
    """
    if day:
        held, in_force = asked.in_force(day, numbers=numbers)
        held = answered or held
        if held != in_force:
            missing = "it is not among the releases known" if asked.is_recorded else "its text is not held"
            output.note(f"crdiff: {in_force} was in force on {day}, but {missing}; answered from {held}")


def style(output: Output, context: int | None = None) -> Style:
    """Return how to print an answer."""
    from crdiff.reports.terminal import Style

    return Style(output.width, context, output.has_colour)


entry_option = flag("--entry", "Mean the glossary entry called NUMBER, even where a clause has that title.")


def at_option(said: str) -> Decorator:
    """Add ``--at DATE``; `said` is what happens without it."""
    return option("--at", f"The release in force on that day, or latest or previous; {said}", type=DATE)
