#!/bin/bash
# Runs Examples/MutualTLS: an identity is imported from a .p12 file into a keychain that an agent serves, and TLS connections on the
# loopback are made with it. Certificates, keychain and agent are the test's own, and are removed at the end.
#
# usage: test-examples.sh MUTUAL-TLS CHATELAINE
#   MUTUAL-TLS   the built program of Examples/MutualTLS
#   CHATELAINE   the built command line, with the agent next to it
set -euo pipefail
[ $# -eq 2 ] || { echo "usage: $0 MUTUAL-TLS CHATELAINE" >&2; exit 2; }
program=$1 chatelaine=$2

work=$(mktemp -d)
export CHATELAINE_HOME=$work/home
mkdir -m 700 "$CHATELAINE_HOME"
unset CHATELAINE_ENTITLEMENTS
clean_up() {
    trap - EXIT
    # The agent and the server.
    # shellcheck disable=SC2046
    kill $(jobs -p) 2>/dev/null || true
    wait 2>/dev/null || true
    rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT TERM HUP

fail() { echo "failed: $1" >&2; exit 1; }
ok() { echo "ok: $1"; }

# usage: certificate NAME SUBJECT ISSUER EXTENSION OPTION...; makes a private key and a certificate for it. The issuer may be itself.
certificate() {
    local name=$1 subject=$2 issuer=$3 extension=$4 by=()
    shift 4
    [ "$issuer" = "$name" ] || by=(-CA "$work/$issuer.pem" -CAkey "$work/$issuer.key")
    openssl req -x509 -nodes -subj "$subject" -addext "$extension" "${by[@]}" "$@" -keyout "$work/$name.key" -out "$work/$name.pem" \
        2>"$work/openssl" || { cat "$work/openssl" >&2; fail "openssl makes no certificate for $subject"; }
}
curve=(-newkey ec -pkeyopt ec_paramgen_curve:P-256)
authority=basicConstraints=critical,CA:true
certificate root "/CN=Root" root "$authority" "${curve[@]}"
certificate department "/CN=Department" root "$authority" "${curve[@]}"
certificate server "/CN=Server" root subjectAltName=DNS:localhost "${curve[@]}"
certificate stranger "/CN=Stranger" stranger basicConstraints=CA:false "${curve[@]}"

# usage: p12 NAME SUBJECT OPTION...; a certificate by the department, in a file with the department's and the private key.
p12() {
    local name=$1 subject=$2
    shift 2
    certificate "$name" "/CN=$subject" department extendedKeyUsage=clientAuth "$@"
    openssl pkcs12 -export -name "$subject" -inkey "$work/$name.key" -in "$work/$name.pem" -certfile "$work/department.pem" \
        -passout pass:secret -out "$work/$name.p12"
}
p12 kim Kim "${curve[@]}"
p12 lee Lee -newkey rsa:2048
p12 copied Copied "${curve[@]}"
openssl pkcs12 -export -name Stranger -inkey "$work/stranger.key" -in "$work/stranger.pem" -passout pass:secret -out "$work/stranger.p12"

# usage: start FIRST-LINE COMMAND...; runs a program in the background and sets “line” when it has said its first line.
start() {
    local begin=$1
    shift
    rm -f "$work/says"
    mkfifo "$work/says"
    "$@" >"$work/says" 2>&1 &
    exec 3<"$work/says"
    read -r -t 60 -u 3 line || fail "$* does not start"
    [[ $line == "$begin"* ]] || fail "$* says: $line"
}
start "listening on " "$chatelaine" agent
# What the agent says later is not read.
exec 4<&3
start "listening on " "$program" serve "$work/server.pem" "$work/server.key" "$work/root.pem"
port=${line#listening on }

# usage: says TEXT COMMAND...; the command succeeds and prints this.
says() {
    local text=$1 said
    shift
    said=$("$program" "$@" 2>"$work/errors" <<<secret) || { cat "$work/errors" >&2; fail "MutualTLS $1 ends with an error"; }
    [ "$said" = "$text" ] || fail "MutualTLS $1 prints “$said” instead of “$text”"
}
# usage: refuses TEXT COMMAND...; the command fails and says this among the reasons.
refuses() {
    local text=$1
    shift
    if "$program" "$@" >"$work/errors" 2>&1 <<<secret; then fail "MutualTLS $1 should have failed"; fi
    grep -qF -- "$text" "$work/errors" || { cat "$work/errors" >&2; fail "MutualTLS $1 does not say “$text”"; }
}
# What the server says next about its clients.
server_says() {
    local said
    read -r -t 60 -u 3 said || fail "the server says nothing"
    [[ $said == "$1"* ]] || fail "the server says “$said” instead of “$1”"
}
uses() { "$chatelaine" log 2>/dev/null | grep -P '\tuse\tok\t' | grep -c "MutualTLS" || true; }

says "imported: Kim" import "$work/kim.p12"
[ "$(uses)" = 0 ] || fail "the log has uses of a key before there is one"
says "you are Kim" connect "$port" "$work/root.pem" Kim
server_says "client: Kim"
[ "$(uses)" = 1 ] || fail "the log has $(uses) uses of the key instead of one"
ok "a handshake is signed by the agent with a key on a curve, and the chain has the issuer that was in the file"

says "imported: Lee" import "$work/lee.p12"
says "you are Lee" connect "$port" "$work/root.pem" Lee
server_says "client: Lee"
[ "$(uses)" = 2 ] || fail "the log has $(uses) uses of keys instead of two"
ok "a handshake is signed by the agent with an RSA key"

refuses "-25316" connect "$port" "$work/root.pem" Kim --copy-key
ok "a key that is not extractable is not copied"

says "imported: Copied" import "$work/copied.p12" --extractable
says "you are Copied" connect "$port" "$work/root.pem" Copied --copy-key
server_says "client: Copied"
[ "$(uses)" = 2 ] || fail "a copied key was used in the agent"
ok "an extractable key is handed over"

refuses "" connect "$port" "$work/root.pem"
server_says "refused: "
ok "a client without a certificate is refused"

says "imported: Stranger" import "$work/stranger.p12"
refuses "" connect "$port" "$work/root.pem" Stranger
server_says "refused: "
ok "a client with a certificate of another authority is refused"

refuses "" connect "$port" "$work/stranger.pem" Kim
server_says "refused: "
ok "a client does not trust a server of another authority"
refuses "-25300" connect "$port" "$work/root.pem" Sam
ok "an identity that is not there is not found"
