"""What an archive knows of releases without a text, besides its tables: the known lives, read when somebody asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crdiff.history.known_lives import KnownLives, KnownWording


class Facts:
    """What is known of releases without a text besides the tables: wordings, and what a clause is `called`, by ids."""

    def __init__(self, lives: Callable[[], KnownLives], called: Mapping[str, str] | None = None) -> None:
        self._lives_read = lives
        self._called = called or {}

    @cached_property
    def lives(self) -> KnownLives:
        """The known lives."""
        return self._lives_read()

    def wording(self, lineage: str, release: date) -> KnownWording | None:
        """Return what is known of the wording that a clause or an entry got in a release."""
        life = self.lives.life(lineage)
        worded = life.wordings if life else ()
        return next((known for known in worded if self.lives.dates[known.at] == release), None)

    def title(self, lineage: str) -> str:
        """Return what a clause is called, "" where nothing is known."""
        life = None if lineage in self._called else self.lives.life(lineage)
        return life.title if life else self._called.get(lineage, "")
