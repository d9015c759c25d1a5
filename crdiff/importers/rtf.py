r"""An .rtf document to lines: its text without the tables, notes and pictures around it, in one pass.

Written for documents that anybody may send: what striprtf 0.0.35 does with regular expressions over the whole document
takes hours for a line made for that. A damaged document is refused, no control word is an error by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct, field
from msgspec.structs import replace

from crdiff.errors import UnreadableText

_CODE_PAGE = re.compile(rb"\\ansicpg(\d+)")
_PAGES = {b"10000": "mac_roman", b"1252": "cp1252", b"437": "cp437", b"850": "cp850"}
_DEFAULT_PAGE = "cp1252"

# The code page of a font by its ``\fcharset``, as the specification of RTF 1.9.1 lists them.
_CHARSETS = {
    0: "cp1252", 77: "mac_roman", 83: "mac_greek", 84: "mac_cyrillic", 86: "mac_romanian", 89: "mac_latin2",
    128: "cp932", 129: "cp949", 130: "johab", 134: "gbk", 136: "cp950", 161: "cp1253", 162: "cp1254", 163: "cp1258",
    177: "cp1255", 178: "cp1256", 186: "cp1257", 204: "cp1251", 222: "cp874", 238: "cp1250", 254: "cp437",
    255: "cp850",
}  # fmt: skip

_WORDS = {
    "par": "\n", "line": "\n", "row": "\n", "sect": "\n\n", "page": "\n\n", "tab": "\t", "cell": "|",
    "nestcell": "|", "emdash": "—", "endash": "–", "emspace": "\u2003", "enspace": "\u2002", "qmspace": "\u2005",
    "bullet": "•", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”",
}  # fmt: skip
# The optional hyphen is none of them: it shows only where a word is broken.
_SYMBOLS = {"~": "\u00a0", "_": "\u2011", "\n": "\n", "\r": "\n", "{": "{", "}": "}", "\\": "\\"}

_DESTINATIONS = """
    fonttbl colortbl stylesheet info header headerl headerr headerf footer footerl footerr footerf footnote ftnsep
    ftnsepc ftncn aftnsep aftnsepc aftncn annotation atnauthor atnid pict object objdata do shp shptxt shprslt
    shpinst sp sn sv fldinst xe rxe tc txe pn pntext pntxta pntxtb private revtbl filetbl listtable
    listoverridetable listname generator title subject author operator keywords doccomm comment company category
    manager hlinkbase creatim revtim printim buptim template bkmkstart bkmkend nonesttables upr ud result
