"""Releases.

- `releases`: The list of all of them.
- `release`: What one changed.
- `release_lead`: What one changed, in sentences.
- `reasons`: What a single change does, in words.
- `release_changes`: Its changes, grouped by where they stand.
- `release_rewordings`: Its rewordings, with the clauses that keep the old words.
- `release_text`: Its contents as it read.
- `full_text`: Its whole text on one page and as plain text, where an option asks for it.
- `release_files`: All pages and data of a release, made again only where something changed.
"""
