# A fingerprint reader without hardware, for scripts: a private system bus on which the real fprintd and the real polkitd are started
# when they are called, with libfprint's virtual reader, which obeys commands. To be sourced, as root; needs fprintd, polkitd,
# dbus-daemon and perl. Does not touch the system's own bus, prints and readers.
# shellcheck shell=bash

reader_directory=""

# Whether this machine has the needed programs.
has_virtual_reader() {
    [ "$(id -u)" = 0 ] && [ -e /usr/share/dbus-1/system-services/net.reactivated.Fprint.service ] &&
        [ -e /usr/share/dbus-1/system-services/org.freedesktop.PolicyKit1.service ] && command -v dbus-daemon > /dev/null
}

# Starts the bus, and names it in the environment.
start_reader() {
    reader_directory=$(mktemp -d "${TMPDIR:-/tmp}/chatelaine-reader.XXXXXX")
    # polkitd runs as a user of its own.
    chmod 755 "$reader_directory"
    mkdir "$reader_directory/state"
    cat > "$reader_directory/bus.conf" <<XML
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>system</type><listen>unix:path=$reader_directory/bus</listen><auth>EXTERNAL</auth>
  <standard_system_servicedirs/>
  <policy context="default">
    <allow user="*"/><deny own="*"/><deny send_type="method_call"/><allow send_type="signal"/>
    <allow send_requested_reply="true" send_type="method_return"/>
    <allow send_requested_reply="true" send_type="error"/>
    <allow receive_type="method_call"/><allow receive_type="method_return"/>
    <allow receive_type="error"/><allow receive_type="signal"/>
    <allow send_destination="org.freedesktop.DBus" send_interface="org.freedesktop.DBus"/>
    <allow send_destination="org.freedesktop.DBus" send_interface="org.freedesktop.DBus.Introspectable"/>
    <allow send_destination="org.freedesktop.DBus" send_interface="org.freedesktop.DBus.Properties"/>
  </policy>
  <include>/usr/share/dbus-1/system.d/net.reactivated.Fprint.conf</include>
  <include>/usr/share/dbus-1/system.d/org.freedesktop.PolicyKit1.conf</include>
</busconfig>
XML
    mkfifo "$reader_directory/address"
    env FP_VIRTUAL_DEVICE="$reader_directory/reader.sock" FP_DRIVERS_WHITELIST=virtual_device \
        STATE_DIRECTORY="$reader_directory/state" \
        dbus-daemon --config-file="$reader_directory/bus.conf" --nofork --nopidfile --print-address=5 \
        5> "$reader_directory/address" > /dev/null 2>&1 &
    reader_bus=$!
    read -r -t 60 _ < "$reader_directory/address" || { echo "the bus of the virtual reader does not start" >&2; return 1; }
    export DBUS_SYSTEM_BUS_ADDRESS=unix:path=$reader_directory/bus
}

# Sends a command to the reader, as soon as a program has claimed it: "SCAN f1" (a finger), "RETRY 1" (too short).
reader() {
    perl -MSocket -e '
        my ($path, $command) = @ARGV;
        for (1 .. 6000) {
            socket(my $s, PF_UNIX, SOCK_STREAM, 0) or die;
            if (connect($s, pack_sockaddr_un($path))) {
                syswrite($s, $command); shutdown($s, 1); sysread($s, my $end, 100); exit 0;
            }
            select(undef, undef, undef, 0.01);
        }
        die "no program has claimed the virtual reader\n";' "$reader_directory/reader.sock" "$1"
}

# Ends everything. fprintd and polkitd end with their bus.
stop_reader() {
    [ -n "$reader_directory" ] || return 0
    kill "$reader_bus" 2>/dev/null || true
    wait "$reader_bus" 2>/dev/null || true
    rm -rf "$reader_directory"
    reader_directory=""
}
