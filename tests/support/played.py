"""Our notes on the stories that the game model plays."""

from __future__ import annotations

from functools import cache

from crdiff.model.corpus import Annotation
from crdiff.store.embedded.corpus import load_corpus


@cache
def played_notes() -> dict[str, Annotation]:
    """Return the notes of the stories that the model plays, by the names of these."""
    return {note.plays: note for note in load_corpus().annotations if note.plays}
