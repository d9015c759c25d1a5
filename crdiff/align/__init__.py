"""Which old clause became which new one: ordered passes, each yielding links with their evidence."""

from crdiff.align.alignment import Alignment, ExampleLink, ExampleRef, Link, PartLink, RunnerUp
from crdiff.align.engine import align_releases
from crdiff.align.overrides import Override, parse_overrides

__all__ = [
    "Alignment",
    "ExampleLink",
    "ExampleRef",
    "Link",
    "Override",
    "PartLink",
    "RunnerUp",
    "align_releases",
    "parse_overrides",
]
