"""The texts of a user's corpus: a folder of files as they were given, each with a manifest beside it.

The folder is the truth and the only thing that cannot be computed again, so every file given is kept, byte for byte,
until somebody removes it: also one that says the same as another in another encoding or format. Which of them is read
is a choice that is made here. The manifest is written after the text and removed first: a text
without one was never added.

What a text lacks at its end: a download that was cut is not the release whose date it prints.

The contents of a text list its last parts, the known lives say which clauses and glossary entries a release has, and
the credits of a text beside it where credits end. All 134 releases but 2013-02-01 pass, each beside the one before.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime
from enum import IntEnum, StrEnum
from functools import cached_property
from hashlib import blake2b, sha256
from itertools import groupby
from pathlib import Path, PurePath
from urllib.parse import urlsplit

from msgspec import Struct, structs

from crdiff.dialects.registry import read
from crdiff.errors import CorpusError, CrdiffError, UnknownRelease, UnrecognisedText
from crdiff.history.nearest import HOW_TO_GET, dated, is_date, nearest_dates
from crdiff.model.book import MAGIC
from crdiff.model.fingerprint import raw_fingerprint
from crdiff.model.release import Release, covering
from crdiff.model.tree import walk
from crdiff.output.atomic_file import write_whole
from crdiff.store.embedded.lives import known_lives, known_sizes
from crdiff.store.text_file import json_bytes, read_json, read_table, read_text, write_table
from crdiff.store.texts.books import TEXTS, book_folder, book_for, book_of, called_by_its_title
from crdiff.store.texts.corpus_folder import CHOICES, MANIFEST, known_releases, listing

END_OF_CREDITS = "the end of its credits"
# What stands in the last paragraphs of the credits: the patents, or before 2013 how to reach the publisher.
_NOTICE = re.compile(r"\bPatent|\bPat\. No\. RE|website", re.IGNORECASE)
# What the last paragraph of the credits ends with: a full stop, a website, or a company as in 2026-01-16.
_END = re.compile(r"(?:\.|\.com>?|Inc)$")
# Share of the clauses or entries of a release up to its end that a text of it has, whatever form it was given in.
_ALIKE_MIN = 0.98
_DIGITS = re.compile(r"\d+")


def lacking(text: Release) -> str:
    """Return what a text lacks at its end, "" where nothing is known to: "its credits and 405 of 735 entries"."""
    at = _known_at(text)
    listed = [part.lower() for part in text.missing if part.lower() != "glossary"]
    lacked = [" and ".join((f"its {listed[0]}", *listed[1:]))] if listed else []
    if at is None:
        return "".join(lacked)
    if not text.credits:
        terms, entries = _terms(text.book, at), {entry.term for entry in text.glossary}
        if absent := len(terms - entries):
            after = f", those after “{text.glossary[-1].term}”" if text.glossary else ""
            lacked.insert(0, f"{absent} of {len(terms)} glossary entries{after}")
        lacked = lacked or ["its credits"]
    elif not _are_ended(text):
        lacked.append(END_OF_CREDITS)
    return ", and ".join(lacked)


def last_of_its_rules(text: Release) -> str:
    """Return the number of the clause in the rules after which a text breaks off, "" where it has all of them."""
    if text.glossary or text.credits or not text.placements:
        return ""
    last = str(text.placements[-1].number)
    return last if text.missing or _is_beginning(text) else ""


def lacks_credits_of(paragraphs: Sequence[str], others: Sequence[str]) -> bool:
    """Whether the credits of a text end where those of another, of its release or the one before, go on."""
    ours, theirs = ([_DIGITS.sub("0", paragraph) for paragraph in each] for each in (paragraphs, others))
    if not ours or not theirs or ours[-1] == theirs[-1]:
        return False
    return any(one.startswith(ours[-1]) for one in theirs)


def _are_ended(text: Release) -> bool:
    """Whether the credits go on to their end. Source: 2003-05-26, alone without contents, has no notice either."""
    said = [paragraph.text for paragraph in text.credits]
    return _END.search(said[-1]) is not None and (not text.contents or any(map(_NOTICE.search, said)))


def _known_at(text: Release) -> int | None:
    """Return the position of the known release whose clauses a text has, None where there is none."""
    at, known = _of_its_date(text)
    return at if known and len(text.placements) >= _ALIKE_MIN * known else None


def _of_its_date(text: Release) -> tuple[int, int]:
    """Return the position of the known release of the date of a text, and how many clauses it has, 0 for none."""
    sizes = known_sizes(text.book)
    return next(((at, known) for at, (day, known) in enumerate(sizes) if day == text.effective), (0, 0))


def _is_beginning(text: Release) -> bool:
    """Whether a text has all clauses of the known release of its date up to its last one, but not the rest."""
    at, known = _of_its_date(text)
    if len(text.placements) >= known:
        return False
    has = {placement.number for placement in text.placements}
    numbers = [text.numbers.parse(standing.number) for standing in known_lives(text.book).standing(at)]
    before = {number for number in numbers if number <= max(has)}
    return len(has & before) >= _ALIKE_MIN * len(before)


def _terms(book: str, at: int) -> frozenset[str]:
    entries = known_lives(book).entries
    return frozenset(stay.number for thread in entries if (stay := covering(thread.stays, at)))


_SUFFIX = re.compile(r"\.[a-z0-9]{1,8}")


class Outcome(StrEnum):
    """The outcome of adding a text: its bytes were held, or what it says was, or another text of its release."""

    ADDED = "added"
    HELD = "already held"
    FORM = "added in another form"
    VARIANT = "added as a variant"


class Added(Struct, frozen=True):
    """A text after adding, the one that is `read` of its release, and the folder of the `corpus` of its book."""

    outcome: Outcome
    text: HeldText
    read: HeldText
    corpus: Path


class FileMismatch(Struct, frozen=True):
    """A file of the corpus that is not as its manifest says; `path` is inside the corpus folder."""

    path: str
    what: str


def identify(raw: bytes, name: str, book: str = MAGIC) -> Identity:
    """Return the identity of the text in `raw`, which is of `book`; `name` is what errors call it.

    Raises `UnreadableText` and `UnrecognisedText` as reading does, and `UnrecognisedText` where no effective date is
    printed, where the text sets out to quote a part of the rules only, and where it lacks its beginning or breaks off
    in its rules.
    """
    other = called_by_its_title(raw)
    if other not in {"", book}:
        raise UnrecognisedText(f"is a text of the book {other}", f"one of {book}, as was asked for")
    release = read(raw, PurePath(name).name, book=book_for(book))
    if release.effective is None:
        raise UnrecognisedText("prints no effective date", "a line such as 'These rules are effective as of…'")
    if release.lacks_beginning:
        first = release.placements[0].number
        raise UnrecognisedText(f"lacks its beginning: its rules begin with {first}", "the text of a whole release")
    if not release.coverage.is_whole:
        quoted = ", ".join(map(str, release.coverage.numbers))
        raise UnrecognisedText(f"quotes a part of the rules only ({quoted})", "the text of a whole release")
    if last := last_of_its_rules(release):
        raise UnrecognisedText(f"breaks off in its rules after {last}", "the text of a whole release")
    return Identity(
        release=release.effective.isoformat(),
        sha256=release.source.sha256,
        size=release.source.size,
        content=_content(release),
        clauses=len(release.placements),
        damage=sum(damage.count for damage in release.source.damage),
        breaks_off=bool(release.missing),
        lacks=lacking(release),
        credits=tuple(paragraph.text for paragraph in release.credits),
    )


def _content(release: Release) -> str:
    said = [f"{node.number} {raw_fingerprint(node.clause)}" for node in walk(release)]
    said += [f"{entry.term}\x1f{entry.text}" for entry in release.glossary]
    said += [paragraph.text for paragraph in (*release.front, *release.credits)]
    return blake2b("\x1e".join(said).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


class TextFolder:
    """The folder ``texts`` of the corpus in the folder `corpus`. Nothing is created before the first text is added."""

    def __init__(self, corpus: Path) -> None:
        self.corpus = corpus
        self.folder = corpus / TEXTS
        self._credits: dict[str, tuple[str, ...]] = {}  # those of texts added here, by checksum

    @cached_property
    def _publisher(self) -> Publisher:
        """What is known of the publisher's files."""
        return Publisher(self.corpus)

    def known_by(self, text: HeldText) -> str:
        """Return by what `text` is known as the publisher's own bytes: checksum, address or name; "" for nothing."""
        return self._publisher.known_by(text).said

    def held(self) -> tuple[HeldText, ...]:
        """Return every text, oldest release first, the one that is read of a release before the others.

        Raises `CorpusError` for a manifest that cannot be read.
        """
        choices = read_choices(self.corpus)
        return tuple(text for release, names in self._releases() for text in self._ordered(names, choices.get(release)))

    def whole(self) -> frozenset[str]:
        """Return the releases with a text that is not cut, or is cut as the publisher gave it out."""
        return frozenset(text.release for text in self.held() if not text.identity.lacks or self._is_as_published(text))

    def cut(self, text: HeldText, place: str) -> UnrecognisedText | None:
        """Return what to say of `text`, found at `place`, where it is cut and no whole text of its release is held."""
        if not text.identity.lacks or text.release in self.whole():
            return None
        return UnrecognisedText(f"breaks off: it lacks {text.identity.lacks}", "the whole text", path=place)

    def _is_as_published(self, text: HeldText) -> bool:
        return self._publisher.known_by(text) is KnownBy.CHECKSUM

    def chosen(self) -> tuple[HeldText, ...]:
        """Return the text that is read of each release in the folder, oldest first."""
        choices = read_choices(self.corpus)
        return tuple(self._chosen(names, choices.get(release)) for release, names in self._releases())

    def _releases(self) -> Iterator[tuple[str, list[str]]]:
        """Yield every release with the names of the manifests of its texts."""
        for release, names in groupby(self.listing(), key=lambda name: name.partition(".")[0]):
            yield release, list(names)

    def _ordered(self, names: Sequence[str], choice: TextChoice | None, *, anew: bool = False) -> list[HeldText]:
        """Return the texts of a release, the one that is read first."""
        texts = [read_manifest(self.folder / name) for name in names]
        return in_order(texts, self._publisher, choice, anew=anew) if len(texts) > 1 else texts

    def _chosen(self, names: Sequence[str], choice: TextChoice | None) -> HeldText:
        """Return the text that is read of a release. Only its own manifest is opened where the choice was made."""
        name = f"{choice.file}{MANIFEST}" if choice else ""
        return self._ordered([name] if name in names else names, choice)[0]

    def listing(self) -> tuple[str, ...]:
        """Return the names of all manifests, sorted: equal listings, equal texts (names carry the content)."""
        return listing(self.corpus)

    def text_of(self, release: str) -> HeldText:
        """Return the text that is read of `release`: an ISO date, ``latest`` or ``previous``.

        Raises `UnknownRelease`, naming the nearest ones.
        """
        chosen = {text.release: text for text in self.chosen()}
        wanted = dated(release, tuple(chosen))
        if wanted not in chosen:
            what = f"release {wanted} is not held"
            raise UnknownRelease(what, f"{_nearest(wanted, chosen.values())}; {HOW_TO_GET} adds more")
        return chosen[wanted]

    def read_bytes(self, text: HeldText) -> bytes:
        """Return the bytes of `text` as they were given. Raises `CorpusError` where they are gone or changed."""
        path = self.folder / text.file
        try:
            raw = path.read_bytes()
        except FileNotFoundError:
            raise CorpusError("the text is gone", "the file that its manifest names", path=str(path)) from None
        if sha256(raw).hexdigest() != text.identity.sha256:
            raise CorpusError("the text was changed since it was added", "its bytes as given", path=str(path))
        return raw

    def add(self, raw: bytes, identity: Identity, name: str, address: str = "") -> Added:
        """Put in the text with the bytes `raw` and the `identity` read from them.

        `name` is the file it comes from, `address` where it was fetched, "" for nowhere. The caller holds the lock for
        writers. Raises `OSError` where the folder cannot be written; the corpus is then as it was.
        """
        name = PurePath(name).name.encode("utf-8", "backslashreplace").decode()  # what is not UTF-8 is not JSON
        given = Given(name, address, datetime.now(UTC).isoformat(timespec="microseconds"))
        text, outcome = HeldText(identity, _file_name(identity, name), (given,)), Outcome.ADDED
        choice = read_choices(self.corpus).get(identity.release)
        siblings = self._ordered(self._names_of(identity.release), choice)
        text = self._measured(text, siblings)
        self._credits[identity.sha256] = identity.credits
        for held in siblings:
            if held.identity.sha256 == identity.sha256:
                text, outcome = replace(held, identity=text.identity).given_again(given), Outcome.HELD
                break
            is_same = outcome is Outcome.FORM or held.identity.content == identity.content
            outcome = Outcome.FORM if is_same else Outcome.VARIANT
        self._write(text, raw)
        (chosen,) = self._settle(identity.release, choice or (TextChoice(siblings[0].file) if siblings else None))
        return Added(outcome, text, chosen, self.corpus)

    def _measured(self, text: HeldText, siblings: Sequence[HeldText]) -> HeldText:
        """Return a text with what it lacks of the credits of a text of its release, else of the release before.

        Where the text of its release lacks what this one has, that is written down.
        """
        before = [] if siblings else self.listing()[: bisect_left(self.listing(), text.release)]
        beside = siblings[0] if siblings else read_manifest(self.folder / before[-1]) if before else None
        if text.identity.lacks or beside is None or beside.identity.content == text.identity.content:
            return text
        if book_of(self.corpus) != MAGIC:
            return text  # of other books nobody knows how their last part ends
        ours = text.identity.credits
        try:
            theirs = self._credits_of(beside)
            if siblings and lacks_credits_of(theirs, ours):
                self._write(beside.lacking(END_OF_CREDITS), self.read_bytes(beside))
        except CrdiffError:  # what is wrong with the other text is said by whoever asks for it
            return text
        return text.lacking(END_OF_CREDITS) if lacks_credits_of(ours, theirs) else text

    def _credits_of(self, text: HeldText) -> tuple[str, ...]:
        """Return the credits of a text that is held. Raises `CrdiffError` where it cannot be read."""
        if text.identity.sha256 not in self._credits:
            release = read(self.read_bytes(text), text.file, book=book_for(book_of(self.corpus)))
            self._credits[text.identity.sha256] = tuple(paragraph.text for paragraph in release.credits)
        return self._credits[text.identity.sha256]

    def choose(self, name: str) -> HeldText:
        """Have the text called `name` read of its release; of a release (``2009-07-11``), the one that the rule names.

        Return the text that is read now. The caller holds the lock for writers. Raises `UnknownRelease` where no text
        is called so, or several are.
        """
        called = self._called(name)
        if name != called[0].release and len(called) > 1:
            files = " or ".join(text.file for text in called)
            raise UnknownRelease(f"several texts are called {name!r}", files)
        choice = None if name == called[0].release else TextChoice(called[0].file, by_hand=True)
        (chosen,) = self._settle(called[0].release, choice)
        return chosen

    def remove(self, name: str) -> tuple[HeldText, ...]:
        """Remove and return the texts called `name`: those of a release (``2009-07-11``) or one (``2009-07-11.3f1c``).

        The caller holds the lock for writers. Raises `UnknownRelease` where there is none.
        """
        gone = self._called(name)
        for text in gone:
            (self.folder / (text.file + MANIFEST)).unlink()
            (self.folder / text.file).unlink(missing_ok=True)
        self._settle(gone[0].release, read_choices(self.corpus).get(gone[0].release))
        return gone

    def _called(self, name: str) -> tuple[HeldText, ...]:
        """Return the texts called `name`, all of one release. Raises `UnknownRelease` where there is none."""
        called = tuple(text for text in self.held() if text.is_called(name))
        if not called:
            raise UnknownRelease(f"no text {name!r} is held", _nearest(name, self.chosen()))
        return called

    def _names_of(self, release: str) -> list[str]:
        return [name for name in self.listing() if name.startswith(f"{release}.")]

    def _write(self, text: HeldText, raw: bytes) -> None:
        """Write a text and its manifest, each unless it is there already: a text that was spoiled is mended."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for name, written in ((text.file, raw), (text.file + MANIFEST, manifest(text))):
            path = self.folder / name
            if not path.is_file() or path.read_bytes() != written:
                write_whole(path, written)

    def _settle(self, release: str, choice: TextChoice | None) -> list[HeldText]:
        """Choose anew between the texts of `release`, given the `choice` before, and write it down where it is new.

        Return the text that is read, nothing where no text is left. What is written names no text that is gone.
        """
        texts = self._ordered(self._names_of(release), choice, anew=True)
        choices = read_choices(self.corpus)
        files = {name.removesuffix(MANIFEST) for name in self.listing()}
        made = {day: each for day, each in choices.items() if day != release and each.file in files}
        if len(texts) > 1:
            is_by_hand = choice is not None and choice.by_hand and choice.file == texts[0].file
            made[release] = TextChoice(texts[0].file, by_hand=is_by_hand)
        if made != choices:
            write_table(self.corpus / CHOICES, made)
        return texts[:1]

    def verify(self) -> Iterator[FileMismatch]:
        """Yield every file that is not as it was added, and every file that nobody added."""
        try:
            read_choices(self.corpus)
        except CorpusError as error:
            yield FileMismatch(CHOICES, error.what)
        known: set[str] = set()
        whole: set[str] = set()
        cut: list[HeldText] = []
        for name in self.listing():
            known |= {name, name.removesuffix(MANIFEST)}
            try:
                text = read_manifest(self.folder / name)
                found = identify(self.read_bytes(text), text.file, book_of(self.corpus))
            except CrdiffError as error:
                yield FileMismatch(f"{TEXTS}/{PurePath(error.path or name).name}", error.what)
                continue
            if found.release != text.release:
                what = f"states the release {text.release}; its text prints {found.release}"
                yield FileMismatch(f"{TEXTS}/{name}", what)
            if lacks := text.identity.lacks or found.lacks:
                cut.append(text.lacking(lacks))
            else:
                whole.add(text.release)
        for text in cut:
            if text.release not in whole and not self._is_as_published(text):
                yield FileMismatch(f"{TEXTS}/{text.file}", f"breaks off: it lacks {text.identity.lacks}")
        for path in sorted(self.folder.iterdir()) if self.folder.is_dir() else ():
            if path.name not in known:
                yield FileMismatch(
                    f"{TEXTS}/{path.name}", "no manifest names this file; left over from an interrupted run"
                )


def _file_name(identity: Identity, name: str) -> str:
    suffix = PurePath(name).suffix.lower() or ".txt"
    return identity.beginning + (suffix if _SUFFIX.fullmatch(suffix) else ".text")


def _nearest(release: str, held: Iterable[HeldText]) -> str:
    """Return, in words, the releases just before and after `release` in the corpus."""
    near = nearest_dates(release, [text.release for text in held])
    if not near:
        return "a corpus that is not empty"
    return "a release that is held, such as " + " or ".join(near)


_SCHEMA = "crdiff.text/2"
# Digits of the checksum in the name of a file.
_NAMED_BY = 16


@dataclass(frozen=True, slots=True)
class Identity:
    """What identifies a text in the corpus.

    `release` is the ISO date printed in it. `content` is equal for texts that say the same whatever their encoding,
    line ends and layout. `damage` counts characters lost by the carrier, `clauses` the numbered clauses. `breaks_off`
    says whether it ends before the parts that its contents list last, `lacks` in words what it is known not to have at
    its end, "" for a whole text. `credits` are the paragraphs of its credits, () where it was not read but is held.
    """

    release: str
    sha256: str
    size: int
    content: str
    clauses: int
    damage: int
    breaks_off: bool = False
    lacks: str = ""
    credits: tuple[str, ...] = field(default=(), compare=False, repr=False)

    @property
    def beginning(self) -> str:
        """What the names of a text and of its manifest begin with, whatever the file was called."""
        return f"{self.release}.{self.sha256[:_NAMED_BY]}"


@dataclass(frozen=True, slots=True)
class Given:
    """How a file came into the corpus: its `name`, the `address` it was fetched from or "", and when it was `added`.

    `added` is a time in UTC as ISO writes it, "" where a crdiff that wrote no dates added it.
    """

    name: str
    address: str = ""
    added: str = ""


@dataclass(frozen=True, slots=True)
class HeldText:
    """A text of the corpus: its identity, its file in the folder of texts, and each way in which it was `given`.

    The first of these is the oldest. The same bytes under another name, or from another address, are another one.
    """

    identity: Identity
    file: str
    given: tuple[Given, ...]

    @property
    def release(self) -> str:
        """The ISO date of the release this is a text of."""
        return self.identity.release

    @property
    def name(self) -> str:
        """The name of the file it was."""
        return self.given[0].name

    @property
    def address(self) -> str:
        """The address it was fetched from, "" for none."""
        return next((given.address for given in self.given if given.address), "")

    @property
    def added(self) -> str:
        """When it was first added, as `Given` has it."""
        return self.given[0].added

    def is_called(self, name: str) -> bool:
        """Whether `name` is the release (``2009-07-11``) or the beginning of the file's name (``2009-07-11.3f1c``)."""
        return name == self.release or (name.startswith(f"{self.release}.") and self.file.startswith(name))

    def lacking(self, what: str) -> HeldText:
        """Return the text, known to lack at its end `what` is said in words."""
        return replace(self, identity=replace(self.identity, lacks=what))

    def given_again(self, given: Given) -> HeldText:
        """Return the text with one more way in which it was given, itself where that is not a new one."""
        known = {(each.name, each.address) for each in self.given}
        return self if (given.name, given.address) in known else replace(self, given=(*self.given, given))


