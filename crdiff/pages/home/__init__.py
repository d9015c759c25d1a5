"""The first page.

- `home`: What one can ask, the newest release, one rule's history, the years, the stories.
"""
