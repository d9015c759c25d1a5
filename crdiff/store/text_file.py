"""Read a file of text that crdiff or its user wrote."""

from __future__ import annotations

from pathlib import Path

from crdiff.errors import CorpusError

_BYTES_MAX = 1 << 27
"""Room for the results of all checks on every release, some 40 MB; a device never ends."""


def read_raw(path: Path) -> bytes:
    """Return what is in a file. Raises `OSError`, and `CorpusError` for one that is longer than any of ours."""
    with path.open("rb") as file:
        raw = file.read(_BYTES_MAX + 1)
    if len(raw) > _BYTES_MAX:
        raise CorpusError(f"has more than {_BYTES_MAX >> 20} MB", "a file that is no longer than that", path=str(path))
    return raw


def read_text(path: Path) -> str:
    """Return the text of a file, with the line ends of Unix. Raises `CorpusError` with its path."""
    try:
        return read_raw(path).decode().replace("\r\n", "\n").replace("\r", "\n")
    except OSError as error:
        raise CorpusError(f"the file cannot be read ({error.strerror})", path=str(path)) from None
    except UnicodeDecodeError:
        raise CorpusError("the file is not UTF-8", path=str(path)) from None
