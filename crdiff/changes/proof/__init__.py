"""Proofs that a change is mechanical: from an old text to the new one by known steps.

- `steps`: The values: means, steps and proofs, and how to apply them.
- `rewriting`: The search for known means that turn the old text into the new one.
"""
