"""Which rules a pasted text quotes, told in the browser.

- `identify`: The page, above what we wrote about it.
- `sentence_shards`: The fingerprints of all sentences of the rules, and the lives that had them, in pieces.
"""
