"""Where a preview of the website is served, and by which names it may be asked for there."""

from __future__ import annotations

import re
import socket
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from crdiff.errors import UsageError

_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_EVERY_INTERFACE = frozenset({"0.0.0.0", "::"})
_PORT = re.compile(r"[0-9]{1,5}")
_HIGHEST_PORT = 65_535


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A host, in lower case and without brackets, and a port."""

    host: str
    port: int

    @classmethod
    def parse(cls, address: str) -> Endpoint:
        """Read ``127.0.0.1:8000``, ``localhost:8000`` or ``[::1]:8000``. Raises `UsageError` for anything else."""
        host, _, port = address.rpartition(":")
        host = host[1:-1] if host.startswith("[") and host.endswith("]") else host
        if not host or not _PORT.fullmatch(port) or not 0 < int(port) <= _HIGHEST_PORT:
            what = f"--address {address!r} is not an address"
            raise UsageError(what, f"a host and a port from 1 to {_HIGHEST_PORT}, such as 127.0.0.1:8000")
        return cls(host.lower(), int(port))

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if self.is_ipv6 else f"{self.host}:{self.port}"

    @property
    def is_ipv6(self) -> bool:
        """Whether the host is an address of IP version 6."""
        return ":" in self.host

    def answers_to(self, host_header: str) -> bool:
        """Whether a request with this ``Host`` was meant for the preview.

        A page elsewhere can have its own name resolve to this machine and then read whatever answers (DNS rebinding);
        its requests carry that name. At an address that stands for every interface the numeric ones and this machine's
        own name are accepted as well: neither can be had by anybody else.
        """
        try:
            asked = urlsplit(f"//{host_header}").hostname or ""
        except ValueError:
            return False
        if asked in _LOOPBACK or asked == self.host:
            return True
        return self.host in _EVERY_INTERFACE and (_is_numeric(asked) or asked == socket.gethostname().lower())


def _is_numeric(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
