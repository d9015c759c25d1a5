"""The lineage of a clause as data beside its page: the same as the command line prints."""

from __future__ import annotations

from small_excerpt import make_excerpt

from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.site import render_site
from crdiff.reports.history import history_line
from crdiff.store.build.recorded import recorded_archive
from crdiff.store.embedded.corpus import load_corpus


def test_a_wording_without_a_text_is_known_by_its_dates(excerpt: ArchiveIndex) -> None:
    old, new = excerpt.lineages["2003-10-01-507.1"].wordings
    assert (str(old.first), str(old.last), old.is_held) == ("2003-10-01", "2008-02-01", True)
    assert (str(new.first), str(new.last), str(new.number)) == ("2009-07-11", "2016-01-16", "712.1")


def test_pages_and_commands_give_the_same_of_every_clause() -> None:
    """`crdiff history` answers from the same facts where no text was added."""
    pages = render_site(make_excerpt(load_corpus()))
    with recorded_archive() as archive:
        for recorded in load_corpus().lineages:
            lineage = archive.lineage(archive.index_of(recorded.id))
            assert pages[f"/clause/{lineage.id}/index.json"] == history_line(lineage)
