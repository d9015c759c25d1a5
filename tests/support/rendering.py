"""A whole site in memory."""

from __future__ import annotations

from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.render import OWN_FRAME, Frame, framed
from crdiff.pages.site import frame_of, site_ending, site_portions


def render_site(archive: ArchiveIndex, url: str = "", frame: Frame = OWN_FRAME) -> dict[str, bytes]:
    """Return every page and every file of data by its address, in a fixed order.

    Addresses are as in `crdiff.pages.address`; `address.file_of` says which file is served at one. `url` is
    the address that the site is hosted at, or only the path of it: the page for missing pages needs the path, feeds and
    the map of the site the whole of it. `frame` is for pages among those of another project.

    Raises `CorpusError` for a hand-written page in place of another.
    """
    portions = site_portions(archive, url)
    with framed(frame_of(archive, url, frame)):
        made = [page for portion in portions for page in portion()]
        return dict((*made, *site_ending([where for where, _ in made], archive, url, frame)))