"""
# The destinations whose text is none of the document's; later ones are marked with an asterisk.
_NO_TEXT = frozenset(_DESTINATIONS.split())

_TOKEN = re.compile(
    r"\\([A-Za-z]{1,32})(-?[0-9]{1,10})?[ ]?|\\'([0-9A-Fa-f]{2})|\\([^A-Za-z])|([{}])|[\r\n]+|([^\\{}\r\n]+|\\)"
)
_UNICODE_STEP = 0x10000
_LAST_CHARACTER = 0x10FFFF
# Groups in one another; 2012-10-01 has 9.
_DEPTH_MAX = 10_000
_WHOLE = "a whole .rtf document"


class _Group(Struct, frozen=True):
    r"""What holds to the end of a group: characters to pass over after ``\u``, whether its text is none, its font."""

    skipped_after: int = 1
    is_left_out: bool = False
    font: str = ""


class _Reader(Struct):
    r"""The text so far. `page` is the code page of fonts without one, `bytes` are those written as ``\'d5``."""

    page: str
    group: _Group = field(default_factory=_Group)
    outer: list[_Group] = field(default_factory=list)
    fonts: dict[str, str] = field(default_factory=dict)
    pieces: list[str] = field(default_factory=list)
    bytes: bytearray = field(default_factory=bytearray)
    to_skip: int = 0

    def brace(self, brace: str) -> bool:
        """Open or close a group; return whether the document goes on."""
        self.to_skip = 0
        if brace == "{":
            if len(self.outer) == _DEPTH_MAX:
                raise UnreadableText(f"the .rtf document has more than {_DEPTH_MAX:,} groups in one another", _WHOLE)
            self.outer.append(self.group)
        elif self.outer:
            self.group = self.outer.pop()
        return bool(self.outer)

    def word(self, word: str, argument: str) -> None:
        r"""Take in a control word such as ``\u8217``."""
        self.to_skip = 0
        if word == "fcharset":
            self.fonts[self.group.font] = _CHARSETS.get(_number(argument, 0), self.page)
        elif word == "f":
            self.group = replace(self.group, font=argument)
        elif word in _NO_TEXT:
            self.group = replace(self.group, is_left_out=True)
        elif self.group.is_left_out:
            return
        elif word in _WORDS:
            self.pieces.append(_WORDS[word])
        elif word == "uc":
            self.group = replace(self.group, skipped_after=max(0, _number(argument, 1)))
        elif word == "u":
            self.to_skip = self.group.skipped_after
            if argument:
                self.pieces.append(_character(int(argument)))

    def symbol(self, symbol: str) -> None:
        r"""Take in a control symbol such as ``\~``."""
        self.to_skip = 0
        if symbol == "*":
            self.group = replace(self.group, is_left_out=True)
        elif not self.group.is_left_out:
            self.pieces.append(_SYMBOLS.get(symbol, ""))

    def text(self, text: str) -> None:
        """Take in characters that stand for themselves."""
        rest = text[self.to_skip :]
        self.to_skip = max(0, self.to_skip - len(text))
        if not self.group.is_left_out:
            self.pieces.append(rest)

    def byte(self, digits: str) -> None:
        """Take in a character of the code page; several together can be one character."""
        if self.to_skip:
            self.to_skip -= 1
        elif not self.group.is_left_out:
            self.bytes.append(int(digits, 16))

    def end_bytes(self) -> None:
        """Decode the bytes taken in."""
        self.pieces.append(self.bytes.decode(self.fonts.get(self.group.font, self.page), "replace"))
        self.bytes.clear()


def rtf_lines(raw: bytes) -> list[str]:
    r"""Return the paragraphs of a document; its header names the page of the characters written as ``\'d5``.

    Raises `UnreadableText` for a number that is not a character, and for more nested groups than documents have.
    """
    found = _CODE_PAGE.search(raw[:2000])
    reader = _Reader(_PAGES.get(found[1], _DEFAULT_PAGE) if found else _DEFAULT_PAGE)
    for word, argument, digits, symbol, brace, text in _tokens(raw.decode("latin-1")):
        if reader.bytes and not digits:
            reader.end_bytes()
        if text:
            reader.text(text)
        elif word:
            reader.word(word, argument)
        elif digits:
            reader.byte(digits)
        elif brace:
            if not reader.brace(brace):
                break
        elif symbol:
            reader.symbol(symbol)
    return _whole_characters("".join(reader.pieces)).split("\n")


def _tokens(text: str) -> Iterator[tuple[str, str, str, str, str, str]]:
    r"""Yield word and argument, digits of a byte, symbol, brace or text; ``\bin5`` and the five bytes after it go."""
    at = 0
    while at < len(text):
        for found in _TOKEN.finditer(text, at):
            at = found.end()
            if found[1] == "bin":
                at += max(0, _number(found[2] or "", 0))
                break
            word, argument, digits, symbol, brace, plain = found.groups("")
            yield word, argument, digits, symbol, brace, plain
        else:
            return


def _number(argument: str, default: int) -> int:
    return int(argument) if argument else default


def _character(code: int) -> str:
    r"""Return the character that ``\u`` names: negative from 32,768 on, half of one beyond 65,535."""
    character = code + _UNICODE_STEP if code < 0 else code
    if not 0 <= character <= _LAST_CHARACTER:
        raise UnreadableText(rf"the .rtf document has \u{code}, which is no character", _WHOLE)
    return chr(character)


def _whole_characters(text: str) -> str:
    """Return `text` with two halves that stand side by side made one character, and any other half replaced."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text
