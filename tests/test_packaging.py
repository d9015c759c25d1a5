"""An installed crdiff works outside its checkout: the wheel carries the corpus, templates and schemas."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

import pytest
from commands import run_command
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with what a wheel of this checkout installs."""
    built, folder = tmp_path_factory.mktemp("built"), tmp_path_factory.mktemp("installed")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", built]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = built.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder)
    return folder


def run(installed: Path, cwd: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(installed), "CRDIFF_HOME": str(cwd), "PYTEST_ADDOPTS": "--nonsense"}
    command = [sys.executable, "-m", "crdiff", *arguments]
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, check=False)


@pytest.mark.parametrize(
    "arguments",
    [
        ("--version",),
        ("corpus", "verify"),
        ("diff", "718-markdown", "720-mtg-wiki", "--format", "html"),
        ("schema", "diff"),
    ],
    ids=" ".join,
)
def test_commands_work_from_the_wheel_alone(installed: Path, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    done = run(installed, tmp_path, *arguments)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout


def test_make_site_installs_the_extras_that_building_a_site_asks_for() -> None:
    makes = (ROOT / "Makefile").read_text("utf-8").partition("\n$(BUILDS):")[2]
    installed = re.findall(r"--editable '\.\[(.*)\]'", makes)[0].split(",")
    commands = [(ROOT / "crdiff" / "cli" / f"{name}.py").read_text("utf-8") for name in ("playing", "site")]
    assert set(re.findall(r"pip install 'crdiff\[(\w+)\]'", "".join(commands))) == {"checks", "site"} == set(installed)


def test_the_wheel_holds_everything_that_is_read_at_run_time(installed: Path) -> None:
    for folder, ending in (
        ("crdiff", "html"),
        ("crdiff", "css"),
        ("crdiff", "json"),
        ("crdiff", "typed"),
        ("corpus", "toml"),
        ("site", "md"),
    ):
        for path in sorted((ROOT / folder).rglob(f"*.{ending}")):
            inside = path.relative_to(ROOT).as_posix()
            inside = inside.replace("corpus/", "crdiff/embedded/", 1).replace("site/", "crdiff/prose/", 1)
            assert (installed / inside).is_file(), inside
    scenarios = installed / "crdiff" / "scenarios"
    names = {path.name for path in (ROOT / "tests" / "rules").iterdir() if path.is_file()}
    assert {path.name for path in (scenarios / "tests" / "rules").iterdir()} - {"__pycache__"} == names
    assert list(installed.rglob("tests")) == [scenarios / "tests"]


def test_an_installed_crdiff_plays_its_checks_inside_a_project_of_tests(installed: Path, tmp_path: Path) -> None:
    """The results are those of a checkout, reviews included, whatever pytest is told where crdiff is used."""
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --nonsense\n")
    (tmp_path / "conftest.py").write_text("raise AssertionError")
    release = ("--at", "2008-02-01")
    done = run(installed, tmp_path, "checks", "status", "--format", "json", *release)
    assert done.returncode == 0, done.stderr
    at_home = run_command(["checks", "status", "--format", "json", *release], ROOT, os.environ)
    assert json.loads(done.stdout) == json.loads(at_home.stdout)


def test_an_installed_crdiff_documents_its_public_names(installed: Path, tmp_path: Path) -> None:
    program = (
        "from crdiff.site_source import documented; from crdiff.cli.site_pages import prose_folder\n"
        "print(documented((prose_folder() / 'api.md').read_text('utf-8')))"
    )
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=False, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "compare_releases" in done.stdout
    assert "\n::: crdiff" not in done.stdout


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
_LOCKED = re.compile(r"^(\S+)==(\S+)(?: ; [^\\\n]+)? \\\n((?: +--hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.MULTILINE)


def _locked(name: str) -> dict[str, str]:
    """Return package -> version of a file in ``locked``, all of which has to be pinned and hashed."""
    text = (ROOT / "locked" / name).read_text("utf-8")
    assert _LOCKED.sub("", text) == "", "a line that pins nothing, or has no hash"
    return {found[1]: found[2] for found in _LOCKED.finditer(text)}


def _requirements(extra: str) -> list[Requirement]:
    project = PROJECT["project"]
    return [*map(Requirement, project["dependencies"]), *map(Requirement, project["optional-dependencies"][extra])]


def test_every_dependency_has_a_bound_above_and_below() -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    asked = [each for extra in extras if extra != "dev" for each in _requirements(extra)]
    for each in (*asked, *map(Requirement, PROJECT["build-system"]["requires"])):
        assert {bound.operator for bound in each.specifier} == {">=", "<"}, str(each)


def _needed(asked: list[Requirement]) -> Iterator[Requirement]:
    """Yield what is asked for, and what that needs in turn, on this machine."""
    seen: set[str] = set()
    for each in asked:
        if not each.marker or each.marker.evaluate({"extra": ""}):
            yield each
            if each.name not in seen:
                seen.add(each.name)
                asked += map(Requirement, distribution(each.name).requires or ())


def test_what_the_action_installs_is_all_that_crdiff_needs() -> None:
    """Each dependency, and theirs in turn, is locked in a version that the package allows."""
    locked = _locked("run.txt")
    for each in _needed(_requirements("import")):
        version = locked[re.sub(r"[-_.]+", "-", each.name).lower()]
        assert each.specifier.contains(version), f"{each}; locked is {version}"


def test_to_install_crdiff_alone_takes_few_packages() -> None:
    """Somebody who lints in a hook waits for them each time; what makes a site, say, is an extra."""
    names = {each.name for each in _needed([*map(Requirement, PROJECT["project"]["dependencies"])])}
    assert len(names) + 1 <= 14, sorted(names)
    assert "google-re2" in names, "it matches the patterns of ignore files and of settings"


def test_what_builds_crdiff_is_locked_too() -> None:
    (backend,) = map(Requirement, PROJECT["build-system"]["requires"])
    assert backend.specifier.contains(_locked("build.txt")[backend.name])
    assert "setuptools" in _locked("build.txt"), "two dependencies have wheels for Linux alone"
