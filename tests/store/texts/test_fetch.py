"""Fetching releases from a server that misbehaves: nothing wrong gets in."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from table import table

from crdiff.corpus import Corpus
from crdiff.errors import DownloadError, UnresolvedHost
from crdiff.model.corpus import Address, KnownRelease
from crdiff.output.lock import writing
from crdiff.store.texts.fetch import AGENT, Fetched, Patience, _refuse_local, address_of, download
from crdiff.store.texts.folder import Outcome
from tests.conftest import Texts
from tests.small_releases import RELEASES
from tests.store import server
from tests.store.server import Answer, Site, serving

FIRST, SECOND, THIRD, LAST = RELEASES
# Seconds: more than a server on a busy machine takes, and soon waited for.
SILENCE = 2.0
QUICK = Patience(silence=SILENCE, total=60.0)


@pytest.fixture
def site(small_texts: Texts) -> Iterator[Site]:
    """Serve the small releases, each at ``/DATE%20rules.txt``."""
    with serving() as serves:
        serves.files = {path_of(day): raw for day, raw in small_texts.items()}
        yield serves


def path_of(day: str) -> str:
    return f"/{day}%20rules.txt"


@pytest.fixture
def corpus(tmp_path: Path, site: Site) -> Corpus:
    """Return an empty corpus whose catalog has the addresses of the server, and one address that is dead."""
    folder = tmp_path / "corpus"
    folder.mkdir()
    rows = [f'[[release]]\neffective = {day}\ntxt = "{site.base}/{day} rules.txt"\n' for day in RELEASES]
    rows.insert(0, f'[[release]]\neffective = 2001-07-23\ndead = true\ntxt = "{site.base}/2001-07-23.txt"\n')
    (folder / "catalog.toml").write_text("\n".join(rows))
    return Corpus(folder)


def fetched(corpus: Corpus, since: str | None = None) -> dict[str, Fetched]:
    return {one.release: one for one in corpus.fetch(since, timeout=SILENCE, pause=0.0)}


def test_every_release_with_a_living_address_is_fetched_whole(corpus: Corpus, site: Site, small_texts: Texts) -> None:
    outcomes = fetched(corpus)
    assert list(outcomes) == list(RELEASES)
    assert {one.added and one.added.outcome for one in outcomes.values()} == {Outcome.ADDED}
    for text in corpus.texts.held():
        assert corpus.texts.read_bytes(text) == small_texts[text.release]
        assert text.address == f"{site.base}/{text.release} rules.txt"


@table
def test_plain_text_is_fetched_where_there_is_any_and_a_document_else(kinds: tuple[str, ...], chosen: str) -> None:
    """Of 2014-05-01 only .docx and .pdf were published; what is in a .doc nobody reads."""
    addresses = tuple(Address(kind, f"https://example.org/rules.{kind}", is_dead=False) for kind in kinds)
    release = KnownRelease(date(2014, 5, 1), "JOU", "Journey into Nyx", addresses)
    assert address_of(release) == (f"https://example.org/rules.{chosen}" if chosen else "")


def test_what_is_known_to_be_gone_is_not_asked_for() -> None:
    gone = Address("txt", "https://example.org/rules.txt", is_dead=True)
    assert address_of(KnownRelease(date(2003, 10, 1), "MRD", "Mirrodin", (gone,))) == ""


def test_one_request_at_a_time_says_who_asks(corpus: Corpus, site: Site) -> None:
    fetched(corpus, since=LAST)
    ((path, headers),) = site.requests
    assert path == path_of(LAST)
    assert headers["User-Agent"] == AGENT
    assert "Range" not in headers


def test_what_is_held_is_not_asked_for_again(corpus: Corpus, site: Site) -> None:
    fetched(corpus, since=THIRD)
    assert list(fetched(corpus)) == [FIRST, SECOND]
    assert fetched(corpus) == {}
    assert [path for path, _ in site.requests] == [path_of(day) for day in (THIRD, LAST, FIRST, SECOND)]


def test_the_newest_release_held_says_since_when_to_fetch(corpus: Corpus, site: Site) -> None:
    fetched(corpus, since=THIRD)
    corpus.remove(LAST)
    assert list(fetched(corpus, since="latest")) == [LAST]
    assert list(fetched(corpus, since="previous")) == []
    assert corpus.no_longer_published("latest") == ()
    assert [path for path, _ in site.requests] == [path_of(day) for day in (THIRD, LAST, LAST)]


# What comes in place of a release, how, and what is said of it.
WRONG: dict[str, tuple[bytes | None, Answer, str]] = {
    "nothing": (None, server.plainly, ": the server answered 404 Not Found"),
    "a page": (b"<!DOCTYPE html><html><body><p>Not found.</p></body></html>", server.plainly, "no numbered rules"),
    "an empty file": (b"", server.plainly, "the file is empty"),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4, server.plainly, ""),
    "silence": (b"x" * 999, server.silent, "no data came for 2 seconds"),
    "commands of a terminal": (
        b"x", server.saying(b"404 \x1b[31mred\x1b]0;owned\x07\xc2\x9b"), r"answered 404 \x1b[31mred\x1b]0;owned\x07"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_is_no_release_is_a_failure_of_its_own(corpus: Corpus, site: Site, name: str) -> None:
    raw, site.answers[path_of(SECOND)], said = WRONG[name]
    site.files = {path: each for path, each in site.files.items() if path != path_of(SECOND)}
    site.files |= {path_of(SECOND): raw} if raw is not None else {}
    outcomes = fetched(corpus)
    failure = str(outcomes[SECOND].failure)
    assert said in failure
    assert failure.startswith((f"could not download {site.base}/{SECOND} rules.txt", f"{site.base}/{SECOND} rules.txt"))
    assert failure.isprintable()
    assert [text.release for text in corpus.texts.held()] == [FIRST, THIRD, LAST]


def test_a_file_that_broke_off_does_not_get_in(corpus: Corpus, site: Site, small_texts: Texts) -> None:
    site.answers[path_of(LAST)] = server.broken_off
    failure = fetched(corpus, since=LAST)[LAST].failure
    assert f"the file broke off after 300 of {len(small_texts[LAST]):,} bytes" in str(failure)
    assert corpus.texts.held() == ()
    del site.answers[path_of(LAST)]
    assert fetched(corpus, since=LAST)[LAST].added
    assert corpus.texts.read_bytes(corpus.texts.held()[0]) == small_texts[LAST]


def test_a_server_that_is_not_there_is_one_line() -> None:
    with serving() as gone:
        pass
    with pytest.raises(DownloadError, match=r"could not download .*: Connection refused$"):
        download(f"{gone.base}/rules.txt", QUICK)


def test_another_release_than_the_catalog_says_does_not_get_in(corpus: Corpus, site: Site, small_texts: Texts) -> None:
    site.files[path_of(LAST)] = small_texts[FIRST]
    assert f"what came is the release {FIRST}; expected {LAST}" in str(fetched(corpus, since=LAST)[LAST].failure)
    assert corpus.texts.held() == ()


def test_a_checksum_that_the_server_states_is_compared(corpus: Corpus, site: Site, small_texts: Texts) -> None:
    site.answers[path_of(LAST)] = server.with_digest(small_texts[LAST])
    site.answers[path_of(THIRD)] = server.with_digest(b"another file")
    outcomes = fetched(corpus, since=THIRD)
    assert outcomes[LAST].added
    assert "the sha256 of what came is not what the server states" in str(outcomes[THIRD].failure)


@pytest.mark.parametrize(
    "address", ["http://example.org/rules.txt", "ftp://example.org/rules.txt", "file:///etc/hosts"]
)
def test_only_https_is_asked(address: str) -> None:
    with pytest.raises(DownloadError, match="the address is not safe; expected one that begins with https://"):
        download(address, QUICK)


def test_no_redirection_leads_away_from_https(site: Site) -> None:
    site.answers[path_of(LAST)] = server.sent_to("http://example.org/rules.txt")
    with pytest.raises(DownloadError, match="the address is not safe"):
        download(site.base + path_of(LAST), QUICK)
    site.answers[path_of(LAST)] = server.sent_to(path_of(FIRST))
    assert download(site.base + path_of(LAST), QUICK) == site.files[path_of(FIRST)]


@pytest.mark.parametrize("drip", [server.dripping, server.dripping_head])
def test_a_file_that_drips_is_given_up_after_the_time_for_all_of_it(site: Site, drip: Answer) -> None:
    site.answers[path_of(LAST)] = drip
    with pytest.raises(DownloadError, match=r"it took longer than 1\.5 seconds"):
        download(site.base + path_of(LAST), Patience(silence=5.0, total=1.5))


def test_what_is_too_long_or_another_file_does_not_get_in(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crdiff.store.texts.fetch._LARGEST", 100_000)
    for answer, said in (
        (server.endless, "more than 100,000 bytes came"),
        (server.with_digest(b"other", md5=True), "the md5 of what came"),
    ):
        site.answers[path_of(LAST)] = answer
        with pytest.raises(DownloadError, match=said):
            download(site.base + path_of(LAST), QUICK)


@pytest.mark.parametrize("location", ["http://[::1/x", "https://host:port/x", "https://" + "a" * 70 + ".example/x"])
def test_a_malformed_address_is_one_line_and_the_run_goes_on(corpus: Corpus, site: Site, location: str) -> None:
    site.answers[path_of(SECOND)] = server.sent_to(location)
    catalog = corpus.folder / "catalog.toml"
    catalog.write_text(catalog.read_text().replace(f"{site.base}/{FIRST} rules.txt", location))
    outcomes = fetched(corpus)
    assert [day for day, one in outcomes.items() if one.added] == [THIRD, LAST]
    for day in (FIRST, SECOND):
        assert str(outcomes[day].failure).startswith("could not download http")


@table
def test_from_elsewhere_nothing_leads_to_this_machine(target: str) -> None:
    with pytest.raises(DownloadError, match=r"the server redirects to .*, which is this machine"):
        _refuse_local(target, "https://192.0.2.1/rules.txt")
    _refuse_local(target, "http://127.0.0.1:8000/rules.txt")
    _refuse_local("https://192.0.2.2/rules.txt", "https://192.0.2.1/rules.txt")


def test_a_host_that_cannot_be_resolved_is_asked_for_once(
    corpus: Corpus, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    real = socket.getaddrinfo

    def resolve(host: str, *arguments: object, **options: object) -> object:
        asked.append(host)
        if host.endswith(".invalid"):
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return real(host, *arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    catalog = corpus.folder / "catalog.toml"
    lost = catalog.read_text().replace(site.base, "https://rules.invalid")
    catalog.write_text(lost.replace(f"https://rules.invalid/{THIRD}", f"{site.base}/{THIRD}"))
    outcomes = fetched(corpus)
    assert asked.count("rules.invalid") == 1
    assert [day for day, one in outcomes.items() if one.added] == [THIRD]
    assert {type(outcomes[day].failure) for day in (FIRST, SECOND, LAST)} == {UnresolvedHost}
    assert str(outcomes[FIRST].failure) == (
        f"could not download https://rules.invalid/{FIRST} rules.txt: the host name could not be resolved"
    )


def test_others_write_while_a_file_is_waited_for(corpus: Corpus, site: Site) -> None:
    def answer(handler: server.Handler, raw: bytes) -> None:
        with writing(corpus.folder):
            server.plainly(handler, raw)

    site.answers[path_of(LAST)] = answer
    assert fetched(corpus, since=LAST)[LAST].added


def test_one_file_is_fetched_by_its_address_and_its_release_is_the_one_it_prints(corpus: Corpus, site: Site) -> None:
    (one,) = corpus.fetch(url=site.base + path_of(THIRD), timeout=SILENCE)
    assert (one.release, one.added and one.added.text.address) == (THIRD, site.base + path_of(THIRD))
    site.files["/page"] = b"<html>not found</html>"
    (other,) = corpus.fetch(url=f"{site.base}/page", timeout=SILENCE)
    assert str(other.failure).startswith(f"{site.base}/page: ")
    (unsafe,) = corpus.fetch(url="http://example.org/rules.txt")
    assert "the address is not safe" in str(unsafe.failure)


def test_a_release_without_an_address_is_told_and_one_that_is_gone_is_not(corpus: Corpus) -> None:
    """The oldest release in the catalog is known to be gone; the one added here was never given an address."""
    with (corpus.folder / "catalog.toml").open("a") as catalog:
        catalog.write("[[release]]\neffective = 2026-04-17\n")
    assert "release 2026-04-17 has no known address" in str(fetched(corpus)["2026-04-17"].failure)
    assert corpus.no_longer_published() == ("2001-07-23",)
