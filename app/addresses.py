"""Addresses that somebody else chose: which of them may be asked, decided when the connection is made.

A name is resolved once, every address of it is checked, and the connection goes to one that was checked.
"""

import ipaddress
import socket
from collections.abc import Collection

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from yarl import URL

_Address = ipaddress.IPv4Address | ipaddress.IPv6Address

#: Version 6 that stands for version 4 somewhere else: NAT64, 6to4, Teredo; and what was called site-local.
_INDIRECT = [
    ipaddress.IPv6Network(each)
    for each in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "fec0::/10")
]


class Forbidden(OSError):
    """An address that may not be asked, in words for whoever chose it."""


def fault(url: str, allow_loopback: bool, never: Collection[int] = ()) -> str:
    """Return what is wrong with an address as it is written; nothing when it may be looked up.

    Ports that are `never` asked on this machine are popagent's and its databases'.
    """
    try:
        # As the client will read it: digits of other scripts are digits of an address too.
        parts = URL(url)
        host, port = parts.host or "", parts.port
    except ValueError:
        return "it is not an address"
    if parts.scheme not in ("https", "http") or not host or not port:
        return "it must begin with https:// and name a host"
    if parts.user is not None or parts.password is not None:
        return "it must not hold a name or password; a secret signs what is sent"
    if parts.scheme == "http" and not (allow_loopback and _may_be_loopback(host)):
        return "plain http is for addresses of this machine, where they are allowed; use https"
    try:
        literal = ipaddress.ip_address(host)
    except ValueError:
        return ""
    return "" if _allowed(literal, port, allow_loopback, never) else f"{host} is not a public address"


def session(seconds: float, allow_loopback: bool, never: Collection[int] = ()) -> aiohttp.ClientSession:
    """Return a client that asks public addresses alone, and with `allow_loopback` those of this machine.

    `seconds` is what a request may take. Whoever asks has looked for a `fault` before: what is no name is not resolved.
    Requests raise Forbidden, within aiohttp.ClientConnectorError; redirects are the caller's to refuse.
    """
    return aiohttp.ClientSession(
        connector=aiohttp.TCPConnector(
            resolver=_Checked(allow_loopback, never), use_dns_cache=False, force_close=True
        ),
        timeout=aiohttp.ClientTimeout(total=seconds),
        cookie_jar=aiohttp.DummyCookieJar(),
        trust_env=False,
    )


class _Checked(AbstractResolver):
    """Resolves names to addresses that may be asked, or to none."""

    def __init__(self, allow_loopback: bool, never: Collection[int]) -> None:
        self._resolver = aiohttp.ThreadedResolver()
        self._allow_loopback = allow_loopback
        self._never = never

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        found = await self._resolver.resolve(host, port, family)
        for each in found:
            address = ipaddress.ip_address(each["host"].partition("%")[0])
            if not _allowed(address, port, self._allow_loopback, self._never):
                raise Forbidden(f"{host} is {address}, which is not a public address")
        return found

    async def close(self) -> None:
        await self._resolver.close()


def _allowed(address: _Address, port: int, allow_loopback: bool, never: Collection[int]) -> bool:
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return _allowed(address.ipv4_mapped, port, allow_loopback, never)
        if any(address in network for network in _INDIRECT):
            return False
    if address.is_loopback:
        return allow_loopback and port not in never
    return address.is_global and not address.is_multicast


def _may_be_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def why(error: BaseException) -> str:
    """Return why a request failed, as the end of a sentence."""
    if isinstance(error, aiohttp.ClientConnectorError) and isinstance(error.os_error, Forbidden):
        return str(error.os_error)
    return (
        "its name cannot be resolved"
        if isinstance(error, aiohttp.ClientConnectorDNSError)
        else type(error).__name__
    )
