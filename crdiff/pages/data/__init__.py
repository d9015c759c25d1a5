"""Data for other tools, and feeds."""
