"""From an alignment to described changes: structure, facets, rewordings, proof, redline."""
