"""TOML of anybody, whatever reads it: what is wrong with it is one error on one line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import crdiff
from crdiff.checks.importing import read_clause_map
from crdiff.checks.inputs import reviews_beside, scope_beside
from crdiff.checks.switching import read_switches
from crdiff.cli.project_settings import read_baseline, table_of
from crdiff.errors import CrdiffError
from crdiff.store.texts.corpus_folder import overrides
from crdiff.text.toml import toml_values

READERS: dict[str, Callable[[Path], object]] = {
    "2008-02-01__2009-05-01.toml": lambda path: tuple(_decided(path)),
    "scope.toml": lambda path: scope_beside(path.parent),
    "reviewed.toml": lambda path: reviews_beside(path.parent),
    "map.toml": read_clause_map,
    "switches.toml": read_switches,
    ".crdiff.toml": table_of,
    "baseline.toml": read_baseline,
}
"""What reads a file, by a name that such a file may have."""
HOSTILE = {
    "no value": b"scope =",
    "nested": b"scope = " + b"[" * 100_000,
    "digits": b"scope = " + b"9" * 5_000,
    "no day": b"scope = 2024-13-45",
    "not UTF-8": b'scope = "\xff"',
}


def _decided(path: Path) -> Iterator[object]:
    folder = path.parent / "overrides"
    folder.mkdir()
    path.rename(folder / path.name)
    for decisions in overrides(path.parent).values():
        with decisions.heeded() as found:
            yield found


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("reader", READERS)
def test_what_is_not_toml_is_refused_in_one_line(reader: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / reader
    path.write_bytes(HOSTILE[text])
    with pytest.raises(CrdiffError) as caught:
        READERS[reader](path)
    assert "\n" not in str(caught.value)
    assert reader in str(caught.value)


@pytest.mark.parametrize("text", [text for text in HOSTILE.values() if text.isascii()])
def test_what_is_not_toml_is_a_value_error(text: bytes) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        toml_values(text.decode())


def test_all_toml_is_read_in_one_place() -> None:
    folder = Path(crdiff.__file__).parent
    reading = [path.name for path in folder.rglob("*.py") if "tomllib.load" in path.read_text("utf-8")]
    assert reading == ["toml.py"]
