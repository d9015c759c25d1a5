"""No test depends on how busy the machine is: none waits for a time, measures one or has a bound of its own."""

from __future__ import annotations

import re

from sources import ROOT, text_of
from table import rows_of

# Asking a clock, waiting, and giving up after a time.
CLOCK = re.compile(
    r"\bsleep\(|\bperf_counter|\bprocess_time|\bmonotonic\(|\btime\.time\b|\bos\.times\(|\bsetitimer\b|\bdeadline\b|"
    r"\btimeout ?=|\bset_default_timeout\(|(?:wait|communicate|join|result)\((?:timeout=)?[\d.]+\)"
)

# Module -> what it has to do with time.
EXCUSED = {row["module"]: row["does"].split("; ") for row in rows_of(__file__, "what has to do with time")}


def test_no_test_asks_a_clock_or_waits() -> None:
    modules = {path.relative_to(ROOT).as_posix(): text_of(path) for path in (ROOT / "tests").rglob("*.py")}
    del modules["tests/form/test_clocks.py"]
    assert [
        f"{name}:{number} {found}"
        for name, text in modules.items()
        for number, line in enumerate(text.split("\n"), 1)
        for found in CLOCK.findall(line)
        if found not in EXCUSED.get(name, ())
    ] == []
    needless = {name: {*said} - {*CLOCK.findall(modules.get(name, ""))} for name, said in EXCUSED.items()}
    assert {name: said for name, said in needless.items() if said} == {}
