#!/bin/sh
# The system's roots as a bundle for another program, as package managers make it.
set -eu
roots=/System/Library/Keychains/SystemRootCertificates.keychain
temporary=$(mktemp -d)

fail() {
    echo "$*" >&2
    exit 1
}

test -e /etc/ssl/certs/ca-certificates.crt || exit 0
security find-certificate -a -p "$roots" > "$temporary/found.pem"
security export -k "$roots" -t certs -f pemseq -o "$temporary/exported.pem" 2> /dev/null

# The fingerprints of the certificates in a file.
fingerprints() {
    mkdir "$temporary/parts"
    awk -v to="$temporary/parts/" '/BEGIN CERT/ { n++ } { print > (to n ".pem") }' "$1"
    for part in "$temporary"/parts/*.pem; do openssl x509 -in "$part" -noout -fingerprint -sha256; done | sort -u
    rm -r "$temporary/parts"
}
fingerprints /etc/ssl/certs/ca-certificates.crt > "$temporary/system"
fingerprints "$temporary/found.pem" > "$temporary/found"
fingerprints "$temporary/exported.pem" > "$temporary/exported"
test -s "$temporary/system" || fail "the system has no roots"
diff "$temporary/system" "$temporary/found" || fail "find-certificate"
diff "$temporary/system" "$temporary/exported" || fail "export"
security find-certificate -a -Z "$roots" | sed -n 's/^SHA-256 hash: //p' | sort -u > "$temporary/hashes"
sed 's/.*=//; s/://g' "$temporary/system" | sort -u | diff - "$temporary/hashes" || fail "find-certificate -Z"

# They cannot be changed.
status=0
security delete-certificate -Z "$(head -n 1 "$temporary/hashes")" "$roots" > /dev/null 2>&1 || status=$?
test "$status" != 0 || fail "a root was deleted"
rm -r "$temporary"
