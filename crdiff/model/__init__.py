"""Frozen values for the texts: number, clause, placement, release.

A clause knows its content only; where it stands (number, lines) is kept beside it, so equal
subtrees of two releases are one object. Nothing here reads files or decides what a line means.

- `number`: The number of a clause.
- `written`: Numbers as people write them.
- `clause`: What a clause says.
- `placement`: Where a clause stands in one text.
- `release`: A release with its parts, its source and its findings.
- `tree`: The clauses of a release in document order.
- `printing`: A release back to lines.
- `fingerprint`: Fingerprints of clauses.
- `release_span`: A stretch of releases, a stay in it, and a life made of stays.
- `corpus`: What the corpus states beside the texts.
"""
