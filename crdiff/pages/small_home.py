"""The home page: what this is, the number jump, the life of a section as a stair, our notes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from crdiff.model.corpus import Annotation, KnownLineage
from crdiff.pages.comparisons import comparison
from crdiff.pages.frame import address
from crdiff.pages.frame.english import counted
from crdiff.pages.frame.prose import Prose, Section, read_article
from crdiff.pages.frame.render import Head, render
from crdiff.pages.home.story import Story, tell
from crdiff.pages.library import Library, in_time, is_heading
from crdiff.pages.small_held import held_texts


@dataclass(frozen=True, slots=True)
class HomeView:
    """What `home/small_home.html` shows; the first words are those of ``site/index.md``."""

    title: str
    lead: Markup
    sections: tuple[Section, ...]
    holds: str
    texts: tuple[tuple[str, str, str], ...]
    comparisons: tuple[comparison.ComparisonRow, ...]
    stories: tuple[Story, ...]
    notes: tuple[Annotation, ...]


def home_page(library: Library, prose: Prose) -> bytes:
    """Return the home page of a site of quoted passages, its first words taken from `prose`."""
    article = read_article(prose)
    head = Head(
        address=address.HOME,
        title=f"crdiff: {article.title}",
        description=prose.meta.get("description", article.title),
    )
    view = HomeView(
        title=article.title,
        lead=article.lead,
        sections=article.sections,
        holds=f"{_held(library)} {_known(library)}".strip(),
        texts=tuple(_texts(library)),
        comparisons=comparison.rows(library),
        stories=tuple(tell(lineage, library) for lineage in sections_with_texts(library)),
        notes=in_time(library.annotations),
    )
    return render("home/small_home.html", head, view)


def _held(library: Library) -> str:
    return f"This copy holds {counted(len(library.texts), 'text')}."


def _known(library: Library) -> str:
    if not library.releases:
        return ""
    first = library.releases[0].effective
    return f"{len(library.releases)} releases are known, from {first} to {library.newest}."


def _texts(library: Library) -> Iterator[tuple[str, str, str]]:
    for text in library.texts:
        name = f"{text.heading.number} {text.heading.clause.wording}" if text.heading else text.edition.title
        yield text.effective.isoformat(), name, address.edition(text.id)


def sections_with_texts(library: Library) -> Iterator[KnownLineage]:
    """Yield the subsections of which several texts are held: they have a story to tell."""
    for lineage in library.lineages:
        if is_heading(lineage) and len(held_texts(lineage, library)) > 1:
            yield lineage
