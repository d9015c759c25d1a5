"""The version of crdiff, where every layer can read it without importing the public names."""

__version__ = "0.1.0"
