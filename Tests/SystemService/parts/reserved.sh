# shellcheck shell=bash
# Access groups that a secured program reserves for secured programs, with a request or by the file beside it.

heading "Groups that a secured program reserves, and other programs of the same user"
for name in asking declaring first; do install -m 755 "$programs/agent-probe" /srv/bin/$name; done
cat > /srv/bin/declaring.entitlements <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict>
<key>io.github.chatelaine.secured</key><true/>
<key>keychain-access-groups</key><array><string>com.example.declaring</string></array>
</dict></plist>
END
install -o bob -g bob -m 755 "$programs/agent-probe" $homes/bob/first
install -o bob -g bob -m 755 "$programs/agent-probe" $homes/bob/asking
line_of_held() { # sends a line to the program that holds a connection; its answer is in $line
    echo >&"$held_in" && read -r -t 30 -u "$held_out" line
}

expect "a program without the mark reserves nothing" says "apps secure" freely bob /srv/bin/asking reserve -
expect "it stores" freely bob /srv/bin/asking add - service early "early secret"
expect "and the command line reads that" says "early secret" freely bob /srv/bin/chatelaine get service early --group asking
freely bob /srv/bin/chatelaine apps share asking /srv/bin/probe > /dev/null
rm -f /srv/held.in /srv/held.out; mkfifo /srv/held.in /srv/held.out
exec {held_in}<> /srv/held.in {held_out}<> /srv/held.out
freely bob /srv/bin/probe repeat read asking service early <&"$held_in" >&"$held_out" 2> /dev/null &
holding=$!
read -r -t 30 -u "$held_out" line
expect "so does a program with which the group is shared" line_of_held
expect "which keeps its connection" test "$line" = "early secret"
freely bob /srv/bin/chatelaine token make --group asking > $homes/bob/asking.token
chown bob $homes/bob/asking.token; chmod 600 $homes/bob/asking.token
with_token() { freely bob env CHATELAINE_TOKEN_FILE=$homes/bob/asking.token /srv/bin/other "$@"; }
expect "and one with a token" says "early secret" with_token read asking service early

/srv/bin/chatelaine apps secure --yes /srv/bin/asking > /dev/null
expect "marked, it reserves its group" freely bob /srv/bin/asking reserve -
expect "stores in it" freely bob /srv/bin/asking add - service account "asked secret"
expect "and reads what was there before" says "early secret" freely bob /srv/bin/asking read - service early
expect "the program with the share is answered on its connection" line_of_held
expect "and gets nothing any more" test "$line" = "failed: -34018"
pkill -u bob -x probe || true; exec {held_in}>&- {held_out}>&-; wait "$holding" 2> /dev/null || true
nothing_leads_there() { # MOMENT
    expect "$1 it gets nothing on a new one" says -34018 freely bob /srv/bin/probe read asking service account
    expect "$1 it adds nothing" says -34018 freely bob /srv/bin/probe add asking service "planted by $1" planted
    expect "$1 the token opens nothing" not says "early secret" with_token read asking service early
    expect "$1 a copy of the program gets nothing" not says "asked secret" freely bob $homes/bob/asking read - service account
    expect "$1 the command line does not list it" not says asking freely bob /srv/bin/chatelaine list
    expect "$1 nor print it" not says "early secret" freely bob /srv/bin/chatelaine get service early --group asking
    expect "$1 nor remove it" not freely bob /srv/bin/chatelaine rm service early --group asking --yes
    expect "$1 nor give it to another program" says "reserved" freely bob /srv/bin/chatelaine apps owner asking /srv/bin/probe
    expect "$1 nor to the next that uses its name" says "reserved" freely bob /srv/bin/chatelaine apps owner asking
    expect "$1 the program without the protection of its mark does not open it" says -34018 as bob /srv/bin/asking open -
    expect "$1 nor gets it" says -34018 as bob /srv/bin/asking read - service account
    expect "$1 another secured program does not open it" says -34018 freely bob /srv/bin/secured open asking
    expect "$1 the program reads" says "asked secret" freely bob /srv/bin/asking read - service account
}
nothing_leads_there "afterwards"
freely bob /srv/bin/chatelaine apps add /srv/bin/asking trap > /dev/null
expect "a registration does not have it store elsewhere" freely bob /srv/bin/asking add - service second "second secret"
expect "but in its group" says "second secret" freely bob /srv/bin/asking read asking service second
freely bob /srv/bin/chatelaine apps remove /srv/bin/asking > /dev/null
stop; rm -f /run/chatelaine/agent.socket; start; listening
nothing_leads_there "after a restart of the service"
install -m 755 "$programs/agent-probe" /srv/bin/asking.new; mv /srv/bin/asking.new /srv/bin/asking
expect "an update takes the mark away, and the error names the command" says "apps secure “/srv/bin/asking”" freely bob /srv/bin/asking read - service account
expect "for others nothing changes" says -34018 freely bob /srv/bin/probe read asking service account
/srv/bin/chatelaine apps secure --yes /srv/bin/asking > /dev/null
expect "set again, the items are there" says "asked secret" freely bob /srv/bin/asking read - service account

expect "an attacker uses a name first" freely bob $homes/bob/first add - service planted planted
/srv/bin/chatelaine apps secure --yes /srv/bin/first > /dev/null
expect "the program reserves a group of its own" freely bob /srv/bin/first reserve -
expect "but not the attacker's" says -34018 freely bob /srv/bin/first reserve first
expect "stores" freely bob /srv/bin/first add - service account "first secret"
expect "does not find what was planted" not says planted freely bob /srv/bin/first read - service planted
expect "and the attacker not what it stores" not says "first secret" freely bob $homes/bob/first read - service account

expect "a file beside a program without the mark reserves nothing" freely bob /srv/bin/declaring add - service claimed "claimed secret"
expect "so that the command line reads" says "claimed secret" freely bob /srv/bin/chatelaine get service claimed --group com.example.declaring
/srv/bin/chatelaine apps secure --yes /srv/bin/declaring > /dev/null
expect "beside a secured one it does" says "claimed secret" freely bob /srv/bin/declaring read - service claimed
expect "from its first connection on" not says "claimed secret" freely bob /srv/bin/chatelaine get service claimed --group com.example.declaring
rm /srv/bin/declaring.entitlements
expect "also when the file has gone" not says "claimed secret" freely bob /srv/bin/chatelaine get service claimed --group com.example.declaring

expect "the program itself opens its group again" freely bob /srv/bin/asking open -
expect "then others get it as before" says "asked secret" freely bob /srv/bin/chatelaine get service account --group asking
expect "also the program with the share" says "early secret" freely bob /srv/bin/probe read asking service early
