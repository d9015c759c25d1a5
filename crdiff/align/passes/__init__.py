"""The passes of the alignment, in the order in which the engine runs them."""
