"""Who may use whom. The table is that of the architecture; a new room gets its line here first."""

from tests.laws.source import Module, broken, modules

#: What each room of `app/` may import of the others.
MAY_USE: dict[str, set[str]] = {
    "": set(),
    "errors": set(),
    "text": set(),
    "zone": set(),
    "settings": {"errors"},
    # The databases: where they run, how they are called, what they hold
    "binaries": {"errors"},
    "programs": {"errors", "binaries"},
    "embedded": {"errors", "binaries", "programs"},
    "databases": {"errors", "settings", "binaries", "embedded"},
    "db": {"text"},
    "schema": {"errors"},
    "queries": {"db"},
    # The outside
    "demo": {"text"},
    "gateway": {"settings", "text", "demo"},
    "queue": set(),
    "skill_files": {"errors", "text"},
    "redaction": set(),
    "logs": {"settings", "redaction"},
    "keyfile": {"errors", "settings", "databases"},
    "vault": {"db", "queries", "redaction", "bell"},
    "addresses": set(),
    "seccomp": set(),
    "sandbox_probe": set(),
    "sandbox": {"seccomp", "sandbox_probe"},
    "signing": set(),
    "notices": {"addresses", "signing", "vault", "queries", "db"},
    "hooks": {"sandbox", "addresses", "signing", "vault", "redaction", "queries", "db"},
    "bell": set(),
    # Everything at once
    "transfer": {"queries", "db", "errors", "text"},
    # The work
    "tools": {"queries", "db", "text", "vault", "zone"},
    "agent": {"queries", "db", "gateway", "tools", "hooks", "text", "bell", "vault", "redaction"},
    "jobs": {"agent", "gateway", "notices", "queries", "db", "queue", "redaction"},
    "web": {"queries", "db", "settings", "text", "skill_files", "bell", "transfer", "vault", "zone"},
}

#: The wiring: these put the rooms together, and no room uses them.
WIRING = {
    "__main__",
    "cli",
    "doctor",
    "hiding",
    "memory_cli",
    "data_cli",
    "secrets_cli",
    "serving",
    "working",
}
#: Of the web it is done by one module.
WIRED = {
    "app.web.application": {
        "agent",
        "gateway",
        "jobs",
        "redaction",
        "logs",
        "hooks",
        "sandbox",
        "notices",
        "databases",
        "embedded",
    }
}

#: Of `db` everyone but the wrappers sees the connection to hand on and the failures, and no calls.
DB_NAMES = {"Database", "Refused", "Unavailable"}

#: Libraries that only certain rooms know.
VENDORS = {
    "openai": {"gateway"},
    "yaml": {"skill_files"},
    "cryptography": {"vault"},
    "aiohttp": {"addresses", "hooks", "notices"},
    "yoyo": {"schema"},
    "pgqueuer": {"jobs", "queue"},
    "psycopg_pool": {"db", "queue"},
    "psycopg": {"db", "schema", "queue", "bell", "embedded", "databases", "settings", "cli", "doctor"},
    "subprocess": {"binaries", "programs", "cli"},
    "jinja2": {"web"},
    "starlette": {"web", "demo", "serving"},
}

MODULES = modules()


def used_rooms(module: Module) -> set[str]:
    used = set()
    for name, names in module.imports():
        first, _, rest = name.partition(".")
        if first == "app":
            used |= {rest.split(".")[0]} if rest else {n for n in names if n != "__version__"}
    return used - {module.room}


def test_a_module_uses_the_rooms_that_it_may() -> None:
    faults = {}
    for module in MODULES:
        if module.room not in WIRING:
            assert module.room in MAY_USE, f"app/{module.room} is new: say in MAY_USE what it may use"
            may = MAY_USE[module.room] | WIRED.get(module.name, set())
            faults[module.name] = used_rooms(module) - may
    assert broken(faults) == {}


def test_a_library_is_known_where_it_belongs() -> None:
    faults = {}
    for module in MODULES:
        imported = {name.split(".")[0] for name, _ in module.imports()}
        faults[module.name] = {
            name for name in imported if module.room not in VENDORS.get(name, {module.room})
        }
    assert broken(faults) == {}


def test_calls_of_the_database_are_made_by_the_wrappers() -> None:
    faults = {}
    for module in MODULES:
        if module.room not in WIRING | {"queries"}:
            taken = [names or ["all of it"] for name, names in module.imports() if name == "app.db"]
            faults[module.name] = {name for names in taken for name in names} - DB_NAMES
    assert broken(faults) == {}


def test_the_table_speaks_of_what_exists() -> None:
    rooms = {module.room for module in MODULES}
    named = set(MAY_USE) | WIRING | {room for may in MAY_USE.values() for room in may}
    assert named - rooms == set()
    assert set(WIRED) <= {module.name for module in MODULES}
    assert {room for homes in VENDORS.values() for room in homes} - rooms == set()
