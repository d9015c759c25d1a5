"""The text of the rules: its contents, each subsection, and former texts."""
