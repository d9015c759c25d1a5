"""A Word document with all tracked changes of one author rejected or accepted, as Word does it, on its XML."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from zipfile import ZipFile

from lxml import etree

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"


def main_xml(raw: bytes) -> bytes:
    """Return the XML of the text of a document."""
    with ZipFile(BytesIO(raw)) as archive:
        return archive.read("word/document.xml")


def rejected(raw: bytes, author: str) -> etree._Element:
    """Return the XML with every change of `author` undone."""
    return _settled(raw, author, gone="ins", stays="del")


def accepted(raw: bytes, author: str) -> etree._Element:
    """Return the XML with every change of `author` taken over."""
    return _settled(raw, author, gone="del", stays="ins")


def written_alike(raw: bytes) -> bytes:
    """Return the XML of a document as `canonical` gives it."""
    return canonical(etree.fromstring(main_xml(raw)))


def canonical(root: etree._Element) -> bytes:
    """Return XML in which runs of the same formatting that follow each other are one: what Word makes of both."""
    for run in list(root.iter(f"{_W}r")):
        if not [child for child in run if child.tag != f"{_W}rPr"]:
            _take_out(run)
    for insertion in list(root.iter(f"{_W}ins")):
        if not len(insertion) and insertion.getparent().tag != f"{_W}rPr":
            _take_out(insertion)
    for parent in root.iter():
        _join(parent, f"{_W}ins")
    for parent in root.iter():
        _join(parent, f"{_W}r")
    for run in root.iter(f"{_W}r"):
        _join(run, f"{_W}t")
    for text in root.iter(f"{_W}t"):
        text.attrib.pop(_SPACE, None)
    etree.cleanup_namespaces(root)
    return etree.tostring(root, method="c14n")


def _settled(raw: bytes, author: str, gone: str, stays: str) -> etree._Element:
    root = etree.fromstring(main_xml(raw))
    for paragraph in list(root.iter(f"{_W}p")):
        if any(mark.get(f"{_W}author") == author for mark in paragraph.findall(f"{_W}pPr/{_W}rPr/{_W}{gone}")):
            assert not "".join(text.text for text in _of(paragraph, author, stays, f"{_W}t"))
            _take_out(paragraph)
    for change in [one for one in root.iter(f"{_W}{gone}") if one.get(f"{_W}author") == author]:
        _take_out(change)
    for change in [one for one in root.iter(f"{_W}{stays}") if one.get(f"{_W}author") == author]:
        for text in change.iter(f"{_W}delText"):
            text.tag = f"{_W}t"
        parent, at = change.getparent(), change.getparent().index(change)
        parent[at : at + 1] = list(change)
    return root


def _of(paragraph: etree._Element, author: str, kind: str, name: str) -> Iterator[etree._Element]:
    for change in paragraph.iter(f"{_W}{kind}"):
        if change.get(f"{_W}author") == author:
            yield from change.iter(name)


def _join(parent: etree._Element, name: str) -> None:
    """Join the children of one name that follow each other and differ in nothing but their text."""
    before = None
    for child in list(parent):
        if child.tag == name and before is not None and _kind(child) == _kind(before):
            if name == f"{_W}t":
                before.text = (before.text or "") + (child.text or "")
            before.extend([part for part in child if part.tag != f"{_W}rPr"])
            parent.remove(child)
        else:
            before = child if child.tag == name else None


def _kind(element: etree._Element) -> tuple[object, ...]:
    properties = element.find(f"{_W}rPr")
    attributes = {name: value for name, value in element.attrib.items() if name != _SPACE}
    return tuple(sorted(attributes.items())), None if properties is None else etree.tostring(properties, method="c14n")


def _take_out(element: etree._Element) -> None:
    element.getparent().remove(element)
