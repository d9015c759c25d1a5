"""Search: its page, what it finds, its index."""
