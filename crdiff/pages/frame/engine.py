"""The template engine, made quicker where a site of thousands of pages spends its time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from jinja2.compiler import CodeGenerator, Frame
from jinja2.environment import TemplateModule
from jinja2.nodes import Expr
from jinja2.runtime import Context
from markupsafe import Markup, escape

_ENTITIES = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("'", "&#39;"), ('"', "&#34;"))
"""What `markupsafe.escape` makes of the characters that mean something in HTML."""


class _Context(Context):
    """Names in a template, whose functions and macros get their arguments and no more, unless they ask for more."""

    def call(self, called: Callable[..., Any], *args: Any, **named: Any) -> Any:
        """Call what a template calls, half a million times for a site, as jinja does."""
        if hasattr(called, "jinja_pass_arg"):
            return super().call(called, *args, **named)
        named.pop("_loop_vars", None)
        named.pop("_block_vars", None)
        return called(*args, **named)


class _Code(CodeGenerator):
    """Python made of templates, which escapes text by `_Environment.escaped`."""

    def _output_child_pre(self, node: Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.escaped(")


class _Template(Template):
    """A template that others import as it is, once: none of ours has globals of its own, which jinja would look for."""

    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:  # noqa: ARG002  as jinja calls it
        if self._module is None:
            self._module = self.make_module()
        return self._module


class _Environment(Environment):
    """The template engine with quicker calls, imports and escaping."""

    context_class = _Context
    template_class = _Template
    code_generator_class = _Code

    @staticmethod
    def escaped(value: object) -> str:
        """Return `value` escaped like `markupsafe.escape` does, but as plain text, which the engine only joins."""
        if type(value) is Markup:
            return value
        if type(value) is not str:
            return str(value) if type(value) is int else escape(value)
        for char, entity in _ENTITIES:
            if char in value:
                value = value.replace(char, entity)
        return value


def environment() -> Environment:
    """Return the engine with the templates of the pages.

    Text is escaped wherever it lands (autoescape), and a name that a template misspells is an error (StrictUndefined).
    """
    return _Environment(
        loader=PackageLoader("crdiff.pages", ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )
