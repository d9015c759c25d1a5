"""Data for other tools.

Modules:

    data   clauses and changes of each release, the current text, schemas, and the page that lists them
    feeds  feeds in Atom, of all releases and of each section
"""
