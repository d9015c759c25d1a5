"""What holds for every draft: nothing moves without a reason, no two clauses meet, citations go with their clause."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from crdiff.dialects.registry import read, read_lines
from crdiff.errors import UnknownNumber
from crdiff.exporters.edit import in_order
from crdiff.exporters.plain import edited_text
from crdiff.model.number import ClauseNumber, first_number, next_number
from crdiff.renumber.labels import DraftLabel, numbered
from crdiff.renumber.numbers import new_numbers
from crdiff.renumber.renumber import NumberedDraft, renumber

_EDITS = st.lists(st.sampled_from(["stays", "stays", "stays", "goes", "gets one", "gets two"]), min_size=2, max_size=30)


def _letters(count: int) -> list[str]:
    numbers = [first_number(ClauseNumber.parse("100.1"))]
    while len(numbers) < count:
        numbers.append(next_number(numbers[-1]))
    return [number.letters for number in numbers[:count]]


def _text(labels: Sequence[str], cited: Sequence[str]) -> str:
    """Return a small text: 100.1 with subrules, 100.2, and a glossary that cites."""
    rules = "".join(f"{label} What {label} says is said by nobody else.\n\n" for label in labels)
    entries = "".join(f"Term {at}\nSee rule {number}.\n\n" for at, number in enumerate(cited))
    head = "Magic Comprehensive Rules\n\nThese rules are effective as of June 7, 2024.\n\n1. Game Concepts\n\n"
    return f"{head}100. General\n\n{rules}Glossary\n\n{entries}Credits\n\nSomebody.\n"


def _drafted(edits: Sequence[str], *, keeps_gaps: bool = False) -> tuple[list[str], NumberedDraft, str]:
    """Return the labels of a draft, what renumbering does to it, and the text that comes of it."""
    old = ["100.1.", *(f"100.1{letter}" for letter in _letters(len(edits))), "100.2."]
    labels = ["100.1."]
    for edit, label in zip(edits, old[1:], strict=False):
        if edit != "goes":
            labels += [label, *[f"{label}+", f"{label}++"][: {"gets one": 1, "gets two": 2}.get(edit, 0)]]
    labels.append("100.2.")
    before = read(_text(old, ()).encode(), "old.txt")
    raw = _text(labels, [label.rstrip(".") for label in labels]).encode()
    done = renumber(read(raw, "draft.txt"), read_lines(raw, "draft.txt"), before, keeps_gaps=keeps_gaps)
    return labels, done, edited_text(raw, in_order(done.edits)).decode()


@settings(max_examples=40)
@given(_EDITS, st.booleans())
def test_every_citation_goes_with_its_clause_and_no_two_clauses_meet(edits: list[str], keeps_gaps: bool) -> None:
    labels, done, text = _drafted(edits, keeps_gaps=keeps_gaps)
    heads = [line.split()[0].rstrip(".") for line in text.split("\n") if line.startswith("100.") and "What" in line]
    assert heads == [line[9:-1] for line in text.split("\n") if line.startswith("See rule ")]
    assert len(set(heads)) == len(heads) == len(labels)
    assert heads == sorted(heads, key=ClauseNumber.parse)
    new = [row.new for row in done.rows if row.new]
    assert len(set(new)) == len(new)


@settings(max_examples=20)
@given(_EDITS)
def test_what_is_renumbered_stays_as_it_is(edits: list[str]) -> None:
    _, _, text = _drafted(edits)
    release = read(text.encode(), "rules.txt")
    done = renumber(release, text.split("\n"), release)
    assert (done.rows, done.edits, done.left) == ((), (), ())


@settings(max_examples=40)
@given(_EDITS, st.booleans())
def test_a_second_run_against_the_same_release_changes_nothing_or_is_refused(
    edits: list[str], keeps_gaps: bool
) -> None:
    """A number that the release before has not is no label of a draft."""
    _, _, text = _drafted(edits, keeps_gaps=keeps_gaps)
    labels = ["100.1.", *(f"100.1{letter}" for letter in _letters(len(edits))), "100.2."]
    before = read(_text(labels, ()).encode(), "old.txt")
    draft, lines = read(text.encode(), "draft.txt"), read_lines(text.encode(), "draft.txt")
    known = {placement.number for placement in before.placements}
    is_longer = any(placement.number not in known for placement in draft.placements)
    try:
        assert renumber(draft, lines, before, keeps_gaps=keeps_gaps).edits == ()
    except UnknownNumber:
        assert is_longer


@settings(max_examples=20)
@given(_EDITS)
def test_where_gaps_are_kept_a_clause_that_goes_moves_no_other(edits: list[str]) -> None:
    _, done, _ = _drafted(["goes" if edit == "goes" else "stays" for edit in edits], keeps_gaps=True)
    assert [row for row in done.rows if row.new] == []
    assert done.edits == ()


@given(st.sets(st.integers(1, 600), min_size=1, max_size=40), st.sampled_from(["7", "704", "704.5"]))
def test_gaps_that_old_has_stay(places: set[int], parent: str) -> None:
    above = ClauseNumber.parse(parent)
    own = [number for place in sorted(places) if (number := numbered(above, place))]
    assert [number.place for number in own] == sorted(places)[: len(own)]
    numbers = [*dict.fromkeys(each for each in (above.parent, above) if each), *own]
    draft = [(DraftLabel.of(number), line) for line, number in enumerate(numbers, 1)]
    found = new_numbers(draft, numbers, (), keeps_gaps=False)
    assert list(found.values()) == numbers
