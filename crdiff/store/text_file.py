"""Read a file of text that crdiff or its user wrote."""

from __future__ import annotations

from pathlib import Path

from crdiff.errors import CorpusError


def read_text(path: Path) -> str:
    """Return the text of a file, with the line ends of Unix. Raises `CorpusError` with its path."""
    try:
        return path.read_text("utf-8").replace("\r\n", "\n")
    except OSError as error:
        raise CorpusError(f"the file cannot be read ({error.strerror})", path=str(path)) from None
    except UnicodeDecodeError:
        raise CorpusError("the file is not UTF-8", path=str(path)) from None
