# shellcheck shell=bash
# Moving a keychain to the service; repair and interruption.

heading "A socket of another user's"
exec 6< <(as bob /srv/bin/chatelaine agent 2> /dev/null)
read -r -t 20 -u 6 _
expect "the service goes before an agent of bob's own" says "the system service" as bob /srv/bin/chatelaine status
expect "and nothing moves from under that agent" says "your own agent" as bob /srv/bin/chatelaine migrate
own=$(pgrep -u bob chatelaine-agen); kill "$own"; wait_for_end "$own"; rm -rf $homes/bob/.local $homes/bob/run
stop
rm -f /run/chatelaine/agent.socket
cat > /srv/fake.py <<'END'
import os, pwd, socket, struct, sys
path, forges = sys.argv[1], sys.argv[2:] == ["forges"]
listener = socket.socket(socket.AF_UNIX)
listener.bind(path)
os.chmod(path, 0o666)
answer = open("/srv/hello", "rb").read()
greeting, heard, forged = (open("/srv/" + name, "wb", buffering=0) for name in ("greeting", "heard", "forged"))
service = pwd.getpwnam("chatelaine")
os.setgroups([]); os.setgid(7001); os.setuid(7001)
listener.listen()
print("ready", flush=True)
connection, _ = listener.accept()
connection.settimeout(300)
if forges:
    # Does not wait for the greeting, names the service as the sender, and sends what would follow the proof as well.
    sender = [(socket.SOL_SOCKET, socket.SCM_CREDENTIALS, struct.pack("3i", os.getpid(), service.pw_uid, service.pw_gid))]
    try: connection.sendmsg([answer], sender)
    except PermissionError: forged.write(b"refused")
    for part in answer[:1], answer[1:11], answer[11:] + struct.pack("<2I", 0, 0) * 2: connection.sendall(part)
    greeting.write(connection.recv(4096))
else:
    said = connection.recv(4096)
    greeting.write(said)
    if not said: sys.exit()
    connection.sendall(answer)
while True:
    # A connection that is closed with bytes unread is reset.
    try: part = connection.recv(4096)
    except ConnectionResetError: break
    if not part: break
    heard.write(part)
END
# A server hello as the service sends it: length of message and of secret part, then magic, major, 32 bytes of nonce.
python3 - <<'END'
message = b"\x0d" + b"CKAP" + b"\x10\x01" + b"\x22\x20" + bytes(32)
open("/srv/hello", "wb").write(len(message).to_bytes(4, "little") + (0).to_bytes(4, "little") + message)
END
printf 'chatelaine-token-worth-something' > $homes/bob/token; chown bob $homes/bob/token; chmod 600 $homes/bob/token
impostor() { # SAID SOCKET VARIABLE [forges]: alice listens in the place of an agent, and bob asks
    rm -f "$2"
    exec 6< <(exec python3 /srv/fake.py "$2" "${@:4}")
    read -r -t 20 -u 6 _
    says "$1" as bob env CHATELAINE_TOKEN_FILE=$homes/bob/token "$3" /srv/bin/chatelaine get mail bob || return 1
    # Until it has ended.
    cat <&6 > /dev/null
}
knows_no_more_than_the_greeting() { test -s /srv/greeting -a ! -s /srv/heard && ! grep -qE 'mail|bob|token' /srv/greeting; }
socket=/run/chatelaine/agent.socket
expect "what answers there as another user is refused" impostor "is not the system service" $socket NONE=
expect "and is told nothing" knows_no_more_than_the_greeting
expect "also if it answers before it is asked" impostor "is not the system service" $socket NONE= forges
expect "and is told no more" knows_no_more_than_the_greeting
expect "nor can it name the service as the sender" grep -q refused /srv/forged
install -d -o alice -m 755 /srv/alices /srv/alices/run
expect "what another user listens at is no agent of one's own" \
    impostor "runs as another user" /srv/alices/run/agent.socket CHATELAINE_HOME=/srv/alices
expect "and hears nothing at all" test -e /srv/greeting -a ! -s /srv/greeting -a ! -s /srv/heard
rm -f /run/chatelaine/agent.socket

