"""The MkDocs plugin: its own duties, and projects of others, whose pages on the rules are whole and lead home."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from commands import run_mkdocs
from links import HOST, Pages, broken_links
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import Files, get_files
from serving import serving_folder, watched_page
from small_archive import fill
from table import table

from crdiff import site_plugin
from crdiff.output.tree import read_tree
from crdiff.pages.site import STYLE, assets
from crdiff.site_plugin import SiteConfig
from crdiff.store.embedded.corpus import load_corpus
from tests.small_releases import RELEASES

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# the MkDocs plugin in a project of somebody else: whatever its theme, pages on the rules are whole and lead home


pytestmark = pytest.mark.usefixtures("little_known")

ROOT = Path(__file__).parents[2]


@pytest.fixture
def collect(tmp_path: Path) -> Callable[..., Files]:
    """Return a function that runs the plugin up to the files it hands over, with some results of checks or none."""

    def run(results: bytes | None = None, command: str = "build", corpus: Path | None = None, **more: str) -> Files:
        options = {"results": str(tmp_path / "checks.json")} | ({"corpus": str(corpus)} if corpus else {}) | more
        if results is not None:
            (tmp_path / "checks.json").write_bytes(results)
        config = load_config(
            str(ROOT / "mkdocs.yml"), docs_dir=str(ROOT / "site"), site_dir=str(tmp_path), plugins=[{"crdiff": options}]
        )
        config.plugins.on_startup(command=command, dirty=False)
        config = config.plugins.on_config(config)
        return config.plugins.on_files(get_files(config), config=config)

    return run


def content(files: Files, path: str) -> str:
    file = files.get_file_from_path(path)
    assert file is not None
    return file.content_string


def refused(build: Callable[..., object], *given: Any, **named: Any) -> str:
    """Return the one line with which a build is stopped."""
    with pytest.raises(PluginError) as caught:
        build(*given, **named)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_what_is_none_stops_the_build_with_one_line(
    collect: Callable[..., Files], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Results, a corpus, and whole texts that nobody has."""
    assert "checks.json: not a file of check results" in refused(collect, b"{")
    (tmp_path / "checks.json").unlink()
    assert str(tmp_path) in refused(collect, corpus=tmp_path)
    monkeypatch.setenv("CRDIFF_HOME", str(tmp_path / "none"))
    said = refused(collect, full_text="newest")
    assert said.startswith("full_text: newest is for the site of a whole archive; expected")


def test_a_site_says_that_it_has_no_results_and_a_preview_can_be_reloaded(collect: Callable[..., Files]) -> None:
    """Neither has a map of the site from MkDocs, which would list its own pages only: a tenth of the site."""
    built, shown = collect(), collect(command="serve")
    assert "built without results of checks" in content(built, "checks/index.html")
    assert "Content-Security-Policy" in content(built, "rules/index.html")
    assert "Content-Security-Policy" not in content(shown, "rules/index.html")
    assert built.get_file_from_path("sitemap.xml") is shown.get_file_from_path("sitemap.xml") is None


