"""The glossary.

Modules:

    glossary  the list of terms, and a page for each letter
    entry     the page of each entry there ever was
"""
