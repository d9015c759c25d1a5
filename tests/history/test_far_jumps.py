"""Which known release a text is, and what the known lives say of two of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from crdiff.dialects.registry import read
from crdiff.history.far_jumps import followed, recognised
from crdiff.model.release import Release
from crdiff.store.embedded.lives import known_lives, known_release
from tests.conftest import Official
from tests.small_releases import release_text


def text_of(shared: Path, day: str, *, say: tuple[str, str] = ("", "")) -> Release:
    raw = (shared / "cr" / f"{day}.txt").read_bytes()
    old, new = (each.encode() for each in say)
    assert old in raw
    return read(raw.replace(old, new) if old else raw, f"{day}.txt")


@pytest.mark.slow
def test_every_official_text_is_recognised_as_its_release(official: Official) -> None:
    for day in known_lives().dates:
        assert known_release(official(str(day))) == str(day)


def test_a_text_is_recognised_whatever_date_it_prints(shared: Path) -> None:
    dated = text_of(shared, "2014-05-01", say=("effective as of May 1, 2014", "effective as of May 2, 2014"))
    assert dated.name == "2014-05-02"
    assert known_release(dated) == "2014-05-01"


def test_typography_does_not_matter(shared: Path) -> None:
    assert known_release(text_of(shared, "2014-05-01", say=("’", "'"))) == "2014-05-01"


def test_one_other_word_makes_it_another_text(shared: Path) -> None:
    draft = text_of(shared, "2014-05-01", say=("two or more players", "three or more players"))
    assert draft.name == "2014-05-01"
    assert known_release(draft) == ""


def test_a_draft_is_followed_as_the_release_is_that_it_was_made_from(shared: Path) -> None:
    lives, known, later = known_lives(), text_of(shared, "2014-05-01"), text_of(shared, "2024-06-07")
    draft = text_of(shared, "2014-05-01", say=("two or more players", "three or more players"))
    from_known, from_draft = followed(lives, known, later), followed(lives, draft, later)
    assert from_known is not None
    assert from_draft is not None
    assert set(from_draft.pairs) == set(from_known.pairs)
    assert set(from_draft.parts) == set(from_known.parts)


def test_a_text_of_other_rules_is_followed_nowhere(shared: Path) -> None:
    other = read(release_text("2003-10-01", {"300": "Pieces", "300.1": "A pawn goes one step."}), "other.txt")
    assert followed(known_lives(), other, text_of(shared, "2024-06-07")) is None


def test_neighbours_are_aligned_by_their_texts_alone(official: Official) -> None:
    """The lives were drawn from that alignment."""
    assert followed(known_lives(), official("2009-05-01"), official("2009-07-11")) is None


def test_each_clause_has_one_heir_and_what_was_followed_is_the_same_in_both_directions(official: Official) -> None:
    there = followed(known_lives(), official("2003-10-01"), official("2014-05-01"))
    back = followed(known_lives(), official("2014-05-01"), official("2003-10-01"))
    assert there is not None
    assert there == (back and back.mirrored())
    assert len({old for old, _ in there.pairs}) == len(there.pairs) == len({new for _, new in there.pairs})
    assert there.through == sum(1 for day in known_lives().dates if "2003-10-01" < str(day) < "2014-05-01")


def test_an_excerpt_is_no_release(official: Official) -> None:
    whole = official("2014-05-01")
    excerpt = replace(whole, sections=whole.sections[:3], placements=whole.placements[:300])
    assert recognised(known_lives(), whole) is not None
    assert recognised(known_lives(), excerpt) is None
