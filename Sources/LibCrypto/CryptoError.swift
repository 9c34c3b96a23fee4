/// An error of libcrypto, or of the way to it.
package struct CryptoError: Error, Hashable, Sendable {
    /// The kind of error, for programs.
    package enum Kind: Hashable, Sendable {
        /// libcrypto is not installed, or is a version without a function that is needed; the text is the file's name.
        case libraryMissing(String)
        /// The part of libcrypto for old algorithms is not installed.
        case legacyMissing
        /// libcrypto has no such algorithm; the text is its name.
        case unsupported(String)
        /// A call failed.
        case failed
    }

    package let kind: Kind
    /// libcrypto's error code, 0 if it gave none.
    package let code: UInt
    /// libcrypto's text for the code, which contains no data; empty if there is none.
    package let detail: String

    init(_ kind: Kind, code: UInt = 0, detail: String = "") {
        self.kind = kind
        self.code = code
        self.detail = detail
    }

    /// The reason in words for users.
    package var reason: String {
        switch kind {
        case .libraryMissing(let name): "OpenSSL's library for keys and certificates cannot be loaded: “\(name)”"
        case .legacyMissing: "OpenSSL's module for old algorithms cannot be loaded: “legacy”"
        case .unsupported(let name): "OpenSSL does not offer “\(name)” here"
        case .failed: "OpenSSL reports an error" + (detail.isEmpty ? "" : ": \(detail) (0x\(String(code, radix: 16)))")
        }
    }

    /// A hint on what the user can do about it.
    package var remedy: String {
        switch kind {
        case .libraryMissing: "install OpenSSL 3: on Debian and Ubuntu the package libssl3 or libssl3t64"
        case .legacyMissing: "install OpenSSL's legacy module: on Debian 13 the package openssl-provider-legacy"
        case .unsupported: "use another algorithm, or a later version of OpenSSL"
        case .failed: "check the key and the data"
        }
    }
}
