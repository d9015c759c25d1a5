"""Where the labels of a draft stand, and what becomes of its citations."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from clean_text import CLEAN, broken, release
from hypothesis import given, settings
from hypothesis import strategies as st
from table import table

from crdiff.dialects.registry import read, read_lines
from crdiff.errors import UnknownNumber
from crdiff.exporters.edit import in_order
from crdiff.exporters.plain import edited_text
from crdiff.model.number import ClauseNumber, first_number, next_number
from crdiff.renumber.citations import DraftCitations, GoneCitation
from crdiff.renumber.labels import DraftLabel, DraftPlaces, numbered, read_places
from crdiff.renumber.numbers import new_numbers
from crdiff.renumber.renumber import NumberedDraft, renumber
from crdiff.trace.timeline import numbers_cited


def places(text: str) -> DraftPlaces:
    """Return where the labels of a draft stand."""
    return read_places(release(text), text.split("\n"))


def label(printed: str) -> DraftLabel:
    """Return a label as printed."""
    return DraftLabel.parse(printed)


def test_every_label_stands_at_the_head_of_its_line() -> None:
    lines = CLEAN.split("\n")
    found = places(CLEAN)
    assert [lines[one.line][one.start : one.stop] for one in found.clauses][:4] == ["1", "100", "100.1", "100.1a"]
    assert all(lines[one.line].startswith(".", one.stop) == one.has_stop for one in found.clauses)


def test_an_open_label_is_read_where_a_clause_begins() -> None:
    found = places(broken(("101.3. A", "101.2+. A player may go.\n\n101.3. A")))
    at = [one.label for one in found.clauses].index(label("101.2+"))
    assert [one.label for one in found.clauses][at + 1] == label("101.3")
    assert found.clauses[at].has_stop


@pytest.mark.parametrize("written", ["101.2B+. A", "1xy.1. A"])
def test_a_label_that_can_only_be_meant_as_open_is_refused_with_its_line(written: str) -> None:
    text = broken(("101.3. A", f"{written} player may go.\n\n101.3. A"))
    with pytest.raises(UnknownNumber, match="is not an open label") as refused:
        places(text)
    assert refused.value.line == text[: text.index(written)].count("\n") + 1


FOUND = {
    label(printed): ClauseNumber.parse(new)
    for printed, new in {"101.2a": "101.2b", "101.2b": "101.2c", "101.2+": "101.3", "101.3": "101.4"}.items()
}


@table
def test_a_citation_gets_the_new_number_of_its_clause(line: str, expected: str) -> None:
    edits = [
        edit for edit in DraftCitations(FOUND, frozenset()).edits([line], {}, ()) if not isinstance(edit, GoneCitation)
    ]
    for edit in sorted(edits, key=lambda edit: -edit.start):
        line = line[: edit.start] + edit.new + line[edit.stop :]
    assert line == expected


def test_a_citation_of_a_clause_that_is_gone_is_left_and_told() -> None:
    cites = DraftCitations(FOUND, frozenset({ClauseNumber.parse("101.1")}))
    assert list(cites.edits(["", "See rule 101.1."], {}, ())) == [GoneCitation(2, "101.1")]
    assert list(cites.edits(["See rule 101.1."], {}, {0})) == []


def test_a_subrule_in_the_introduction_goes_with_its_rule() -> None:
    line = "(Subrule 101.2a is followed by 101.2b; rule 101.3a stands below 101.3.)"
    edits = DraftCitations(FOUND, frozenset()).edits([line], {}, {0})
    assert [each.new for each in edits if not isinstance(each, GoneCitation)] == ["101.4a", "101.4"]


def test_the_numbers_that_a_text_cites_include_those_of_lists_and_ranges() -> None:
    cited = numbers_cited("See rules 101.2a–c, rule 702.9 and section 5. It has 300 cards.")
    assert {"101.2a", "101.2c", "702.9"} <= set(map(str, cited))
    assert "300" not in set(map(str, cited))
    assert numbers_cited("None.") == frozenset()


def test_new_headings_come_into_the_contents_that_list_their_neighbours() -> None:
    new = "3xx. Borrowed Turns\n\n3xx.1. A turn may be borrowed.\n\n3yy. Lent Turns\n\n3yy.1. A turn may be lent.\n\n"
    raw = broken(
        ("301. Controlling Another Player\n\n301.1", f"{new}301. Controlling Another Player\n\n301.1")
    ).encode()
    done = renumber(read(raw, "draft.txt"), read_lines(raw, "draft.txt"), release())
    listed = "300. Keyword Abilities\n301. Borrowed Turns\n302. Lent Turns\n303. Controlling Another Player\n"
    text = edited_text(raw, in_order(done.edits)).decode()
    assert listed in text
    assert "heading-not-in-contents" not in {each.check for each in release(text).findings}


# what holds for every draft: nothing moves without a reason, no two clauses meet, citations go with their clause


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
