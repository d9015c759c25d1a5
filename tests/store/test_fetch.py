"""Fetching releases from a server that misbehaves: nothing wrong gets in, nothing that came is asked for twice."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from crdiff.errors import DownloadError
from crdiff.model.corpus import Address, KnownRelease
from crdiff.store.corpus import Corpus
from crdiff.store.download import AGENT, Patience, download
from crdiff.store.fetch import Fetched, address_of
from crdiff.store.texts import Outcome
from tests.small_releases import RELEASES
from tests.store.conftest import Texts
from tests.store.server import (
    Answer,
    Site,
    broken_off,
    sent_to,
    serving,
    silent,
    with_digest,
    without_ranges,
    without_versions,
)

FIRST, SECOND, THIRD, LAST = RELEASES
QUICK = Patience(silence=0.5, total=5.0)


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
    return {one.release: one for one in corpus.fetch(since, timeout=0.5, pause=0.0)}


def test_every_release_with_a_living_address_is_fetched_and_added_byte_for_byte(
    corpus: Corpus, site: Site, small_texts: Texts
) -> None:
    outcomes = fetched(corpus)
    assert list(outcomes) == list(RELEASES)
    assert {one.added and one.added.outcome for one in outcomes.values()} == {Outcome.ADDED}
    for text in corpus.texts.held():
        assert corpus.texts.read_bytes(text) == small_texts[text.release]
        assert text.address == f"{site.base}/{text.release} rules.txt"
    assert not (corpus.folder / "fetching").exists()


@pytest.mark.parametrize(
    ("kinds", "chosen"),
    [(("pdf", "docx", "txt"), "txt"), (("pdf", "docx"), "docx"), (("pdf", "rtf", "doc"), "rtf"), (("doc",), "")],
)
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


def test_a_missing_file_is_a_failure_of_its_own(corpus: Corpus, site: Site) -> None:
    del site.files[path_of(SECOND)]
    outcomes = fetched(corpus)
    assert str(outcomes[SECOND].failure) == (
        f"could not download {site.base}/{SECOND} rules.txt: the server answered 404 Not Found"
    )
    assert [day for day, one in outcomes.items() if one.added] == [FIRST, THIRD, LAST]


def test_a_file_that_broke_off_is_gone_on_with(corpus: Corpus, site: Site, small_texts: Texts) -> None:
    site.answers[path_of(LAST)] = broken_off(after=300)
    failure = fetched(corpus, since=LAST)[LAST].failure
    assert f"the file broke off after 300 of {len(small_texts[LAST]):,} bytes" in str(failure)
    assert corpus.texts.held() == ()
    assert fetched(corpus, since=LAST)[LAST].added
    assert site.requests[-1][1]["Range"] == "bytes=300-"
    assert corpus.texts.read_bytes(corpus.texts.held()[0]) == small_texts[LAST]


@pytest.mark.parametrize(("then", "asked"), [(without_ranges, "bytes=300-"), (without_versions, None)])
def test_a_file_that_cannot_be_gone_on_with_is_fetched_anew(
    corpus: Corpus, site: Site, small_texts: Texts, then: Answer, asked: str | None
) -> None:
    site.answers[path_of(LAST)] = broken_off(after=300, then=then)
    assert fetched(corpus, since=LAST)[LAST].failure
    assert fetched(corpus, since=LAST)[LAST].added
    assert site.requests[-1][1].get("Range") == asked
    assert corpus.texts.read_bytes(corpus.texts.held()[0]) == small_texts[LAST]


def test_a_file_replaced_meanwhile_is_fetched_from_its_beginning(
    corpus: Corpus, site: Site, small_texts: Texts
) -> None:
    site.answers[path_of(LAST)] = broken_off(after=300)
    fetched(corpus, since=LAST)
    site.files[path_of(LAST)] = small_texts[LAST].replace(b"two or more", b"exactly two")
    assert fetched(corpus, since=LAST)[LAST].added
    assert corpus.texts.read_bytes(corpus.texts.held()[0]) == site.files[path_of(LAST)]


def test_a_part_longer_than_the_file_is_forgotten(tmp_path: Path, site: Site, small_texts: Texts) -> None:
    raw, part = small_texts[LAST], tmp_path / "part"
    site.answers[path_of(LAST)] = broken_off(after=len(raw) - 1)
    address = site.base + path_of(LAST)
    with pytest.raises(DownloadError, match="broke off"):
        download(address, part, QUICK)
    part.write_bytes(raw + b"more")
    with pytest.raises(DownloadError, match="the server answered 416"):
        download(address, part, QUICK)
    assert download(address, part, QUICK) == raw
    assert list(tmp_path.iterdir()) == []


def test_a_silent_server_is_left_after_the_time_out(corpus: Corpus, site: Site) -> None:
    site.answers[path_of(FIRST)] = silent
    outcomes = fetched(corpus)
    assert "no data came for 0.5 seconds" in str(outcomes[FIRST].failure)
    assert outcomes[SECOND].added


def test_a_server_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    with serving() as gone:
        pass
    with pytest.raises(DownloadError, match=r"could not download .*: Connection refused$"):
        download(f"{gone.base}/rules.txt", tmp_path / "part", QUICK)


@pytest.mark.parametrize(
    ("served", "said"),
    [
        (b"<!DOCTYPE html><html><body><p>This page could not be found.</p></body></html>", "no numbered rules"),
        (b"", "the file is empty"),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4, ""),
    ],
)
def test_a_page_in_place_of_the_rules_does_not_get_in(corpus: Corpus, site: Site, served: bytes, said: str) -> None:
    site.files[path_of(LAST)] = served
    failure = fetched(corpus, since=LAST)[LAST].failure
    assert failure
    assert said in str(failure)
    assert str(failure).startswith(site.base)
    assert corpus.texts.held() == ()


def test_another_release_than_the_catalog_says_does_not_get_in(corpus: Corpus, site: Site, small_texts: Texts) -> None:
    site.files[path_of(LAST)] = small_texts[FIRST]
    assert f"what came is the release {FIRST}; expected {LAST}" in str(fetched(corpus, since=LAST)[LAST].failure)
    assert corpus.texts.held() == ()


def test_a_checksum_that_the_server_states_is_compared(corpus: Corpus, site: Site, small_texts: Texts) -> None:
    site.answers[path_of(LAST)] = with_digest(small_texts[LAST])
    site.answers[path_of(THIRD)] = with_digest(b"another file")
    outcomes = fetched(corpus, since=THIRD)
    assert outcomes[LAST].added
    assert "the sha256 of what came is not what the server states" in str(outcomes[THIRD].failure)


@pytest.mark.parametrize(
    "address", ["http://example.org/rules.txt", "ftp://example.org/rules.txt", "file:///etc/hosts"]
)
def test_only_https_is_asked(tmp_path: Path, address: str) -> None:
    with pytest.raises(DownloadError, match="the address is not safe; expected one that begins with https://"):
        download(address, tmp_path / "part", QUICK)


def test_no_redirection_leads_away_from_https(tmp_path: Path, site: Site) -> None:
    site.answers[path_of(LAST)] = sent_to("http://example.org/rules.txt")
    with pytest.raises(DownloadError, match="the address is not safe"):
        download(site.base + path_of(LAST), tmp_path / "part", QUICK)
    site.answers[path_of(LAST)] = sent_to(path_of(FIRST))
    assert download(site.base + path_of(LAST), tmp_path / "part", QUICK) == site.files[path_of(FIRST)]


def test_a_download_too_large_for_the_rules_is_given_up(
    tmp_path: Path, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crdiff.store.download._LARGEST", 100)
    with pytest.raises(DownloadError, match="more than 100 bytes came"):
        download(site.base + path_of(LAST), tmp_path / "part", QUICK)
