"""What a site is made from: the texts of a corpus, or the facts that come with crdiff; its page on names for Python."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache, partial
from pathlib import Path

import griffe
from msgspec.structs import replace

from crdiff.checks.inputs import known_timeline
from crdiff.cite.cited_by import CitationList, index_citations, read_citations
from crdiff.corpus import Corpus
from crdiff.dataset.files import dataset_files
from crdiff.dataset.rows import DatasetSource
from crdiff.errors import CorpusError, UsageError
from crdiff.game.rules import RuleSet
from crdiff.history.lineage import Lineage
from crdiff.identify.identified import Identified
from crdiff.importers.page import read_page
from crdiff.model.book import MAGIC
from crdiff.model.number import ClauseNumber
from crdiff.output.long_work import garbage_collection_paused
from crdiff.pages.archive_index import ArchiveIndex, CheckResults, with_recorded
from crdiff.pages.lives import Lives
from crdiff.pages.render import Prose
from crdiff.store.archive.site_contents import SiteContents, read_contents
from crdiff.store.archive.words import WORDS, KnownSentences, words_beside
from crdiff.store.build.recorded import recorded_archive
from crdiff.store.embedded.corpus import EmbeddedCorpus
from crdiff.store.embedded.editions import compare_editions, edition_texts
from crdiff.store.text_file import read_raw
from crdiff.store.texts.books import TEXTS, book_folder, book_of
from crdiff.store.texts.corpus_folder import MANIFEST, listing
from crdiff.trace.engines import EngineResults, PlayedEngine, played_engines
from crdiff.trace.following import gather_lineages
from crdiff.trace.switches import rule_set

_PACKAGE = Path(__file__).parent
_LINE = re.compile(r"^::: crdiff\.(\w+)$", re.MULTILINE)
_CONTENTS = "::: crdiff\n"
_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
_CODE = re.compile(r"``(?P<code>[^`]+)``|`(?P<name>[A-Za-z_][\w.]*)`")
_RUN = re.compile(r"[^ ](?:.*[^ ])?")


def documented(markdown: str) -> str:
    """Return `markdown` with every line ``::: crdiff.NAME`` replaced by the section of that public name.

    The line ``::: crdiff`` stands for a list of the names under each heading. Raises `UsageError` for a name that is
    not public.
    """
    if _CONTENTS in markdown:
        markdown = markdown.replace(_CONTENTS, _contents(markdown), 1)
    return _LINE.sub(lambda line: _section(line[1]), markdown)


def _contents(markdown: str) -> str:
    """Return a list of the headings of a page, each with links to the names under it."""
    _, *parts = _HEADING.split(markdown)
    return "".join(
        f"- [**{heading}**](#{heading.lower().replace(' ', '-')}): {', '.join(map(_linked, _LINE.findall(names)))}\n"
        for heading, names in zip(parts[::2], parts[1::2], strict=True)
    )


@lru_cache(maxsize=1)
def _homes() -> dict[str, str]:
    """Return public name -> the module that defines it, as type checkers read it in the stub of ``crdiff``."""
    stub = _PACKAGE / "__init__.pyi"
    package = griffe.visit("crdiff", stub, stub.read_text("utf-8"))
    aliases = (member for member in package.members.values() if isinstance(member, griffe.Alias))
    return {
        alias.name: alias.target_path.rpartition(".")[0] for alias in aliases if alias.target_path.startswith("crdiff.")
    }


@lru_cache(maxsize=64)
def _module(name: str) -> griffe.Module:
    path = _PACKAGE.joinpath(*name.split(".")[1:])
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return griffe.visit(name, file, file.read_text("utf-8"))


@lru_cache(maxsize=256)
def _section(name: str) -> str:
    """Return the heading of a public name and the Markdown under it."""
    if name not in _homes():
        raise UsageError(f"crdiff.{name} is not a public name", "one of crdiff.__all__")
    thing = _module(_homes()[name]).members[name]
    if isinstance(thing, griffe.Class):
        return "\n\n".join(_class(thing))
    if isinstance(thing, griffe.Function):
        return "\n\n".join((f"### {name}", _signature(thing, name), _prose(thing)))
    assert isinstance(thing, griffe.Attribute)
    return "\n\n".join((f"### {name}", f"> {_code(f'{name} = {thing.value}')}", _prose(thing)))


def _class(thing: griffe.Class) -> Iterator[str]:
    """Yield what is to be said of a class: what kind it is, its constructor, its fields and members, its methods."""
    base = next((str(each).partition("[")[0] for each in thing.bases), "")
    kind = "An enumeration of strings. " if base == "StrEnum" else ""
    if base in _homes():
        is_error = _homes()[thing.name] == "crdiff.errors"
        kind = f"An error, and a {_linked(base)}. " if is_error else f"A {_linked(base)} with more fields. "
    yield f"### {thing.name}"
    yield kind + _prose(thing)
    members = [member for member in thing.members.values() if not member.name.startswith("_")]
    attributes = [member for member in members if isinstance(member, griffe.Attribute)]
    methods = [member for member in members if isinstance(member, griffe.Function)]
    constructor = thing.members.get("__init__")
    if isinstance(constructor, griffe.Function):
        yield _signature(constructor, thing.name)
    yield "\n".join(_field(each) for each in attributes if each.annotation is not None or base == "StrEnum")
    for method in methods:
        yield f"#### {thing.name}.{method.name}"
        yield _signature(method, f"{thing.name}.{method.name}")
        yield _prose(method)


def _field(field: griffe.Attribute) -> str:
    """Return the line of a list on a field, a property, or a member of an enumeration."""
    typed = f": {field.annotation}" if field.annotation is not None else ""
    default = f" = {field.value}" if field.value is not None else ""
    said = f". {_prose(field)}" if field.docstring else ""
    return f"- {_code(f'{field.name}{typed}{default}')}{said}"


def _signature(function: griffe.Function, name: str) -> str:
    """Return the call of a function as a quotation, with the types of what it takes and gives; ours are links."""
    return f"> {_code(function.signature(return_type=function.name != '__init__', name=name))}"


def _code(line: str) -> str:
    """Return a line of a signature as Markdown: a run of code that breaks at spaces, and links."""
    return "".join(
        _linked(part) if at % 2 else _RUN.sub(r"`\g<0>`", part) for at, part in enumerate(_types().split(line))
    )


@lru_cache(maxsize=1)
def _types() -> re.Pattern[str]:
    """Return what finds our own types in a signature: after a space or a bracket, so not the name that is called."""
    return re.compile(rf"(?<=[ \[])({'|'.join(name for name in _homes() if name[0].isupper())})\b")


def _prose(thing: griffe.Object) -> str:
    """Return a docstring as Markdown; listings, which are indented, stay as they are."""
    lines = thing.docstring.value.splitlines() if thing.docstring else ()
    return "\n".join(line if line.startswith("    ") else _CODE.sub(_coded, line) for line in lines)


def _coded(found: re.Match[str]) -> str:
    return _linked(found["name"]) if found["name"] else f"`{found['code']}`"


def _linked(name: str) -> str:
    """Return a name as code, and as a link where it is a public one or a method of a public class."""
    owner = name.partition(".")[0]
    return f"[`{name}`](#{name.lower().replace('.', '')})" if owner in _homes() else f"`{name}`"


def contents_of(folder: Path | None, embedded: EmbeddedCorpus) -> SiteContents:
    """Return the contents of the texts in `folder`, its store brought up to date first; without one, of `embedded`.

    Raises `CorpusError` where the folder holds no text, and `StoreError` where the store cannot be used.
    """
    if folder is None:
        with recorded_archive(embedded, excerpt=True) as archive:
            return read_contents(archive, known=embedded.releases)
    with garbage_collection_paused(), Corpus(folder) as corpus:
        if corpus.is_recorded:
            raise CorpusError("holds no text of a release", "some added with 'crdiff corpus add'", path=str(folder))
        return read_contents(corpus.archive, corpus.texts.chosen(), corpus.known(), words_beside(corpus.archive))


def files_of(folder: Path | None) -> tuple[Path, ...]:
    """Return every file that `contents_of` and `index_site` read, the store of the corpus brought up to date first.

    The texts themselves are not among them: the store was made from them, and their manifests name what they hold. Nor
    is the index of words, which whoever first asks it makes from the store: reading would change what was read.
    """
    files = [*book_folder(book_of(folder) if folder else MAGIC).rglob("*")]
    if folder and listing(folder):
        with Corpus(folder) as corpus:
            corpus.archive.close()
        files += [each for each in folder.iterdir() if each.name != WORDS]
        files += (folder / TEXTS).glob(f"*{MANIFEST}")
    return tuple(sorted(path for path in files if path.is_file()))


def index_site(
    contents: SiteContents,
    embedded: EmbeddedCorpus,
    prose: Iterable[Prose] = (),
    checks: CheckResults | None = None,
    citations: Mapping[str, CitationList] | None = None,
    *,
    engines: Sequence[EngineResults] = (),
) -> ArchiveIndex:
    """Return `contents` indexed for their pages, with what `embedded` adds, the hand-written pages and the checks.

    `citations` are lists of those of repositories, by the names of these; `engines` are the results of these.
    """
    texts = edition_texts(embedded)
    archive = ArchiveIndex(
        contents=contents,
        editions=texts,
        comparisons=compare_editions(embedded, texts),
        identified=_identified(contents, embedded),
        annotations=embedded.annotations,
        stories=embedded.annotations,
        prose=tuple(sorted(prose, key=lambda page: page.path)),
        checks=checks,
        elsewhere=_elsewhere(contents, embedded) if contents.is_recorded else {},
        terms=tuple(_terms(embedded)) if contents.is_recorded else (),
        known_lives=embedded.lives,
        dataset=partial(_dataset, contents),
    )
    made = with_recorded(archive, embedded.titles, embedded.noted(), embedded.aliases)
    made = replace(made, rule_sets=_rule_sets(made, embedded) if contents.book == MAGIC else {})
    if citations:
        made = replace(made, citations=index_citations(citations.items(), made.lineages.get, made.release_after))
    return replace(made, engines=_engines(engines, made, embedded)) if engines else made


def _dataset(contents: SiteContents) -> Mapping[str, bytes]:
    """Return the facts for download, by the names of their files; no text is among them."""
    facts = contents.known, contents.sizes, contents.lineages, contents.entries
    return dataset_files(DatasetSource(contents.book, *facts), "sqlite", "rules.sqlite")


def _rule_sets(lives: Lives, embedded: EmbeddedCorpus) -> dict[date, RuleSet]:
    """Return how the game model plays in every release: by the texts of the archive, else by what is recorded."""
    clauses = [lives.lineages.get(each.id, each) for each in known_timeline().lineages]
    timeline = gather_lineages((*embedded.lives.dates, *lives.contents.dates), clauses, embedded.titles)
    return {release: rule_set(timeline, release) for release in timeline.releases}


def _identified(contents: SiteContents, embedded: EmbeddedCorpus) -> dict[str, Identified]:
    """Return what the editions quote, by their ids."""
    identify = (contents.words or KnownSentences(contents.book)).identify
    return {each.id: identify(read_page(embedded.raw(each), each.file).text) for each in embedded.editions}


def _engines(engines: Iterable[EngineResults], lives: Lives, embedded: EmbeddedCorpus) -> tuple[PlayedEngine, ...]:
    """Return the results of engines by the clauses of `archive`, as they stand in its newest release."""
    known, contents = known_timeline(), lives.contents
    if not lives.is_recorded and not set(contents.dates) <= set(known.releases):
        known = gather_lineages(contents.dates, contents.lineages, embedded.titles)
    return tuple(played_engines(engines, known, lives.newest))


def read_citation_lists(files: Iterable[str]) -> dict[str, CitationList]:
    """Return the lists of citations in `files` by the names of their repositories, else those of the files.

    Raises `CorpusError` where a file is none, and for two lists of one repository.
    """
    lists: dict[str, CitationList] = {}
    for file in map(Path, files):
        try:
            raw = read_raw(file)
        except OSError as error:
            what = f"the list of citations cannot be read ({error.strerror})"
            raise CorpusError(what, "a file that 'crdiff cite list --format json' wrote", path=str(file)) from None
        listed = read_citations(raw, str(file))
        name = listed.repository or file.stem
        if name in lists:
            raise CorpusError(f"a second list of the repository {name}", "one for each repository", path=str(file))
        lists[name] = listed
    return lists


def _elsewhere(contents: SiteContents, embedded: EmbeddedCorpus) -> dict[str, Lineage[ClauseNumber]]:
    """Return the known lives that `contents` lack, by their ids."""
    shown = {lineage.id for lineage in contents.lineages}
    ids = (thread.id for thread in embedded.lives.clauses if thread.id not in shown)
    return {lineage: life for lineage in ids if (life := embedded.lives.lineage(lineage))}


def _terms(embedded: EmbeddedCorpus) -> Iterator[tuple[str, date, date | None]]:
    """Yield the terms of every glossary entry known: (newest term, first release with it, last one or None)."""
    dates = embedded.lives.dates
    for thread in embedded.lives.entries:
        first, newest = thread.stays[0], thread.stays[-1]
        last = None if newest.last == len(dates) - 1 else dates[newest.last]
        yield newest.number, dates[first.first], last
