"""No test depends on how busy the machine is: none waits for a time, measures one or has a bound of its own."""

from __future__ import annotations

import re

from sources import ROOT, text_of

CLOCK = re.compile(
    r"\bsleep\(|\bperf_counter|\bprocess_time|\bmonotonic\(|\btime\.time\b|\bos\.times\(|\bsetitimer\b|\bdeadline\b|"
    r"\btimeout ?=|\bset_default_timeout\(|(?:wait|communicate|join|result)\((?:timeout=)?[\d.]+\)"
)
"""Asking a clock, waiting, and giving up after a time."""

EXCUSED = {
    "tests/conftest.py": ("deadline",),  # the profile that has none
    "tests/support/soon.py": ("setitimer", "os.times("),  # the one bound, of the processor's time
    "tests/support/serving.py": ("set_default_timeout(",),  # a browser gives up far above what a page takes
    "tests/cli/test_exit_codes.py": ("wait(timeout=60)", "wait(timeout=1)"),  # the end of what was stopped
    "tests/cli/test_faults.py": ("time.time",),  # replaces the clock
    "tests/cli/test_git.py": ("wait(timeout=60)",),
    "tests/cli/test_playing.py": ("sleep(",),  # a program that would run on; the wait for its first sign of life
    "tests/cli/test_site_preview.py": ("sleep(", "communicate(timeout=20)"),  # until a server answers, and ends
    "tests/output/test_tree.py": ("sleep(",),  # processes that work until they are killed
    "tests/output/test_parallel.py": ("sleep(",),
    "tests/store/server.py": ("wait(5)", "wait(0.05)", "wait(0.002)"),  # a server that is silent, drips, or is slow
    "tests/store/texts/test_fetch.py": ("timeout=",),  # when such a server is given up
}
"""Module -> what it has to do with time."""


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
