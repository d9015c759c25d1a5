"""Processes that work on task after task."""

from __future__ import annotations

import subprocess
import sys

PARENT = """
import os, time
from crdiff.output.workers import processes
pool = processes(1)
print(pool.submit(os.getpid).result(), flush=True)
pool.submit(exec, "import time; time.sleep(60); print('went on', flush=True)")
time.sleep(60)
"""


def test_a_worker_ends_with_the_process_that_started_it() -> None:
    """What both write to is at its end once both have ended."""
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE) as parent:
        assert parent.stdout
        assert int(parent.stdout.readline())
        parent.kill()
        assert parent.stdout.read() == b""
