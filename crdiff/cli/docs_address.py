"""Where the page that explains the checks can be read: in the repository that this crdiff was installed from."""

from __future__ import annotations

import json

_RECORD = "direct_url.json"
"""Where an installer notes the address that a package came from (PEP 610)."""


def docs_address() -> str:
    """Return the address of the page on linting, "" where crdiff was not installed from a repository on GitHub."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        record = distribution("crdiff").read_text(_RECORD)
    except PackageNotFoundError:
        return ""
    return page_in(record or "{}")


def page_in(record: str) -> str:
    """Return the address of the page in the repository that a record names, "" where it names none on GitHub."""
    try:
        found = json.loads(record)
        url, commit = str(found["url"]), str(found["vcs_info"]["commit_id"])
    except (ValueError, KeyError, TypeError):
        return ""
    repository = url.removesuffix("/").removesuffix(".git")
    return f"{repository}/blob/{commit}/site/lint.md" if repository.startswith("https://github.com/") else ""
