"""The page that tells which rules a pasted text quotes: its script asks pieces of the site, and nothing leaves it."""

from __future__ import annotations

from datetime import date

from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.frame import address
from crdiff.pages.frame.prose import read_article
from crdiff.pages.frame.render import Head, page

_TITLE = "Which rules a text quotes"
_EXAMPLE = """\
502.9a. Trample is a static ability that modifies the rules for assigning an attacking creature's combat damage. A \
creature with trample has no special abilities when blocking or dealing noncombat damage. (See rule 310, "Combat \
Damage Step.")

502.9c. If an attacking creature with trample is blocked, but there are no creatures blocking it when damage is \
assigned, all its damage is assigned to the player or planeswalker it's attacking."""
"""Of a thread of mtgthesource.com of 2009-05-06."""
_EXAMPLE_READ_SO = date(2008, 7, 15)
"""A release that the example quotes word for word."""


def identify_page(archive: ArchiveIndex) -> tuple[str, bytes]:
    """Return the page by its address; its script reads `sentence_shards`.

    It says in how many `releases` the text is looked for, and has an `example` to try where they do. `about` is what we
    wrote of the command, None where the site has no prose.
    """
    about = next((read_article(prose) for prose in archive.prose if prose.address == address.IDENTIFY), None)
    head = Head(
        address=address.IDENTIFY,
        title=f"{_TITLE} · crdiff",
        description="Paste a text that quotes the rules of Magic: see which rules they are, and how they read today.",
        part=address.SEARCH,
    )
    dates = archive.contents.days
    return address.IDENTIFY, page(
        "identify/identify.html",
        head,
        title=_TITLE,
        releases=len(dates),
        first=dates[0],
        last=dates[-1],
        example=_EXAMPLE if _EXAMPLE_READ_SO in dates else "",
        has_texts=not archive.is_recorded,
        about=about,
    )
