"""The glossary.

- `glossary`: The list of terms, and a page for each letter.
"""
