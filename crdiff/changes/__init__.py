"""From an alignment to described changes: structure, facets, rewordings, proof, redline."""

from crdiff.changes.compare import compare, compare_releases

__all__ = ["compare", "compare_releases"]
