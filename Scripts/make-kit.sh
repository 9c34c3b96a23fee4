#!/bin/sh
# Builds the drop-in kit: modules, libraries, and a program that prints the toolset files with which SwiftPM builds packages for Apple's
# systems on Linux, without a change to them:
#
#     PREFIX/bin/chatelaine-kit toolset > toolset.json && swift build --toolset toolset.json
#
# usage: make-kit.sh PREFIX
#   PREFIX    the directory of the kit
#
# DESTDIR in the environment is prepended to PREFIX when files are written, as packagers need it. Only the compiler that has
# built the modules can import them.
set -eu

[ $# -eq 1 ] || { echo "usage: $0 PREFIX" >&2; exit 2; }
cd "$(dirname "$0")/.."
case $1 in /*) prefix=$1 ;; *) prefix=$PWD/$1 ;; esac
destination=${DESTDIR:-}$prefix

# The same release build from which the installed programs come.
Scripts/build.sh --release --target SecurityBackend
built=$(Scripts/build.sh --release --show-bin-path)
# With CHATELAINE_BUILT the kit is installed from there (Scripts/build.sh).
scratch=${CHATELAINE_BUILT:-.build-release}
# The package name of the modules that are built already, which the modules below need; SwiftPM derives it from the directory.
package=$([ -n "${CHATELAINE_BUILT:-}" ] || sed -n 's/.*"-module-name","SecurityBackend".*"-package-name","\([^"]*\)".*/\1/p' "$scratch/release.yaml" | head -n 1)
checkouts=$scratch/checkouts
crypto=$checkouts/swift-crypto/Sources
work=$scratch/kit
modules=$work/modules
mkdir -p "$work/lib"

# Compiles a Swift module of a part of the kit: module PART NAME FILE-LIST FLAG...
#   PART    a directory of modules: a package finds those of the parts that it has chosen
module() {
    part=$1 name=$2 list=$3
    shift 3
    mkdir -p "$modules/$part"
    swiftc -emit-module -emit-module-path "$modules/$part/$name.swiftmodule" -c -o "$work/$name.o" -O -wmo \
        -parse-as-library -module-name "$name" -I "$modules/default" -I "$modules/$part" "$@" "@$list"
}

# Writes the names of the Swift files below directories into a file that swiftc reads.
list() {
    file=$1
    shift
    find "$@" -name '*.swift' | sort | sed 's/.*/"&"/' > "$file"
}

# Links a library that exports only the symbols of its interface. Its parts (SQLite's wrapper, BoringSSL) must not conflict
# with a program that has its own: library NAME "PATTERN..." FILE...
#   PATTERN   exported symbols; those of a Swift module contain its name
library() {
    name=$1
    { echo '{ global:'; echo "$2" | tr ' ' '\n' | sed 's/.*/    &;/'; echo 'local: *; };'; } > "$work/$name.map"
    shift 2
    swiftc -emit-library -o "$work/lib/lib$name.so" "$@" -L "$work/placeholders" \
        -Xlinker --version-script="$work/$name.map" -Xlinker --gc-sections -Xlinker --strip-debug \
        -Xlinker --as-needed -Xlinker -soname -Xlinker "lib$name.so"
}

# Release builds link the Swift libraries statically, and their objects name some that exist only as static libraries. The shared
# libraries contain the same code in others, so empty archives replace them.
make_placeholders() {
    resources=$(swiftc -print-target-info | sed -n 's/^ *"runtimeResourcePath": "\(.*\)".*$/\1/p')
    mkdir -p "$work/placeholders"
    for archive in "${resources}_static"/linux/lib*.a; do
        name=$(basename "$archive" .a)
        [ -e "$resources/linux/$name.so" ] || ar rc "$work/placeholders/$name.a"
    done
}

# Prints the objects of targets, without those of sources that no longer exist.
objects() {
    for target in "$@"; do
        find "$built/$target.build" -name '*.o' | while IFS= read -r object; do
            source=${object##*/}
            source=${source%.o}
            [ ! -f "$built/$target.build/sources" ] || grep -qF "/$source" "$built/$target.build/sources" || continue
            printf '%s\n' "$object"
        done
    done
}

maps() {
    for map in "$@"; do printf '%s\n' -Xcc "-fmodule-map-file=$map"; done
}

build_security() {
    list "$work/Security.list" Sources/Security
    # A program that imports the module needs none of the modules inside it.
    module default Security "$work/Security.list" -module-link-name ChatelaineSecurity -swift-version 6 -package-name "$package" \
        -enable-library-evolution -enable-upcoming-feature InternalImportsByDefault -I "$built/Modules"
    list "$work/LocalAuthentication.list" Sources/LocalAuthentication
    module default LocalAuthentication "$work/LocalAuthentication.list" -module-link-name ChatelaineSecurity -swift-version 6 \
        -package-name "$package" -enable-library-evolution -Xfrontend -disable-autolink-library -Xfrontend ChatelaineSecurity
    list "$work/SecurityBackend.list" Sources/SecurityBackend
    # Compiled against the module above; its module is not a part of the kit.
    # shellcheck disable=SC2046 # the lists are meant to be split
    swiftc -c -o "$work/SecurityBackend.o" -O -wmo -parse-as-library -module-name SecurityBackend -swift-version 6 \
        -package-name "$package" -I "$modules/default" -I "$built/Modules" \
        -Xfrontend -disable-autolink-library -Xfrontend ChatelaineSecurity \
        $(maps Sources/CSodium/module.modulemap "$checkouts/GRDB.swift/Sources/GRDBSQLite/module.modulemap" \
            "$built/CLinux.build/module.modulemap" "$built/CChatelaineSQLite.build/module.modulemap" \
            "$built/CLibCrypto.build/module.modulemap") \
        $(pkg-config --cflags libsodium) "@$work/SecurityBackend.list"
    # Names with blanks, which the shell would split.
    objects CryptoExtras _CryptoExtras | sed 's/.*/"&"/' > "$work/CryptoExtras.list"
    # shellcheck disable=SC2046
    library ChatelaineSecurity "*8Security* *19LocalAuthentication*" "$work/Security.o" "$work/LocalAuthentication.o" \
        "$work/SecurityBackend.o" \
        $(objects AgentClient AgentProtocol SwiftProtobuf KeychainServices KeyManagement Secrets CLinux CChatelaineSQLite GRDB SwiftASN1 $cryptography) \
        $(objects Authentication Fingerprint DBus AccountPassword TrustedPlatform LinuxSupport) \
        $(objects AsymmetricKeys CertificateTrust ExchangeFormats LibCrypto CLibCrypto PasswordGeneration) \
        "@$work/CryptoExtras.list" $(objects Crypto) $(pkg-config --libs libsodium) -lsqlite3 -lstdc++
}

cryptography="CryptoBoringWrapper CCryptoBoringSSL CCryptoBoringSSLShims CXKCP CXKCPShims"

build_cryptokit() {
    for name in CryptoBoringWrapper Crypto; do
        list "$work/$name.list" "$crypto/$name"
        # Needed for keys in hardware.
        [ "$name" != Crypto ] || list "$work/$name.list" "$crypto/$name" Kit/CryptoParts
        # shellcheck disable=SC2046
        module cryptokit "Chatelaine$name" "$work/$name.list" -swift-version 6 -suppress-warnings \
            -package-name swift_crypto -enable-upcoming-feature MemberImportVisibility \
            -module-alias Crypto=ChatelaineCrypto -module-alias CryptoBoringWrapper=ChatelaineCryptoBoringWrapper \
            -D CRYPTO_IN_SWIFTPM -D CRYPTO_IN_SWIFTPM_FORCE_BUILD_API \
            -Xcc "-I$crypto/CCryptoBoringSSL/include" -Xcc "-I$crypto/CXKCP/include" \
            $(maps "$crypto"/CCryptoBoringSSL/include/module.modulemap "$crypto"/CXKCP/include/module.modulemap \
                "$crypto"/CCryptoBoringSSLShims/include/module.modulemap "$crypto"/CXKCPShims/include/module.modulemap)
    done
    list "$work/CryptoKit.list" Kit/CryptoKit
    module cryptokit CryptoKit "$work/CryptoKit.list" -module-link-name ChatelaineCryptoKit -swift-version 6
    # shellcheck disable=SC2046
    library ChatelaineCryptoKit "*ChatelaineCrypto* *CryptoKit*" "$work/CryptoKit.o" "$work/ChatelaineCrypto.o" \
        "$work/ChatelaineCryptoBoringWrapper.o" \
        $(objects CCryptoBoringSSL CCryptoBoringSSLShims CXKCP CXKCPShims) -L "$work/lib" -lstdc++
}

build_others() {
    # In the directory that every package sees: a package whose modules import it implicitly may be used by one that does not.
    list "$work/Foundation.list" Kit/Foundation
    module default ChatelaineFoundation "$work/Foundation.list" -module-link-name ChatelaineFoundation -swift-version 6
    library ChatelaineFoundation "*20ChatelaineFoundation*" "$work/ChatelaineFoundation.o" -L "$work/lib"
    list "$work/CoreFoundation.list" Kit/CoreFoundation
    module corefoundation CoreFoundation "$work/CoreFoundation.list" -swift-version 6
    mkdir -p "$modules/os"
    cp Kit/os/module.modulemap Kit/os/*.h "$modules/os"
    list "$work/os.list" Kit/os
    module os os "$work/os.list" -module-link-name ChatelaineOS -swift-version 6 -import-underlying-module
    library ChatelaineOS "*2os*" "$work/os.o"
}

# A module in C, with functions written in Swift: their symbols are the names in C.
build_commoncrypto() {
    mkdir -p "$modules/commoncrypto"
    cp Kit/CommonCrypto/include/*.h "$modules/commoncrypto"
    sed 's/^module CCommonCrypto {/module CommonCrypto [system] {\n    link "ChatelaineCommonCrypto"/; /^\/\//d' \
        Kit/CommonCrypto/include/module.modulemap > "$modules/commoncrypto/module.modulemap"
    list "$work/CommonCryptoFunctions.list" Kit/CommonCrypto/Functions
    # shellcheck disable=SC2046 # the lists are meant to be split
    swiftc -c -o "$work/CommonCryptoFunctions.o" -O -wmo -parse-as-library -module-name CommonCryptoFunctions -swift-version 6 \
        -package-name "$package" -I "$built/Modules" \
        $(maps Kit/CommonCrypto/include/module.modulemap Sources/CSodium/module.modulemap "$built/CLinux.build/module.modulemap" \
            "$built/CLibCrypto.build/module.modulemap") \
        $(pkg-config --cflags libsodium) "@$work/CommonCryptoFunctions.list"
    # shellcheck disable=SC2046
    library ChatelaineCommonCrypto "CC_* CC[A-Z]*" "$work/CommonCryptoFunctions.o" \
        $(objects LibCrypto CLibCrypto LinuxSupport CLinux Secrets) $(pkg-config --libs libsodium)
}

# Builds only if something has changed since the last build.
stamp=$work/stamp
[ -n "${CHATELAINE_BUILT:-}" ] || swiftc --version > "$work/compiler" 2>&1
if [ -n "${CHATELAINE_BUILT:-}" ]; then
    :
elif ! cmp -s "$work/compiler" "$stamp" \
    || [ -n "$(find Kit Sources Package.swift Scripts/make-kit.sh "$built/Modules" -newer "$stamp" -type f | head -n 1)" ]
then
    rm -rf "$stamp" "$modules"
    make_placeholders
    build_security
    build_cryptokit
    build_others
    build_commoncrypto
    cp "$work/compiler" "$stamp"
fi

rm -rf "$destination/lib/chatelaine"
mkdir -p "$destination/lib/chatelaine/modules"
cp "$work"/lib/*.so "$destination/lib/chatelaine"
for part in "$modules"/*/; do
    target=$destination/lib/chatelaine/modules/$(basename "$part")
    mkdir -p "$target"
    # The other files describe sources that only this machine has.
    find "$part" -type f ! -name '*.swiftsourceinfo' ! -name '*.abi.json' -exec cp {} "$target" \;
done
install -D -m 755 Kit/toolchain/bin/swiftc "$destination/lib/chatelaine/toolchain/bin/swiftc"
install -D -m 755 Kit/chatelaine-kit "$destination/bin/chatelaine-kit"
mkdir -p "$destination/share/chatelaine"
"$destination/bin/chatelaine-kit" toolset --prefix "$prefix" > "$destination/share/chatelaine/toolset.json"
# Only this compiler can import the modules; chatelaine-kit refuses another.
grep -m 1 'Swift version' "$work/compiler" > "$destination/lib/chatelaine/compiler"
echo "The kit is in $prefix. Use it with: swift build --toolset $prefix/share/chatelaine/toolset.json"
echo "$prefix/bin/chatelaine-kit --help tells how a package gets more than Security and LocalAuthentication."
