"""The page on citations shows what its commands really answer."""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path

Run = Callable[..., subprocess.CompletedProcess[bytes]]
PAGE = Path(__file__).parents[2] / "site" / "cite.md"
FILE = re.compile(r"`(\w+/[\w.]+)`:\n\n```\w+\n(.*?)```", re.DOTALL)
ANSWER = re.compile(r"```sh\n(crdiff [^\n]+)\n```\n\n```(?:text|diff)\n(.*?)```", re.DOTALL)


def test_the_answers_on_the_page_are_those_of_its_commands(crdiff: Run, tmp_path: Path) -> None:
    page = PAGE.read_text("utf-8")
    for name, content in FILE.findall(page):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content, "utf-8")
    answers = ANSWER.findall(page)
    assert len(answers) >= 5
    for command, shown in answers:
        assert crdiff(*shlex.split(command)[1:]).stdout.decode() == shown, command
