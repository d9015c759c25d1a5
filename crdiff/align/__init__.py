"""Which old clause became which new one: ordered passes, each yielding links with their evidence."""
