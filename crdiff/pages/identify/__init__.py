"""Which rules a pasted text quotes, told in the browser.

- `identify`: The page, above what we wrote about it.
"""
