"""The glossary.

- `glossary`: The list of terms, and a page for each letter.
- `entry`: The page of each entry there ever was.
"""
