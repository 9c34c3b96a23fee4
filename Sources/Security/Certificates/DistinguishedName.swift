import SwiftASN1

/// The name of a certificate's issuer or subject.
package struct DistinguishedName {
    /// One part of a name: a type, and the text, if its encoding is a readable one.
    struct Part {
        let type: ASN1ObjectIdentifier
        let text: String?
    }

    let parts: [Part]
    /// The contents of the name in the form in which names are compared (keychain-services 3.9): text of the type
    /// PrintableString in capitals, without blanks at the ends and with single blanks within.
    package let normalized: Data

    /// Parses a name.
    ///
    /// - Throws: if the node is not a name: a sequence of sets of pairs of a type and a value.
    init(_ name: ASN1Node) throws {
        var parts: [Part] = []
        var normalized = Data()
        try DER.sequence(name, identifier: .sequence) { sets in
            while let set = sets.next() {
                normalized += try Self.readSet(set, into: &parts)
            }
        }
        self.parts = parts
        self.normalized = normalized
    }

    /// Parses a name in DER.
    ///
    /// - Throws: if the bytes are anything other than one name.
    package init(der: Data) throws { try self.init(DER.parse(Array(der))) }

    private static func readSet(_ node: ASN1Node, into parts: inout [Part]) throws -> Data {
        guard node.identifier == .set, case .constructed(let pairs) = node.content else {
            throw ASN1Error.unexpectedFieldType(node.identifier)
        }
        var contents = Data()
        for pair in pairs { contents += try readPair(pair, into: &parts) }
        return element(0x31, contents)
    }

    private static func readPair(_ node: ASN1Node, into parts: inout [Part]) throws -> Data {
        try DER.sequence(node, identifier: .sequence) { pair in
            guard let typeNode = pair.next(), let value = pair.next() else {
                throw ASN1Error.invalidASN1Object(reason: "a name's part without type or value")
            }
            parts.append(Part(type: try ASN1ObjectIdentifier(derEncoded: typeNode), text: value.text))
            var bytes = Data(value.encodedBytes)
            if value.identifier == .printableString, case .primitive(let content) = value.content {
                bytes = element(0x13, normalize(content))
            }
            return element(0x30, Data(typeNode.encodedBytes) + bytes)
        }
    }

    private static func normalize(_ content: some Collection<UInt8>) -> Data {
        let words = content.split(separator: UInt8(ascii: " "))
        let joined = words.joined(separator: CollectionOfOne(UInt8(ascii: " ")))
        return Data(joined.map { (0x61...0x7a).contains($0) ? $0 - 0x20 : $0 })
    }

    /// Encodes one value in DER: tag, length, contents.
    fileprivate static func element(_ tag: UInt8, _ contents: Data) -> Data {
        guard contents.count >= 0x80 else { return Data([tag, UInt8(contents.count)]) + contents }
        let length = withUnsafeBytes(of: UInt64(contents.count).bigEndian) { Array($0.drop { $0 == 0 }) }
        return Data([tag, 0x80 | UInt8(length.count)]) + Data(length) + contents
    }
}

extension DistinguishedName {
    /// Returns a name that a query gives, a whole one in DER, in the form in which names are compared; other bytes unchanged.
    package static func normalized(forSearch data: Data) -> Data { (try? Self(der: data).normalized) ?? data }

    /// The whole name in DER, in the form in which names are compared.
    var normalizedSequence: Data { Self.element(0x30, normalized) }

    /// The last common name.
    var commonName: String? { texts([2, 5, 4, 3]).last }

    /// The e-mail addresses, as older certificates have them in the name (PKCS #9).
    var emailAddresses: [String] { texts([1, 2, 840, 113549, 1, 9, 1]).compactMap { emailAddress($0) } }

    /// The common name, else unit and organisation, else the e-mail address.
    package var summary: String? {
        commonName ?? texts([2, 5, 4, 11]).last ?? texts([2, 5, 4, 10]).last ?? emailAddresses.last
    }

    /// The texts of one type, without those that are empty or cannot be read.
    private func texts(_ type: ASN1ObjectIdentifier) -> [String] {
        parts.lazy.filter { $0.type == type }.compactMap(\.text).filter { !$0.isEmpty }
    }
}
