"""A plugin of pytest: once the checks have been played, play them against mutants made by hand.

``CRDIFF_MUTANTS`` names a file of mutants, ``CRDIFF_NOTICED`` the file to write: by mutant, the check that notices.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

    from crdiff.pytest_plugin.mutating import Playable


def pytest_sessionfinish(session: pytest.Session) -> None:
    from crdiff.checks.swapping import model_sources
    from crdiff.pytest_plugin import session_of

    playables = session_of(session.config).playables()
    found = {}
    for each in json.loads(Path(os.environ["CRDIFF_MUTANTS"]).read_text("utf-8")):
        module = Path(each["file"]).stem
        source = model_sources()[module]
        for edit in each["edits"]:
            source = _edited(source, edit["old"], edit["new"])
        found[each["id"]] = _first_to_notice(module, source, playables)
    Path(os.environ["CRDIFF_NOTICED"]).write_text(json.dumps(found), "utf-8")


def _first_to_notice(module: str, source: str, playables: Iterable[Playable]) -> str:
    """Return the id of the first check that notices another source of a module of the model, "" where none does."""
    from crdiff.checks.swapping import swap_in

    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            swap_in(module, source)
            noticing = (each.check for each in playables if each.play(each.rules))
            os.write(writing, next(noticing, "").encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as told:
        noticed = told.read()
    os.waitpid(child, 0)
    return noticed


def _edited(source: str, old: str, new: str) -> str:
    """Return a source with one passage replaced, however it is broken into lines."""
    (place,) = re.finditer(r"\s+".join(map(re.escape, old.split())), source)
    line = source[: place.start()].rpartition("\n")[2]
    indent = line[: len(line) - len(line.lstrip())]
    return source[: place.start()] + new.replace("\n", f"\n{indent}") + source[place.end() :]
