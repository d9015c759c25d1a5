"""Fingerprints of values, of bytes and of the code: equal ones have equal content, and compute the same."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from hashlib import blake2b
from pathlib import Path

import msgspec

from crdiff.version import __version__


def source_of(*values: object) -> str:
    """Return the fingerprint of `values`: dataclasses, tuples, mappings, strings and numbers, nested as you like."""
    return fingerprint_of(msgspec.msgpack.encode(values, enc_hook=_plain))


def fingerprint_of(content: bytes) -> str:
    """Return 32 hex digits that no other content has."""
    return blake2b(content, digest_size=16).hexdigest()


def _plain(value: object) -> str:
    """Return a string of another type, such as `Markup`, as a string alone. Raises `TypeError` for anything else."""
    if isinstance(value, str):
        return str.__str__(value)
    raise TypeError(f"{type(value).__name__} takes no part in a fingerprint")


_MAKERS = (
    "text",
    "model",
    "importers",
    "dialects",
    "annotate",
    "align",
    "changes",
    "history",
    "store/archive/schema.py",
    "store/build/batch.py",
    "store/build/publish.py",
    "store/build/recorded.py",
)
"""The folders and modules that decide what a store contains."""

_JUDGES = (
    *("text", "model", "annotate", "history", "cite", "cite_tree"),
    *("store/archive", "store/embedded", "cli/citing.py", "cli/project_settings.py"),
)
"""The folders and modules that decide what is said of a citation."""

_FACTS = ("lives.txt", "lineages.toml", "editions/*/edition.toml")
"""The known lives, which releases far apart are aligned by, and what says which texts the editions quote of them."""

_EMBEDDED = ("embedded", "../corpus")
"""Where these are: in an installed package, in a checkout."""

_PRINTERS = ("jinja2", "markupsafe", "mistune", "msgspec")
"""The libraries that take part in the bytes of a page."""


@cache
def code_fingerprint() -> str:
    """Return 16 hex digits over everything that takes part in reading, aligning, describing and weaving."""
    return _fingerprint(_MAKERS)


@cache
def citing_fingerprint() -> str:
    """Return 16 hex digits over everything that takes part in finding and judging citations, the known lives too."""
    return _fingerprint(_JUDGES)


def _fingerprint(parts: Iterable[str]) -> str:
    """Return 16 hex digits over some folders and modules of the package, its version and the known lives."""
    package = Path(__file__).parents[1]
    digest = blake2b(__version__.encode(), digest_size=8)
    for maker in parts:
        path = package / maker
        for file in sorted(path.glob("**/*.py")) if path.is_dir() else [path]:
            digest.update(file.relative_to(package).as_posix().encode())
            digest.update(file.read_bytes())
    for facts in (file for home in _EMBEDDED for name in _FACTS for file in sorted((package / home).glob(name))):
        with facts.open("rb") as lines:
            # the first line of the lives has a digest of the others
            digest.update(lines.readline() if facts.name == "lives.txt" else lines.read())
    return digest.hexdigest()


@cache
def package_fingerprint() -> str:
    """Return 16 hex digits over the whole package with its templates, and over the libraries that print pages."""
    from importlib.metadata import version  # both take longer to import than a question to the store takes
    from platform import python_version

    package = Path(__file__).parents[1]
    digest = blake2b(" ".join((python_version(), *map(version, _PRINTERS))).encode(), digest_size=8)
    for file in sorted(path for path in package.rglob("*") if path.suffix != ".pyc" and path.is_file()):
        digest.update(file.relative_to(package).as_posix().encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()
