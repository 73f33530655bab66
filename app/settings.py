"""The one reader of the environment: every name popagent knows, its meaning and its default.

A variable's description says what the value should look like; it is also the whole of the
complaint when a value is malformed, so that no message can show the value itself.
"""

import base64
import binascii
import ipaddress
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Self
from urllib.parse import SplitResult, unquote, urlsplit, urlunsplit

from dotenv import dotenv_values
from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, SecretStr, ValidationError

from app.errors import Foreseen

DEFAULT_NINEROUTER_URL = "http://127.0.0.1:20128/v1"

#: Read by docker-compose.yml only; listed so that `.env.example` is complete.
COMPOSE_NAMES = ["POSTGRES_PASSWORD"]


class SettingsError(Foreseen):
    """One line: the variable and what it should look like, never its value."""


def _default_data_dir() -> Path:
    return Path("/var/lib/popagent" if os.geteuid() == 0 else ".popagent").absolute()


def _path(value: str) -> Path:
    if not value.strip() or "\0" in value:
        raise ValueError
    try:
        return Path(value).expanduser().absolute()
    except RuntimeError:  # a user who has no home
        raise ValueError from None


def _whole_number(value: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", value.strip()):
        raise ValueError
    return int(value)


def _key_bytes(value: str) -> bytes:
    key = base64.b64decode(value.strip(), validate=True)
    if len(key) != 32:
        raise binascii.Error
    return key


def _printable(value: SecretStr) -> SecretStr:
    """Keys travel in a header, which carries no line break and loses blanks at its ends."""
    text = value.get_secret_value().strip()
    if not text or not text.isascii() or not text.isprintable():
        raise ValueError
    return SecretStr(text)


def _database(value: str) -> str:
    value = value.strip()
    if not value.startswith(("postgresql://", "postgres://")) or _address(value)[2] == "":
        raise ValueError
    return value


def _web(value: str) -> str:
    """An http(s) address without a slash at its end; a doubled `/v1` is one."""
    url = urlsplit(value.strip())
    if (
        url.scheme not in ("http", "https")
        or not url.hostname
        or url.port == 0
        or re.search(r"\s", value.strip())
    ):
        raise ValueError
    path = re.sub(r"(/v1)+$", "/v1", url.path.rstrip("/"))
    return urlunsplit(SplitResult(url.scheme, url.netloc, path, url.query, ""))


def _host(value: str) -> str:
    value = value.strip().removeprefix("[").removesuffix("]")
    if not re.fullmatch(r"[A-Za-z0-9._:%-]+", value):
        raise ValueError
    return value


def _address(dsn: str) -> tuple[str, str, str]:
    """(host, port, database) that a connection string leads to, as far as its text tells."""
    try:
        parts = conninfo_to_dict(dsn)
    except ProgrammingError as error:
        raise ValueError from error
    host = str(parts.get("hostaddr") or parts.get("host") or "localhost").lower()
    port = str(parts.get("port") or 5432)
    name = str(parts.get("dbname") or parts.get("user") or "")
    # An unescaped sign in a password shifts the parts; a later complaint would show a piece of it.
    if "@" in host + name or not re.fullmatch(r"[0-9]{1,5}(,[0-9]{1,5})*", port):
        raise ValueError
    return "localhost" if is_loopback(host) else host, port, name


def is_loopback(host: str) -> bool:
    """Whether a server on that host is reached from this machine only."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower().rstrip(".") == "localhost"


DatabaseUrl = Annotated[str, AfterValidator(_database)]
WebUrl = Annotated[str, AfterValidator(_web)]
Header = Annotated[SecretStr, AfterValidator(_printable)]
Key = Annotated[bytes, BeforeValidator(_key_bytes)]
Number = Annotated[int, BeforeValidator(_whole_number)]
Folder = Annotated[Path, BeforeValidator(_path)]

_KEY = "base64 of exactly 32 bytes, as `openssl rand -base64 32` prints"
_DAYS = "a whole number of days from 1 to 36500"
_HEADER = "printable ASCII characters, not blank"
_DATABASE = "a URL such as postgresql://user:password@127.0.0.1:5433/popagent"


def _variable(name: str, looks_like: str, **options: Any) -> Any:
    return Field(alias=name, description=looks_like, **options)


class Settings(BaseModel):
    """What the environment says. Times in days, paths absolute, addresses without a final slash."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    database_url: DatabaseUrl | None = _variable("DATABASE_URL", _DATABASE, default=None, repr=False)
    observability_database_url: DatabaseUrl | None = _variable(
        "OBSERVABILITY_DATABASE_URL", _DATABASE, default=None, repr=False
    )
    ninerouter_url: WebUrl | None = _variable(
        "NINEROUTER_URL", f"an http(s) URL such as {DEFAULT_NINEROUTER_URL}", default=None, repr=False
    )
    ninerouter_api_key: Header | None = _variable("NINEROUTER_API_KEY", _HEADER, default=None)
    secret_key: Key | None = _variable("POPAGENT_SECRET_KEY", _KEY, default=None, repr=False)
    secret_key_previous: Key | None = _variable(
        "POPAGENT_SECRET_KEY_PREVIOUS", _KEY, default=None, repr=False
    )
    api_key: Header | None = _variable("POPAGENT_API_KEY", f"{_HEADER} (or not set at all)", default=None)
    workspace_root: Folder = _variable(
        "POPAGENT_WORKSPACE_ROOT",
        "the path of a folder",
        default_factory=lambda: Path("workspace").absolute(),
    )
    searxng_url: WebUrl = _variable(
        "SEARXNG_URL",
        "an http(s) URL such as http://127.0.0.1:8889",
        default="http://127.0.0.1:8889",
        repr=False,
    )
    observability_retention_days: Number = _variable(
        "POPAGENT_OBSERVABILITY_RETENTION_DAYS", _DAYS, default=30, ge=1, le=36500
    )
    observability_feedback_retention_days: Number = _variable(
        "POPAGENT_OBSERVABILITY_FEEDBACK_RETENTION_DAYS", _DAYS, default=90, ge=1, le=36500
    )
    host: Annotated[str, AfterValidator(_host)] = _variable(
        "POPAGENT_HOST", "an address or a host name such as 127.0.0.1", default="127.0.0.1"
    )
    port: Number = _variable("POPAGENT_PORT", "a whole number from 1 to 65535", default=8420, ge=1, le=65535)
    data_dir: Folder = _variable(
        "POPAGENT_DATA_DIR", "the path of a folder", default_factory=_default_data_dir
    )

    @property
    def secret_keys(self) -> list[bytes]:
        """The keys that secrets are read with; new ones are encrypted with the first."""
        if self.secret_key is None:
            return []
        return [self.secret_key, *([self.secret_key_previous] if self.secret_key_previous else [])]

    def credentials(self) -> Iterator[tuple[str, str]]:
        """What of these must not be seen anywhere, each with the name of its variable."""
        for name in ("POPAGENT_API_KEY", "NINEROUTER_API_KEY"):
            value = self._value(name)
            if isinstance(value, SecretStr):
                yield value.get_secret_value(), name
        for name in ("DATABASE_URL", "OBSERVABILITY_DATABASE_URL", "NINEROUTER_URL", "SEARXNG_URL"):
            password = urlsplit(str(self._value(name) or "")).password
            if password:
                yield unquote(password), name
        for key in self.secret_keys:
            yield base64.b64encode(key).decode(), "POPAGENT_SECRET_KEY"

    def _value(self, variable: str) -> Any:
        return next(
            getattr(self, name) for name, field in type(self).model_fields.items() if field.alias == variable
        )

    @classmethod
    def environment_names(cls) -> list[str]:
        """Every name that popagent or its compose file reads."""
        return sorted([str(field.alias) for field in cls.model_fields.values()] + COMPOSE_NAMES)

    @classmethod
    def _read(cls, values: Mapping[str, str]) -> Self:
        try:
            return cls.model_validate(dict(values))
        except ValidationError as error:
            name = str(error.errors(include_input=False, include_url=False)[0]["loc"][0])
            raise SettingsError(f"{name} should be {_looks_like(name)}") from None


def _looks_like(name: str) -> str:
    return next(str(field.description) for field in Settings.model_fields.values() if field.alias == name)


def load(env: Mapping[str, str] = os.environ, dotenv: Path = Path(".env")) -> Settings:
    """The settings of the environment, where it is silent those of the file, else the defaults.

    An empty value counts as not set, except that of the API key: a server whose owner meant to
    lock it must not start open. Raises SettingsError.
    """
    given = {**_dotenv(dotenv), **env}
    names = {str(field.alias) for field in Settings.model_fields.values()}
    values = {
        name: given[name]
        for name in names
        if given.get(name) or (name == "POPAGENT_API_KEY" and name in given)
    }
    settings = Settings._read(values)
    _check_databases(settings)
    if not is_loopback(settings.host) and settings.api_key is None:
        raise SettingsError("POPAGENT_HOST should be 127.0.0.1 as long as POPAGENT_API_KEY is not set")
    return settings


def _dotenv(path: Path) -> dict[str, str]:
    if not path.is_file():
        return {}
    try:
        return {
            name: value
            for name, value in dotenv_values(path, encoding="utf-8-sig").items()
            if value is not None
        }
    except (OSError, UnicodeDecodeError):
        raise SettingsError(f"{path.name} should be a readable text file in UTF-8") from None


def _check_databases(settings: Settings) -> None:
    application, observability = settings.database_url, settings.observability_database_url
    if application is None and observability is None:
        return
    if observability is None:
        raise SettingsError(
            f"OBSERVABILITY_DATABASE_URL should be set together with DATABASE_URL: {_DATABASE}"
        )
    if application is None:
        raise SettingsError(
            f"DATABASE_URL should be set together with OBSERVABILITY_DATABASE_URL: {_DATABASE}"
        )
    if _address(application) == _address(observability):
        raise SettingsError("OBSERVABILITY_DATABASE_URL should be another database than DATABASE_URL")
