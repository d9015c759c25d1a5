"""The template engine of the pages is Jinja's own, and strict."""

from __future__ import annotations

import pytest
from jinja2 import Environment, UndefinedError

from crdiff.pages.frame.render import environment


def test_what_is_printed_is_escaped_wherever_it_lands() -> None:
    source = (
        "{% macro m(x) %}<i>{{ x }}</i>{% endmacro %}{{ text }} {{ m(text) }} {% set x %}{{ text }}{% endset %}{{ x }}"
    )
    assert environment().from_string(source).render(text="<b a='\"'>&").count("&lt;b a=&#39;&#34;&#39;&gt;&amp;") == 3


def test_a_name_that_a_template_misspells_is_an_error() -> None:
    with pytest.raises(UndefinedError, match="'txet' is undefined"):
        environment().from_string("{{ txet }}").render(text="")


def test_the_engine_overrides_nothing_of_jinja() -> None:
    """Overriding Jinja's code generator, its calls and its escaping made a site of 134 releases 2 % quicker."""
    made = environment()
    assert type(made) is Environment
    own = (Environment.code_generator_class, Environment.context_class, Environment.template_class)
    assert (made.code_generator_class, made.context_class, made.template_class) == own
