"""Texts that only say that a rule is gone, told from texts that look back at something else."""

from __future__ import annotations

import pytest

from crdiff.annotate.cross_references import is_notice, is_revoked

PLANESWALKERS = (
    "Previously, planeswalkers were subject to a “planeswalker uniqueness rule” that stopped a player from controlling "
    "two planeswalkers of the same planeswalker type. This rule has been removed and planeswalker cards printed before "
    "this change have received errata in the Oracle card reference to have the legendary supertype."
)


@pytest.mark.parametrize("text", ["Ignore this rule.", PLANESWALKERS])
def test_a_text_that_says_its_rule_is_gone_is_a_notice(text: str) -> None:
    """Source: 502.9d of 2001-07-23; 306.4 of 2017-09-29."""
    assert is_notice(text)


@pytest.mark.parametrize(
    "text",
    [
        "Previously, the battlefield was called the “in-play zone.” Cards that were printed with text that has the "
        "phrases “in play” are referring to the battlefield.",
        "Previously, a spell or ability checked for that set’s expansion symbol.",
        "An attacking creature with trample ignores any blocking creatures that can’t have damage assigned to them.",
        "This rule is called the “legend rule.”",
    ],
)
def test_a_text_that_looks_back_or_names_itself_a_rule_is_none(text: str) -> None:
    """403.5, 206.3, 502.9d before its end, 704.5j."""
    assert not is_notice(text)


def test_a_rule_is_revoked_where_a_notice_takes_its_place_and_only_there() -> None:
    """306.4 of 2017-08-25 and 2017-09-29."""
    rule = "If a player controls two planeswalkers that share a planeswalker type, that player chooses one of them."
    assert is_revoked(rule, PLANESWALKERS)
    assert not is_revoked(PLANESWALKERS, rule)
    assert not is_revoked(rule, rule)
    assert not is_revoked(PLANESWALKERS, f"{PLANESWALKERS} See rule 704.5j.")
