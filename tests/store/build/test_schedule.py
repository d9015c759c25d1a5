"""Cutting what a build lacks into batches, and workers that do not outlive the process that started them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from crdiff.store.build.batch import Station
from crdiff.store.build.inserts import PairKey
from crdiff.store.build.publish import pending_batches
from crdiff.store.texts.held_text import Given, HeldText, Identity
from crdiff.store.texts.overrides import Decisions


def chain(length: int) -> list[Station]:
    """Return so many releases in a row; the text of each has its position as checksum."""
    stations = []
    for at in range(length):
        identity = Identity(f"20{at:02}-01-01", str(at), 1, str(at), 1, 0)
        pair = PairKey(str(at - 1), str(at), "") if at else None
        stations.append(Station(HeldText(identity, f"{at}.txt", (Given("rules.txt"),)), Decisions(), pair))
    return stations


def cut(length: int, read: set[str], aligned: set[PairKey]) -> list[tuple[list[str], set[str]]]:
    """Return for each task the checksums of its texts, and of those to be read for the store."""
    return [
        ([station.sha256 for station in task.stations], set(task.unread))
        for task in pending_batches(chain(length), frozenset(read), frozenset(aligned))
    ]


def test_a_first_release_alone_is_read() -> None:
    assert cut(1, set(), set()) == [(["0"], {"0"})]


def test_nothing_is_to_do_where_everything_is_there() -> None:
    assert cut(2, {"0", "1"}, {PairKey("0", "1", "")}) == []


def test_one_more_release_at_the_end_needs_the_one_before_it_only() -> None:
    known = {PairKey(str(at), str(at + 1), "") for at in range(3)}
    assert cut(5, {"0", "1", "2", "3"}, known) == [(["3", "4"], {"4"})]


def test_long_runs_are_cut_and_the_text_at_a_cut_is_read_for_one_task_only() -> None:
    assert cut(9, set(), set()) == [
        (["0", "1", "2", "3", "4", "5", "6"], {"0", "1", "2", "3", "4", "5", "6"}),
        (["6", "7", "8"], {"7", "8"}),
    ]


@given(st.integers(1, 20), st.data())
def test_what_is_missing_is_done_once_and_nothing_else(length: int, data: st.DataObject) -> None:
    pairs = [station.pair for station in chain(length) if station.pair]
    read = data.draw(st.sets(st.sampled_from([str(at) for at in range(length)])))
    aligned = data.draw(st.sets(st.sampled_from(pairs))) if pairs else set()
    made = pending_batches(chain(length), frozenset(read), frozenset(aligned))
    asked = [checksum for task in made for checksum in task.unread]
    worked = [station.pair for task in made for station in task.stations[1:]]
    assert sorted(asked) == sorted({str(at) for at in range(length)} - read)
    assert sorted(filter(None, worked)) == sorted(set(pairs) - aligned)
