"""Texts of others that quote the rules, each in full."""
