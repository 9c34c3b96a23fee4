import AsymmetricKeys
import Secrets

/// Collects values in the encoding of the SSH protocol. Borrowed bytes have to stay until they are written.
///
/// Specified in: RFC 4251, 5.
struct SSHWriter {
    private(set) var parts: [DERElement] = []

    /// The number of bytes.
    var count: Int { parts.reduce(0) { $0 + $1.count } }

    mutating func number(_ number: Int) {
        parts.append(.encoded(withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).bigEndian) { Array($0) }))
    }

    mutating func bytes(_ bytes: [UInt8]) { parts.append(.encoded(bytes)) }

    mutating func borrowed(_ bytes: UnsafeRawBufferPointer) { parts.append(.borrowedEncoded(bytes)) }

    mutating func string(_ bytes: [UInt8]) {
        number(bytes.count)
        parts.append(.encoded(bytes))
    }

    mutating func string(_ bytes: UnsafeRawBufferPointer) {
        number(bytes.count)
        parts.append(.borrowedEncoded(bytes))
    }

    /// Appends a number without zeros in front as `mpint`.
    mutating func unsigned(_ digits: UnsafeRawBufferPointer) {
        let needsZero = (digits.first ?? 0) >= 0x80
        number(digits.count + (needsZero ? 1 : 0))
        if needsZero { parts.append(.encoded([0])) }
        parts.append(.borrowedEncoded(digits))
    }

    /// The bytes.
    func secret() -> SecretBytes { DERElement.joined(parts) }
}

extension DERElement {
    /// Returns values one after another.
    static func joined(_ elements: [DERElement]) -> SecretBytes {
        SecretBytes(count: elements.reduce(0) { $0 + $1.count }) { buffer in
            var rest = buffer
            for element in elements { element.write(to: &rest) }
        }
    }
}
