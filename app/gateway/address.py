"""Where the gateway is: one address as people write it -> the parts a client needs."""

import base64
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, unquote, urlsplit

from app.settings import is_loopback

_ENDPOINTS = ("/chat/completions", "/completions", "/embeddings", "/models")


@dataclass(frozen=True, slots=True)
class Address:
    """`base` has no credentials and no query; `secrets` are the parts nobody may see."""

    base: str
    host: str
    port: int
    query: dict[str, str] = field(default_factory=dict, repr=False)
    authorization: str | None = field(default=None, repr=False)
    secrets: tuple[str, ...] = field(default=(), repr=False)

    @property
    def where(self) -> str:
        """`host:port` for messages."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def is_loopback(self) -> bool:
        """Whether the address is this machine (or, inside a container, the container itself)."""
        return is_loopback(self.host)


def parse(url: str) -> Address:
    """Read an http(s) address. A missing path means `/v1`, an endpoint's own path is taken off;
    `user:password@` becomes basic authorization and the query goes with every request.
    """
    parts = urlsplit(url.strip())
    path = parts.path.rstrip("/")
    for endpoint in _ENDPOINTS:
        path = path.removesuffix(endpoint)
    path = path.rstrip("/") or "/v1"
    host = parts.hostname or ""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    shown = f"[{host}]" if ":" in host else host
    netloc = f"{shown}:{parts.port}" if parts.port else shown
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    query = dict(parse_qsl(parts.query))
    pair = f"{user}:{password}"
    basic = "Basic " + base64.b64encode(pair.encode()).decode() if user or password else None
    hidden = (pair, password, *query.values()) if basic else tuple(query.values())
    return Address(f"{parts.scheme}://{netloc}{path}", host, port, query, basic, hidden)
