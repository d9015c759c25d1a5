from __future__ import annotations

import json
from html import unescape
from xml.etree import ElementTree as ET

import pytest

from crdiff.text.hidden import printed

OBEYED = (
    "::error::x",
    " \t::debug::y",
    "##[add-mask]z",
    "a ##vso[x]",
    "###[group]",
    "\x1b[31m",
    "\u202e",
    "a\n\n  ::error::b",
)


@pytest.mark.parametrize("words", OBEYED)
def test_json_means_what_it_meant(words: str) -> None:
    for written in (json.dumps([words], ensure_ascii=False), json.dumps({words: words})):
        assert json.loads(printed(written, "json")) == json.loads(written)


@pytest.mark.parametrize("words", [each for each in OBEYED if each.isprintable() or "\n" in each])
def test_xml_and_html_say_what_they_said(words: str) -> None:
    root = ET.fromstring(printed(f"<a b='{words}'>\n{words}</a>", "junit"))
    assert (root.text, root.get("b", "").split()) == (f"\n{words}", words.split())
    assert unescape(printed(words, "html").decode()) == words


@pytest.mark.parametrize("element", ["style", "script"])
def test_what_a_browser_reads_as_code_stays(element: str) -> None:
    page = f"<{element} id='x'>\n::before {{}} a##[b]\n</{element}>"
    assert printed(f"{page}\n::x", "html").decode() == f"{page}\n&#58;:x"


@pytest.mark.parametrize(
    ("words", "written"),
    [
        ("::error::x", r"\x3a:error::x"),
        ("a\n \u3000::error::x", "a\n \u3000\\x3a:error::x"),
        ("a ###[x]", r"a #\x23#[x]"),
        ("std::vector ## [a] #[b] # #[c]", "std::vector ## [a] #[b] # #[c]"),
        ("\x1b[1m::x\x1b[0m \x1b[1K", "\x1b[1m\\x3a:x\x1b[0m \\x1b[1K"),
    ],
)
def test_a_text_is_written_out_where_it_would_be_obeyed_and_nowhere_else(words: str, written: str) -> None:
    assert printed(words, "text", colour=True).decode() == written


def test_commands_of_our_own_stay_commands() -> None:
    assert printed("::error file=a::##[b]\u202e", "github").decode() == r"::error file=a::\x23#[b]\u202e"
