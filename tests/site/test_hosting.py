"""The recipes for hosting are true: the workflow is read, its steps are run, and the headers allow what pages need."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from little_crdiff import LITTLE_CRDIFF
from small_archive import fill
from small_excerpt import make_prose

from crdiff.pages.render import POLICY

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "site" / "hosting.md").read_text("utf-8")


def block(language: str) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return str(found)


@pytest.fixture(scope="module")
def steps() -> dict[str, dict[str, Any]]:
    """Return the steps of the workflow that run commands, by their names."""
    workflow = yaml.safe_load(block("yaml"))
    assert set(workflow) == {"name", True, "permissions", "concurrency", "jobs"}  # YAML reads "on" as true
    (job,) = workflow["jobs"].values()
    assert all("uses" in step or "run" in step for step in job["steps"])
    assert {step["uses"].partition("@")[0] for step in job["steps"] if "uses" in step} >= {
        "actions/checkout",
        "actions/cache",
        "actions/upload-pages-artifact",
        "actions/deploy-pages",
    }
    return {step["name"]: step for step in job["steps"] if "run" in step}


def test_the_steps_of_the_workflow_build_a_site_for_its_address(steps: dict[str, Any], tmp_path: Path) -> None:
    """All but the steps that install and fetch; the archive is a small one, and so are the checks."""
    assert list(steps) == ["install", "fetch", "build"]
    fill(tmp_path / "archive")
    (tmp_path / "tests" / "rules").mkdir(parents=True)
    (tmp_path / "tests" / "rules" / "test_one.py").write_text("def test_nothing():\n    pass\n")
    binaries = tmp_path / "bin"
    binaries.mkdir()
    for name, command in (("crdiff", LITTLE_CRDIFF), ("python", "")):
        (binaries / name).write_text(f'#!/bin/sh\nexec {sys.executable} {command} "$@"\n')
        (binaries / name).chmod(0o755 | stat.S_IXUSR)
    for page in make_prose():
        (tmp_path / page.path).write_text(page.markdown, "utf-8")
    environment = {**os.environ, "PATH": f"{binaries}:{os.environ['PATH']}", "LITTLE_PROSE": str(tmp_path)}
    environment |= dict.fromkeys(steps["build"]["env"], "https://owner.github.io/crdiff")
    done = subprocess.run(
        ["bash", "-eo", "pipefail", "-c", steps["build"]["run"]],
        cwd=tmp_path, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    public = tmp_path / "public"
    assert "<loc>https://owner.github.io/crdiff/releases/</loc>" in (public / "sitemap.xml").read_text()
    assert 'href="/crdiff/rules/"' in (public / "404.html").read_text()


def test_a_header_allows_what_pages_need_and_no_more() -> None:
    (header,) = re.findall(r'add_header Content-Security-Policy "([^"]+)"', block("nginx"))
    own = re.findall(r'content="([^"]+)"', POLICY)[0]
    assert header == f"{own}; frame-ancestors 'none'"


def test_what_the_recipe_of_the_container_copies_is_made_by_it_or_told_of() -> None:
    recipe = block("dockerfile")
    (made,) = re.findall(r"--output (\w+)", recipe)
    assert f"COPY --from=build /crdiff/{made} " in recipe
    assert "COPY headers.conf " in recipe
    commands = re.findall(r"crdiff (\w+ \w+)", recipe)
    assert commands == ["corpus add", "corpus build", "site build"]


@pytest.mark.skipif(shutil.which("nginx") is None, reason="no nginx to read the headers with")
def test_nginx_reads_the_headers(tmp_path: Path) -> None:
    (tmp_path / "nginx.conf").write_text(f"events {{}}\nhttp {{\n{block('nginx')}}}\n")
    subprocess.run(["nginx", "-t", "-c", str(tmp_path / "nginx.conf")], check=True, capture_output=True)
