"""TOML of anybody, whatever reads it: what is wrong with it is one error on one line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import crdiff
from crdiff.align.overrides import parse_overrides
from crdiff.checks.clause_map import read_clause_map
from crdiff.checks.switching import read_switches
from crdiff.cli.baseline_file import read_baseline
from crdiff.cli.project_settings import table_of
from crdiff.errors import CrdiffError
from crdiff.text.toml import toml_values
from crdiff.trace.reviews import read_reviews
from crdiff.trace.scope import read_scope

READERS: dict[str, Callable[[Path], object]] = {
    "overrides": lambda path: parse_overrides(path.read_text("utf-8")),
    "scope": lambda path: read_scope(path.read_text("utf-8")),
    "reviews": lambda path: read_reviews(path.read_text("utf-8")),
    "map": read_clause_map,
    "switches": read_switches,
    "settings": table_of,
    "baseline": read_baseline,
}
HOSTILE = {
    "no value": "scope =",
    "nested": "scope = " + "[" * 100_000,
    "digits": "scope = " + "9" * 5_000,
    "no day": "scope = 2024-13-45",
}


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("reader", READERS)
def test_what_is_not_toml_is_refused_in_one_line(reader: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / "file.toml"
    path.write_text(HOSTILE[text], "utf-8")
    with pytest.raises(CrdiffError) as caught:
        READERS[reader](path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", HOSTILE)
def test_what_is_not_toml_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        toml_values(HOSTILE[text])


def test_all_toml_is_read_in_one_place() -> None:
    folder = Path(crdiff.__file__).parent
    reading = [path.name for path in folder.rglob("*.py") if "tomllib.load" in path.read_text("utf-8")]
    assert reading == ["toml.py"]