def test_a_preview_goes_on_with_a_small_site_where_a_project_takes_its_archive_back(tmp_path: Path) -> None:
    """MkDocs keeps the plugin of a preview from build to build: what it promised of the archive is no more."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("# Welcome\n\n[Rules](rules/index.html)\n", "utf-8")
    settings = tmp_path / "mkdocs.yml"
    sites, plugins = [], []
    corpus = fill(tmp_path / "corpus", {"2003-10-01": RELEASES["2003-10-01"]})
    for option in (f"archive: {corpus}", "built_in: true"):
        settings.write_text(f"site_name: A wiki\nplugins: [crdiff: {{{option}}}]\n", "utf-8")
        config = load_config(str(settings), site_dir=str(tmp_path / "site"), strict=True)
        plugins.append(config.plugins["crdiff"])
        build(config)
        sites.append(read_tree(tmp_path / "site"))
    assert plugins[0] is plugins[1]
    assert "clause/2003-10-01-507.4/index.html" in sites[0]
    for path in ("rules/index.html", "checks/index.html", "releases/index.html", "search/index.html"):
        assert path in sites[0]
        assert path in sites[1]


PAGE = Path(__file__).parents[2] / "site" / "mkdocs.md"
NAME = "Planeswalkers’ Wiki"
HAS_ABOUT = "readthedocs"
THEMES = {
    "mkdocs": "mkdocs",
    "readthedocs": "readthedocs",
    "material": "{name: material, font: false, features: [navigation.instant]}",
    "crdiff": "crdiff",
}
# The first page of the project; MkDocs checks the link and warns, which --strict makes an error.
INDEX = "# Welcome\n\nWhat [rule 712](rules/712/index.html) says.\n"


def _project(folder: Path, settings: str = "", options: str = "", docs: dict[str, str] | None = None) -> Path:
    """Write a project whose site is served below ``/sub/`` of its host, and return the folder of that host."""
    for name, content in ({"index.md": INDEX, "house/drafts.md": "# Drafts\n"} | (docs or {})).items():
        (folder / "docs" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "docs" / name).write_text(content, "utf-8")
    (folder / "mkdocs.yml").write_text(
        f"site_name: {NAME}\nsite_url: https://wiki.example/sub/\nsite_dir: host/sub\n"
        f"plugins:\n  - search\n  - crdiff: {{{options}}}\n{settings}\n",
        "utf-8",
    )
    return folder / "host"


def _mkdocs(folder: Path) -> subprocess.CompletedProcess[str]:
    return run_mkdocs(["build", "--strict", "--quiet"], folder)


def _built(folder: Path, settings: str = "", options: str = "", docs: dict[str, str] | None = None) -> Path:
    host = _project(folder, settings, options, docs)
    done = _mkdocs(folder)
    assert done.returncode == 0, done.stderr
    return host


def _handed_over(folder: Path) -> Files:
    """Return the files that the plugin gives to MkDocs, with those of the project."""
    config = load_config(str(folder / "mkdocs.yml"))
    return config.plugins.on_files(get_files(config.plugins.on_config(config)), config=config)


def _broken_on_our_pages(host: Path) -> list[str]:
    """Return the links to nowhere on pages of ours, and those of other pages that lead into ours."""
    pages = Pages(host)
    ours = {where for where, page in pages.items() if ("class", "head") in page.attributes}
    assert len(ours) > 20
    return [told for told in broken_links(pages, host) if told.partition(" -> ")[0] in ours or "rules/" in told]


def _require_material() -> None:
    if importlib.util.find_spec("material") is None:
        pytest.skip("the theme Material is not installed: pip install mkdocs-material")


@pytest.fixture(scope="module")
def built_with(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Return a function that gives the folder of a host with the site of a project that has a theme."""

    @cache
    def build(theme: str) -> Path:
        if theme == "material":
            _require_material()
        settings = (
            f"theme: {THEMES[theme]}\n"
            "nav: [index.md, {House: house/drafts.md}, {Rules: rules/index.html}]"  # a page of ours, in their menu
        )
        docs = {"about.md": "# About\n"} if theme == HAS_ABOUT else {}
        return _built(tmp_path_factory.mktemp(theme), settings, docs=docs)

    return build


@pytest.mark.parametrize("theme", THEMES)
def test_links_and_assets_of_our_pages_are_there_prose_has_its_theme(
    built_with: Callable[[str], Path], theme: str
) -> None:
    """As mkdocs had it before: 83 pages without style, each linking to a page /about/ that nobody wrote.

    The map of a site in another theme lists prose only: Material would load what stands there into a page of its own.
    """
    host = built_with(theme)
    assert _broken_on_our_pages(host) == []
    pages = Pages(host)
    page = pages[f"{HOST}/sub/rules/712/"]
    linked = {link for _, link in page.links if "assets/" in link}
    assert f"../..{STYLE}" in linked
    assert linked <= {f"../..{where}" for where in (*assets(), "/assets/site.js")}
    assert ("aria-label", f"{NAME}, home") in page.attributes
    assert ("../../about/" in {link for _, link in page.links}) == (theme == HAS_ABOUT)
    prose = {link.rpartition("/")[2] for _, link in pages[f"{HOST}/sub/house/drafts/"].links}
    assert ("crdiff.css" in prose) == (theme == "crdiff")
    listed = (host / "sub" / "sitemap.xml").read_text("utf-8")
    assert listed.count("<loc>https://wiki.example/sub/house/drafts/</loc>") == 1
    assert listed.count("<loc>https://wiki.example/sub/rules/712/</loc>") == (theme == "crdiff")


@pytest.mark.browser
@pytest.mark.parametrize("theme", ["readthedocs", "crdiff"])  # pages of ours are the same under every other theme
def test_a_page_on_the_rules_is_styled_quiet_and_leads_home(
    built_with: Callable[[str], Path], browser: Browser, theme: str
) -> None:
    """It fits the screen, runs its scripts, and neither logs a fault nor asks another host for anything."""
    with serving_folder(built_with(theme)) as where, watched_page(browser, where) as page:
        page.goto("/sub/rules/712/", wait_until="networkidle")
        look = "selector => getComputedStyle(document.querySelector(selector))"
        assert page.evaluate(f"({look})('.sheet').display") == "grid"
        assert page.evaluate(f"({look})('.status').borderInlineStartWidth") == "4px"
        for width in (1280, 390):
            page.set_viewport_size({"width": width, "height": 844})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate("document.documentElement.classList.contains('js')")
        assert page.title() == f"712 About 507, plain words · {NAME}"
        home = page.locator(".mark").evaluate("link => link.href")
        assert home == f"{where}/sub/"
        assert "Welcome" in page.request.get(home).text()


