"""Every official release held: its date, its numbers and examples against an independent count, nothing lost."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from every import every
from printing import normalised_lines, print_release
from table import rows_of

from crdiff.model.clause import ClauseKind
from crdiff.model.tree import Node, walk
from crdiff.text.decode import decode
from tests.conftest import Official

pytestmark = pytest.mark.whole

_SHARED = Path(os.environ.get("CRDIFF_SHARED") or Path(__file__).parents[3] / "shared")
DATES = sorted(path.stem for path in (_SHARED / "cr").glob("*.txt"))

# The clauses that the hand-checked counts leave out: these want a digit after the dot, a space after the label.
NOT_IN_GOLD = {
    day: {*row["clauses"].split()} for row in rows_of(__file__, "not counted") for day in row["releases"].split()
}

# The distinct numbers of the hard-wrapped texts, not counted by hand; `test_wrapped_releases` verifies them.
WRAPPED = {
    "1999-04-23": 347,
    "2001-07-23": 474,
    "2002-02-20": 484,
    "2003-10-01": 686,
    "2003-12-01": 688,
    "2004-02-01": 691,
}


@pytest.fixture(scope="session")
def gold(shared: Path) -> Mapping[str, Mapping[str, object]]:
    """Return the independent counts by release date."""
    counts: Mapping[str, Mapping[str, object]] = json.loads((shared / "gold" / "counts.json").read_text())
    return counts


def counted_by_hand(gold: Mapping[str, Mapping[str, object]], date: str) -> None:
    """Skip a release that nobody counted by hand."""
    if date not in gold:
        pytest.skip(f"no independent count of {date} in gold/counts.json")


def numbered(nodes: tuple[Node, ...]) -> set[str]:
    """Return the distinct numbers of rules and subrules."""
    return {str(node.number) for node in nodes if not node.number.is_heading}


@every("date", DATES)
def test_the_date_and_title_printed_in_a_text_are_found(official: Official, date: str) -> None:
    release = official(date)
    assert release.name == date
    words = release.title.casefold().replace("magic: the gathering", "").replace("®", "").split()
    assert [word for word in words if word not in {"(r)", "r"}] == ["comprehensive", "rules"]
    assert release.source.dialect == "official"


@every("date", DATES)
def test_the_numbers_agree_with_an_independent_count(
    official: Official, gold: Mapping[str, Mapping[str, object]], date: str
) -> None:
    counted_by_hand(gold, date)
    nodes = walk(official(date))
    numbers, explained = numbered(nodes), NOT_IN_GOLD.get(date, set())
    assert explained <= numbers
    assert len(numbers) - len(explained) == (gold[date]["numbers"] or WRAPPED[date])
    assert len({node.number for node in nodes if node.kind is ClauseKind.SUBSECTION}) == gold[date]["headings"]
    repeated = {finding.number for finding in official(date).findings if finding.check == "repeated-number"}
    assert repeated == set(gold[date]["repeated"] or ())


@every("date", DATES)
def test_the_examples_agree_with_an_independent_count(
    official: Official, gold: Mapping[str, Mapping[str, object]], date: str
) -> None:
    """Counted by hand were the lines that begin with "Example:" in the whole file, so those of the glossary too.

    In 1999 the rules print "EXAMPLE:", which they leave out.
    """
    counted_by_hand(gold, date)
    release = official(date)
    in_rules = sum(len(node.clause.examples) for node in walk(release))
    in_glossary = sum(line.startswith("Example:") for entry in release.glossary for line in entry.text.split("\n"))
    expected = {"1999-04-23": (36, 0), "1999-11-01": (37, 3), "2001-07-23": (62, 5), "2002-02-20": (62, 5)}
    expected |= {"2003-10-01": (89, 12), "2003-12-01": (94, 12), "2004-02-01": (94, 12)}
    if date in expected:
        assert (in_rules, in_glossary) == expected[date]
    if date not in WRAPPED:
        assert in_rules * (date != "1999-11-01") + in_glossary == gold[date]["examples"]


@every("date", DATES)
def test_printing_a_release_gives_back_its_lines(official: Official, shared: Path, date: str) -> None:
    """Nothing is dropped and nothing moved: neither a line, nor, without any help of our reader, a character."""
    text = decode((shared / "cr" / f"{date}.txt").read_bytes()).text
    printed = print_release(official(date))
    assert printed == normalised_lines(text)
    source = "".join(line for line in text.split("\n") if not re.fullmatch(r"\s*[-=]{5,}\s*", line))
    assert "".join("".join(printed).split()) == "".join(source.split())


@every("date", DATES)
def test_the_tree_is_sound(official: Official, date: str) -> None:
    release = official(date)
    nodes = walk(release)
    assert len(nodes) == len(release.placements)
    assert [node.placement.lines.start for node in nodes] == sorted({node.placement.lines.start for node in nodes})
    assert nodes[-1].placement.lines.stop <= release.source.lines + 1
    odd = {finding.number for finding in release.findings}
    for node in nodes:
        assert node.clause.title or node.clause.text
        assert "  " not in node.clause.wording
        assert node.placement.printed.replace(" ", "").rstrip(".") == str(node.number)
        parent = nodes[node.parent].number if node.parent >= 0 else None
        assert parent == node.number.parent or str(node.number) in odd
    assert all(entry.text for entry in release.glossary) or date == "2013-02-01"
    assert len(release.glossary) == len({entry.lines.start for entry in release.glossary})


# What is odd about each release; the others are in order.
ODD = {day: row["odd"].split("; ") for row in rows_of(__file__, "what is odd") for day in row["releases"].split()}


@every("date", DATES)
def test_what_is_odd_about_a_release_is_found_and_nothing_else(official: Official, date: str) -> None:
    findings = official(date).findings
    assert sorted(f"{finding.check} {finding.number}".strip() for finding in findings) == ODD.get(date, [])
    assert all(finding.message for finding in findings)
    assert [finding.line for finding in findings] == sorted(finding.line for finding in findings)
