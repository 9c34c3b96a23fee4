import Foundation
import Glibc
import KeychainServices
import LinuxSupport
import Secrets

/// The token that this program presents to the agent: the first line of the file in `CHATELAINE_TOKEN_FILE`, else
/// `CHATELAINE_TOKEN`.
///
/// A token of a service account (`chsa1.…`) is none of them: it opens sealed copies of a vault's items, and no agent gets to see it.
package enum PresentedToken {
    /// The maximum number of bytes that the agent takes, more than the length of a token.
    static let mostBytes = 256

    /// Reads the token.
    ///
    /// - Returns: `nil` if the program has none.
    /// - Throws: `.authenticationFailed` if there is a file that cannot be read, that belongs to another user or that
    ///   other users could have read; or if the token is longer than 256 bytes.
    static func read() throws(KeychainError) -> SecretBytes? {
        guard let token = try ofEnvironment() else { return nil }
        guard !isOfServiceAccount(token) else { return nil }
        return token
    }

    /// Reads the token of a service account.
    ///
    /// - Parameter file: the file with the token; `nil` for the environment.
    /// - Returns: `nil` if there is none. A file that is named here has to have one.
    /// - Throws: as ``read()``.
    package static func ofServiceAccount(file: String?) throws(KeychainError) -> SecretBytes? {
        if let file {
            let token = try contents(of: file)
            guard isOfServiceAccount(token) else { throw unusable(file, "it is not that of a service account") }
            return token
        }
        guard let token = try ofEnvironment(), isOfServiceAccount(token) else { return nil }
        return token
    }

    private static func isOfServiceAccount(_ token: borrowing SecretBytes) -> Bool {
        token.withUnsafeBytes { $0.starts(with: serviceAccountPrefix.utf8) }
    }

    /// The beginning of every token of a service account (Docs/service-accounts-format.md).
    private static let serviceAccountPrefix = "chsa1."

    private static func ofEnvironment() throws(KeychainError) -> SecretBytes? {
        if let bytes = getenv("CHATELAINE_TOKEN_FILE"), bytes[0] != 0 {
            guard let path = String(validatingCString: bytes) else {
                throw KeychainError(
                    .authenticationFailed, "the path in CHATELAINE_TOKEN_FILE is not UTF-8", remedy: "rename the file")
            }
            return try contents(of: path)
        }
        guard let text = getenv("CHATELAINE_TOKEN"), text[0] != 0 else { return nil }
        return try value(text)
    }

    /// Returns the token in the value of the variable.
    static func value(_ text: UnsafePointer<CChar>) throws(KeychainError) -> SecretBytes {
        let count = strlen(text)
        guard count <= mostBytes else {
            throw KeychainError(
                .authenticationFailed, "the token in CHATELAINE_TOKEN cannot be used: \(tooLong)", remedy: remedy)
        }
        return SecretBytes(copying: UnsafeRawBufferPointer(start: text, count: count))
    }

    /// Returns the token in a file. A symbolic link is followed: the program's user has named the file, and files with
    /// secrets for containers are links.
    static func contents(of path: String) throws(KeychainError) -> SecretBytes {
        let file = try open(path)
        // One byte more than there may be: a longer token is refused, not cut.
        var buffer = SecretBytes(zeros: mostBytes + 1)
        let (count, code) = buffer.withUnsafeMutableBytes { file.read(into: $0) }
        guard code == 0 else { throw unusable(path, "it cannot be read: \(String(cString: strerror(code)))") }
        guard count > 0 else { throw unusable(path, "it is empty") }
        let length: Int = buffer.withUnsafeBytes { bytes in
            bytes[..<count].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? count
        }
        guard length <= mostBytes else { throw unusable(path, tooLong, remedy: remedy) }
        return buffer.withUnsafeBytes { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[..<length])) }
    }

    private static func open(_ path: String) throws(KeychainError) -> Descriptor {
        let number: Int32
        do throws(OwnFile.Problem) {
            number = try OwnFile.openNamed(path).release()
        } catch {
            throw unusable(path, why(error))
        }
        let file = Descriptor(owning: number)
        var status = stat()
        // A service manager that passes secrets to programs may leave their files to root.
        guard fstat(number, &status) == 0, [0, geteuid()].contains(status.st_uid) else {
            throw unusable(path, "it belongs to another user")
        }
        guard status.st_mode & 0o077 == 0 else { throw unusable(path, "other users may read it; set its mode to 0600") }
        return file
    }

    private static func why(_ problem: OwnFile.Problem) -> String {
        if case .system(let code) = problem { return "it cannot be opened: \(String(cString: strerror(code)))" }
        return "it is not a regular file"
    }

    private static let tooLong = "it is longer than \(mostBytes) bytes"
    private static let remedy = "give the token as “chatelaine token make” has printed it"

    private static func unusable(_ path: String, _ why: String, remedy: String? = nil) -> KeychainError {
        KeychainError(.authenticationFailed, "the token in “\(path)” cannot be used: \(why)", remedy: remedy)
    }
}