@pytest.mark.browser
def test_material_does_not_load_our_pages_into_its_own(
    built_with: Callable[[str], Path], tmp_path: Path, browser: Browser
) -> None:
    """With `navigation.instant` it puts what it loads into the page shown, if the map of the site lists it."""
    host = Path(shutil.copytree(built_with("material"), tmp_path / "host"))
    listed = host / "sub" / "sitemap.xml"
    with serving_folder(host) as where, watched_page(browser, where) as page:
        listed.write_text(listed.read_text("utf-8").replace("https://wiki.example", where), "utf-8")
        page.goto("/sub/", wait_until="networkidle")
        page.get_by_role("link", name="rule 712").click()
        page.wait_for_url("**/sub/rules/712/")
        page.locator(".sheet").wait_for()
        assert page.locator(".md-header").count() == 0


def test_in_a_folder_of_its_own_and_with_pages_as_files(tmp_path: Path) -> None:
    """A wiki has pages named rules and releases itself; a page About of its own is not ours to link to from there."""
    docs = {
        "rules.md": "# Our rules\n",
        "about.md": "# About\n",
        "index.md": "# Hi\n\n[CR](wiki/cr/rules/index.html)\n",
    }
    host = _built(tmp_path, "use_directory_urls: false", "folder: wiki/cr/", docs)
    assert _broken_on_our_pages(host) == []
    page = Pages(host)[f"{HOST}/sub/wiki/cr/rules/712/"]
    links = [link for _, link in page.links]
    assert "../../../../index.html" in links
    assert not [link for link in links if "about" in link]


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a host with the site of a project that has a whole archive in a folder of its own."""
    folder = tmp_path_factory.mktemp("archive")
    docs = {"index.md": "# Welcome\n\n[Rules](cr/rules/index.html)\n", "cr/formats.md": "# Standard, Modern\n"}
    return _built(folder, options=f"archive: {fill(folder / 'corpus')}, folder: cr", docs=docs)


def test_a_whole_archive_leads_only_to_pages_that_the_project_has(archive: Path) -> None:
    """Its page on data names the page on formats, which only crdiff's own site has: a wiki's is about other formats."""
    assert _broken_on_our_pages(archive) == []
    assert "explained key by key" not in (archive / "sub" / "cr" / "data" / "index.html").read_text("utf-8")


@pytest.mark.browser
def test_a_whole_archive_is_searched_where_it_is(archive: Path, browser: Browser) -> None:
    with serving_folder(archive) as where, watched_page(browser, where) as page:
        page.goto("/sub/cr/search/?q=concede")
        page.locator(".hits li").get_by_role("link", name="Concede", exact=True).click()
        page.wait_for_url(f"{where}/sub/cr/glossary/c/#concede")
        page.goto("/sub/cr/rules/")
        page.fill("#q", "507.4")
        page.press("#q", "Enter")
        page.wait_for_url(f"{where}/sub/cr/search/?q=507.4")
        page.get_by_role("link", name="History").click()
        page.wait_for_url(f"{where}/sub/cr/clause/2003-10-01-507.4/")


@table
def test_what_would_spoil_a_site_stops_the_build_with_one_line(
    tmp_path: Path, settings: str, options: str, docs: dict[str, str], told: str
) -> None:
    _project(tmp_path, settings, options, docs)
    assert refused(_handed_over, tmp_path).startswith(told)


def test_a_page_that_the_project_leaves_out_is_neither_linked_nor_in_the_way(tmp_path: Path) -> None:
    docs = {"about.md": "# About\n", "rules.md": "# Mine\n"}
    _project(tmp_path, "exclude_docs: |\n  about.md\n  rules.md\n", docs=docs)
    page = _handed_over(tmp_path).get_file_from_path("rules/index.html")
    assert page is not None
    assert "about" not in page.content_string


def test_the_project_of_the_page_is_built_without_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With all that comes with crdiff, as whoever follows the page has it."""
    monkeypatch.setattr(site_plugin, "load_corpus", load_corpus)
    page = PAGE.read_text("utf-8")
    docs = dict(re.findall(r"```markdown\n<!-- docs/(\S+) -->\n(.*?)```", page, re.DOTALL))
    (settings,) = re.findall(r"```yaml\n# mkdocs.yml\n(.*?)```", page, re.DOTALL)
    host = _project(tmp_path, docs={"index.md": "# Welcome\n"} | docs)
    (tmp_path / "mkdocs.yml").write_text(f"{settings}site_dir: {host / 'wiki'}\n", "utf-8")
    assert _mkdocs(tmp_path).stderr == ""
    assert _broken_on_our_pages(host) == []
    assert "cr/rules/" in (host / "wiki" / "index.html").read_text("utf-8")


def test_every_option_of_the_plugin_is_explained() -> None:
    (table,) = re.findall(r"^\| option \|.*?\n\n", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert set(re.findall(r"^\| `(\w+)`", table, re.MULTILINE)) == {name for name, _ in SiteConfig._schema}
