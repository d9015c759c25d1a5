"""What killed runs leave is cleared away by the next one that writes, and nothing else is."""

from __future__ import annotations

from crdiff.store.archive.state import STORE
from tests.conftest import Filled
from tests.small_releases import RELEASES

FIRST, SECOND, THIRD, LAST = RELEASES
PART = ".crdiff-0123456789abcdef.part"


def test_the_next_writer_removes_what_was_being_written_and_touches_no_text(filled: Filled) -> None:
    corpus = filled(FIRST, SECOND)
    corpus.build()
    folder = corpus.folder
    left = [folder / "texts" / PART, folder / PART, folder / f"new-{STORE}"]
    own = [folder / "texts" / "notes.txt", folder / "texts" / f"{LAST}.0123456789abcdef.txt"]
    own += [folder / ".hidden", folder / ".mine.part"]
    for path in (*left, *own):
        path.write_text("half")
    texts = {path.name for path in (folder / "texts").iterdir()} - {path.name for path in left}
    corpus.add(folder.parent / "given" / f"{THIRD}.txt")
    assert [path.exists() for path in left] == [False, False, True]
    corpus.build()
    assert [path.exists() for path in left] == [False, False, False]
    assert all(path.exists() for path in own)
    assert texts <= {path.name for path in (folder / "texts").iterdir()}
