"""Measuring whole processes as the operating system accounts for them: CPU, wall time, memory; medians of runs."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

LOAD = Path(__file__).with_name("load.py")


@dataclass(frozen=True, slots=True)
class Cost:
    """Medians over the runs of a command: seconds of CPU (user and system), seconds of wall time, peak megabytes."""

    cpu: float
    wall: float
    megabytes: float


def cost(command: Sequence[str | Path], runs: int = 5, warm_up: int = 1) -> Cost:
    """Return what `command` costs as a process; `warm_up` runs before the counted ones warm the caches.

    Raises `RuntimeError` where it fails, since a failed run costs nothing worth knowing.
    """
    taken = [_once(command) for _ in range(warm_up + runs)][warm_up:]
    return Cost(*(statistics.median(figures) for figures in zip(*taken, strict=True)))


def _once(command: Sequence[str | Path]) -> tuple[float, float, float]:
    begun = time.perf_counter()
    process = subprocess.Popen(list(map(str, command)), stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"exit code {process.returncode}: {' '.join(map(str, command))}")
    scale = 1024 if sys.platform == "linux" else 1024 * 1024
    return usage.ru_utime + usage.ru_stime, time.perf_counter() - begun, usage.ru_maxrss / scale


def load(runs: int = 5) -> float:
    """Return L: the median of the CPU seconds that the fixed load says it took."""
    said = [
        subprocess.run([sys.executable, LOAD], capture_output=True, check=True, text=True).stdout for _ in range(runs)
    ]
    return statistics.median(map(float, said))
