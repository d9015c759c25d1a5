"""What a scenario is given: the rules of the release it is played under."""

from __future__ import annotations

import pytest

from crdiff.game.rules import RuleSet


@pytest.fixture
def rules(crdiff_rules: RuleSet) -> RuleSet:
    """Return the rules of one release in which the clauses of the check are in force."""
    return crdiff_rules
