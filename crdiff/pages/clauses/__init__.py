"""The page of each clause."""
