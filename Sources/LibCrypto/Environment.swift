import Glibc

extension CryptoLibrary {
    private static let prefix = "OPENSSL_"

    /// Removes OpenSSL's variables from the environment of this process, and with it from that of the programs that it starts.
    ///
    /// Where this process loads libcrypto first, nothing reads a configuration (Docs/decisions/0068). Where another library has brought it in,
    /// as the TPM's does, libcrypto loads the file that `OPENSSL_CONF` names, and the code that the file, `OPENSSL_MODULES` or
    /// `OPENSSL_ENGINES` names. The starter of a process decides what is in its environment, and a process that keeps the keys of others
    /// takes no code from there.
    ///
    /// Call it before there is a second thread.
    package static func removeSettingsFromEnvironment() {
        for name in namesInEnvironment() { unsetenv(name) }
    }

    private static func namesInEnvironment() -> [String] {
        var names: [String] = []
        var entry = environ
        while let text = entry.pointee {
            let name = String(cString: text).prefix { $0 != "=" }
            if name.hasPrefix(prefix) { names.append(String(name)) }
            entry += 1
        }
        return names
    }
}
