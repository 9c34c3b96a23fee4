import CLibsodium
import Foundation

/// What is kept of a password: by it a password can be checked, and none can be read. Argon2id, as libsodium writes it.
struct Verifier: Equatable, Sendable {
    /// For logins over a network, as libsodium has it: 64 MiB, and a tenth of a second or so.
    private static let passes = UInt64(crypto_pwhash_opslimit_interactive())
    private static let memory = Int(crypto_pwhash_memlimit_interactive())

    /// Printable, with salt and costs.
    let text: String

    /// One that was kept; nil for what this program would not have kept.
    init?(_ text: String) {
        guard sodium_init() >= 0, text.utf8.count < crypto_pwhash_strbytes(), text.hasPrefix("$argon2id$") else {
            return nil
        }
        // The costs are in the text. Whoever wrote the file could have it take all memory to check a password.
        guard crypto_pwhash_str_needs_rehash(text, Self.passes, Self.memory) == 0 else { return nil }
        self.text = text
    }

    /// One for a password. Takes its time: not on the main thread.
    init(of password: Data) throws(AccountError) {
        guard sodium_init() >= 0 else { throw .noMemory }
        var text = [CChar](repeating: 0, count: crypto_pwhash_strbytes())
        let end = password.withUnsafeBytes { bytes in
            crypto_pwhash_str(
                &text, bytes.assumingMemoryBound(to: CChar.self).baseAddress ?? Self.nothing, UInt64(bytes.count),
                Self.passes, Self.memory)
        }
        guard end == 0 else { throw .noMemory }
        self.text = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether it was made for this password. Takes its time: not on the main thread.
    func matches(_ password: Data) -> Bool {
        password.withUnsafeBytes { bytes in
            crypto_pwhash_str_verify(
                text, bytes.assumingMemoryBound(to: CChar.self).baseAddress ?? Self.nothing, UInt64(bytes.count)) == 0
        }
    }

    private static var nothing: UnsafePointer<CChar> {
        UnsafeRawPointer(StaticString("").utf8Start).assumingMemoryBound(to: CChar.self)
    }
}

extension Verifier: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let verifier = Verifier(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no verifier of this program's")
        }
        self = verifier
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
