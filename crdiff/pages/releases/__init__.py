"""Releases.

- `release`: All pages and data of one: what it changed.
- `release_changes`: What it changed, in sentences, and its changes, grouped by where they stand.
"""
