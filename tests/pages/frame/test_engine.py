"""The quicker engine prints what jinja itself prints."""

from __future__ import annotations

import pytest
from jinja2 import Environment, StrictUndefined, pass_context, pass_environment, pass_eval_context
from jinja2.environment import Environment as Engine
from jinja2.nodes import EvalContext
from jinja2.runtime import Context
from markupsafe import Markup

from crdiff.pages.frame.engine import environment

HOSTILE = "<b a='\"'>&"


@pass_context
def _of_the_context(context: Context, more: str) -> str:
    return f"{context['text']}{more}"


@pass_eval_context
def _of_the_evaluation(evaluation: EvalContext, more: str) -> str:
    return f"{evaluation.autoescape}{more}"


@pass_environment
def _of_the_environment(engine: Engine, more: str) -> str:
    return f"{engine.trim_blocks}{more}"


VALUES = {
    "text": HOSTILE,
    "safe": Markup(HOSTILE),
    "count": 7,
    "plain": lambda more: f"<{more}>",
    "context": _of_the_context,
    "evaluation": _of_the_evaluation,
    "environment_": _of_the_environment,
}


@pytest.mark.parametrize(
    "source",
    [
        "{{ text }} {{ safe }} {{ count }} {{ text|safe }} {{ text ~ safe }} {{ plain(text) }}",
        "{% autoescape false %}{{ text }}{{ safe }}{{ plain('&') }}{% endautoescape %}{{ text }}",
        "{% autoescape count == 7 %}{{ text }}{% endautoescape %}",
        "{% autoescape count == 8 %}{{ text }}{% endautoescape %}",
        "{{ context('<') }}",
        "{{ evaluation('<') }}{% autoescape false %}{{ evaluation('<') }}{% endautoescape %}",
        "{{ environment_('<') }}",
        "{% macro m(x) %}<i>{{ x }}{{ caller() }}</i>{% endmacro %}{% call m(text) %}{{ text }}{% endcall %}",
        "{% for x in [text, safe] %}{{ loop.index }}{{ x }}{% endfor %}",
        "{% set x %}{{ text }}<i>{% endset %}{{ x }}",
        "{% filter upper %}{{ text }}{% endfilter %}{{ '<' }}{{ {'a': text} }}{{ [safe] }}",
    ],
)
def test_a_template_prints_what_jinja_prints(source: str) -> None:
    own = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    assert environment().from_string(source).render(VALUES) == own.from_string(source).render(VALUES)
