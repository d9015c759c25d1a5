"""Hostile inputs, each made from its number alone: small texts and documents of rules, damaged in a few places.

The damage is that of careless carriers (cut, doubled, in another encoding) and of people who mean harm (control words,
numbers of every form, runs of one character, parts of other formats).
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from random import Random
from zipfile import ZIP_DEFLATED, ZipFile

from tests.small_releases import RELEASES, release_text

_DATES = tuple(RELEASES)
_TEXTS = tuple(release_text(day, clauses).decode() for day, clauses in RELEASES.items())
_PAGES = (
    "From the Comprehensive Rules (June 7, 2024—Modern Horizons 3)\n\n- 720. Controlling Another Player\n- 720.1. Some "
    "cards allow a player to control another player.\n\nFrom the glossary of the Comprehensive Rules (June 7, 2024)\n\n"
    "- Control Another Player\n- See rule 720.\n\nRulings for Mindslaver\n\n- You can’t.\n",
    "**718.** Controlling Another Player\n\n**718.1.** Some cards allow a player to control another player.\n\n"
    "> 718.1a A subrule.\n>\n> Example: An example.\n\n1. One\n   - 718.2. Two\n",
    "• 507 - Controlling Another Player's Turn\n• 507.1 - One card allows it. [CompRules 2003/10/01]\nExample: It "
    "does. [CompRules 2003/10/01]\n• 507.1a - Overwrites. [CompRules 2004/06/01]\n",
    "712. Controlling Another Player\n\n712.1. Some cards allow it.\nBriefly: They do.\n712.1a. More.\n"
    "Comment: Less.\n",
)
"""Passages in the other dialects: a wiki, Markdown, an index of rulings, a lesson."""

_ENCODINGS = ("utf-8", "utf-8-sig", "utf-16-le", "utf-16-be", "utf-16", "utf-32", "cp1252", "mac_roman", "cp850")
_PIECES = (
    *(
        "Glossary\n",
        "Credits\n",
        "Contents\n",
        "Introduction\n",
        "Example: ",
        "EXAMPLE:",
        "100.1. ",
        "999.999zz ",
        "7. ",
    ),
    *(
        "306.b ",
        "606. 8b ",
        "100.1",
        "٣٠٠.١. ",
        "１００.１. ",
        "²",
        "000.0. ",
        "See rule 100.1.",
        "rules 601.2a–d",
        "rule ",
    ),
    *(
        "section 9",
        "1. ",
        "(1) ",
        "a) ",
        "“",
        "”",
        "‘",
        "’",
        '"',
        "'",
        "—",
        "–",
        " -- ",
        "™",
        "(tm)",
        "?",
        "???",
        "\ufffd",
    ),
    *("\u202e", "\u2066", "\u200b", "\xad", "\ufeff", "\u2028", "\x85", "\x9b31m", "\x1b[31m", "\x1e", "\x00", "\x7f"),
    *("\r", "\r\n", "\n\n", "\t", " ", "\xa0", "\x0c", "\x0b", "\x1a", "@octocat ", "#1 ", "::error::x", "##[group]x"),
    *("<script>", "</ins>", "&amp;", "]]>", "{{ 7 }}", "`", "|", "*", "_", "[x](javascript:a)", "http://a.b/c", "\\"),
    *(
        "effective as of June 7, 2024",
        "effective as of June 99, 2024",
        "[CompRules 2003/10/01]",
        "[CompRules 2003/99/01]",
    ),
    *("{W}", "{", "}", "{2/U}", "can't", "can’t", "players'", "\U0001f600", "e\u0301", "日本語", "ß", "İ", "ﬁ", "K"),
)
_RTF_WORDS = (
    *(
        r"\u99999999999 ",
        r"\u-1 ",
        r"\u55357 \u56832 ",
        r"\u ",
        r"\uc9 ",
        r"\uc-5 ",
        r"\bin99 ",
        r"\bin-1 ",
        r"\'",
        r"\'e9",
    ),
    *(r"\ansicpg99999", r"\fcharset77", r"\f9", r"\*", r"\par ", "{", "}", "}}", r"\pict", r"\~", r"\-", "\\", r"\'zz"),
)
_XML_PIECES = (
    *("<w:p>", "</w:p>", "<w:p/>", "<w:r><w:t>x</w:t></w:r>", "<w:del>", "</w:del>", "<w:ins/>", "<!DOCTYPE a>", "&x;"),
    *(
        "&#1;",
        "&#xfffe;",
        "&amp;",
        "]]>",
        "<![CDATA[x]]>",
        "<!-- -->",
        "<?x?>",
        "<w:tab/>",
        "<w:br/>",
        "\x00",
        "<x:y/>",
    ),
)
_REPEATS_MAX = 3_000
_NUMBERS = ("0", "7", "100", "999", "12345678901234567890", "100.1", "100.1a", "100.1zz", "100.0", "١٠٠.١", "1e9", "-1")


@dataclass(frozen=True, slots=True)
class Hostile:
    """An input: how a file of it would be called, and its bytes."""

    name: str
    raw: bytes


def hostile(number: int) -> Hostile:
    """Return the input with this number; the same for ever, while the small releases stay what they are."""
    random = Random(number)
    make = random.choices((_text, _docx, _rtf, _pdf), (90, 4, 4, 2))[0]
    return make(random)


def _text(random: Random) -> Hostile:
    text = random.choice(_TEXTS if random.random() < 0.7 else _PAGES)
    for _ in range(random.choice((0, 1, 1, 2, 3, 8))):
        text = random.choice(_ON_TEXTS)(random, text)
    raw = text.encode(random.choice(_ENCODINGS) if random.random() < 0.4 else "utf-8", "replace")
    for _ in range(random.choice((0, 0, 0, 1, 2, 5))):
        raw = random.choice(_ON_BYTES)(random, raw)
    return Hostile(random.choice(("rules.txt", "rules", "rules.md")), raw)


def _place(random: Random, length: int) -> tuple[int, int]:
    """Return the start and stop of a short stretch, or now and then of a long one."""
    start = random.randrange(length + 1)
    return start, min(length, start + random.choice((1, 1, 2, 5, 20, 100, length)))


def _insert(random: Random, text: str) -> str:
    at = random.randrange(len(text) + 1)
    return text[:at] + random.choice(_PIECES) + text[at:]


def _repeat(random: Random, text: str) -> str:
    at = random.randrange(len(text) + 1)
    piece = random.choice(_PIECES)
    return text[:at] + piece * random.randrange(1, 1 + _REPEATS_MAX // len(piece)) + text[at:]


def _delete(random: Random, text: str) -> str:
    start, stop = _place(random, len(text))
    return text[:start] + text[stop:]


def _replace(random: Random, text: str) -> str:
    start, stop = _place(random, len(text))
    return text[:start] + random.choice(_PIECES) + text[stop:]


def _change_number(random: Random, text: str) -> str:
    words = text.split(" ")
    at = random.randrange(len(words))
    words[at] = random.choice(_NUMBERS) + random.choice(("", ".", " ", ". "))
    return " ".join(words)


def _change_lines(random: Random, text: str) -> str:
    lines = text.split("\n")
    start, stop = _place(random, len(lines))
    some = lines[start:stop]
    match random.randrange(6):
        case 0:
            random.shuffle(some)
        case 1:
            some *= random.choice((2, 3, 40))
        case 2:
            some = []
        case 3:
            some = [" ".join(some)]
        case 4:
            some = [random.choice(("  ", "\t", "> ", "- ", "• ", "**")) + line for line in some]
        case _:
            some = [piece for line in some for piece in line.split(" ")]
    return "\n".join([*lines[:start], *some, *lines[stop:]])


def _join_pages(random: Random, text: str) -> str:
    return random.choice(("", "\n")).join((text, random.choice(_TEXTS + _PAGES)))


_ON_TEXTS: Sequence[Callable[[Random, str], str]] = (
    *(_insert, _insert, _repeat, _delete, _replace),
    *(_change_number, _change_number, _change_lines, _change_lines, _join_pages),
)


def _cut(random: Random, raw: bytes) -> bytes:
    start, stop = sorted(random.choices(range(len(raw) + 1), k=2))
    return random.choice((raw[:start], raw[start:], raw[:start] + raw[stop:], raw[start:stop]))


def _flip(random: Random, raw: bytes) -> bytes:
    found = bytearray(raw or b" ")
    for _ in range(random.choice((1, 1, 3, 30))):
        found[random.randrange(len(found))] = random.choice((0, 0x1E, 0x80, 0xA0, 0xFF, random.randrange(256)))
    return bytes(found)


def _splice(random: Random, raw: bytes) -> bytes:
    at = random.randrange(len(raw) + 1)
    return raw[:at] + random.randbytes(random.choice((1, 2, 3, 40))) + raw[at:]


def _tiny(random: Random, _raw: bytes) -> bytes:
    return bytes(random.choices((*b"100.1. a\n?", 0xA0, 0x80, 0xC3, 0xE2, 0xFE, 0xFF, 0), k=random.randrange(1, 12)))


_ON_BYTES: Sequence[Callable[[Random, bytes], bytes]] = (_cut, _flip, _flip, _splice, _tiny)


def _damaged(random: Random, text: str, pieces: Sequence[str]) -> str:
    for _ in range(random.choice((0, 1, 1, 2, 6))):
        start, stop = _place(random, len(text))
        text = text[:start] + random.choice(pieces) + text[random.choice((start, stop)) :]
    return text


def _bytes_of(random: Random, raw: bytes) -> bytes:
    for _ in range(random.choice((0, 0, 1, 2))):
        raw = random.choice(_ON_BYTES)(random, raw)
    return raw


_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_RELATIONS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="1" '
    'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" '
    'Target="word/document.xml"/></Relationships>'
)
_TYPES = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'


def word_document(body: str, relations: str = _RELATIONS, types: str = _TYPES) -> bytes:
    """Return the least archive that is a Word document with `body`, the XML of its paragraphs."""
    held = BytesIO()
    with ZipFile(held, "w", ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", types)
        archive.writestr("_rels/.rels", relations)
        archive.writestr("word/document.xml", f"<w:document {_W}><w:body>{body}</w:body></w:document>")
    return held.getvalue()


def _docx(random: Random) -> Hostile:
    lines = random.choice(_TEXTS).split("\n")
    body = "".join(f"<w:p><w:pPr><w:rPr/></w:pPr><w:r><w:t>{line}</w:t></w:r></w:p>" for line in lines)
    relations = _damaged(random, _RELATIONS, _XML_PIECES) if random.random() < 0.1 else _RELATIONS
    types = _damaged(random, _TYPES, _XML_PIECES) if random.random() < 0.1 else _TYPES
    raw = word_document(_damaged(random, body, (*_XML_PIECES, *_PIECES)), relations, types)
    return Hostile("rules.docx", _bytes_of(random, raw))


def _rtf(random: Random) -> Hostile:
    lines = random.choice(_TEXTS).encode("cp1252", "replace").decode("cp1252").split("\n")
    body = "\\par\n".join(lines)
    head = r"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset0 Times;}}\f0 "
    text = _damaged(random, f"{head}{body}}}", (*_RTF_WORDS, *_PIECES))
    return Hostile("rules.rtf", _bytes_of(random, text.encode("cp1252", "replace")))


def page_document(*pages: bytes, kids: Sequence[int] = ()) -> bytes:
    """Return the least .pdf whose pages have these packed contents; `kids` are pages by index, where not each once."""
    places = [4 + 2 * at for at in kids or range(len(pages))]
    listed = b" ".join(b"%d 0 R" % place for place in places)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [%b] /Count %d >>" % (listed, len(places)),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for at, packed in enumerate(pages):
        objects += [
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> "
            b"/Contents %d 0 R >>" % (5 + 2 * at),
            b"<< /Length %d /Filter /FlateDecode >>\nstream\n%b\nendstream" % (len(packed), packed),
        ]
    raw, offsets = b"%PDF-1.4\n", []
    for number, each in enumerate(objects, 1):
        offsets.append(b"%010d 00000 n \n" % len(raw))
        raw += b"%d 0 obj\n%b\nendobj\n" % (number, each)
    size = len(objects) + 1
    table = b"xref\n0 %d\n0000000000 65535 f \n%b" % (size, b"".join(offsets))
    return raw + table + b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (size, len(raw))


def _pdf(random: Random) -> Hostile:
    lines = random.choice(_TEXTS).encode("cp1252", "replace").decode("cp1252").split("\n")
    shown = [f"({line[:90]}) Tj 0 -14 Td" for line in lines if line]
    content = _damaged(
        random, "\n".join(("BT /F1 9 Tf 40 750 Td", *shown, "ET")), ("(", ")", "Tj", "q ", "Q ", "<<", "9e9 ")
    )
    return Hostile("rules.pdf", _bytes_of(random, page_document(zlib.compress(content.encode("cp1252", "replace")))))
