"""Which old clause became which new one: ordered passes, each yielding links with their evidence."""

from crdiff.align.engine import align
from crdiff.align.alignment import Alignment, ExampleLink, ExampleRef, Link, PartLink, RunnerUp

__all__ = ["Alignment", "ExampleLink", "ExampleRef", "Link", "PartLink", "RunnerUp", "align"]