heading "Moving"
start; listening
cp -a $homes/alice/.local/share/chatelaine /srv/backup
expect "moves, and says what becomes of an encrypted home" says "encrypted" as alice /srv/bin/chatelaine migrate
expect "what was stored before is there" says "old secret" as alice /srv/bin/chatelaine get before alice
expect "and no longer in the home" test -z "$(find /home/alice -name '*.keychain' -o -name device.key)"
expect "a second time there is nothing to do" says "already" as alice /srv/bin/chatelaine migrate
expect "who has nothing there moves nothing" says "nothing to move" as bob /srv/bin/chatelaine migrate
as alice mkdir -p $homes/alice/second
mv $homes/alice/.local/share/chatelaine /srv/aside; mv /srv/backup $homes/alice/.local/share/chatelaine
expect "an old copy is not taken for what was moved" says "has this keychain already" as alice /srv/bin/chatelaine migrate
expect "and stays" test -s $homes/alice/.local/share/chatelaine/keychains/default.keychain
mv $homes/alice/.local/share/chatelaine /srv/copy; mv /srv/aside $homes/alice/.local/share/chatelaine
cp -a /srv/copy/keychains /srv/copy/device.key $homes/alice/.local/share/chatelaine
install -o alice -g alice -m 600 /dev/null $homes/alice/.local/share/chatelaine/moving-ends
expect "a removal that was cut short goes on" as alice /srv/bin/chatelaine migrate
expect "to its end" test -z "$(find $homes/alice/.local -name '*.keychain' -o -name device.key -o -name moving-ends)"
expect "keychains are not mixed" says "has a keychain of this user already" as alice env XDG_DATA_HOME=$homes/alice/second bash -c '
    CHATELAINE_HOME=$HOME/second-home; export CHATELAINE_HOME
    printf "x\n" | /srv/bin/chatelaine set other alice
    mkdir -p $XDG_DATA_HOME/chatelaine; cp -r $CHATELAINE_HOME/data/. $XDG_DATA_HOME/chatelaine
    unset CHATELAINE_HOME; /srv/bin/chatelaine migrate'
expect "and what could not be moved can still be used" says x as alice env CHATELAINE_HOME=$homes/alice/second-home /srv/bin/chatelaine get other alice

expect "an agent of her own is not installed beside it" says "serves you already" as alice /srv/bin/chatelaine agent install

heading "Repair, by the administrator"
stop
expect "a user's keychain is examined" bash -c '
    cd /var/lib/chatelaine/users/7001-* && mv root data
    setpriv --reuid chatelaine --regid chatelaine --clear-groups env -i CHATELAINE_HOME="$PWD" /srv/bin/chatelaine doctor
    result=$?; mv data root; exit $result'
rm -f /run/chatelaine/agent.socket; start; listening
expect "and serves as before" says "old secret" as alice /srv/bin/chatelaine get before alice

heading "Cut short"
useradd_entry="carol:x:7003:7003::/home/carol:/bin/bash"
echo "$useradd_entry" >> /etc/passwd; echo "carol:x:7003:" >> /etc/group
install -d -o carol -g carol -m 700 /home/carol
stop; rm -f /run/chatelaine/agent.socket
mv /etc/chatelaine/system-service /etc/chatelaine/mark
as carol bash -c 'for number in $(seq 200); do printf "secret %s\n" $number | /srv/bin/chatelaine set cut $number; done'
mv /etc/chatelaine/mark /etc/chatelaine/system-service
start; listening
cuts=0
for milliseconds in 20 40 60 80 100 130 160 200; do
    timeout -s KILL "0.$(printf %03d $milliseconds)" setpriv --reuid carol --regid carol --clear-groups \
        env -i HOME=/home/carol XDG_RUNTIME_DIR=$homes/carol/run /srv/bin/chatelaine migrate > /dev/null 2>&1 || cuts=$((cuts + 1))
done 2> /dev/null
echo "        $cuts of 8 moves were killed"
as carol /srv/bin/chatelaine migrate > /dev/null 2>&1 || true
expect "all of it is there in the end" bash -c '
    for number in 1 77 200; do
        found=$(setpriv --reuid carol --regid carol --clear-groups env -i HOME=/home/carol XDG_RUNTIME_DIR=$homes/carol/run \
            /srv/bin/chatelaine get cut $number) && [ "$found" = "secret $number" ] || exit 1
    done'
expect "and only there" test -z "$(find /home/carol -name '*.keychain' -o -name device.key)"
