"""What comes with crdiff: lineages, editions, notes and catalog, read and held to one another."""
