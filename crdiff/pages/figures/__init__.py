"""How the rules grew."""
