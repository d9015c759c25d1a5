"""Repositories of git that tests make."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

_SETTINGS = (
    "user.name=a",
    "user.email=a@b",
    "core.autocrlf=false",
    "commit.gpgsign=false",
    "protocol.file.allow=always",
)


def git(folder: Path, *words: str, day: str = "2020-01-01") -> str:
    """Return what git says in a folder, asked on a day by somebody without settings of their own."""
    dated = dict.fromkeys(("GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"), f"{day}T12:00:00Z")
    nowhere = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull, "GIT_PAGER": "cat"}
    call = ["git", "-C", str(folder), *(word for setting in _SETTINGS for word in ("-c", setting)), *words]
    environment = {**os.environ, **dated, **nowhere}
    return subprocess.run(call, env=environment, check=True, capture_output=True).stdout.decode()
