import CLibsodium
import Foundation

/// What recognises a password and does not tell it: Argon2id, with a salt of its own.
///
/// Making one and asking one take about half a second and 256 MiB of memory, so that guessing does: not on the main thread.
public struct PasswordVerifier: Sendable, Equatable {
    /// In libsodium's textual form, which says how it was made.
    public let text: String

    /// - Parameter text: of a verifier that was kept.
    public init(text: String) { self.text = text }

    /// What one guess costs.
    struct Cost {
        let passes: UInt64
        /// In bytes.
        let memory: Int

        /// What libsodium recommends for moderately important secrets: three passes over 256 MiB.
        static let usual = Cost(
            passes: UInt64(crypto_pwhash_opslimit_moderate()), memory: crypto_pwhash_memlimit_moderate())
    }

    /// Makes one.
    ///
    /// - Parameter password: in UTF-8.
    /// - Returns: nil if memory is exhausted.
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

    /// Whether a password is the one that it was made of. Compares in constant time.
    ///
    /// - Parameter password: in UTF-8.
    public func accepts(_ password: Data) -> Bool {
        guard sodium_init() >= 0 else { return false }
        return password.withUnsafeBytes { bytes in
            crypto_pwhash_str_verify(
                text, bytes.bindMemory(to: CChar.self).baseAddress ?? Self.nothing, UInt64(bytes.count)) == 0
        }
    }

    /// C wants a place also where there is nothing.
    private static var nothing: UnsafePointer<CChar> {
        UnsafeRawPointer(StaticString("").utf8Start).assumingMemoryBound(to: CChar.self)
    }
}
