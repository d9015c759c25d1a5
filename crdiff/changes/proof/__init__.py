"""Proofs that a change is mechanical: from an old text to the new one by known steps.

- `repairs`: Characters that a carrier lost, and what they may have been.
- `rewriting`: The search for known means that turn the old text into the new one.
"""
