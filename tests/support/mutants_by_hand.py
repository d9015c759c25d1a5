"""A plugin of pytest: once the checks have been played, play them against mutants made by hand.

``CRDIFF_MUTANTS`` names a file of mutants, ``CRDIFF_NOTICED`` the file to write: by mutant, the check that notices.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest


def pytest_sessionfinish(session: pytest.Session) -> None:
    from crdiff.checks.swapping import model_sources
    from crdiff.pytest_plugin import session_of
    from crdiff.pytest_plugin.mutating import first_to_notice
    from crdiff.trace.mutants import Mutant

    playables = session_of(session.config).playables()
    found = {}
    for each in json.loads(Path(os.environ["CRDIFF_MUTANTS"]).read_text("utf-8")):
        module = Path(each["file"]).stem
        source = model_sources()[module]
        for edit in each["edits"]:
            source = _edited(source, edit["old"], edit["new"])
        mutant = Mutant(each["id"], module, function="", line=1, was="", now="", source=source)
        found[each["id"]] = first_to_notice(mutant, playables)
    Path(os.environ["CRDIFF_NOTICED"]).write_text(json.dumps(found), "utf-8")


def _edited(source: str, old: str, new: str) -> str:
    """Return a source with one passage replaced, however it is broken into lines."""
    (place,) = re.finditer(r"\s+".join(map(re.escape, old.split())), source)
    line = source[: place.start()].rpartition("\n")[2]
    indent = line[: len(line) - len(line.lstrip())]
    return source[: place.start()] + new.replace("\n", f"\n{indent}") + source[place.end() :]
