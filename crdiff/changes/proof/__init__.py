"""Proofs that a change is mechanical: from an old text to the new one by steps that are known."""
