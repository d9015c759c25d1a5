"""One release under check: what is wrong with it, told before it is published.

`lint` is the way in; `crdiff.lint.registry` lists the checks, each a pure function of a `CheckedRelease`.
"""

from crdiff.lint.run import lint

__all__ = ["lint"]
