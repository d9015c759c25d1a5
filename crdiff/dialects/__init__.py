"""Reading: one module per way of writing the rules down, each str -> Release; `registry` chooses by evidence."""
