"""Which clauses tests play, from a file beside them."""

from __future__ import annotations

from pathlib import Path

import pytest

from crdiff.checks.importing import read_clause_map
from crdiff.checks.junit import JUnitTest
from crdiff.errors import CorpusError

TOML = """
[tests]
"rules.LegendTest::staysAlone" = "704.5j"
"rules.CombatTest*" = ["510.1c", "510.2@2024-06-07"]
"shuffles" = "103.3"
"""
CSV = """test,clauses
rules.LegendTest::staysAlone,704.5j
# combat
rules.CombatTest*,510.1c,510.2@2024-06-07
shuffles,103.3
"""


def played(suite: str, name: str) -> JUnitTest:
    return JUnitTest(suite, name, "", 0, "passed", "", ())


@pytest.mark.parametrize(("file", "text"), [("clauses.toml", TOML), ("clauses.csv", CSV)])
def test_names_and_patterns_give_clauses(file: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / file
    path.write_text(text)
    clauses = read_clause_map(path)
    assert clauses.clauses_of(played("rules.LegendTest", "staysAlone")) == ("704.5j",)
    assert clauses.clauses_of(played("rules.CombatTest", "any")) == ("510.1c", "510.2@2024-06-07")
    assert clauses.clauses_of(played("rules.Library", "shuffles")) == ("103.3",)
    assert clauses.clauses_of(played("rules.Library", "mills")) == ()


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("m.toml", "tests = 1", "has no table [tests]"),
        ("m.toml", "[tests]\na = 704", "'a' has no clauses"),
        ("m.toml", "[tests\n", "is not TOML"),
        ("m.toml", "", "maps no test"),
        ("m.csv", "test,clause\na\n", "m.csv:2: 'a' has no clause"),
        ("m.csv", "", "maps no test"),
    ],
)
def test_a_file_that_maps_nothing_is_refused(file: str, text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / file
    path.write_text(text)
    with pytest.raises(CorpusError) as caught:
        read_clause_map(path)
    assert said in str(caught.value)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="cannot be read"):
        read_clause_map(tmp_path / "none.toml")
