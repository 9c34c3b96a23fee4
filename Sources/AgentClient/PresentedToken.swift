import Foundation
import Glibc
import KeychainServices
import Secrets

/// The token that this program presents to the agent: the contents of the file in `CHATELAINE_TOKEN_FILE`, else `CHATELAINE_TOKEN`.
enum PresentedToken {
    /// The maximum number of bytes that are read, more than the length of a token.
    private static let mostBytes = 256

    /// Reads the token.
    ///
    /// - Returns: `nil` if the program has none.
    /// - Throws: `.authenticationFailed` if there is a file that cannot be read, or that other users could have read.
    static func read() throws(KeychainError) -> SecretBytes? {
        if let path = getenv("CHATELAINE_TOKEN_FILE").map({ String(cString: $0) }), !path.isEmpty {
            return try contents(of: path)
        }
        guard let text = getenv("CHATELAINE_TOKEN"), text[0] != 0 else { return nil }
        return SecretBytes(copying: UnsafeRawBufferPointer(start: text, count: min(strlen(text), mostBytes)))
    }

    private static func contents(of path: String) throws(KeychainError) -> SecretBytes {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw unusable(path, "it cannot be opened: \(String(cString: strerror(errno)))") }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 == 0 else {
            throw unusable(path, "other users may read it; set its mode to 0600")
        }
        var buffer = SecretBytes(zeros: mostBytes)
        let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { throw unusable(path, "it is empty") }
        return buffer.withUnsafeBytes { bytes in
            let text = bytes[..<count]
            let end = text.firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? text.endIndex
            return SecretBytes(copying: UnsafeRawBufferPointer(rebasing: text[..<end]))
        }
    }

    private static func unusable(_ path: String, _ why: String) -> KeychainError {
        KeychainError(.authenticationFailed, "the token in “\(path)” cannot be used: \(why)")
    }
}
