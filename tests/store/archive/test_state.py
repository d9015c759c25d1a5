"""Two versions of crdiff on one corpus: a question reads the store that the other one built, and rewrites nothing."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest

from crdiff import __version__
from crdiff.align.alignment import Break
from crdiff.changes.change import Change, Rewording
from crdiff.corpus import Corpus
from crdiff.errors import StoreError
from crdiff.history.chain import ChainStep
from crdiff.store.archive import index, schema, state
from crdiff.store.archive.schema import Layout, pack, unpack
from crdiff.store.archive.state import INDEX, STORE
from crdiff.store.build.batch import Figures
from crdiff.store.texts.chosen import chosen_corpus
from tests.conftest import Filled
from tests.small_releases import RELEASES

FIRST, *_, LAST = RELEASES
NOTE = (
    f"the store was built by another version of crdiff ({__version__}, code {{}});"
    " 'crdiff corpus build' brings it up to date"
)

Turn = Callable[[str], None]


@pytest.fixture
def turn(monkeypatch: pytest.MonkeyPatch) -> Turn:
    """Return a function that lets the version with the given fingerprint of its code go on."""

    def take(code: str) -> None:
        for module in (state, import_module("crdiff.store.build.build")):
            monkeypatch.setattr(module, "code_fingerprint", lambda: code)

    return take


def bytes_of(folder: Path) -> tuple[bytes, bytes]:
    return (folder / STORE).read_bytes(), (folder / INDEX).read_bytes()


def test_two_versions_that_ask_by_turns_do_not_change_a_byte_of_the_store(filled: Filled, turn: Turn) -> None:
    folder = filled().folder
    turn("one")
    with Corpus(folder) as corpus:
        said = corpus.history("710.3")
    built = bytes_of(folder)
    for code in ("other", "one", "other"):
        turn(code)
        with Corpus(folder) as corpus:
            assert corpus.history("710.3") == said
            assert corpus.note == ("" if code == "one" else NOTE.format("one"))
            assert corpus.search("player")
        assert bytes_of(folder) == built


def test_the_note_is_given_wherever_a_corpus_is_chosen(filled: Filled, turn: Turn) -> None:
    folder = filled().folder
    turn("one")
    assert chosen_corpus(folder).note == ""
    Corpus(folder).build()
    assert chosen_corpus(folder).note == ""
    turn("other")
    assert chosen_corpus(folder).note == NOTE.format("one")


def test_another_version_that_is_asked_builds_where_texts_changed(
    filled: Filled, small_files: Path, turn: Turn
) -> None:
    corpus = filled(FIRST)
    turn("one")
    corpus.build()
    turn("other")
    corpus.add(small_files / f"{LAST}.txt")
    assert corpus.note == ""
    assert [str(day) for day in corpus.releases] == [FIRST, LAST]


def test_a_store_with_other_tables_stays_as_it_is_with_a_clear_error(
    filled: Filled, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = filled()
    corpus.build()
    built = bytes_of(corpus.folder)
    for module in (schema, index):
        monkeypatch.setattr(module, "VERSION", schema.VERSION + 1)
    with pytest.raises(StoreError, match="'crdiff corpus build --rebuild' makes it again"):
        Corpus(corpus.folder).history("710.3")
    assert bytes_of(corpus.folder) == built


def test_a_value_packed_in_a_form_that_is_not_known_is_an_error_of_the_store() -> None:
    with pytest.raises(StoreError, match="another version of crdiff"):
        unpack(pack({"title": 1}), Layout)


def shape(described: Any, homes: dict[str, Any]) -> Any:
    """Return a JSON schema without the names and docstrings of the classes that it describes."""
    if isinstance(described, list):
        return [shape(one, homes) for one in described]
    if not isinstance(described, dict):
        return described
    if "$ref" in described:
        return shape(homes[described["$ref"].rpartition("/")[2]], homes)
    named = [key for key in ("title", "description") if isinstance(described.get(key), str)]
    return {key: shape(one, homes) for key, one in described.items() if key not in named}


def test_the_version_of_the_tables_is_raised_with_every_change_of_what_is_kept() -> None:
    """Other code reads a store by this version alone. Where this fails, raise `VERSION` and write the new sum here."""
    packed = shape(*msgspec.json.schema_components([Layout, ChainStep, Change, Rewording, Break, Figures]))
    kept = msgspec.json.encode((packed, schema._KEPT, schema._PUBLISHED), order="sorted")
    assert (schema.VERSION, blake2b(kept, digest_size=8).hexdigest()) == (7, "415bf616e9ac6ce0")
