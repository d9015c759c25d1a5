"""What a scenario is given: the rules of the release it is played under, and what our notes expect there."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from crdiff.game.rules import RuleSet
from crdiff.history.stories import stretch_in
from crdiff.store.embedded.corpus import load_corpus

_NOTES = {note.plays: note for note in load_corpus().annotations if note.plays}


@pytest.fixture
def rules(crdiff_rules: RuleSet) -> RuleSet:
    """Return the rules of one release in which the clauses of the check are in force."""
    return crdiff_rules


@pytest.fixture
def expected(crdiff_release: str) -> Callable[[str], tuple[str, ...]]:
    """Return a function that returns the outcome which our note expects of a story in the release played."""

    def outcome(story: str) -> tuple[str, ...]:
        stretch = stretch_in(_NOTES[story].stretches, date.fromisoformat(crdiff_release))
        return stretch.outcome if stretch else ()

    return outcome
