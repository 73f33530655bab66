"""What shows that the sandbox holds: a script that runs in it, and what is made of what it says."""

import os
from pathlib import Path

SCRIPT = Path(__file__).with_suffix(".sh").read_text()

_INSTALL = "install the package {}, on Debian with: apt install {}"
MISSING = {
    "bwrap": "bubblewrap is not installed; " + _INSTALL.format("bubblewrap", "bubblewrap"),
    "prlimit": "prlimit is not there; " + _INSTALL.format("util-linux", "util-linux"),
    "setpriv": "setpriv is not there; " + _INSTALL.format("util-linux", "util-linux"),
}
UNKNOWN_MACHINE = "the sandbox knows its filter of system calls for x86_64 and aarch64 Linux alone"

#: What bwrap says when the machine does not let it, and what helps.
_KNOWN = (
    (
        "No permissions to create new namespace",
        "this machine, or the container that popagent runs in, lets nobody make namespaces; allow them there"
        " (in Docker a seccomp profile that permits clone and unshare)",
    ),
    (
        "setting up uid map",
        "AppArmor refuses user namespaces to unconfined programs; give bwrap a profile that permits userns, or set"
        " kernel.apparmor_restrict_unprivileged_userns=0",
    ),
    (
        "Failed to make / slave",
        "the AppArmor profile of this container denies mounts; run it with another one",
    ),
    (
        "No space left on device",
        "this machine's limit of namespaces is reached; raise user.max_user_namespaces",
    ),
)


def fault(exit_code: int | None, output: str, errors: str) -> str:
    """Return what is wrong with the sandbox, and what helps; nothing when it holds."""
    said = [line.partition(":")[::2] for line in output.split("\n")]
    if exit_code != 0 or ("end", "") not in said:
        known = next(
            (cure for words, cure in _KNOWN if words in errors), errors.strip()[-300:] or "it says nothing"
        )
        return f"the sandbox does not start: {known}"
    facts = dict(said)
    wanted = {"NoNewPrivs": "1", "Seccomp": "2"}
    holes = [f"{name} is {facts.get(name)}" for name, value in wanted.items() if facts.get(name) != value]
    if int(facts.get("CapEff", "1"), 16):
        holes.append("it leaves capabilities")
    for namespace in ("user", "pid", "net", "mnt"):
        if facts.get(namespace) in (None, "", os.readlink(f"/proc/self/ns/{namespace}")):
            holes.append(f"it shares the {namespace} namespace")
    holes += [f"{what} {name}" for what, name in said if what in ("writable", "visible", "variable")]
    holes += [f"interface {name}" for what, name in said if what == "interface" and name != "lo"]
    return f"the sandbox does not hold: {', '.join(holes)}" if holes else ""
