#!/bin/sh
# A CI machine: a temporary keychain for the certificate of the signer, found by the signing tool, and gone afterwards.
# Its argument is the folder of the certificates.
set -eu
files=$1
temporary=$(mktemp -d)
keychain=$temporary/app-signing.keychain-db
password=$(openssl rand -base64 24)

fail() {
    echo "$*" >&2
    exit 1
}

# What is there before must be there afterwards.
before=$(security list-keychains -d user)
default=$(security default-keychain -d user)

security create-keychain -p "$password" "$keychain"
security set-keychain-settings -lut 21600 "$keychain"
security unlock-keychain -p "$password" "$keychain"
test "$(security show-keychain-info "$keychain" 2>&1)" = \
    "Keychain \"$keychain\" lock-on-sleep use-lock-interval timeout=21600s" || fail "settings"

security import "$files/signer.p12" -P travel-1 -A -t cert -f pkcs12 -k "$keychain"
security import "$files/authority.pem" -k "$keychain" -T /usr/bin/codesign
security set-key-partition-list -S apple-tool:,apple:,codesign: -s -k "$password" "$keychain" > /dev/null
echo "$before" | sed 's/^ *"//; s/"$//' | {
    set -- "$keychain"
    while read -r name; do test -z "$name" || set -- "$@" "$name"; done
    security list-keychain -d user -s "$@"
}
security default-keychain -s "$keychain"
security list-keychains -d user | head -n 1 | grep -qxF "    \"$keychain\"" || fail "search list"

identity=$(security find-identity -p codesigning | sed -n 's/^ *1) \([0-9A-F]*\) "Golden Signer: Kim".*/\1/p' | head -n 1)
test "$identity" = "$(openssl x509 -in "$files/signer.pem" -noout -fingerprint -sha1 | sed 's/.*=//; s/://g')" ||
    fail "identity: $identity"

# What a tool needs that signs: the certificate and its key, as a file.
security find-certificate -c "Golden Signer" -p "$keychain" > "$temporary/found.pem"
cmp "$temporary/found.pem" "$files/signer.pem" || fail "certificate"
security export -k "$keychain" -t identities -f pkcs12 -P carry -o "$temporary/out.p12" 2> "$temporary/said"
grep -qx "\.\.\.$(wc -c < "$temporary/out.p12") bytes written to $temporary/out.p12" "$temporary/said" || fail "export"
openssl pkcs12 -in "$temporary/out.p12" -passin pass:carry -nodes -nocerts 2> /dev/null |
    openssl pkey -pubout > "$temporary/exported"
openssl x509 -in "$files/signer.pem" -noout -pubkey | cmp - "$temporary/exported" || fail "exported key"

# Tear-down.
status=0
security default-keychain -s "$(echo "$default" | sed 's/^ *"//; s/"$//')"
security delete-keychain "$keychain"
test ! -e "$keychain" || fail "the keychain is there still"
security show-keychain-info "$keychain" 2> /dev/null || status=$?
test "$status" = 50 || fail "information about a keychain that is gone: $status"
test "$(security list-keychains -d user)" = "$before" || fail "search list afterwards"
test "$(security default-keychain -d user)" = "$default" || fail "default keychain afterwards"
rm -r "$temporary"
