"""Citations of rules in code, wikis and articles: found, dated, judged, moved.

- `citation`: The values: a group of citations that share a sentence, and its items.
- `spellings`: How citations are spelled, as patterns over bytes.
- `scan`: Every citation of a text.
"""
