"""Processes that work on task after task."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

PARENT = """
import os, time
from crdiff.output.workers import processes
pool = processes(1)
print(pool.submit(os.getpid).result(), flush=True)
pool.submit(time.sleep, 60)
time.sleep(60)
"""


def is_running(process: int) -> bool:
    """Whether a process is there and not merely waiting for somebody to ask how it ended."""
    try:
        return ") Z" not in Path(f"/proc/{process}/stat").read_text()
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes cannot be looked for here")
def test_a_worker_ends_with_the_process_that_started_it() -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE) as parent:
        assert parent.stdout
        worker = int(parent.stdout.readline())
        assert is_running(worker)
        parent.kill()
    deadline = time.monotonic() + 10
    while is_running(worker):
        assert time.monotonic() < deadline, "the worker goes on"
        time.sleep(0.02)
