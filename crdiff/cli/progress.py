"""Progress of long work: a bar on standard error, for a person at a terminal and nobody else."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from crdiff.cli.output import Output

if TYPE_CHECKING:
    from crdiff.output.progress import Progress


@contextmanager
def progress(output: Output, what: str) -> Iterator[Progress | None]:
    """Give what shows how far `what` is, such as "adding texts"; None with ``--quiet`` or where no terminal looks on.

    The bar appears with the first piece of work done and is gone at the end.
    """
    if output.quiet or not sys.stderr.isatty():
        yield None
        return
    with ExitStack() as stack:
        yield _bar(stack, what)


def _bar(stack: ExitStack, what: str) -> Progress:
    """Return a function that draws a bar, begun when it is called first and ended with `stack`."""
    shown: list[Progress] = []

    def show(done: int, total: int) -> None:
        if not shown:
            shown.append(_begun(stack, what))
        shown[0](done, total)

    return show


def _begun(stack: ExitStack, what: str) -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    bars = stack.enter_context(Bars(*columns, console=Console(stderr=True), transient=True))
    bar = bars.add_task(what, total=None)
    return lambda done, total: bars.update(bar, completed=done, total=total)
