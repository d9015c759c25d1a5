"""The life of a clause as it is told: where it stood, what it said, what it came from and what became of it.

Releases are ISO dates here, lineages their ids. A stretch of time is given by its first and its last release held.
"""

from __future__ import annotations

from dataclasses import dataclass

from crdiff.changes.change import Change, Facet
from crdiff.history.lineage import How


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of releases in which the clause had one number."""

    first: str
    last: str
    number: str


@dataclass(frozen=True, slots=True)
class Worded:
    """A stretch of releases in which the clause had one wording, letter by letter.

    `number` is its number at `first`. `change` describes how this wording came about from the one before, or how the
    clause arrived; None where the first release held has it already, or where a text is missing. `facets` are the
    respects in which it differs from the wording before, which can be known without the texts. Where the text of no
    release of the stretch is held, `is_held` is false and there is nothing in `title`, `text` and `examples`.
    """

    first: str
    last: str
    number: str
    title: str
    text: str
    examples: tuple[str, ...]
    change: Change | None
    facets: tuple[Facet, ...] = ()
    is_held: bool = True

    @property
    def wording(self) -> str:
        """What the clause said: its text, after its title if it has both."""
        return f"{self.title}\n{self.text}" if self.title and self.text else self.title or self.text


@dataclass(frozen=True, slots=True)
class Turn:
    """Something that happened to a lineage in `release`.

    `lineage` and `number` are those of the clause that text came from or went to, "" where no other is concerned.
    """

    how: How
    release: str
    lineage: str = ""
    number: str = ""


@dataclass(frozen=True, slots=True)
class Life:
    """Everything known of one lineage.

    `lineage` is its id, `aliases` every other place it can be named by, oldest first. `origin` is empty where the first
    release held has it: where it came from is not known. `newest` is the newest release held, whether it has the clause
    or not; of a life that `is_recorded`, without any text, it is the newest release that the facts go to. `called` is
    what the clause is called where none of its texts is held.
    """

    lineage: str
    aliases: tuple[str, ...]
    runs: tuple[Run, ...]
    wordings: tuple[Worded, ...]
    origin: tuple[Turn, ...]
    fate: tuple[Turn, ...]
    newest: str
    called: str = ""
    is_recorded: bool = False

    @property
    def in_force(self) -> bool:
        """Whether the newest release held, or known without texts, has the clause."""
        return self.runs[-1].last == self.newest

    @property
    def title(self) -> str:
        """The newest title of the clause, or the first words of its newest text."""
        held = [worded for worded in self.wordings if worded.is_held]
        return (held[-1].title or headline(held[-1].text)) if held else self.called

    @property
    def ended(self) -> Turn | None:
        """How and when the clause ceased to exist, None where it is not known to have."""
        last = self.fate[-1] if self.fate else None
        return last if last and last.release > self.runs[-1].last else None


@dataclass(frozen=True, slots=True)
class Use:
    """What a number meant for a stretch of releases: the lineage it named, and its title or first words then."""

    first: str
    last: str
    number: str
    lineage: str
    title: str


def headline(text: str, words: int = 10) -> str:
    """Return the first words of `text`, with an ellipsis where there are more."""
    pieces = text.split()
    return " ".join(pieces[:words]) + ("…" if len(pieces) > words else "")
