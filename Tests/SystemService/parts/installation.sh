# shellcheck shell=bash
# The installation, and the first program that the service serves. Parts are read by test.sh, in its order.

heading "Before the service is there"
expect "a program keeps its keychain itself" give "old secret" as alice /srv/bin/chatelaine set before alice
expect "there is nothing to move to" says "system service is not installed" as alice /srv/bin/chatelaine migrate
expect "the service does not run as root" says "not as you or as root" /srv/libexec/chatelaine/chatelaine-agent --system

heading "Installation"
expect "only root installs" says "root only" as alice /srv/bin/chatelaine agent install --system
expect "a program that others can change is not installed" \
    bash -c 'chmod 777 /srv/libexec/chatelaine; ! /srv/bin/chatelaine agent install --system; result=$?; chmod 755 /srv/libexec/chatelaine; exit $result'
expect "installs" /srv/bin/chatelaine agent install --system
expect "makes the account" getent passwd chatelaine
expect "makes a directory for it alone" test "$(stat -c '%U %a' /var/lib/chatelaine)" = "chatelaine 700"
expect "writes the units" test -s /etc/systemd/system/chatelaine-system.service
expect "a second installation is harmless" /srv/bin/chatelaine agent install --system
if command -v systemd-analyze > /dev/null; then
    expect "systemd finds nothing wrong with the units" \
        systemd-analyze verify --man=no /etc/systemd/system/chatelaine-system.socket /etc/systemd/system/chatelaine-system.service
fi

heading "The service"
install -d -o chatelaine -g chatelaine -m 755 /run/chatelaine
start; listening
expect "a second one ends with a message" says "another agent" \
    setpriv --reuid chatelaine --regid chatelaine --clear-groups /srv/libexec/chatelaine/chatelaine-agent --system
expect "has a process that looks" test -n "$(processes chatelaine-identify)"
expect "only that one has capabilities" bash -c '
    for process in $(pgrep -u chatelaine); do
        held=$(awk "/^Cap(Prm|Eff|Amb)/ { print \$2 }" /proc/$process/status | sort -u | grep -v "^0*$" || true)
        grep -q identify /proc/$process/cmdline || [ -z "$held" ] || exit 1
    done'
expect "a user without keychains is served at once" give "bob's secret" as bob /srv/bin/chatelaine set mail bob
expect "and reads what was stored" says "bob's secret" as bob /srv/bin/chatelaine get mail bob
expect "status says who serves" says "the system service" as bob /srv/bin/chatelaine status
expect "the program is known as the system's" says system as bob /srv/bin/chatelaine whoami
expect "there is a process for bob" test -n "$(processes_of 7002)"
expect "and none for alice, who has not asked" test -z "$(processes_of 7001)"
expect "it has no capabilities" bash -c "! grep -E '^Cap(Prm|Eff|Amb)' /proc/$(processes_of 7002)/status | grep -v '0000000000000000'"
expect "nothing is in bob's home" test -z "$(find /home/bob -type f)"
