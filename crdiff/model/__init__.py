"""Frozen values for the texts: number, clause, placement, release.

A clause knows its content only; where it stands (number, lines) is kept beside it, so equal
subtrees of two releases are one object. Nothing here reads files or decides what a line means.
"""
