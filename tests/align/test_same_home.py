"""Clauses left alone in one step or under one keyword: what only they quote, and what was rewritten alike elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from crdiff.align.alignment import Alignment
from crdiff.align.engine import align_releases
from crdiff.dialects.registry import read
from crdiff.model.release import Release
from crdiff.text.decode import decode
from tests.align.test_cuts import link_of
from tests.align.test_tiers import heirs_of

OLD, NEW = "2016-07-22", "2016-09-30"
Align = Callable[[str, str], Alignment]


@pytest.fixture(scope="module")
def with_replaced(shared: Path, official: Callable[[str], Release]) -> Align:
    """Return the function that aligns the two releases, with words of the new one replaced where they stand first."""
    text = decode((shared / "cr" / f"{NEW}.txt").read_bytes()).text

    def aligned(before: str, after: str) -> Alignment:
        at = text.rindex(before)
        edited = text[:at] + after + text[at + len(before) :]
        return align_releases(official(OLD), read(edited.encode(), f"{NEW}.txt~", "official"))

    return aligned


def test_clauses_of_one_step_that_alone_quote_a_phrase_are_partners(with_replaced: Align) -> None:
    """511.1 of 2016-07-22 became 511.2 of 2016-09-30: both are on what triggers "at end of combat"."""
    link = link_of(with_replaced("until end of combat", "until end of combat"), "511.1")
    assert (link.tier, link.evidence) == ("same home", ('nothing else quotes "at end of combat"',))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Abilities that trigger “at end of combat” trigger", "Abilities that trigger at end of combat trigger"),
        ("consists of two steps: end and cleanup.", "has no “at end of combat”."),
    ],
    ids=["it quotes nothing", "another clause quotes it too"],
)
def test_a_phrase_that_is_not_quoted_there_alone_makes_no_partners(
    with_replaced: Align, before: str, after: str
) -> None:
    assert heirs_of(with_replaced(before, after))["511.1"] == []


def test_a_clause_rewritten_word_for_word_as_in_another_step_has_the_same_parts(with_replaced: Align) -> None:
    """508.2 of 2016-07-22, on attackers, went on in 508.2b too, as 509.4, on blockers, did in 509.4a."""
    as_printed = with_replaced("until end of combat", "until end of combat")
    assert heirs_of(as_printed)["508.2"] == ["508.1k", "508.2b"]
    assert "508.2b: rewritten as in another place" in link_of(as_printed, "508.2").evidence


def test_a_clause_rewritten_in_other_words_than_in_another_step_has_no_such_part(with_replaced: Align) -> None:
    other = with_replaced("being declared or that triggered during the process described in rules 509.1", "X in rule 1")
    assert heirs_of(other)["508.2"] == ["508.1k"]
