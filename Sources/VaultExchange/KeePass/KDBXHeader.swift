import Foundation
import Secrets

/// The derivation of a database's key from the composite key.
enum KeePassDerivation: Equatable {
    case aes(AESDerivation, seed: [UInt8])
    case argon2(Argon2, salt: [UInt8])

    /// The identifiers of KDBX 4.
    static let aes3 = UUID(
        uuid: (0xC9, 0xD9, 0xF3, 0x9A, 0x62, 0x8A, 0x44, 0x60, 0xBF, 0x74, 0x0D, 0x08, 0xC1, 0x8A, 0x4F, 0xEA))
    static let aes4 = UUID(
        uuid: (0x7C, 0x02, 0xBB, 0x82, 0x79, 0xA7, 0x4A, 0xC0, 0x92, 0x7D, 0x11, 0x4A, 0x00, 0x64, 0x82, 0x38))
    static let argon2d = UUID(
        uuid: (0xEF, 0x63, 0x6D, 0xDF, 0x8C, 0x29, 0x44, 0x4B, 0x91, 0xF7, 0xA9, 0xA4, 0x03, 0xE3, 0x0A, 0x0C))
    static let argon2id = UUID(
        uuid: (0x9E, 0x29, 0x8B, 0x19, 0x56, 0xDB, 0x47, 0x73, 0xB2, 0x3D, 0xFC, 0x3E, 0xC6, 0xF0, 0xA1, 0xE6))

    /// The derivation that a dictionary of KDBX 4 describes.
    init(_ dictionary: VariantDictionary) throws(ExchangeError) {
        let salt = dictionary.bytes("S") ?? []
        switch UUID(bytes: dictionary.bytes("$UUID") ?? []) {
        case Self.aes3, Self.aes4:
            self = .aes(try AESDerivation(rounds: dictionary.number("R") ?? -1), seed: salt)
        case let id? where id == Self.argon2d || id == Self.argon2id:
            guard let memory = dictionary.number("M"), let passes = dictionary.number("I"),
                let lanes = dictionary.number("P")
            else { throw ExchangeError(.damaged, "the costs of the password's derivation are missing") }
            guard dictionary.number("V") ?? 0x13 == 0x13 else {
                throw ExchangeError(
                    .unsupported, "the key is derived by Argon2 1.0, which is not supported",
                    remedy: "save the database with Argon2 1.3")
            }
            let variant: Argon2.Variant = id == Self.argon2d ? .d : .id
            self = .argon2(try Argon2(variant, memory: memory >> 10, passes: passes, lanes: lanes), salt: salt)
        default:
            throw ExchangeError(
                .unsupported, "the key is derived by an unknown function",
                remedy: "save the database with Argon2 or AES-KDF")
        }
    }

    init(aes derivation: AESDerivation, seed: [UInt8]) { self = .aes(derivation, seed: seed) }
    init(argon2 derivation: Argon2, salt: [UInt8]) { self = .argon2(derivation, salt: salt) }

    /// Derives the key.
    func derive(_ key: borrowing SecretBytes, _ context: ImportContext) throws(ExchangeError) -> SecretBytes {
        switch self {
        case .aes(let derivation, let seed):
            let seed = SecretBytes(copying: seed)
            return try key.withUnsafeBytes { key throws(ExchangeError) in
                try seed.withUnsafeBytes { seed throws(ExchangeError) in
                    try derivation.derive(key, seed: seed) { context.cancellation?.isCancelled ?? false }
                }
            }
        case .argon2(let derivation, let salt):
            let salt = SecretBytes(copying: salt)
            return try key.withUnsafeBytes { key throws(ExchangeError) in
                try salt.withUnsafeBytes { salt throws(ExchangeError) in
                    try derivation.derive(key, salt: salt) { () throws(ExchangeError) in try context.checkCancellation()
                    }
                }
            }
        }
    }
}

/// The outer header of a database of KeePass 2.
///
/// Specified in: KeePass's documentation, “KDBX File Format Specification”, “Outer header”.
struct KDBXHeader {
    static let signature: [UInt8] = [0x03, 0xD9, 0xA2, 0x9A, 0x67, 0xFB, 0x4B, 0xB5]
    /// The signature of a version before the first release.
    static let oldSignature: [UInt8] = [0x03, 0xD9, 0xA2, 0x9A, 0x66, 0xFB, 0x4B, 0xB5]
    static let aes = UUID(
        uuid: (0x31, 0xC1, 0xF2, 0xE6, 0xBF, 0x71, 0x43, 0x50, 0xBE, 0x58, 0x05, 0x21, 0x6A, 0xFC, 0x5A, 0xFF))
    static let twofish = UUID(
        uuid: (0xAD, 0x68, 0xF2, 0x9F, 0x57, 0x6F, 0x4B, 0xB9, 0xA3, 0x6A, 0xD4, 0x7A, 0xF9, 0x65, 0x34, 0x6C))
    static let chaCha20 = UUID(
        uuid: (0xD6, 0x03, 0x8A, 0x2B, 0x8B, 0x6F, 0x4C, 0xB5, 0xA5, 0x24, 0x33, 0x9A, 0x31, 0xDB, 0xB5, 0x9A))

