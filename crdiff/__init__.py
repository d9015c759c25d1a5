"""crdiff: the Magic: The Gathering Comprehensive Rules, parsed, aligned, compared and linked to checks."""

__version__ = "0.1.0"
