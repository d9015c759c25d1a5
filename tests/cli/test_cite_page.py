"""The page on citations shows what its commands really answer."""

from __future__ import annotations

import re
import shlex
from datetime import date
from pathlib import Path

from crdiff.cli.project_settings import CiteTable, find_cite_settings
from tests.cli.conftest import Run

PAGE = Path(__file__).parents[2] / "site" / "cite.md"
FILE = re.compile(r"`(\w+/[\w.]+)`:\n\n```\w+\n(.*?)```", re.DOTALL)
ANSWER = re.compile(r"```sh\n(crdiff [^\n]+)\n```\n\n```(?:text|diff)\n(.*?)```", re.DOTALL)


SETTINGS = re.compile(r"```toml\n(\[cite\]\n.*?)```", re.DOTALL)


def test_the_settings_on_the_page_are_read(tmp_path: Path) -> None:
    *_, whole = SETTINGS.findall(PAGE.read_text("utf-8"))
    (tmp_path / ".crdiff.toml").write_text(whole, "utf-8")
    settings = find_cite_settings(tmp_path)
    assert all(f"\n{key}" in whole for key in CiteTable.__struct_fields__ if key != "paths")
    assert (settings.release, settings.top, len(settings.paths)) == (date(2026, 1, 16), tmp_path, 1)


def test_the_answers_on_the_page_are_those_of_its_commands(crdiff: Run, tmp_path: Path) -> None:
    page = PAGE.read_text("utf-8")
    for name, content in FILE.findall(page):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content, "utf-8")
    answers = ANSWER.findall(page)
    assert len(answers) >= 5
    for command, shown in answers:
        assert crdiff.printed(*shlex.split(command)[1:]) == shown, command
