"""Frozen values for the texts: number, clause, placement, release.

A clause knows its content only; where it stands (number, lines) is kept beside it, so equal
subtrees of two releases are one object. Nothing here reads files or decides what a line means.

- `book`: A rule book: what is said of it as a whole, and how it numbers its clauses.
- `number`: The number of a clause, as printed and as people write it.
- `clause`: What a clause says, and its place in one text.
- `release`: A release with its parts, its source and its findings; stretches of releases.
- `tree`: The clauses of a release in document order, and back to lines.
- `fingerprint`: Fingerprints of clauses.
- `corpus`: What the corpus states beside the texts.
"""
