"""The collector pauses while very many values are made, or looks less often, and only then."""

from __future__ import annotations

import gc

import pytest

from crdiff.output.long_work import garbage_collected_seldom, garbage_collection_paused


def test_the_collector_pauses_and_goes_on_even_after_an_error() -> None:
    with garbage_collection_paused():
        assert not gc.isenabled()
    assert gc.isenabled()
    with pytest.raises(ValueError, match="wrong"), garbage_collection_paused():
        raise ValueError("wrong")
    assert gc.isenabled()


def test_a_collector_that_was_off_stays_off() -> None:
    gc.disable()
    try:
        with garbage_collection_paused():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_the_collector_looks_less_often_for_a_while() -> None:
    before = gc.get_threshold()
    with garbage_collected_seldom():
        assert gc.isenabled()
        assert gc.get_threshold() > before
        assert gc.get_freeze_count()
    assert gc.get_threshold() == before
    assert not gc.get_freeze_count()


def test_the_collector_works_seldom_inside_a_pause_which_goes_on_afterwards() -> None:
    with garbage_collection_paused():
        with garbage_collected_seldom():
            assert gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()
