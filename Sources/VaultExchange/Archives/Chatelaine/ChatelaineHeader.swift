import CSodium
import Foundation
import Secrets

/// The start of an exported file, from which the key is derived.
///
/// Specified in: Docs/exchange-file-format.md.
struct ChatelaineHeader {
    static let magic = Array("chatelaine-items".utf8)
    static let version: UInt32 = 1
    /// The number of bytes.
    static let count = 68
    private static let mostPasses: UInt32 = 64
    private static let memories: ClosedRange<UInt32> = 8...(1 << 20)
    /// The most memory times passes, in KiB: about 20 s of work.
    private static let mostWork: UInt64 = 12 << 20

    let passes: UInt32
    /// The memory in KiB.
    let memory: UInt32
    let salt: [UInt8]
    var stream = [UInt8](repeating: 0, count: 24)

    /// Makes one with a new salt.
    init(passes: UInt32, memory: UInt32) {
        (self.passes, self.memory) = (passes, memory)
        salt = SecretBytes(random: 16).withUnsafeBytes { Array($0) }
    }

    /// - Throws: ``ExchangeError`` for a header of another version, or with costs that exceed the limits.
    init(_ data: Data) throws(ExchangeError) {
        let bytes = Array(data.prefix(Self.count))
        guard bytes.count == Self.count, bytes.starts(with: Self.magic) else {
            throw ExchangeError(.damaged, "the file does not begin like an export of Chatelaine")
        }
        func number(_ position: Int) -> UInt32 { bytes[position..<position + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        guard number(16) == Self.version else {
            throw ExchangeError(
                .unsupported, "the file has the version \(number(16)); this release reads \(Self.version)",
                remedy: "update Chatelaine")
        }
        (passes, memory) = (number(20), number(24))
        guard (1...Self.mostPasses).contains(passes), Self.memories.contains(memory),
            UInt64(passes) * UInt64(memory) <= Self.mostWork
        else {
            throw ExchangeError(
                .tooLarge, "the file demands \(passes) passes over \(memory) KiB to derive its key, which is too much",
                remedy: "the file was changed: use another copy")
        }
        salt = Array(bytes[28..<44])
        stream = Array(bytes[44..<68])
    }

    var bytes: [UInt8] {
        func number(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }
        return Self.magic + number(Self.version) + number(passes) + number(memory) + salt + stream
    }

    /// Derives the key: Argon2id with one lane (RFC 9106), 32 bytes.
    func key(_ password: borrowing SecretBytes) throws(ExchangeError) -> SecretBytes {
        return try SecretBytes(count: 32) { key throws(ExchangeError) in
            let status = password.withUnsafeBytes { password -> CInt in
                guard let place = key.bindMemory(to: UInt8.self).baseAddress,
                    let text = password.bindMemory(to: CChar.self).baseAddress
                else { return -1 }
                return crypto_pwhash(
                    place, UInt64(key.count), text, UInt64(password.count), salt, UInt64(passes), Int(memory) << 10,
                    crypto_pwhash_ALG_ARGON2ID13)
            }
            guard status == 0 else { throw ExchangeError(.tooLarge, "there is too little memory for the password") }
        }
    }
}
