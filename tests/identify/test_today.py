"""Quotations as they read today: a part of 702.17b of 2009-07-11 is a part of 702.19b."""

from __future__ import annotations

from crdiff.identify.identified import IdentifiedClause
from crdiff.identify.today import said_today

THEN = "any remaining damage is assigned as its controller chooses among those blocking creatures."
NOW = "any excess damage is assigned as its controller chooses among those blocking creatures."


def _quoted(official: str, now: str) -> IdentifiedClause:
    return IdentifiedClause(
        "2009-07-11-702.17b", False, "702.17b", "702.17b", "702.19b", official, official, now, 1, True, (), (), 1, 1, 0,
        len(official),
    )  # fmt: skip


def test_a_part_is_the_same_sentences_of_today() -> None:
    said = said_today(_quoted(THEN.capitalize(), f"Another rule. {NOW.capitalize()}"))
    assert said == NOW.capitalize()


def test_a_part_whose_sentence_is_gone_is_not_known() -> None:
    assert said_today(_quoted(THEN.capitalize(), "Nothing like it stands here.")) is None
