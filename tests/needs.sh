# What the tests use from this machine: a browser, a sandbox, and the oldest PostgreSQL that popagent supports.
# As root on Debian they are installed; elsewhere the missing ones are named.

missing=
command -v chromium-headless-shell >/dev/null || missing="$missing chromium-headless-shell"
test -x /usr/lib/postgresql/15/bin/initdb || missing="$missing postgresql-15"
command -v bwrap >/dev/null || missing="$missing bubblewrap"
test -z "$missing" && exit 0

if test "$(id -u)" = 0 && command -v apt-get >/dev/null; then
    echo "Installing what the tests need:$missing"
    export DEBIAN_FRONTEND=noninteractive
    apt-get -qq update && apt-get -qq install --yes --no-install-recommends $missing >/dev/null && exit 0
fi
echo "The tests need$missing. Install them as root: apt-get install$missing" >&2
test "${CI:-}" != true
