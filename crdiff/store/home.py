"""Where a user's corpus lives when nobody says otherwise."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def home(asked: str | Path | None = None) -> Path:
    """Return the folder of the corpus: `asked`, else ``$CRDIFF_HOME``, else the platform's place for data.

    The folder need not exist.
    """
    if asked:
        return Path(asked)
    if named := os.environ.get("CRDIFF_HOME"):
        return Path(named)
    return _platform_folder() / "crdiff"


def _platform_folder() -> Path:
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
