"""A group of commands whose modules are imported only when one of them is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from importlib import import_module
from typing import Any

import click


class LazyGroup(click.Group):
    """A click group over `places`: name of a command -> module and name of the function that it is.

    Commands are listed in the order of the table, which is the order a newcomer needs them in.
    """

    def __init__(self, places: Mapping[str, str], **attributes: Any) -> None:
        super().__init__(no_args_is_help=False, **attributes)
        self.places = places

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  click's signature
        """Return the names of all commands."""
        return list(self.places)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  click's signature
        """Return the command called `cmd_name`, importing its module; None where there is none."""
        if cmd_name not in self.places:
            return None
        module, _, name = self.places[cmd_name].rpartition(".")
        command = getattr(import_module(module), name)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that `args` begin with, or say which one was probably meant."""
        asked = args[0]
        if asked not in self.places and not asked.startswith("-"):
            near = get_close_matches(asked, self.places, n=1)
            known = f"did you mean {near[0]!r}?" if near else f"expected one of {', '.join(self.places)}"
            ctx.fail(f"no command {asked!r}; {known}")
        return super().resolve_command(ctx, args)
