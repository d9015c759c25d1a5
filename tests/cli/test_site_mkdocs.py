"""``crdiff site build`` in a project of MkDocs: the site of `mkdocs build`, where only what changed is made again."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from commands import run_mkdocs
from small_archive import fill

from crdiff.output.tree import read_tree
from tests.cli.conftest import Run
from tests.small_releases import RELEASES

pytestmark = pytest.mark.usefixtures("little_site")

# Themes, each with the folder of our pages in its site.
THEMES = {"crdiff": "", "readthedocs": "cr", "mkdocs": "", "material": "cr"}
# A hook that works on every page of the site once all are there, as those do that compress or stamp them.
HOOK = """
from pathlib import Path


def on_post_build(config, **_):
    pages = sorted(Path(config["site_dir"]).rglob("*.html"))
    Path(config["site_dir"], "pages.txt").write_text("\\n".join(map(str, pages)), "utf-8")
    for page in pages:
        page.write_bytes(page.read_bytes() + b"<!-- seen -->")
"""


def _project(folder: Path, corpus: Path, theme: str, **docs: str) -> None:
    """Write a project with a page, an image and `docs`, whose prose links to a page of ours in the menu."""
    if theme == "material" and importlib.util.find_spec(theme) is None:
        pytest.skip("the theme Material is not installed: pip install mkdocs-material")
    below = THEMES[theme]
    where = f"{below}/rules/index.html" if below else "rules/index.html"
    pages = {"index.md": f"# Welcome\n\n[The rules]({where})\n", "guide.md": "# Guide\n", "a.svg": "<svg/>"} | docs
    for name, content in pages.items():
        (folder / "docs" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "docs" / name).write_text(content, "utf-8")
    options = f"archive: {corpus}, results: none.json" + (f", folder: {below}" if below else "")
    (folder / "mkdocs.yml").write_text(
        f"site_name: A wiki\nsite_url: https://wiki.example/\ntheme: {theme}\nplugins:\n  - search\n"
        f"  - crdiff: {{{options}}}\n",
        "utf-8",
    )


def _mkdocs(folder: Path) -> CompletedProcess[str]:
    return run_mkdocs(["build", "--strict", "--quiet", "--site-dir", "by-mkdocs"], folder)


def _built_by_mkdocs(folder: Path) -> dict[str, bytes]:
    done = _mkdocs(folder)
    assert done.returncode == 0, done.stderr
    return _lasting(folder / "by-mkdocs")


def _lasting(site: Path) -> dict[str, bytes]:
    """Return the files of a site without those in which MkDocs notes the time."""
    timed = ("sitemap.xml.gz",)
    built = {path: content for path, content in read_tree(site).items() if path not in timed}
    return {path: content.partition(b"\nBuild Date UTC")[0] for path, content in built.items()}


@pytest.mark.parametrize("theme", ["crdiff", "material"])
def test_the_site_is_that_of_mkdocs(crdiff: Run, tmp_path: Path, pair: Path, theme: str) -> None:
    _project(tmp_path, pair, theme)
    assert crdiff("site", "build", "--no-checks", "-o", "site").returncode == 0
    assert _lasting(tmp_path / "site") == _built_by_mkdocs(tmp_path)


def test_building_again_writes_no_page_of_ours_and_leaves_the_site_of_a_build_from_nothing(
    crdiff: Run, tmp_path: Path, pair: Path
) -> None:
    """Also where the pages were in another folder before, and a release has come; by then it is that of MkDocs."""
    shutil.copytree(pair, tmp_path / "corpus")
    times: list[dict[str, int]] = []
    for theme in ("mkdocs", "readthedocs", "readthedocs"):
        _project(tmp_path, tmp_path / "corpus", theme)
        assert crdiff("site", "build", "--no-checks", "-o", "site").returncode == 0
        times.append({path: (tmp_path / "site" / path).stat().st_mtime_ns for path in read_tree(tmp_path / "site")})
    assert not (tmp_path / "site" / "clause").exists()
    _, first, again = times
    ours = [path for path in again if path.startswith(("cr/clause/", "cr/rules/", "cr/releases/"))]
    assert len(ours) > 30
    assert [path for path in ours if first[path] != again[path]] == []
    fill(tmp_path / "corpus", {"2009-10-01": RELEASES["2009-10-01"]})
    assert crdiff("site", "build", "--no-checks", "-o", "site").returncode == 0
    assert _lasting(tmp_path / "site") == _built_by_mkdocs(tmp_path)


def test_a_hook_that_works_on_the_whole_site_finds_all_of_it(crdiff: Run, tmp_path: Path, pair: Path) -> None:
    _project(tmp_path, pair, "mkdocs")
    (tmp_path / "hook.py").write_text(HOOK, "utf-8")
    with (tmp_path / "mkdocs.yml").open("a", encoding="utf-8") as settings:
        settings.write("hooks: [hook.py]\n")
    assert crdiff("site", "build", "--no-checks", "-o", "site").returncode == 0
    built = read_tree(tmp_path / "site")
    pages = [path for path in built if path.endswith(".html")]
    assert "clause/2003-10-01-507.1/index.html" in pages
    assert [path for path in pages if not built[path].endswith(b"<!-- seen -->")] == []
    assert len(built["pages.txt"].splitlines()) == len(pages)


# A file of the project in the place of one of ours: one of the menu, one of those made last, a file for a folder, a
# folder for a file.
IN_OUR_PLACE = {
    "rules.md": "rules/index.html",
    "releases/2009-07-11.md": "releases/2009-07-11/index.html",
    "clause": "clause/",
    "rules/index.html/note.txt": "rules/index.html",
}


def test_a_page_of_the_project_in_place_of_one_of_ours_is_one_line(crdiff: Run, tmp_path: Path, pair: Path) -> None:
    """What was there before stays, and MkDocs by itself has written nothing yet."""
    _project(tmp_path, pair, "mkdocs")
    assert crdiff("site", "build", "--no-checks", "-o", "site").returncode == 0
    before = read_tree(tmp_path / "site")
    for name, place in IN_OUR_PLACE.items():
        shutil.rmtree(tmp_path / "docs")
        _project(tmp_path, pair, "mkdocs", **{name: "# Ours\n"})
        done = crdiff("site", "build", "--no-checks", "-o", "site" if name in {"rules.md", "clause"} else "new")
        told = done.stderr.decode()
        assert (done.returncode, told.count("\n")) == (2, 1), told
        assert f"{name}: a page of crdiff has this place, {place}" in told
        assert "; expected another name for it, or a folder" in told
        assert read_tree(tmp_path / "site") == before
        assert not (tmp_path / "new").exists()
    done = _mkdocs(tmp_path)
    assert (done.returncode, f"{name}: a page of crdiff has this place, {place}" in done.stderr) == (1, True)
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "by-mkdocs").exists() or read_tree(tmp_path / "by-mkdocs") == {}
