import CLibsodium
import Foundation

/// A verifier of a password, which does not reveal it: Argon2id with a random salt.
///
/// Creating a verifier and checking a password take about half a second and 256 MiB of memory, so that guessing does too. Neither may be
/// done on the main thread.
public struct PasswordVerifier: Sendable, Equatable {
    /// The verifier in libsodium's textual form, which contains its parameters.
    public let text: String

    /// - Parameter text: the text of a stored verifier.
    public init(text: String) { self.text = text }

    /// The cost of one guess.
    struct Cost {
        let passes: UInt64
        /// The memory in bytes.
        let memory: Int

        /// The cost that libsodium recommends for moderately important secrets: three passes over 256 MiB.
        static let usual = Cost(
            passes: UInt64(crypto_pwhash_opslimit_moderate()), memory: crypto_pwhash_memlimit_moderate())
    }

    /// Creates a verifier.
    ///
    /// - Parameter password: the password in UTF-8.
    /// - Returns: `nil` if memory is exhausted.
    public init?(of password: Data) { self.init(of: password, cost: .usual) }

    init?(of password: Data, cost: Cost) {
        guard sodium_init() >= 0 else { return nil }
        var text = [CChar](repeating: 0, count: crypto_pwhash_strbytes())
        let status = password.withUnsafeBytes { bytes in
            crypto_pwhash_str(
                &text, bytes.bindMemory(to: CChar.self).baseAddress ?? Self.nothing, UInt64(bytes.count), cost.passes,
                cost.memory)
        }
        guard status == 0 else { return nil }
        self.text = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether a password is the one of which the verifier was made. Compares in constant time.
    ///
    /// - Parameter password: the password in UTF-8.
    public func accepts(_ password: Data) -> Bool {
        guard sodium_init() >= 0 else { return false }
        return password.withUnsafeBytes { bytes in
            crypto_pwhash_str_verify(
                text, bytes.bindMemory(to: CChar.self).baseAddress ?? Self.nothing, UInt64(bytes.count)) == 0
        }
    }

    /// A pointer for empty data: the C functions need a valid one.
    private static var nothing: UnsafePointer<CChar> {
        UnsafeRawPointer(StaticString("").utf8Start).assumingMemoryBound(to: CChar.self)
    }
}
