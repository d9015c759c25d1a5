"""Fingerprints of values, of bytes and of the code, and files kept by them: equal ones have equal content.

What was worked out is kept for later runs by the fingerprint of all that it was worked out from. What is deleted,
altered or cut short is worked out again, and where nothing can be kept, nothing is.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path

import msgspec

from crdiff.output.atomic_file import write_whole
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


# The folders and modules that decide what a store contains.
_MAKERS = (
    "text",
    "model",
    "importers",
    "dialects",
    "annotate",
    "align",
    "changes",
    "history",
    *("store/archive/schema.py", "store/archive/kept.sql", "store/archive/published.sql"),
    "store/build/build.py",
    "store/build/recorded.py",
)

# The folders and modules that decide what is said of a citation.
_JUDGES = (
    *("text", "model", "annotate", "history", "cite", "cite_tree"),
    *("store/archive", "store/embedded", "cli/citing.py", "cli/project_settings.py"),
)

# The known lives, which releases far apart are aligned by, and what says which texts the editions quote of them.
_FACTS = ("lives.txt", "lineages.toml", "editions/*/edition.toml")

# Where these are: in an installed package, in a checkout.
_EMBEDDED = ("embedded", "../corpus")

# The libraries that take part in the bytes of a page.
_PRINTERS = ("jinja2", "markupsafe", "mistune", "msgspec")


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


def recall_file(path: Path) -> bytes | None:
    """Return what is kept at `path`, None where nothing is that can be used; it counts as asked for."""
    try:
        fingerprint, _, body = path.read_bytes().partition(b"\n")
        if fingerprint != fingerprint_of(body).encode():
            return None
        with suppress(OSError):
            os.utime(path)
    except OSError:
        return None
    return body


def keep_file(path: Path, body: bytes, most: int) -> None:
    """Keep `body` at `path`; of more than `most` files of its kind in the folder drop the least recently used."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, fingerprint_of(body).encode() + b"\n" + body)
        kept = sorted(path.parent.glob(f"*{path.suffix}"), key=lambda each: each.stat().st_mtime_ns, reverse=True)
        for old in kept[most:]:
            old.unlink(missing_ok=True)


def fingerprints_in(paths: Iterable[Path]) -> list[tuple[str, str]]:
    """Return each path with the fingerprint of the file there, in their order. Raises `OSError`."""
    return [(str(path), fingerprint_of(path.read_bytes())) for path in paths]
