"""Releases.

- `release`: All pages and data of one: what it changed.
- `release_lead`: What one changed, in sentences.
- `release_changes`: Its changes, grouped by where they stand.
- `release_text`: Its text as it read: contents and, where an option asks for it, all on one page and as plain text.
"""
