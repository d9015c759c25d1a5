"""A user's texts: a folder of files, each with a manifest; what adds, fetches, locks and clears them."""