    let major: Int
    let cipher: GcryptCipher.Algorithm
    let isCompressed: Bool
    let masterSeed: [UInt8]
    let vector: [UInt8]
    let derivation: KeePassDerivation
    /// The cipher of protected values, its key, and the first bytes of the content: KDBX 3.
    let stream: UInt32
    let streamKey: [UInt8]
    let startBytes: [UInt8]
    /// The number of bytes of the header.
    let count: Int

    init(_ file: UnsafeRawBufferPointer) throws(ExchangeError) {
        var reader = ByteReader(file, "the header")
        let signature = try reader.array(8)
        guard signature == Self.signature || signature == Self.oldSignature else {
            throw ExchangeError(.damaged, "the file is no database of KeePass 2")
        }
        let version: UInt32 = try reader.number()
        major = Int(version >> 16)
        guard (2...4).contains(major) else {
            throw ExchangeError(
                .unsupported,
                "the database has version \(version >> 16).\(version & 0xFFFF) of the format; 2 to 4 are read",
                remedy: "save it in an older version of the format")
        }
        let fields = try Self.fields(&reader, isWide: major == 4)
        count = reader.position
        isCompressed = try Self.isCompressed(fields)
        cipher = try Self.cipher(fields)
        (masterSeed, vector) = (fields[4] ?? [], fields[7] ?? [])
        guard masterSeed.count == 32 else { throw ExchangeError(.damaged, "the header has no seed of 32 bytes") }
        if major == 4 {
            let parameters = SecretBytes(copying: fields[11] ?? [])
            derivation = try parameters.withUnsafeBytes { bytes throws(ExchangeError) in
                try KeePassDerivation(VariantDictionary(bytes))
            }
            (stream, streamKey, startBytes) = (0, [], [])
        } else {
            let rounds = Self.number(fields[6], 8) ?? -1
            derivation = .aes(try AESDerivation(rounds: rounds), seed: fields[5] ?? [])
            stream = UInt32(clamping: Self.number(fields[10], 4) ?? 0)
            (streamKey, startBytes) = (fields[8] ?? [], fields[9] ?? [])
            guard startBytes.count == 32 else {
                throw ExchangeError(.damaged, "the header has no first bytes of the content")
            }
        }
    }

    private static func fields(_ reader: inout ByteReader, isWide: Bool) throws(ExchangeError) -> [UInt8: [UInt8]] {
        var fields: [UInt8: [UInt8]] = [:]
        while true {
            let id: UInt8 = try reader.number()
            let count = isWide ? Int(try reader.number(UInt32.self)) : Int(try reader.number(UInt16.self))
            guard count <= 1 << 20 else { throw reader.error("a field of the header has more than 1 MiB", .tooLarge) }
            fields[id] = try reader.array(count)
            if id == 0 { return fields }
        }
    }

    private static func number(_ bytes: [UInt8]?, _ count: Int) -> Int? {
        guard let bytes, bytes.count == count else { return nil }
        return Int(clamping: bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    private static func isCompressed(_ fields: [UInt8: [UInt8]]) throws(ExchangeError) -> Bool {
        switch number(fields[3], 4) {
        case 0: return false
        case 1: return true
        default: throw ExchangeError(.damaged, "the database has an unknown compression")
        }
    }

    private static func cipher(_ fields: [UInt8: [UInt8]]) throws(ExchangeError) -> GcryptCipher.Algorithm {
        switch UUID(bytes: fields[2] ?? []) {
        case aes: return .aesCBC
        case twofish: return .twofishCBC
        case chaCha20: return .chaCha20
        default:
            throw ExchangeError(
                .unsupported, "the database is encrypted by an unknown cipher",
                remedy: "save it with AES, ChaCha20 or Twofish")
        }
    }
}

extension UUID {
    /// An identifier of 16 bytes; `nil` for another number.
    init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        var id = uuid_t(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &id) { $0.copyBytes(from: bytes) }
        self.init(uuid: id)
    }

    /// Its 16 bytes.
    var bytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }
}
