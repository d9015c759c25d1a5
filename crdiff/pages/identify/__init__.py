"""Which rules a pasted text quotes, told in the browser.

- `identify`: The page, and where its script finds the sentences of the rules.
- `sentence_shards`: Every sentence by its fingerprint, and the lives that had it, in pieces.
"""
