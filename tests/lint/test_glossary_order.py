"""The glossary is judged by every order in which editors have sorted it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from clean_text import release
from msgspec.structs import replace

from crdiff.lint import lint
from crdiff.lint.registry import BY_ID
from crdiff.model.release import GlossaryEntry, Release

_ORDER = [BY_ID["glossary-order"]]


def _faults(*terms: str) -> list[tuple[str, str]]:
    text = release()
    entries = tuple(GlossaryEntry(term, "Some words.", text.glossary[0].lines) for term in terms)
    return [(finding.number, finding.message) for finding in lint(replace(text, glossary=entries), checks=_ORDER)]


@pytest.mark.parametrize(
    "pair",
    [
        ("State Trigger", "State-Based Actions"),  # since 2026-04-17: a space before a hyphen
        ("State-Based Actions", "State Trigger"),  # until then: a hyphen is a space
        ("Snow Mana Symbol", "Snow-Covered (Obsolete)"),
        ("Type Line", "Type-Changing Effect"),
        ("The Ring Tempts You", "Ring-bearer"),
        ("Free-for-All", "Frenzy"),
    ],
)
def test_what_is_right_in_one_of_them_is_right(pair: tuple[str, str]) -> None:
    assert _faults("Ability", *pair, "Zone") == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Junk Token", "If"),
        ("Exert", "Excess Damage"),
        ("Characteristics", "Characteristic-Defining Ability"),
        ("Colorless", "Color Identity"),
    ],
)
def test_what_is_wrong_in_all_of_them_is_told(before: str, after: str) -> None:
    ((wrong, message),) = _faults("Ability", before, after)
    assert {wrong, message.split("“")[1].split("”")[0]} == {before, after}


def test_the_newest_release_has_one_entry_out_of_order(official: Callable[[str], Release]) -> None:
    assert [finding.number for finding in lint(official("2026-04-17"), checks=_ORDER)] == ["If"]


@pytest.mark.parametrize("release_date", ["2022-10-07", "2025-09-19"])
def test_a_sign_and_an_action_are_found_where_the_glossary_explains_them(
    official: Callable[[str], Release], release_date: str
) -> None:
    found = lint(official(release_date), checks=[BY_ID["keyword-without-entry"]])
    told = {finding.subject for finding in found}
    assert told.isdisjoint({"∞ (Infinity)", "Roll to Visit Your Attractions"})
    assert "Open an Attraction" in told
