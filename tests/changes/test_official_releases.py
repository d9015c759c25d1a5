"""Whole official releases: what two readers said of changes, typography that must not be read, great rewordings."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest
from table import table

from crdiff.book_words import words_of
from crdiff.changes.change import Change, Comparison
from crdiff.model.book import MAGIC
from tests.conftest import Compared

pytestmark = pytest.mark.whole

MARKS = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-", "_": "", "™": "", "®": ""})
TYPOGRAPHIC = [
    ("2013-11-01", "2014-02-01"),
    ("2014-02-01", "2014-05-01"),
    ("2018-10-05", "2019-01-25"),
    ("2019-01-25", "2019-05-03"),
]


def folded(text: str) -> str:
    """Return `text` with typography set aside, by other code than the one under test."""
    plain = re.sub(r"\((?:tm|r)\)", "", text.translate(MARKS), flags=re.IGNORECASE).replace("--", "-")
    bare = unicodedata.normalize("NFKD", plain.replace("Æ", "AE").replace("æ", "ae"))
    return re.sub(r"\s+", "", "".join(mark for mark in bare if not unicodedata.combining(mark))).lower()


def pairs(comparison: Comparison) -> list[Change]:
    return [change for change in comparison.changes if len(change.old) == len(change.new) == 1]


def differs(change: Change) -> bool:
    """Whether a change is more than typography."""
    (old,), (new,) = change.old, change.new
    return folded(old.wording) != folded(new.wording) or list(map(folded, old.examples)) != list(
        map(folded, new.examples)
    )


@pytest.mark.parametrize(("old", "new"), TYPOGRAPHIC, ids=[" to ".join(dates) for dates in TYPOGRAPHIC])
def test_nobody_has_to_read_a_clause_that_only_changed_its_typography(comparison: Compared, old: str, new: str) -> None:
    changed = [change for change in pairs(comparison(old, new)) if change.facets and not differs(change)]
    assert len(changed) > 800
    assert [change.new[0].number for change in changed if change.for_review and not change.remarks] == []


@pytest.mark.parametrize(("old", "new"), TYPOGRAPHIC, ids=[" to ".join(dates) for dates in TYPOGRAPHIC])
def test_every_other_change_is_to_read_or_has_its_references_proved(comparison: Compared, old: str, new: str) -> None:
    """What is set aside beyond typography is at most a number that follows its clause, a quotation mark or a hyphen."""
    letters = re.compile(r"[^\W\d_]+")
    for change in pairs(comparison(old, new)):
        if change.facets and change.mechanical and differs(change):
            before, after = (letters.findall(folded(side[0].wording)) for side in (change.old, change.new))
            assert "".join(before) == "".join(after), change.new[0].number


@table
def test_great_rewordings_are_named(comparison: Compared, old: str, new: str, expected: Mapping[str, str]) -> None:
    rewordings = comparison(old, new).rewordings
    found = {(rewording.old.removesuffix("s"), rewording.new.removesuffix("s")) for rewording in rewordings}
    assert {(before.removesuffix("s"), after.removesuffix("s")) for before, after in expected.items()} <= found
    assert all(rewording.clauses >= 3 for rewording in rewordings)


@table
def test_a_wording_that_a_lint_calls_retired_is_a_rewording_of_its_release(
    comparison: Compared, old: str, new: str, given_up: str
) -> None:
    assert given_up in {rewording.old.lower() for rewording in comparison(old, new).rewordings}
    retired = [wording.core for wording in words_of(MAGIC).retired if str(wording.release) == new]
    assert any(given_up in core or core in given_up for core in retired)


@pytest.mark.slow
def test_what_two_readers_said_of_changes_is_what_is_said(comparison: Compared, shared: Path) -> None:
    """Nothing whose meaning changed is set aside; nine tenths of the mechanical changes are, nearly all others not.

    Releases of which a single change was judged, seven of 96, are left out: each has to be compared.
    """
    labels = json.loads((shared / "gold" / "facets" / "labels.json").read_text(encoding="utf-8"))
    judged = Counter((label["old"], label["new"]) for label in labels)
    mechanical: list[bool] = []
    others: list[bool] = []
    for label in (label for label in labels if judged[label["old"], label["new"]] > 1):
        change = next(
            (
                change
                for change in comparison(label["old"], label["new"]).changes
                if label["old_number"] in {clause.number for clause in change.old}
                and label["new_number"] in {clause.number for clause in change.new}
            ),
            None,
        )
        said = bool(change and change.mechanical)
        assert not (said and label["functional"] == "yes"), label
        if label["mechanical"] is not None:
            (mechanical if label["mechanical"] else others).append(said)
    assert sum(mechanical) >= 0.9 * len(mechanical)
    assert sum(others) <= 0.03 * len(others)
