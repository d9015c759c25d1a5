"""Processes that this one forks: where that is possible, and that none outlives it."""

from __future__ import annotations

import multiprocessing
import os
from multiprocessing.connection import wait as wait_for
from threading import Thread


def can_fork() -> bool:
    """Whether a process can be forked here, which then has everything that this one has read."""
    return "fork" in multiprocessing.get_all_start_methods()


def end_with_parent() -> None:
    """End this process when the one that started it ends, even if that one was killed: nobody waits for its results."""
    parent = multiprocessing.parent_process()
    if parent:
        Thread(target=lambda: (wait_for([parent.sentinel]), os._exit(1)), daemon=True).start()
