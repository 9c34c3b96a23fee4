import AsymmetricKeys

/// Values in the encoding of the SSH protocol. The memory is borrowed.
///
/// Specified in: RFC 4251, 5.
struct SSHReader {
    private(set) var rest: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) { rest = bytes }

    var isEmpty: Bool { rest.isEmpty }

    private mutating func take(_ count: Int) throws(ExchangeError) -> UnsafeRawBufferPointer {
        guard count <= rest.count else { throw ExchangeError(.malformed) }
        defer { rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count)) }
        return UnsafeRawBufferPointer(rebasing: rest.prefix(count))
    }

    /// Takes `uint32`.
    mutating func number() throws(ExchangeError) -> Int { try take(4).reduce(0) { $0 << 8 | Int($1) } }

    /// Takes `string`.
    mutating func string() throws(ExchangeError) -> UnsafeRawBufferPointer { try take(try number()) }

    /// Takes `mpint`, which must not be negative; returns the number without zeros in front.
    mutating func unsigned() throws(ExchangeError) -> UnsafeRawBufferPointer {
        let number = try string()
        guard (number.first ?? 0) < 0x80 else { throw ExchangeError(.malformed) }
        return UnsafeRawBufferPointer(rebasing: number.drop { $0 == 0 })
    }

    /// Takes the mark at the beginning of a file.
    mutating func mark(_ mark: [UInt8]) -> Bool {
        guard rest.starts(with: mark) else { return false }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(mark.count))
        return true
    }
}

/// A key type of OpenSSH.
enum SSHKeyKind: Hashable {
    case rsa
    case ellipticCurve(Curve)
    case ed25519

    private static let kinds: [(name: String, kind: SSHKeyKind)] = [
        ("ssh-rsa", .rsa), ("ecdsa-sha2-nistp256", .ellipticCurve(.p256)),
        ("ecdsa-sha2-nistp384", .ellipticCurve(.p384)), ("ecdsa-sha2-nistp521", .ellipticCurve(.p521)),
        ("ssh-ed25519", .ed25519),
    ]

    init(name: some Sequence<UInt8>) throws(ExchangeError) {
        guard let kind = Self.kinds.first(where: { name.elementsEqual($0.name.utf8) })?.kind else {
            throw ExchangeError(.unsupported("a key type of OpenSSH that is not known here"))
        }
        self = kind
    }

    /// - Throws: `.unsupported` for keys that OpenSSH does not have.
    init(_ specification: KeySpecification) throws(ExchangeError) {
        let kind: SSHKeyKind? =
            switch specification {
            case .rsa: .rsa
            case .ellipticCurve(let curve): .ellipticCurve(curve)
            case .ed25519: .ed25519
            case .x25519: nil
            }
        guard let kind, Self.kinds.contains(where: { $0.kind == kind }) else {
            throw ExchangeError(.unsupported("this key in a file of OpenSSH"))
        }
        self = kind
    }

    var name: String { Self.kinds.first { $0.kind == self }?.name ?? "" }

    /// The name of the curve, the end of the key type's name.
    static func name(_ curve: Curve) -> String { "nistp\(curve.rawValue)" }
}