class _Manifest(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="schema", tag=_SCHEMA):
    release: str
    sha256: str
    size: int
    content: str
    clauses: int
    damage: int
    breaks_off: bool = False
    lacks: str = ""
    given: tuple[Given, ...] = ()


def read_manifest(path: Path) -> HeldText:
    """Return the text whose manifest is at `path`. Raises `CorpusError` where it cannot be trusted."""
    stated = structs.asdict(read_json(path, _Manifest, "a manifest of a text"))
    given = stated.pop("given")
    identity = Identity(**stated)
    file = path.name.removesuffix(MANIFEST)
    if not (is_date(identity.release) and file.startswith(identity.beginning) and given):
        what = f"its release ({identity.release!a}) or its checksum does not match its name"
        raise CorpusError(what, "a file that crdiff wrote", path=str(path))
    return HeldText(identity, file, given)


def manifest(text: HeldText) -> bytes:
    """Return the bytes of the manifest of a text."""
    stated = {each.name: getattr(text.identity, each.name) for each in fields(Identity) if each.compare}
    return json_bytes(_Manifest(**stated, given=text.given))


def host_of(address: str) -> str:
    """Return the host of an address, "" where it is malformed."""
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


_CHECKSUMS = "checksums.txt"
# How the publisher calls a release: "MagicCompRules_20090708.txt", "Comprehensive Rules 20221007.txt".
_NAME = re.compile(r"(Magic[ _]?Comp|Comprehensive).{0,8}Rules.*\d{6}", re.IGNORECASE)


