import AsymmetricKeys
import Secrets

/// Public keys in OpenSSH's format: a line with the type's name, Base64, and a comment.
///
/// Specified in: RFC 4253, 6.6; RFC 5656, 3.1; RFC 8709, 4; sshd(8), “AUTHORIZED_KEYS FILE FORMAT”.
enum SSHPublicKey {
    private static let longestLine = 32_768
    private static let longestComment = 1024

    /// Whether a file begins with such a line.
    static func isPublicKey(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let name = bytes.prefix(64).prefix { $0 != 0x20 }
        return (try? SSHKeyKind(name: name)) != nil
    }

    /// Returns the keys of a file with a line for each.
    static func read(_ bytes: UnsafeRawBufferPointer) throws(ExchangeError) -> [ExchangeItem] {
        var items: [ExchangeItem] = []
        // One line at a time: a file may have millions.
        var lines = TextLines(rest: bytes[...])
        while let line = lines.next() {
            guard line.first != UInt8(ascii: "#"), !line.allSatisfy({ $0 == 0x20 }) else { continue }
            guard items.count < ExchangeLimits.items, line.count <= longestLine else { throw ExchangeError(.tooLarge) }
            items.append(try read(line: line))
        }
        return items
    }

    private static func read(line: Slice<UnsafeRawBufferPointer>) throws(ExchangeError) -> ExchangeItem {
        let words = line.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count >= 2, let blob = Base64.decode(UnsafeRawBufferPointer(rebasing: words[1])) else {
            throw ExchangeError(.malformed)
        }
        let kind = try SSHKeyKind(name: words[0])
        let key = try blob.withUnsafeBytes { blob throws(ExchangeError) in try read(blob: blob, kind) }
        let comment = words.count > 2 ? comment(words[2]) : nil
        return ExchangeItem(.publicKey(key), name: comment)
    }

    /// Reads a comment; nil if there is none that can be shown.
    static func comment(_ bytes: some Collection<UInt8>) -> String? {
        guard !bytes.isEmpty, bytes.count <= longestComment else { return nil }
        guard let text = String(validating: bytes, as: UTF8.self), !text.utf8.contains(0) else { return nil }
        return text
    }

    /// Reads the binary form.
    ///
    /// - Parameter expected: the type that was named outside of it.
    static func read(
        blob: UnsafeRawBufferPointer, _ expected: SSHKeyKind? = nil
    ) throws(ExchangeError) -> PublicKey {
        var parts = SSHReader(blob)
        let kind = try SSHKeyKind(name: try parts.string())
        guard expected == nil || expected == kind else { throw ExchangeError(.malformed) }
        let key = try read(&parts, kind)
        guard parts.isEmpty else { throw ExchangeError(.malformed) }
        return key
    }

    private static func read(_ parts: inout SSHReader, _ kind: SSHKeyKind) throws(ExchangeError) -> PublicKey {
        switch kind {
        case .rsa:
            let exponent = try parts.unsigned()
            let numbers = DERNumbers([try parts.unsigned(), exponent])
            let encoded = SecretBytes(count: numbers.count) { numbers.write(to: $0) }
            return try encoded.withUnsafeBytes { encoded throws(ExchangeError) in try make(.rsa, encoded) }
        case .ellipticCurve(let curve):
            guard try parts.string().elementsEqual(SSHKeyKind.name(curve).utf8) else {
                throw ExchangeError(.malformed)
            }
            let point = try parts.string()
            guard point.count == 1 + 2 * curve.coordinateCount else { throw ExchangeError(.malformed) }
            return try make(.ellipticCurve, point)
        case .ed25519: return try make(.ed25519, try parts.string())
        }
    }

    private static func make(_ type: KeyType, _ bytes: UnsafeRawBufferPointer) throws(ExchangeError) -> PublicKey {
        try withKeys { () throws(KeyError) in try PublicKey(type: type, representation: bytes) }
    }

    /// Returns the binary form.
    static func blob(_ key: PublicKey) throws(ExchangeError) -> [UInt8] {
        let kind = try SSHKeyKind(key.specification)
        return try key.representation.withBytes { bytes throws(ExchangeError) in
            var writer = SSHWriter()
            writer.string(Array(kind.name.utf8))
            switch kind {
            case .rsa:
                guard let numbers = DERNumbers(reading: bytes)?.numbers, numbers.count == 2 else {
                    throw ExchangeError(.malformed)
                }
                writer.unsigned(numbers[1])
                writer.unsigned(numbers[0])
            case .ellipticCurve(let curve):
                writer.string(Array(SSHKeyKind.name(curve).utf8))
                writer.string(bytes)
            case .ed25519: writer.string(bytes)
            }
            return writer.parts.flatMap { $0.encoding() }
        }
    }

    /// Returns the line.
    static func write(_ key: PublicKey, _ comment: String?) throws(ExchangeError) -> [UInt8] {
        let blob = try blob(key)
        var line = Array((try SSHKeyKind(key.specification).name + " ").utf8)
        blob.withUnsafeBytes { Base64.encode($0, lineLength: .max) { line.append($0) } }
        if let comment {
            // No line break: it would begin another key.
            line += [0x20] + comment.utf8.filter { $0 >= 0x20 && $0 != 0x7F }
        }
        return line + [0x0A]
    }
}
