/// A private key on P-256 that a TPM has made and keeps wrapped. Only that TPM can use it. Nothing here is secret.
///
/// The TPM has made the private number itself, keeps it, and signs with it as well as agreeing on secrets.
package struct TPMKey: Hashable, Sendable {
    /// The name of the storage key that the key is wrapped with. It identifies the TPM, and changes when the TPM is cleared.
    package let parent: [UInt8]
    /// A TPM2B_PUBLIC in the specification's wire format.
    package let publicArea: [UInt8]
    /// A TPM2B_PRIVATE in the specification's wire format, encrypted by the TPM.
    package let privateArea: [UInt8]
    /// The external representation of the public half: 04 ‖ X ‖ Y.
    package let publicHalf: [UInt8]

    /// The number of bytes of a coordinate, of a digest and of a shared secret.
    package static let coordinateCount = 32

    /// Makes a key of its parts.
    ///
    /// - Throws: `.damaged` if the public area is not that of a key which was made here: one with other attributes may have been made
    ///   outside of the TPM, and be known to others.
    package init(parent: [UInt8], publicArea: [UInt8], privateArea: [UInt8]) throws(TPMError) {
        guard let point = TPMWireFormat.point(ofKey: publicArea) else { throw TPMError(.damaged) }
        (self.parent, self.publicArea, self.privateArea) = (parent, publicArea, privateArea)
        publicHalf = [0x04] + point.x + point.y
    }
}

extension TPMWireFormat {
    /// The template of a private key, a TPM2B_PUBLIC [12.2].
    ///
    /// One object signs and agrees on secrets, because both are to belong to one public half, and a TPM cannot make two objects of one
    /// number. For that the specification requires a key without a scheme: each command names its own (Part 1, 27.2). Without
    /// `restricted` it signs any digest. Its authorisation value is empty and, with noDA, not subject to the dictionary attack
    /// protection, which would lock it after other programs' guesses.
    static let privateKey: [UInt8] = key(x: [], y: [])

    private static func key(x: [UInt8], y: [UInt8]) -> [UInt8] {
        var area = TPMWireFormat()
        area.append(.ecc)
        area.append(.sha256)
        area.append(
            ([
                .fixedTPM, .fixedParent, .sensitiveDataOrigin, .userWithAuth, .noDictionaryAttackProtection, .decrypt,
                .sign,
            ] as Attributes).rawValue)
        area.append(sized: [])
        // No cipher for children, no scheme, the curve, no derivation.
        area.append(.none)
        area.append(.none)
        area.append(Identifier.p256)
        area.append(.none)
        area.append(sized: x)
        area.append(sized: y)
        var whole = TPMWireFormat()
        whole.append(sized: area.bytes)
        return whole.bytes
    }

    /// Returns the point of a private key's public area, each coordinate in its full length.
    ///
    /// - Returns: nil if anything else in the area differs from the template.
    static func point(ofKey area: [UInt8]) -> (x: [UInt8], y: [UInt8])? {
        // The two lengths of the template's empty coordinates are its end.
        let start = privateKey.count - 4
        guard area.count >= start, let point = numbers(area[start...]),
            key(x: point.0, y: point.1) == area, let x = padded(point.0), let y = padded(point.1)
        else { return nil }
        return (x, y)
    }

    /// Reads two numbers, each a TPM2B, that fill `bytes`.
    static func numbers(_ bytes: ArraySlice<UInt8>) -> ([UInt8], [UInt8])? {
        guard let (first, rest) = number(bytes), let (second, end) = number(rest), end.isEmpty else { return nil }
        return (first, second)
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> ([UInt8], ArraySlice<UInt8>)? {
        guard bytes.count >= 2 else { return nil }
        let count = Int(bytes[bytes.startIndex]) << 8 | Int(bytes[bytes.startIndex + 1])
        let rest = bytes.dropFirst(2)
        guard count <= TPMKey.coordinateCount, rest.count >= count else { return nil }
        return (Array(rest.prefix(count)), rest.dropFirst(count))
    }

    /// Returns a number with zeros in front, in the length of a coordinate.
    static func padded(_ number: [UInt8]) -> [UInt8]? {
        guard number.count <= TPMKey.coordinateCount else { return nil }
        return [UInt8](repeating: 0, count: TPMKey.coordinateCount - number.count) + number
    }

    /// Returns a TPM2B_ECC_POINT [11.2.5.3] of an external representation: 04 ‖ X ‖ Y.
    static func point(_ publicHalf: [UInt8]) -> [UInt8] {
        var point = TPMWireFormat()
        point.append(sized: Array(publicHalf[1..<1 + TPMKey.coordinateCount]))
        point.append(sized: Array(publicHalf[(1 + TPMKey.coordinateCount)...]))
        var whole = TPMWireFormat()
        whole.append(sized: point.bytes)
        return whole.bytes
    }

    /// A TPMT_SIG_SCHEME [11.2.1.5]: ECDSA of a digest in the length of SHA-256's.
    static let ecdsa: [UInt8] = {
        var scheme = TPMWireFormat()
        scheme.append(.ecdsa)
        scheme.append(.sha256)
        return scheme.bytes
    }()

    /// The TPMT_TK_HASHCHECK [10.7.6] of a digest that the TPM has not made.
    static let noTicket: [UInt8] = {
        var ticket = TPMWireFormat()
        // TPM_ST_HASHCHECK, TPM_RH_NULL.
        ticket.append(0x8024 as UInt16)
        ticket.append(0x4000_0007 as UInt32)
        ticket.append(sized: [])
        return ticket.bytes
    }()

    /// Reads both numbers of an ECDSA signature, a TPMT_SIGNATURE [11.3.4].
    static func signature(_ wire: [UInt8]) -> ([UInt8], [UInt8])? {
        guard wire.starts(with: ecdsa) else { return nil }
        return numbers(wire.dropFirst(ecdsa.count))
    }
}
