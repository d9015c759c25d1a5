"""A part of a release, each clause with its lineage."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from crdiff.history.lineage import headline
from crdiff.model.number import ClauseNumber


@dataclass(frozen=True, slots=True)
class Shown:
    """A clause of a release, `depth` levels below the topmost clause shown; `lineage` is its id.

    `is_held` is false where the corpus lacks the text of the release: then only the number is known. `revoked` is the
    release in which it became a notice that its rule is gone, None where it is none.
    """

    number: ClauseNumber
    title: str
    text: str
    examples: tuple[str, ...]
    depth: int
    lineage: str
    is_held: bool = True
    revoked: date | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """A glossary entry as a release has it."""

    term: str
    text: str


@dataclass(frozen=True, slots=True)
class Passage:
    """The answer to `asked` ("" for everything) from the text of `release`, in document order.

    `number` is the number of the topmost clause there: another one than asked for where that was an old number, a place
    or a title, None where no clause was asked for. `entry` is the glossary entry of the name asked for, if it has one.
    `left_out` is how many clauses under it are not among `clauses`.
    """

    release: date
    asked: str
    number: ClauseNumber | None
    clauses: tuple[Shown, ...]
    entry: Entry | None = None
    left_out: int = 0

    def outlined(self) -> Passage:
        """Return the topmost clauses and those directly under them, each by its title or its first words."""
        shown = (one for one in self.clauses if one.depth <= 1)
        heads = (replace(one, title=one.title or headline(one.text), text="", examples=()) for one in shown)
        return self._cut(tuple(heads))

    def limited(self, most: int) -> Passage:
        """Return at most `most` clauses, the first ones."""
        return self._cut(self.clauses[:most])

    def _cut(self, clauses: tuple[Shown, ...]) -> Passage:
        return replace(self, clauses=clauses, left_out=self.left_out + len(self.clauses) - len(clauses))
