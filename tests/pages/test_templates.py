"""Every template compiles, and reads the values that its page passes: all of them, and no others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Template, meta, nodes
from msgspec.structs import replace
from rendering import render_site
from small_archive import fill, index_of
from small_citations import ROWS, citation_list
from small_excerpt import make_prose, make_results

from crdiff import pages
from crdiff.pages import cited, releases
from crdiff.pages.render import Prose, _engine
from crdiff.site_source import contents_of, index_site
from crdiff.store.embedded.corpus import load_corpus
from tests.small_releases import RELEASES

ENGINE = _engine()
PAGES = Path(pages.__file__).parent
# The template of other projects' builder, which is none of ours.
THEME = "theme/main.html"
TEMPLATES = {name for name in ENGINE.list_templates() if name.endswith(".html")} - {THEME}
# What every template may read; `sides` is set by pages for the template of the switch of views.
OF_ALL = {"head", "canonical", "frame", "to", "notes", "words", "sides"}

Names = Mapping[str, set[str]]


@pytest.fixture(scope="module")
def passed(tmp_path_factory: pytest.TempPathFactory) -> Names:
    """Return the names of the values that each template was given while two small sites were made."""
    found: dict[str, set[str]] = defaultdict(set)

    def render(template: Template, **values: Any) -> str:
        found[str(template.name)] |= set(_named(values))
        return ""  # a misspelled name would end the build before it is listed

    later = {day: clauses for day, clauses in RELEASES.items() if day > "2003-10-01"}
    folder, embedded = tmp_path_factory.mktemp("templates"), load_corpus()
    prose = (*make_prose(), Prose("identify.md", "# Identify\n"))
    citations = {"me/engine": citation_list(ROWS)}
    rich = index_site(contents_of(fill(folder / "rich"), embedded), embedded, prose, make_results(), citations)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Template, "render", render)
        patch.setattr(cited, "_FIRST_NUMBERS", 0)
        patch.setattr(releases, "LARGE", -1)
        render_site(replace(rich, full_text="all"))
        render_site(index_of(fill(folder / "later", later)))
    return found


def _named(values: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names of values; those of the mapping `view` stand for themselves, where a page has one."""
    for name, value in values.items():
        if name != "view":
            yield name
        elif value is not None:
            yield from (f"view.{key}" for key in value) if isinstance(value, Mapping) else (name,)


@cache
def _tree(name: str) -> nodes.Template:
    return ENGINE.parse((PAGES / name).read_text("utf-8"))


def _referred(name: str) -> set[str]:
    """Return a template and those that it extends, includes and imports, and they do."""
    found: set[str] = set()
    ahead = {name}
    while ahead:
        found |= ahead
        ahead = {str(each) for one in ahead for each in meta.find_referenced_templates(_tree(one))} - found
    return found


def _read(name: str) -> set[str]:
    """Return the names that a template looks up, in what it extends, includes and imports too."""
    found: set[str] = set()
    for tree in map(_tree, _referred(name)):
        lists = [each.names for each in tree.find_all(nodes.FromImport)]
        own = {each if isinstance(each, str) else each[1] for names in lists for each in names}
        own |= {each.name for each in tree.find_all(nodes.Macro)}
        own |= set(_assigned(tree))
        found |= meta.find_undeclared_variables(tree) - own - OF_ALL
        found |= {f"view.{each.attr}" for each in _of_view(tree)}
    return found - {"view"} if any(each.startswith("view.") for each in found) else found


def _assigned(tree: nodes.Template) -> Iterator[str]:
    """Yield the names that a template sets."""
    for each in tree.find_all(nodes.Assign):
        names = [each.target] if isinstance(each.target, nodes.Name) else each.target.find_all(nodes.Name)
        yield from (name.name for name in names)


def _of_view(node: nodes.Node) -> Iterator[nodes.Getattr]:
    """Yield where a part of the value `view` is read, rather than of what a macro calls so."""
    if isinstance(node, nodes.Macro) and any(each.name == "view" for each in node.args):
        return
    if isinstance(node, nodes.Getattr) and isinstance(node.node, nodes.Name) and node.node.name == "view":
        yield node
    for each in node.iter_child_nodes():
        yield from _of_view(each)


def test_every_template_compiles_and_is_of_a_page_of_the_small_sites(passed: Names) -> None:
    assert all(map(ENGINE.get_template, TEMPLATES))
    assert TEMPLATES - {each for name in passed for each in _referred(name)} == set()


def test_a_template_reads_all_the_values_of_its_page_and_no_others(passed: Names) -> None:
    wrong = []
    for name, values in passed.items():
        read, given = _read(name), values - OF_ALL
        if "view" in given:  # a record, or a value whose parts have no names
            read = {each for each in read if not each.startswith("view.")} | {"view"}
        wrong += [f"{name}: {each} is read and never passed" for each in sorted(read - given)]
        wrong += [f"{name}: {each} is passed and never read" for each in sorted(given - read)]
    assert not wrong, "\n".join(wrong)
