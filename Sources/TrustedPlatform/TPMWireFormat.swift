import Secrets

/// Structures of a TPM in wire format, from which libtss2 makes its structures in memory.
///
/// Specified in: TPM 2.0 Library, Part 2; the numbers in brackets are its sections.
struct TPMWireFormat {
    private(set) var bytes: [UInt8] = []

    /// Appends a number, big-endian as all numbers.
    mutating func append<Number: FixedWidthInteger & UnsignedInteger>(_ number: Number) {
        withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
    }

    /// Appends a TPM2B: the length in 2 bytes, then the bytes.
    mutating func append(sized content: [UInt8]) {
        append(UInt16(content.count))
        bytes += content
    }

    mutating func append(_ number: Identifier) { append(number.rawValue) }

    /// Identifiers of algorithms [6.3] and curves [6.4].
    enum Identifier: UInt16 {
        case aes = 0x0006
        case keyedHash = 0x0008
        case sha256 = 0x000B
        case none = 0x0010
        case ecdsa = 0x0018
        case ecc = 0x0023
        case cfb = 0x0043
        static let p256: UInt16 = 0x0003
    }

    /// Bits of TPMA_OBJECT [8.3].
    struct Attributes: OptionSet {
        let rawValue: UInt32
        static let fixedTPM = Attributes(rawValue: 1 << 1)
        static let fixedParent = Attributes(rawValue: 1 << 4)
        static let sensitiveDataOrigin = Attributes(rawValue: 1 << 5)
        static let userWithAuth = Attributes(rawValue: 1 << 6)
        static let noDictionaryAttackProtection = Attributes(rawValue: 1 << 10)
        static let restricted = Attributes(rawValue: 1 << 16)
        static let decrypt = Attributes(rawValue: 1 << 17)
        static let sign = Attributes(rawValue: 1 << 18)
    }
}

extension TPMWireFormat {
    /// The template of the storage key, a TPM2B_PUBLIC [12.2]: ECC P-256 that protects its children with AES-128-CFB. The same
    /// template gives the same key until the TPM is cleared, so the key is not stored. The template MUST NOT change, because sealed objects
    /// need this key.
    static let storageKey: [UInt8] = {
        var area = TPMWireFormat()
        area.append(.ecc)
        area.append(.sha256)
        area.append(
            ([
                .fixedTPM, .fixedParent, .sensitiveDataOrigin, .userWithAuth, .noDictionaryAttackProtection,
                .restricted,
                .decrypt,
            ] as Attributes).rawValue)
        area.append(sized: [])
        // The cipher for its children.
        area.append(.aes)
        area.append(128 as UInt16)
        area.append(.cfb)
        // No scheme, the curve, no derivation.
        area.append(.none)
        area.append(Identifier.p256)
        area.append(.none)
        // Space for the coordinates of the point.
        area.append(sized: [UInt8](repeating: 0, count: 32))
        area.append(sized: [UInt8](repeating: 0, count: 32))
        return sized(area)
    }()

    /// Returns the template of a sealed object, a TPM2B_PUBLIC: subject to the dictionary attack protection, and authorised by its policy,
    /// not by a value.
    static func sealed(policy: [UInt8]) -> [UInt8] {
        var area = TPMWireFormat()
        area.append(.keyedHash)
        area.append(.sha256)
        area.append(([.fixedTPM, .fixedParent] as Attributes).rawValue)
        area.append(sized: policy)
        area.append(.none)
        area.append(sized: [])
        return sized(area)
    }

    /// Returns a TPM2B_SENSITIVE_CREATE [11.1.15] with an empty authorisation value.
    static func sensitive(_ secret: borrowing SecretBytes) -> SecretBytes {
        let count = secret.count
        return secret.withUnsafeBytes { secret in
            SecretBytes(count: count + 6) { output in
                var head = TPMWireFormat()
                head.append(UInt16(count + 4))
                head.append(sized: [])
                head.append(UInt16(count))
                output.copyBytes(from: head.bytes)
                UnsafeMutableRawBufferPointer(rebasing: output[6...]).copyMemory(from: secret)
            }
        }
    }

    /// The cipher for session parameters, a TPMT_SYM_DEF [11.1.6].
    static let sessionCipher: [UInt8] = {
        var definition = TPMWireFormat()
        definition.append(.aes)
        definition.append(128 as UInt16)
        definition.append(.cfb)
        return definition.bytes
    }()

    /// Returns a TPML_PCR_SELECTION [10.9.7].
    static func selection(_ pcrs: PCRSelection?) -> [UInt8] {
        var list = TPMWireFormat()
        guard let pcrs else {
            list.append(0 as UInt32)
            return list.bytes
        }
        list.append(1 as UInt32)
        list.append(pcrs.bank.algorithm)
        var bits = [UInt8](repeating: 0, count: 3)
        for register in pcrs.registers { bits[register / 8] |= 1 << (register % 8) }
        list.append(UInt8(bits.count))
        list.bytes += bits
        return list.bytes
    }

    /// A TPM2B without content.
    static let empty: [UInt8] = [0, 0]

    private static func sized(_ area: TPMWireFormat) -> [UInt8] {
        var whole = TPMWireFormat()
        whole.append(sized: area.bytes)
        return whole.bytes
    }
}
