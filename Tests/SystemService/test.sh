#!/bin/bash
# Plays the system service for real: its account, its capabilities, two users and their programs. As root. It all happens in
# namespaces of its own with empty directories in the place of /run, /var/lib, /home and /srv and a copy of the list of accounts:
# the machine is as it was afterwards, whatever happens. systemd's part is played by setpriv and systemd-socket-activate.
#
# usage: test.sh DIRECTORY (with chatelaine, chatelaine-agent, chatelaine-identify, chatelaine-clipboard and agent-probe; chatelaine-sheet,
# VaultWindow and KeychainWindow for what plays windows)
set -euo pipefail
[ $# -ge 1 ] || { echo "usage: $0 DIRECTORY" >&2; exit 2; }
[ "$(id -u)" = 0 ] || { echo "skipped: this test is for root" >&2; exit 0; }
if [ "${2:-}" != inside ]; then
    programs=$(realpath "$1")
    exec env -i PATH="$PATH" CHATELAINE_STEP="${CHATELAINE_STEP:-}" unshare --mount --pid --fork --kill-child --mount-proc --propagation private \
        "$(realpath "$0")" "$programs" inside
fi
programs=$1
tests=$(dirname "$(realpath "$0")")
export homes=/home
failures=0 checks=0 service=

# MARK: A machine

accounts=$(mktemp -d)
mount -t tmpfs none "$accounts"
cp -a /etc/passwd /etc/group /etc/shadow "$accounts"
{ echo "alice:x:7001:7001::/home/alice:/bin/bash"; echo "bob:x:7002:7002::/home/bob:/bin/bash"; } >> "$accounts/passwd"
{ echo "alice:x:7001:"; echo "bob:x:7002:"; } >> "$accounts/group"
mkdir "$accounts/systemd" "$accounts/directory"
mkdir -p /etc/systemd/system
mount --bind "$accounts/systemd" /etc/systemd/system
# useradd writes a new file and renames it, which takes a directory of one's own.
cp -a /etc/. "$accounts/directory" 2> /dev/null || true
cp -a "$accounts"/{passwd,group,shadow} "$accounts/directory"
rm -f "$accounts"/directory/*.lock
mount --bind "$accounts/directory" /etc
mkdir -p /etc/systemd/system
# What the installation tells polkit goes into a copy.
if [ -d /usr/share/polkit-1 ]; then
    cp -a /usr/share/polkit-1 "$accounts/polkit"
    mount --bind "$accounts/polkit" /usr/share/polkit-1
fi
for directory in /run /var/lib /home /srv; do mount -t tmpfs -o mode=755 none "$directory"; done
for user in alice bob; do install -d -o $user -g $user -m 700 /home/$user; done
install -d /srv/bin /srv/libexec/chatelaine
install -m 755 "$programs/chatelaine" /srv/bin
install -m 755 "$programs/chatelaine-agent" "$programs/chatelaine-identify" /srv/libexec/chatelaine
install -m 755 "$programs/agent-probe" /srv/bin/probe
install -m 755 "$programs/agent-probe" /srv/bin/other
cd /

# MARK: The means

log=$(mktemp)
not() { ! "$@"; }
expect() { # DESCRIPTION COMMAND…
    checks=$((checks + 1))
    if "${@:2}" > "$log" 2>&1; then echo "ok      $1"; else
        failures=$((failures + 1)); echo "FAILED  $1"; sed 's/^/        | /' "$log"
    fi
}
heading() { printf '\n%s\n' "$1"; }
as() { # USER COMMAND…
    timeout 60 setpriv --reuid "$1" --regid "$1" --clear-groups --no-new-privs \
        env -i PATH=/usr/bin:/bin HOME=/home/"$1" XDG_RUNTIME_DIR=/home/"$1"/run "${@:2}"
}
says() { # TEXT COMMAND…: what the command says has the text in it
    local output; output=$("${@:2}" 2>&1) || true
    printf '%s\n' "$output"; grep -qF -- "$1" <<< "$output"
}
give() { printf '%s\n' "$1" | "${@:2}"; }
start() { # [COMMAND…]: the service, as systemd starts it
    local capabilities=-all,+sys_ptrace,+dac_read_search,+checkpoint_restore
    rm -f "$accounts/said"; mkfifo "$accounts/said"
    # For reading and writing: neither this nor the service waits for the other to open it.
    exec 7<> "$accounts/said"
    "$@" setpriv --reuid chatelaine --regid chatelaine --clear-groups --inh-caps $capabilities --ambient-caps $capabilities \
        --bounding-set $capabilities --no-new-privs /srv/libexec/chatelaine/chatelaine-agent --system \
        > "$accounts/said" 2>&1 7>&- &
    service=$!
}
listening() { # the service has said so, or who listens for it
    local line
    while read -r -t 30 -u 7 line; do
        [[ $line != *istening\ on\ * ]] || return 0
    done
    return 1
}
stop() { kill "$service" 2> /dev/null || true; wait "$service" 2> /dev/null || true; }
processes() { pgrep -u chatelaine -f -- "$1" || true; }
processes_of() { processes "--serve-user $1 "; }
wait_for_end() { # of a process
    timeout 30 tail --pid="$1" -f /dev/null
}

for part in installation neighbours secured walls reserved own-programs moving cuts arrivals processes polkit owner; do
    # shellcheck source=/dev/null
    . "$tests/parts/$part.sh"
done

heading "Removal"
expect "removes the units" bash -c '/srv/bin/chatelaine agent uninstall --system && [ ! -e /etc/systemd/system/chatelaine-system.service ]'
expect "and the marks of programs of ours" not marked /srv/bin/chatelaine
expect "and what polkit was told" test -z "$(find /usr/share/polkit-1 -name '*chatelaine*' 2> /dev/null)"
expect "and leaves what users have" test -n "$(find /var/lib/chatelaine -name default.keychain)"

printf '\n%s checks, %s failed\n' "$checks" "$failures"
[ "$failures" = 0 ]
