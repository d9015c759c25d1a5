"""What is the same around every page: the shell, addresses, English, prose, hosting, and changes as pages show them."""
