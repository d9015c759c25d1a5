"""The glossary: the list of terms, each letter, each entry."""
