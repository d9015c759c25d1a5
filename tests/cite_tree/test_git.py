"""Where a repository is published, by the address that git knows it by."""

from __future__ import annotations

import pytest

from crdiff.cite_tree.git import published

GITHUB = "https://github.com/{}/blob/{{revision}}/{{path}}#L{{line}}"
GITLAB = "https://gitlab.com/{}/-/blob/{{revision}}/{{path}}#L{{line}}"
ADDRESSES = {
    "https://github.com/magefree/mage.git": ("magefree/mage", GITHUB),
    "https://github.com/magefree/mage/": ("magefree/mage", GITHUB),
    "https://name:secret@github.com/magefree/mage": ("magefree/mage", GITHUB),
    "git@github.com:magefree/mage.git": ("magefree/mage", GITHUB),
    "ssh://git@github.com:22/magefree/mage.git": ("magefree/mage", GITHUB),
    "git@gitlab.com:group/sub/project.git": ("group/sub/project", GITLAB),
}


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_of_a_host_with_pages_gives_the_name_and_the_link(address: str) -> None:
    name, link = ADDRESSES[address]
    assert published(address) == (name, link.format(name))


@pytest.mark.parametrize("address", ["", "/srv/mage.git", "https://example.org/a/b.git", "../mage", "C:\\mage"])
def test_any_other_address_gives_neither(address: str) -> None:
    assert published(address) == (None, None)
