"""``crdiff`` in a process of its own, whose sites are built with little of what comes with it: that takes seconds.

``python little_crdiff.py ARGUMENT…``; ``LITTLE_PROSE`` names the folder of the hand-written pages.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

LITTLE_CRDIFF = __file__

if __name__ == "__main__":
    import pytest

    sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parent)]
    from crdiff.__main__ import main
    from tests.cli.conftest import build_little

    build_little(pytest.MonkeyPatch(), Path(os.environ["LITTLE_PROSE"]))
    main()
