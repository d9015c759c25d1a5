"""How the commands that change the corpus answer: what was done with each text, and a line for each failure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from crdiff.cli.output import Output, note

if TYPE_CHECKING:
    from crdiff.reports.corpus import Handled
    from crdiff.store.texts.folder import Added


def answer(output: Output, handled: Sequence[Handled], failures: Sequence[str], *, failed: int) -> int:
    """Write what was done, and the failures on standard error; return the exit code, `failed` where there are any."""
    from crdiff.reports.corpus import HandledAnswer, handled_text

    for line in failures:
        note(line)
    output.answer(lambda: HandledAnswer(tuple(handled), tuple(failures)), text=lambda: handled_text(handled))
    return failed if failures else 0


def handled_of(added: Added) -> Handled:
    """Return what was done with a text that was added."""
    from crdiff.reports.corpus import Handled

    return Handled(added.text.release, str(added.outcome), added.text.file, added.read.file, added.text.identity.lacks)
