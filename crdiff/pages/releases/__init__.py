"""Releases.

Modules:

    releases            the list of all of them
    release             what one changed
    release_changes     its changes, grouped by where they stand
    release_rewordings  its rewordings, with the clauses that keep the old words
    release_text        its contents as it read
    release_files       all pages and data of a release, made again only where something changed
"""
