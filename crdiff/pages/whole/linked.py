"""Text of the current rules with its cross-references made into links."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup, escape

from crdiff.annotate.cross_references import cross_references
from crdiff.pages.address import relative


def linked(text: str, targets: Mapping[str, str], page: str) -> Markup:
    """Return `text` escaped, each number that it refers to leading to where `targets` says it is read.

    `page` is the address of the page that the text stands on. A reference to what is not there stays plain.
    """
    pieces: list[Markup] = []
    at = 0
    for each in cross_references(text):
        target = targets.get(str(each.number))
        if target is None or each.start < at:
            continue
        pieces.append(escape(text[at : each.start]))
        pieces.append(Markup('<a href="{}">{}</a>').format(relative(target, page), text[each.start : each.stop]))
        at = each.stop
    return Markup("").join((*pieces, escape(text[at:])))
