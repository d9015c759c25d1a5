"""The plugin's own duties: what it tells MkDocs when something is wrong, and previews that reload."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import Files, get_files
from small_archive import fill

from crdiff.output.tree import read_tree
from tests.small_releases import RELEASES

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


def test_results_that_are_none_stop_the_build_with_one_line(collect: Callable[..., Files]) -> None:
    with pytest.raises(PluginError) as caught:
        collect(b"{")
    assert "checks.json: not a file of check results" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_corpus_that_is_none_stops_the_build_with_one_line(collect: Callable[..., Files], tmp_path: Path) -> None:
    with pytest.raises(PluginError) as caught:
        collect(corpus=tmp_path)
    assert str(tmp_path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_whole_texts_that_nobody_has_stop_the_build_with_one_line(
    collect: Callable[..., Files], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CRDIFF_HOME", str(tmp_path / "none"))
    with pytest.raises(PluginError) as caught:
        collect(full_text="newest")
    assert str(caught.value).startswith("full_text: newest is for the site of a whole archive; expected")
    assert "\n" not in str(caught.value)


def test_a_site_says_that_it_has_no_results_and_a_preview_lacks_the_policy_that_forbids_its_reloading(
    collect: Callable[..., Files],
) -> None:
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
