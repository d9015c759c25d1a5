"""Frames: what they set aside, and that no change of meaning inside them is ever set aside."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import cycle
from typing import NamedTuple

from every import every
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from proofs import apply
from table import rows_of

from crdiff.changes.change import Facet
from tests.changes.conftest import change_of
from tests.changes.test_planted_changes import ANY_WORD, SWAPS, WORD_SWAPS, replaced


class Case(NamedTuple):
    """An old and a new wording that say the same, what an attacker puts in place of what, and what else is the same."""

    old: str
    new: str
    # What is replaced, by one or another: ``this -> that | each; may -> must``.
    attacks: str
    harmless: str = ""


# What a frame sets aside, by its name, with attacks on it.
CASES = {row.pop("case"): Case(**row) for row in rows_of(__file__, "frames")}


@every("case", CASES.values(), ids=lambda case: case.old[:60])
def test_a_frame_sets_aside_what_says_the_same(case: Case) -> None:
    change = change_of(case.old, case.new)
    assert change.proof is not None
    assert apply(change.proof.wording, case.old) == case.new
    assert set(change.facets) <= {Facet.TERMINOLOGY, Facet.TYPOGRAPHIC}


def attacks(case: Case) -> Iterator[str]:
    """Yield the new wording of a case with one change of meaning in it: at each place, each swap, each attack."""
    for pattern, put in SWAPS.values():
        for place in re.finditer(pattern, case.new):
            yield replaced(case.new, place, put)
    for place, put in zip(re.finditer(ANY_WORD, case.new), cycle(WORD_SWAPS.values()), strict=False):
        yield replaced(case.new, place, put)
    for attack in case.attacks.split("; "):
        what, puts = attack.split(" -> ")
        assert what in case.new
        for instead in puts.split(" | "):
            yield case.new.replace(what, instead, 1)
            yield instead.join(case.new.rsplit(what, 1))


@every("case", CASES.values(), ids=lambda case: case.old[:60])
def test_no_change_of_meaning_hides_in_a_frame(case: Case) -> None:
    attacked = {*attacks(case)} - {case.new, case.harmless}
    assert [attack for attack in sorted(attacked) if change_of(case.old, attack).mechanical] == []
    assert len(attacked) >= 25


@settings(max_examples=100)
@given(
    case=st.sampled_from([name for name in sorted(CASES) if name.startswith("own name")]),
    name=st.sampled_from(["Grizzly Bears", "Wall", "Jace, Reawakened", "Heart-Piercer Manticore", "All"]),
)
def test_the_name_of_another_card_in_a_quoted_ability_is_never_its_own(case: str, name: str) -> None:
    """Whatever the other card is called, an ability that names it does not name itself."""
    old, new, *_ = CASES[case]
    own = re.split(r" (?:has|is|says)\b|, an? ", re.sub(r"^Example: You control ", "", old))[0]
    quoted = old.index("“")
    attack = old[:quoted] + old[quoted:].replace(own, name)
    assume(attack != old)
    assert not change_of(attack, new).mechanical, attack
