import Crypto
import Foundation

/// The six digits by which the user recognises the extension that asks to be paired.
///
/// HKDF-SHA-256 (RFC 5869) of 32 random bytes, which the agent draws after it has received the key and the extension's identifier: no
/// key can be searched for digits. Numbers are taken in blocks of 64 bits until one is below the largest multiple of a million, so that all
/// codes are equally likely.
enum PairingCode {
    private static let codes: UInt64 = 1_000_000
    private static let limit = UInt64.max - UInt64.max % codes

    /// - Parameter random: 32 bytes, fresh for each question.
    static func digits(random: [UInt8], publicKey: Data, extensionID: String) -> String {
        let key = SymmetricKey(data: random)
        let binding = Data("chatelaine browser pairing 1\0".utf8) + publicKey + Data(extensionID.utf8)
        var number: UInt64
        var block: UInt32 = 0
        repeat {
            let information = binding + withUnsafeBytes(of: block.bigEndian) { Data($0) }
            let bytes = HKDF<SHA256>.deriveKey(inputKeyMaterial: key, info: information, outputByteCount: 8)
            number = bytes.withUnsafeBytes { $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
            block &+= 1
        } while number >= limit
        let digits = String(number % codes)
        return String(repeating: "0", count: 6 - digits.count) + digits
    }
}
