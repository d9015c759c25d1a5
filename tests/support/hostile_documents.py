"""Documents that mean harm or came to it: each ends in text or in one clear line, soon and in little memory."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Mapping
from functools import partial
from io import BytesIO
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_STORED, ZipFile

from table import rows_of

from benchmarks.fuzz_inputs import page_document, word_document

_RULE = "<w:p><w:r><w:t>100.1. These rules apply to any game.</w:t></w:r></w:p>"
_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_TYPE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"


def _relations(target: str) -> str:
    relationship = f'<Relationship Type="{_TYPE}" Target="{target}"/>'
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{relationship}</Relationships>'


def _archive(*document: bytes | str, target: str = "word/document.xml", method: int = ZIP_DEFLATED) -> bytes:
    """Return an archive with the pieces of `document` as the whole XML of its text."""
    held = BytesIO()
    with ZipFile(held, "w", method, compresslevel=1) as archive:
        archive.writestr("[Content_Types].xml", f'<Types xmlns="{_PACKAGE}/content-types"/>')
        archive.writestr("_rels/.rels", _relations(target))
        with archive.open("word/document.xml", "w") as file:
            for piece in document:
                file.write(piece.encode() if isinstance(piece, str) else piece)
    return held.getvalue()


def _document(body: str, before: str = "") -> bytes:
    return _archive(f"{before}<w:document {_W}><w:body>{body}</w:body></w:document>")


def _patched(find: bytes, put: bytes) -> bytes:
    return word_document(_RULE).replace(find, put)


def _with_flags(flags: int, method: int = 8) -> bytes:
    """Return a document whose members say that they have these flags and are packed by this method."""
    raw = bytearray(word_document(_RULE))
    for magic, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = raw.find(magic)
        while place >= 0:
            struct.pack_into("<HH", raw, place + at, flags, method)
            place = raw.find(magic, place + 4)
    return bytes(raw)


def _repeated(piece: str, count: int) -> bytes:
    """Return a document of so many times `piece`, packed to a thousandth without ever being whole in memory."""
    raw = piece.encode()
    return _archive(f"<w:document {_W}><w:body>", *(raw for _ in range(count)), "</w:body></w:document>")


def _many_members(count: int) -> bytes:
    held = BytesIO()
    with ZipFile(held, "w", ZIP_STORED) as archive:
        for at in range(count):
            archive.writestr(f"{at}", b"")
    return held.getvalue()


def _lying(size: int) -> bytes:
    """Return a document whose directory says that the text has `size` bytes."""
    raw = bytearray(word_document(_RULE * 1000))
    place = raw.rfind(b"PK\x01\x02")
    struct.pack_into("<I", raw, place + 24, size)
    return bytes(raw)


_OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)
_LAUGHS = "<!DOCTYPE l [<!ENTITY a0 'ha'>{}]>".format(
    "".join(f"<!ENTITY a{at} '{f'&a{at - 1};' * 10}'>" for at in range(1, 10))
)

# Name -> archive.
DOCX: Mapping[str, Callable[[], bytes]] = {
    **{
        row["document"]: partial(_document, _RULE.replace("any", row["word"]), row["before"].strip("-"))
        for row in rows_of(__file__, "words of documents of Word")
    },
    **{row["document"]: partial(_archive, row["xml"]) for row in rows_of(__file__, "documents that are not of Word")},
    "badrels": lambda: word_document(_RULE, relations="<Relationships"),
    "norels": lambda: word_document(_RULE, relations="<Relationships/>"),
    "rels to nothing": lambda: word_document(_RULE, relations=_relations("word/none.xml")),
    "rels to itself": lambda: word_document(_RULE, relations=_relations("_rels/.rels")),
    "rels upwards": lambda: word_document(_RULE, relations=_relations("../../etc/passwd")),
    "rels outside": lambda: word_document(_RULE, relations=_relations("http://example.com/document.xml")),
    "badtypes": lambda: word_document(_RULE, types="<Types"),
    "emptytypes": lambda: word_document(_RULE, types=""),
    "badxml": lambda: _archive(f"<w:document {_W}><w:body>{_RULE}<w:p><w:r><w:t>half"),
    "emptyxml": lambda: _archive(""),
    "blankxml": lambda: _archive(" \n"),
    "nobody": lambda: _archive(f"<w:document {_W}></w:document>"),
    "emptybody": lambda: _document(""),
    "ctrl": lambda: _document(_RULE.replace("any", "\ufffe")),
    "nul": lambda: _document(_RULE.replace("any", "\0")),
    "direction": lambda: _document(_RULE.replace("any", "\u202eany")),
    "deep": lambda: _document("<w:sdt>" * 3_000 + _RULE + "</w:sdt>" * 3_000),
    "very deep": lambda: _repeated("<w:p>" * 1_000, 1_000),
    "deep in a run": lambda: _document(f"<w:p>{'<w:r>' * 100_000}{'</w:r>' * 100_000}</w:p>"),
    "paragraphs in one another": lambda: _document("<w:p>" * 200 + "<w:r><w:t>100.1. A</w:t></w:r>" + "</w:p>" * 200),
    "entity_bomb": lambda: _document(_RULE.replace("any", "&a9;"), _LAUGHS),
    "utf-16 doctype": lambda: _archive(
        f"<!DOCTYPE d [<!ENTITY x 'y'>]><w:document {_W}>&x;</w:document>".encode("utf-16")
    ),
    "bomb": lambda: _repeated(" " * 1_000_000, 100),
    "bomb of text": lambda: _repeated(f"<w:p><w:r><w:t>{'a' * 1_000_000}</w:t></w:r></w:p>", 60),
    "bomb of attributes": lambda: _document("<w:p " + " ".join(f'a{at}=""' for at in range(200_000)) + "/>"),
    "a long attribute": lambda: _document(f'<w:p a="{"a" * 10_000_000}"/>'),
    "a long comment": lambda: _document(f"<!--{'a' * 10_000_000}-->{_RULE}"),
    "a long name": lambda: _document(f"<{'a' * 10_000_000}/>{_RULE}"),
    "bomb_paras10m": lambda: _repeated("<w:p/>" * 1_000, 10_000),
    "runs without end": lambda: _repeated("<w:p>" + "<w:r/>" * 500_000, 4),
    "tabs without end": lambda: _document(f"<w:p>{'<w:tab/>' * 1_000_000}</w:p>"),
    "enc": lambda: _with_flags(0x1),
    "strongly enc": lambda: _with_flags(0x41),
    "method99": lambda: _with_flags(0, 99),
    "method lzma": lambda: _with_flags(0, 14),
    "packed by bzip2": lambda: _archive(f"<w:document {_W}><w:body>{_RULE}</w:body></w:document>", method=ZIP_BZIP2),
    "stored that is packed": lambda: _with_flags(0, 0),
    "an old document": lambda: _OLD,
    "an old document with a password": lambda: _OLD + "EncryptedPackage".encode("utf-16-le") + bytes(600),
    "another archive": lambda: _many_members(1),
    "another archive, cut short": lambda: _many_members(1)[:40],
    "cut": lambda: word_document(_RULE)[:-30],
    "cut early": lambda: word_document(_RULE)[:50],
    "only a head": lambda: b"PK\x03\x04",
    "spoiled bytes": lambda: _patched(b"word/document.xml", b"word/document.xmI"),
    "spoiled content": lambda: bytes(byte ^ (at == 250) for at, byte in enumerate(word_document(_RULE))),
    "more said than there": lambda: _lying(1 << 31),
    "less said than there": lambda: _lying(100),
    "a million members": lambda: _many_members(20_000),
}


def _rtf(body: str) -> Callable[[], bytes]:
    return lambda: (r"{\rtf1\ansi\ansicpg1252 " + body + "}").encode("latin-1")


RTF: Mapping[str, Callable[[], bytes]] = {
    **{row["document"]: _rtf(row["body"]) for row in rows_of(__file__, "documents of rich text")},
    "u_long": _rtf(rf"100.1. A \u{'9' * 5_000} rule."),
    "escape itself": _rtf("100.1. A \x1b[31m rule."),
    "groups without end": lambda: b"{\\rtf1 100.1. A rule." + b"{" * 1_000_000,
    "groups closed without end": lambda: b"{\\rtf1 100.1. A rule." + b"}" * 1_000_000,
    "links without end": _rtf(r"{\field{\*\fldinst{HYPERLINK \"a\"}}{ " * 3_000),
    "fonts without end": _rtf(r"{\fonttbl" + r"{\f1 " * 5_000),
    "backslashes": _rtf("\\" * 1_000_001),
    "a long word": _rtf("\\" + "a" * 1_000_000),
    "cut": lambda: b"{\\rtf1",
    "without text": _rtf(""),
    "only controls": _rtf(r"\par" * 100_000),
}


def _packed(*pieces: bytes) -> bytes:
    packer = zlib.compressobj(9)
    return b"".join([*(packer.compress(piece) for piece in pieces), packer.flush()])


_SHOW = b"BT /F1 12 Tf 72 700 Td (100.1. These rules apply to any game.) Tj ET\n"
_ENCRYPTED = b"/Encrypt << /Filter /Standard /V 1 /R 2 /O (%b) /U (%b) /P -4 >> /ID [(a) (a)] " % (b"o" * 32, b"u" * 32)

PDF: Mapping[str, Callable[[], bytes]] = {
    "broken": lambda: b"%PDF-1.4\nnothing of the kind",
    "only a head": lambda: b"%PDF-",
    "cut": lambda: page_document(_packed(_SHOW))[:300],
    "encrypted": lambda: page_document(_packed(_SHOW)).replace(b"/Root", _ENCRYPTED + b"/Root"),
    "no pages": page_document,
    "many pages": lambda: page_document(_packed(_SHOW), kids=[0] * 50_000),
    "pages in a ring": lambda: page_document(_packed(_SHOW)).replace(b"[4 0 R]", b"[2 0 R]"),
    "a stream that is none": lambda: page_document(b"not packed at all"),
    "a bomb of spaces": lambda: page_document(_packed(_SHOW, *[b" " * (1 << 20)] * 400)),
    "a bomb of text": lambda: page_document(
        _packed(b"BT /F1 9 Tf ", *[b"(aaaaaaaaaaaaaaaaaaaa)Tj " * 40_000] * 30, b"ET")
    ),
    "a bomb of states": lambda: page_document(_packed(_SHOW, *[b"q Q " * (1 << 18)] * 40)),
    "states in one another": lambda: page_document(_packed(b"q " * 3_000_000, _SHOW)),
}

DOCUMENTS: Mapping[str, Callable[[], bytes]] = {
    f"{kind}: {name}": make
    for kind, cases in (("docx", DOCX), ("rtf", RTF), ("pdf", PDF))
    for name, make in cases.items()
}
