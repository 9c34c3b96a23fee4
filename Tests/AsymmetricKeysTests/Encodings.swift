import AsymmetricKeys

/// DER, written by the tests themselves.
enum DER {
    static func element(_ tag: UInt8, _ content: [UInt8]...) -> [UInt8] {
        let content = content.flatMap { $0 }
        guard content.count >= 0x80 else { return [tag, UInt8(content.count)] + content }
        guard content.count >= 0x100 else { return [tag, 0x81, UInt8(content.count)] + content }
        return [tag, 0x82, UInt8(content.count >> 8), UInt8(content.count & 0xff)] + content
    }

    static func sequence(_ content: [UInt8]...) -> [UInt8] { element(0x30, content.flatMap { $0 }) }

    /// A number that is not negative.
    static func integer(_ bytes: [UInt8]) -> [UInt8] {
        let digits = Array(bytes.drop { $0 == 0 })
        return element(0x02, (digits.first ?? 0x80) < 0x80 ? digits : [0] + digits)
    }

    /// An ECDSA signature.
    static func signature(_ one: [UInt8], _ other: [UInt8]) -> [UInt8] { sequence(integer(one), integer(other)) }

    /// Both numbers of an ECDSA signature in DER, in the length of a coordinate.
    static func numbers(of signature: [UInt8], size: Int) -> [UInt8] {
        var position = signature[1] == 0x81 ? 3 : 2
        var numbers: [UInt8] = []
        for _ in 0..<2 {
            let count = Int(signature[position + 1])
            let content = signature[(position + 2)..<(position + 2 + count)].drop { $0 == 0 }
            numbers += [UInt8](repeating: 0, count: size - content.count) + content
            position += 2 + count
        }
        return numbers
    }
}

/// The encodings of keys that OpenSSL's programs read. Specified in: RFC 5280, RFC 5480, RFC 5958, RFC 8410.
enum Encoded {
    private static let null: [UInt8] = [0x05, 0x00]

    private static func identifier(_ specification: KeySpecification) -> [UInt8] {
        switch specification {
        case .rsa: DER.sequence([UInt8](hex: "06092a864886f70d010101"), null)
        case .ellipticCurve(let curve): DER.sequence([UInt8](hex: "06072a8648ce3d0201"), [UInt8](hex: name(curve)))
        case .ed25519: DER.sequence([UInt8](hex: "06032b6570"))
        case .x25519: DER.sequence([UInt8](hex: "06032b656e"))
        }
    }

    private static func name(_ curve: Curve) -> String {
        switch curve {
        case .p192: "06082a8648ce3d030101"
        case .p224: "06052b81040021"
        case .p256: "06082a8648ce3d030107"
        case .p384: "06052b81040022"
        case .p521: "06052b81040023"
        }
    }

    static func publicKey(_ key: PrivateKey) -> [UInt8] {
        DER.sequence(identifier(key.specification), DER.element(0x03, [0], key.publicRepresentation))
    }

    static func privateKey(_ key: PrivateKey) throws -> [UInt8] {
        let bytes = try key.bytes()
        let inner: [UInt8] =
            switch key.specification {
            case .rsa: bytes
            case .ellipticCurve(let curve):
                DER.sequence(
                    [0x02, 0x01, 0x01], DER.element(0x04, Array(bytes.suffix(curve.coordinateCount))),
                    DER.element(0xa1, DER.element(0x03, [0], key.publicRepresentation)))
            case .ed25519, .x25519: DER.element(0x04, bytes)
            }
        return DER.sequence([0x02, 0x01, 0x00], identifier(key.specification), DER.element(0x04, inner))
    }
}
