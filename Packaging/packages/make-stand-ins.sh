#!/bin/bash
# Makes stand-ins of the programs and of the kit, for tests of packages. Called by Scripts/make-packages.sh.
# usage: make-stand-ins.sh DIRECTORY VERSION
set -euo pipefail
here=$(dirname "$(realpath "$0")")
directory=$1 version=$2
mkdir -p "$directory/kit/lib" "$directory/kit/modules/"{default,cryptokit,commoncrypto}
program() { # NAME LINKER-FLAG…
    gcc -s -O1 -DNAME="\"$1\"" -DVERSION="\"$version\"" -Wl,-z,relro,-z,now -fstack-protector-strong \
        -o "$directory/$1" "$here/stand-in.c" -Wl,--no-as-needed "${@:2}"
}
libraries() { pkg-config --libs "$@"; }
main=(-lsodium -lsqlite3 -lzxcvbn -lpsl -lpcre2-8 -lidn2 -lstdc++ -lm)
program chatelaine "${main[@]}"
program chatelaine-agent "${main[@]}"
program chatelaine-browser -lsodium -lsqlite3 -lstdc++
program chatelaine-identify -lstdc++
program chatelaine-pam-helper -lpam -lsodium
program chatelaine-clipboard -lsodium
if pkg-config --exists libadwaita-1; then
    read -ra windows <<<"$(libraries libadwaita-1)"
    # The names of the products that Scripts/install-apps.sh asks for.
    for name in VaultWindow KeychainWindow chatelaine-passwords chatelaine-keychains chatelaine-sheet ACME TouchMeIn ChristmasKeeper TestHost; do
        program "$name" "${main[@]}" "${windows[@]}"
    done
    ! pkg-config --exists webkitgtk-6.0 || { read -ra web <<<"$(libraries webkitgtk-6.0)"; for name in ACMEBrowser acme-browser; do program "$name" "${windows[@]}" "${web[@]}"; done; }
fi
echo 'Swift version 0.0 (a stand-in)' >"$directory/kit/compiler"
for name in ChatelaineSecurity ChatelaineCryptoKit ChatelaineCommonCrypto; do
    echo 'int stand_in(void) { return 0; }' | gcc -shared -s -fPIC -O1 -Wl,-z,relro,-z,now -Wl,-soname,"lib$name.so" -x c - -o "$directory/kit/lib/lib$name.so" \
        -Wl,--no-as-needed -lsodium -lsqlite3
done
echo 'stand-in' >"$directory/kit/modules/default/Security.swiftmodule"
echo 'stand-in' >"$directory/kit/modules/cryptokit/CryptoKit.swiftmodule"
echo 'module CommonCrypto {}' >"$directory/kit/modules/commoncrypto/module.modulemap"
