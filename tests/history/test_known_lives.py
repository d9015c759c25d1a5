"""Known lives written and read, and what they say of two texts: which known releases these are."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace
from table import table

from benchmarks.written_lives import write_lives
from crdiff.changes.change import Facet
from crdiff.dialects.registry import read
from crdiff.errors import CorpusError
from crdiff.history.far_jumps import followed
from crdiff.history.known_lives import (
    FollowedRelease,
    KnownLife,
    KnownLives,
    KnownWording,
    content_digest,
    numbers_digest,
)
from crdiff.history.lineage import How
from crdiff.history.news import Size
from crdiff.history.thread import Knot, PlacedStay, Thread
from crdiff.model.release import Release
from crdiff.store.embedded.lives import known_lives, known_release
from crdiff.text.nearest import sketch
from tests.conftest import Official
from tests.small_releases import release_text

RELEASES = 6
DAYS = [date(2001, 1, 1) + timedelta(days=100 * at) for at in range(RELEASES)]
FOLLOWED = [FollowedRelease(Size(day, 1, 2, 3, 4, 5, 6, 7), "numbers", "content") for day in DAYS]

NUMBERS = st.sampled_from(["100.1", "100.2", "702.19", "704.5aa", "306.b"])
TITLES = st.sampled_from(["", "Trample", "Controlling Another Player’s Turn", "7~2", "."])
SENTENCES = st.lists(st.sampled_from(["aaaaaaa", "bbbbbbb", "-cccccc"]), min_size=0, max_size=4).map(tuple)
FACETS = st.sets(st.sampled_from(list(Facet)), max_size=3)


@st.composite
def lives(draw: st.DrawFn, name: str = "2001-01-01-100.1", others: int = 0) -> KnownLife:
    """Return a life with gaps, second copies, wordings whose sentences come and stay, and titles that change."""
    there = draw(st.lists(st.booleans(), min_size=RELEASES, max_size=RELEASES))
    assume(any(there))
    stays: list[PlacedStay] = []
    wordings: list[KnownWording] = []
    titles: list[tuple[int, str]] = []
    for at in (at for at, stands in enumerate(there) if stands):
        before = stays[-1] if stays else None
        goes_on = before is not None and before.last == at - 1
        is_reworded = before is None or draw(st.booleans()) or not goes_on
        wording = f"{at:016x}" if is_reworded or before is None else before.wording
        number, copy = draw(NUMBERS), draw(st.sampled_from([1, 1, 2]))
        if before and goes_on and (number, copy, wording) == (before.number, before.copy, before.wording):
            stays[-1] = PlacedStay(before.first, at, number, wording, copy)
        else:
            stays.append(PlacedStay(at, at, number, wording, copy))
        if is_reworded:
            facets = tuple(sorted(draw(FACETS))) if before else ()
            begins = before is None or draw(st.booleans())
            sentences = draw(SENTENCES)
            drawn = sketch(" ".join(sentences))
            wordings.append(KnownWording(at, facets, draw(st.booleans()), begins, sentences, drawn))
            title = draw(TITLES)
            if title != (titles[-1][1] if titles else ""):
                titles.append((at, title))
    knots = st.lists(st.builds(Knot, st.sampled_from(How), st.integers(0, RELEASES - 1), _other(others)), max_size=2)
    origin, fate = tuple(draw(knots)), tuple(draw(knots))
    return KnownLife(Thread(name, tuple(stays), origin, fate), tuple(wordings), tuple(titles))


def _other(others: int) -> st.SearchStrategy[int | None]:
    return st.none() | st.integers(0, others - 1) if others else st.none()


def _read_back(clauses: Sequence[KnownLife], entries: Sequence[KnownLife]) -> tuple[str, KnownLives]:
    text = write_lives(FOLLOWED, clauses, entries, "About\n\nit.")
    return text, KnownLives(text)


def _sorted_facets(life: KnownLife | None) -> list[tuple[object, ...]]:
    assert life
    return [(one.at, set(one.facets), one.is_mechanical, one.sentences) for one in life.wordings]


@given(lives("2001-01-01-100.1", 2), lives("2001-01-01-100.2", 2), lives("2001-01-01-mana-burn"))
def test_lives_survive_being_written_and_read(one: KnownLife, other: KnownLife, entry: KnownLife) -> None:
    _, read = _read_back([one, other], [entry])
    assert read.dates == tuple(DAYS)
    assert read.releases == tuple(FOLLOWED)
    assert read.clauses == (one.thread, other.thread)
    assert read.entries == (entry.thread,)
    for life in (one, other, entry):
        found = read.life(life.thread.id)
        assert found
        assert found.titles == life.titles
        assert _sorted_facets(found) == _sorted_facets(life)


@given(lives("2001-01-01-100.1", 2), lives("2001-01-01-100.2", 2))
def test_what_was_read_is_written_as_it_was(one: KnownLife, other: KnownLife) -> None:
    text, read = _read_back([one, other], [])
    found = [life for name in ("2001-01-01-100.1", "2001-01-01-100.2") if (life := read.life(name))]
    assert write_lives(read.releases, found, [], "About\n\nit.") == text


@given(st.data())
def test_a_file_that_was_spoiled_is_read_or_refused_with_its_line(data: st.DataObject) -> None:
    text, _ = _read_back([data.draw(lives("2001-01-01-100.1"))], [data.draw(lives("2001-01-01-concede"))])
    at = data.draw(st.integers(len("crdiff known lives 2\n"), len(text) - 2))
    spoiled = text[:at] + data.draw(st.sampled_from(["", "x", " ", "|", ";", "9", "-"])) + text[at + 1 :]
    refused = _refusal(spoiled)
    if refused:
        assert refused.path == "lives.txt"
        assert 0 < refused.line <= len(spoiled.splitlines()) or "has no line 'entries'" in str(refused)
        assert "\n" not in str(refused)


@table
def test_a_wording_that_says_what_cannot_be_is_refused(said: str, instead: str) -> None:
    wordings = (KnownWording(0, (), False, True, ("aaaaaaa",)),)
    life = KnownLife(Thread("2001-01-01-100.1", (PlacedStay(0, 1, "100.1", "0" * 16),), (), ()), wordings, ())
    text, _ = _read_back([life], [])
    assert said in text
    refused = _refusal(text.replace(said, instead))
    assert refused
    assert (refused.path, refused.line) == ("lives.txt", text[: text.index(said)].count("\n") + 1)


def _refusal(text: str) -> CorpusError | None:
    try:
        read = KnownLives(text, "lives.txt")
        _ = read.releases, read.clauses, read.entries, read.headings, read.lineage("2001-01-01-100.1")
    except CorpusError as error:
        return error
    return None


@pytest.mark.parametrize("term", ["one; two", "one | two"])
def test_a_term_with_a_mark_of_the_format_is_refused(term: str) -> None:
    life = KnownLife(
        Thread("2001-01-01-x", (PlacedStay(0, 0, term, "0" * 16),)), (KnownWording(0, (), False, True, ()),)
    )
    with pytest.raises(CorpusError, match="2001-01-01-x has a number or a title with a mark of the format"):
        write_lives(FOLLOWED, [], [life], "")


def test_another_file_is_no_file_of_known_lives() -> None:
    with pytest.raises(CorpusError, match=r"lives\.txt: is no file of known lives; expected 'crdiff known lives 2'"):
        KnownLives("release 2001-01-01\n", "lives.txt")


def test_digests_do_not_depend_on_the_order_and_do_on_the_number() -> None:
    assert numbers_digest(["1.1", "1.2"]) == numbers_digest(["1.2", "1.1"]) != numbers_digest(["1.1", "1.1"])
    there = [("1.1", "a"), ("1.2", "b")]
    assert content_digest(there) == content_digest(there[::-1]) != content_digest([("1.1", "b"), ("1.2", "a")])


# which known release a text is, and what the known lives say of two of them


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
    assert known_lives().position_with(whole) is not None
    assert known_lives().position_with(excerpt) is None
