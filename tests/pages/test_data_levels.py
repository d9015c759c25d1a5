"""How much of its data a site publishes: no page links to what is left out, and no page is."""

from __future__ import annotations

from pathlib import Path

import pytest
from links import Pages, broken_links
from msgspec.structs import replace
from rendering import render_site
from small_archive import fill
from trees import write_tree

from crdiff.cli.site_pages import hosts_that_take
from crdiff.pages import address
from crdiff.site_source import contents_of, index_site
from crdiff.store.embedded.corpus import load_corpus


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a small corpus, of which our notes speak."""
    return fill(tmp_path_factory.mktemp("levels") / "corpus")


@pytest.fixture(scope="module")
def sites(corpus: Path) -> dict[str, dict[str, bytes]]:
    """Return the site of each level, by its name."""
    embedded = load_corpus()
    told = replace(embedded, annotations=tuple(note for note in embedded.annotations if not note.plays))
    archive = index_site(contents_of(corpus, told), told)
    return {level: render_site(replace(archive, data=level)) for level in address.DATA_LEVELS}


def test_no_page_is_left_out_and_none_links_to_what_is(sites: dict[str, dict[str, bytes]], tmp_path: Path) -> None:
    kept = {level: {where for where in site if where.endswith(("/", ".html"))} for level, site in sites.items()}
    assert kept["pages"] == kept["all"]
    assert kept["all"] - kept["none"] == {address.DATA}
    broken = {}
    for level, site in sites.items():
        write_tree(tmp_path / level, {address.file_of(where): content for where, content in site.items()})
        broken[level] = set(broken_links(Pages(tmp_path / level), tmp_path / level))
    assert broken["none"] | broken["pages"] <= broken["all"]  # those to our prose, which is not here


def test_each_level_publishes_what_it_says(sites: dict[str, dict[str, bytes]]) -> None:
    history, changes, feed = (
        "/clause/2003-10-01-507.4/index.json",
        "/releases/2009-07-11/changes.csv",
        "/data/releases.atom",
    )
    there = {level: [where in site for where in (history, changes, feed)] for level, site in sites.items()}
    assert there == {"none": [False] * 3, "pages": [False, False, True], "all": [True] * 3}


def test_every_stretch_of_a_story_is_linked_from_its_release_and_back(sites: dict[str, dict[str, bytes]]) -> None:
    release, story = sites["all"]["/releases/2009-07-11/"].decode(), sites["all"]["/history-of/mana-burn/"].decode()
    assert 'href="../../history-of/mana-burn/#' in release
    assert 'href="../../releases/2009-07-11/#stories"' in story
    card = "Stories: Mana burn, Combat damage on the stack, "  # those that people ask for before others
    assert f'og:description" content="Magic 2010 (2009-07-11) of the Comprehensive Rules. {card}' in release
    assert f">{card}" in sites["all"]["/data/releases.atom"].decode()


def test_a_site_says_which_hosts_take_it(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_bytes(b"x" * 1_000)
    said = "1 files, 0 MB, the largest 0.0 MB: Cloudflare Pages, GitHub Pages, GitLab Pages and Netlify take it"
    assert hosts_that_take(tmp_path) == said
    (tmp_path / "large.json").touch()
    with (tmp_path / "large.json").open("r+b") as file:
        file.truncate(30 * 2**20)
    assert hosts_that_take(tmp_path).endswith("Netlify take it; Cloudflare Pages does not (see --data)")
