"""The outcomes that our notes expect of the stories that the game model plays."""

from __future__ import annotations

from datetime import date
from functools import cache

from crdiff.history.stories import stretch_in
from crdiff.model.corpus import Annotation
from crdiff.store.embedded.corpus import load_corpus


@cache
def played_notes() -> dict[str, Annotation]:
    """Return the notes of the stories that the model plays, by the names of these."""
    return {note.plays: note for note in load_corpus().annotations if note.plays}


def expected(story: str, release: str) -> tuple[str, ...]:
    """Return the sentences that the note expects in `release`."""
    stretch = stretch_in(played_notes()[story].stretches, date.fromisoformat(release))
    assert stretch, f"{story} begins after {release}"
    return stretch.outcome
