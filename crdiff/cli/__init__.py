"""The command line: a module for each group of commands, which read arguments, call, write and return an exit code.

A new command is a function with the decorator `command`, whose docstring is its help, and its name in
`crdiff.cli.app` or in the list of its group.
Start-up is part of every run: what only one of the commands of a module needs is imported inside its function.
"""
