"""Keep templates as compiled for the next run: compiling those of a site takes half a second."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path

from jinja2 import BytecodeCache, FileSystemBytecodeCache
from jinja2.bccache import Bucket

from crdiff.output.code_version import package_fingerprint
from crdiff.output.kept_files import least_recent

_VERSIONS_MOST = 3
"""Versions of crdiff whose templates are kept; more would pile up with each upgrade."""


class _KeptTemplates(FileSystemBytecodeCache):
    """Compiled templates in a folder; one that cannot be kept, or read back, is compiled again."""

    def load_bytecode(self, bucket: Bucket) -> None:
        """Read a template back."""
        try:
            super().load_bytecode(bucket)
        except Exception:  # a file that is cut short may be wrong in any way
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


def kept_templates(cache: Path) -> BytecodeCache | None:
    """Return the templates that this code compiled, kept in the folder `cache`, None where it has no place for them."""
    folder = cache / "templates" / package_fingerprint()
    try:
        folder.mkdir(parents=True, mode=0o700, exist_ok=True)
        os.utime(folder)
        for old in least_recent(folder.parent.iterdir(), _VERSIONS_MOST):
            shutil.rmtree(old, ignore_errors=True)
    except OSError:
        return None
    return _KeptTemplates(str(folder))
