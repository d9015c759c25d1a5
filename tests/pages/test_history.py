"""The life of a clause as data: the same as the command line tells it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from crdiff.pages.library import Library
from crdiff.pages.small_gather import gather
from crdiff.pages.small_history import life_of

from crdiff.reports.history_json import history_json
from crdiff.store.archive.recorded import recorded_archive
from crdiff.store.embedded.corpus import load_corpus


@pytest.fixture(scope="module")
def embedded() -> Library:
    corpus = load_corpus()
    return gather(corpus, [(edition, corpus.text(edition)) for edition in corpus.editions])


def test_a_wording_without_a_text_is_known_by_its_dates(library: Library) -> None:
    life = life_of(library.by_id["2003-10-01-507.1"], library)
    old, new = life.wordings
    assert (old.first, old.last, old.is_held) == ("2003-10-01", "2008-02-01", True)
    assert (new.first, new.last, new.number) == ("2009-07-11", "2016-01-16", "712.1")
    assert new.change is not None
    assert new.change.summary == "some words replaced"
    assert life.in_force


def test_a_removed_clause_is_not_in_force(library: Library) -> None:
    life = life_of(library.by_id["2003-10-01-507.4"], library)
    assert not life.in_force
    assert [(turn.how, turn.release) for turn in life.fate] == [("removed", "2009-07-11")]


def test_pages_and_commands_tell_the_same_of_every_clause(embedded: Library) -> None:
    """`crdiff history` answers from the same facts where no text was added; it knows more names for a clause."""
    with recorded_archive() as archive:
        for lineage in embedded.lineages:
            mine = json.loads(history_json(life_of(lineage, embedded)))
            theirs = json.loads(history_json(archive.life(archive.index_of(lineage.id))))
            for key in ("lineage", "runs"):
                assert mine[key] == theirs[key]
            assert _held(mine) == _held(theirs)


def _held(life: dict[str, Any]) -> list[Any]:
    """Return the wordings of which a text is held; the facts tell more about the others than the command does."""
    keys = "from", "to", "number", "text", "examples"
    return [[wording[key] for key in keys] for wording in life["wordings"] if wording["text"]]