class KnownBy(IntEnum):
    """Why a text is believed to be the publisher's own bytes, the surest reason first."""

    CHECKSUM = 0
    ADDRESS = 1
    NAME = 2
    UNKNOWN = 3

    @property
    def said(self) -> str:
        """The reason in a word, "" where there is none."""
        return "" if self is KnownBy.UNKNOWN else self.name.lower()


class TextChoice(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The `file` that is read of a release; `by_hand` says that a person chose it."""

    file: str
    by_hand: bool = False


class Publisher:
    """What is known of the publisher's files: the checksums of those that have been seen, and the hosts they came from.

    Both are read from the folder `corpus` where it has them, else from the embedded corpus.
    """

    def __init__(self, corpus: Path) -> None:
        own = corpus / _CHECKSUMS
        path = own if own.is_file() else book_folder(book_of(corpus)) / _CHECKSUMS
        lines = read_text(path).splitlines() if path.is_file() else []
        self._checksums = frozenset(line.split()[0] for line in lines if line.strip())
        self._hosts = {host_of(one.url) for known in known_releases(corpus) for one in known.addresses}

    def known_by(self, text: HeldText) -> KnownBy:
        """Return how sure it is that `text` is as the publisher gave it out."""
        if text.identity.sha256 in self._checksums:
            return KnownBy.CHECKSUM
        return min(map(self._believed, text.given))

    def _believed(self, given: Given) -> KnownBy:
        if given.address and host_of(given.address) in self._hosts:
            return KnownBy.ADDRESS
        return KnownBy.NAME if _NAME.match(given.name) else KnownBy.UNKNOWN


def in_order(
    texts: Iterable[HeldText], publisher: Publisher, choice: TextChoice | None, *, anew: bool = False
) -> list[HeldText]:
    """Return the texts of a release, the one that is read first.

    That is the text of the `choice` made before; `anew`, of one made by hand only. Else a whole text comes before one
    that breaks off, then what the publisher gave out, then the one with least damage, then the one with most clauses.
    Between equals the one that was read before stays, else the first added is read.

    Source: the .txt of 2013-02-01 breaks off, its .docx does not.
    """
    before = choice.file if choice else ""
    fixed = before if choice and (choice.by_hand or not anew) else ""

    def rank(text: HeldText) -> tuple[object, ...]:
        found = text.identity
        quality = found.breaks_off or bool(found.lacks), publisher.known_by(text), found.damage, -found.clauses
        since = text.file != before, text.added, not text.file.endswith(".txt"), found.sha256
        return text.file != fixed, *quality, *since

    return sorted(texts, key=rank)


def read_choices(corpus: Path) -> dict[str, TextChoice]:
    """Return the choices made, by the ISO dates of releases. Raises `CorpusError` for a spoiled file."""
    return read_table(corpus / CHOICES, dict[str, TextChoice], "a list of choices")
