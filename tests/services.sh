#!/bin/sh
# Chromium and PostgreSQL for the tests: found on the machine, or installed where that is possible.
set -e
browser() { command -v chromium-headless-shell || command -v chromium || command -v chromium-browser || command -v google-chrome; }
postgres() { command -v initdb || ls /usr/lib/postgresql/*/bin/initdb; }
missing=""
browser >/dev/null 2>&1 || missing="$missing chromium"
postgres >/dev/null 2>&1 || missing="$missing postgresql"
[ -z "$missing" ] && exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null 2>&1; then
    echo "The tests need$missing: please install them (on Debian: apt-get install$missing)."
    exit 1
fi
echo "Installing$missing for the tests …"
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
# Chromium without windows does the same in less time, where there is such a package.
if apt-cache show chromium-headless-shell >/dev/null 2>&1; then
    missing=$(echo "$missing" | sed 's/chromium/chromium-headless-shell/')
fi
apt-get install -qq -y --no-install-recommends $missing >/dev/null
