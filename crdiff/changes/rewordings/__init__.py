"""Rewordings of a release: found in the texts, gathered into families, and what they did not reach."""
