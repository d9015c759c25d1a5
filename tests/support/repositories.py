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
    call = ["git", "-C", str(folder), *words]
    return subprocess.run(call, env={**os.environ, **around(day)}, check=True, capture_output=True).stdout.decode()


def around(day: str = "2020-01-01") -> dict[str, str]:
    """Return the environment of somebody without settings of their own, on a day."""
    dated = dict.fromkeys(("GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"), f"{day}T12:00:00Z")
    nowhere = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull, "GIT_PAGER": "cat"}
    keys = {
        f"GIT_CONFIG_{part}_{at}": value
        for at, setting in enumerate(_SETTINGS)
        for part, value in zip(("KEY", "VALUE"), setting.split("="), strict=True)
    }
    return {**dated, **nowhere, **keys, "GIT_CONFIG_COUNT": str(len(_SETTINGS))}
