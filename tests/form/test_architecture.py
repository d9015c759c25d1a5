"""The map of the house is true: what the page on the architecture and CONTRIBUTING point at is there."""

from __future__ import annotations

import re

from architecture import PAGE, ROOT, parts

PACKAGE = ROOT / "crdiff"
GUIDE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
README = (ROOT / "README.md").read_text("utf-8")
FOLDERS = "crdiff|tests|site|corpus|benchmarks"
_PATH = re.compile(rf"`((?:{FOLDERS})/[\w./-]*)`")
# A name said to be defined in a module: it is there in so many letters.
_IN_MODULE = re.compile(r"`(\w+)` (?:of|in) `([\w/]+\.py)`")


def test_every_part_of_the_package_is_in_the_table_once_and_nothing_else() -> None:
    there = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()}
    named = [part.name for part in parts()]
    assert sorted(named) == sorted(there - {"__init__", "__main__"})


def test_the_table_goes_from_the_ground_up() -> None:
    layers = [part.layer for part in parts()]
    assert layers == sorted(layers)
    assert set(layers) == set(range(max(layers) + 1))


def test_a_file_that_is_pointed_at_is_there() -> None:
    named = {*_PATH.findall(PAGE), *_PATH.findall(GUIDE), *_PATH.findall(README)}
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


def test_a_name_that_is_pointed_at_is_in_its_module() -> None:
    named = sorted({*_IN_MODULE.findall(PAGE), *_IN_MODULE.findall(GUIDE)})
    assert named
    assert [
        f"{name} in {path}"
        for name, path in named
        if not re.search(rf"^(?:class |def |async def )?{name}\b", (ROOT / path).read_text("utf-8"), re.MULTILINE)
    ] == []


def test_every_decision_is_linked_from_the_architecture() -> None:
    decisions = {path.name for path in (ROOT / "site" / "decisions").glob("*.md")}
    assert decisions - set(re.findall(r"\]\(decisions/([^)]+)\)", PAGE)) == set()


def test_the_readme_leads_on() -> None:
    targets = ("site/architecture.md", "site/decisions", "CONTRIBUTING.md", "site/python.md")
    assert [target for target in targets if f"]({target})" not in README] == []


def test_every_link_to_a_file_leads_somewhere() -> None:
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", README + GUIDE)
    assert [target for target in targets if not (ROOT / target).exists()] == []
