import AsymmetricKeys
import Secrets

/// The bags of a PKCS #12 file: a key or a certificate each, with a name and an id.
///
/// Specified in: RFC 7292, 4.2.
struct SafeBags {
    private static let deepest = 4
    private static let longestName = 2048

    private(set) var items: [ExchangeItem] = []
    private var keyCount = 0

    /// Reads SafeContents.
    mutating func read(
        _ bytes: UnsafeRawBufferPointer, _ form: Passphrase.Form, _ budget: inout DerivationBudget, depth: Int = 0
    ) throws(ExchangeError) {
        guard depth < Self.deepest else { throw ExchangeError(.tooLarge) }
        try BERNormalization.withDER(bytes) { bytes throws(ExchangeError) in
            var all = try DERReader(in: bytes)
            while !all.isEmpty { try readBag(try all.enter(), form, &budget, depth) }
        }
    }

    private mutating func readBag(
        _ parts: DERReader, _ form: Passphrase.Form, _ budget: inout DerivationBudget, _ depth: Int
    ) throws(ExchangeError) {
        var parts = parts
        let type = try parts.take(Tag.objectIdentifier)
        let value = try parts.take(Tag.context0)
        let attributes = try Attributes(reading: &parts)
        if type.isObject(ObjectIdentifier.nestedBag) {
            return try read(value, form, &budget, depth: depth + 1)
        }
        if type.isObject(ObjectIdentifier.keyBag) || type.isObject(ObjectIdentifier.shroudedKeyBag) {
            guard keyCount < ExchangeLimits.keys else { throw ExchangeError(.tooLarge) }
            keyCount += 1
        }
        guard let content = try Self.content(type, value, form, &budget) else { return }
        guard items.count < ExchangeLimits.items else { throw ExchangeError(.tooLarge) }
        items.append(ExchangeItem(content, name: attributes.name, id: attributes.id))
    }

    /// Reads a key or a certificate; nil for anything else, such as a list of revoked certificates.
    private static func content(
        _ type: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, _ form: Passphrase.Form,
        _ budget: inout DerivationBudget
    ) throws(ExchangeError) -> ExchangeItem.Content? {
        if type.isObject(ObjectIdentifier.keyBag) { return .privateKey(try PrivateKeyInfo.read(value)) }
        if type.isObject(ObjectIdentifier.shroudedKeyBag) {
            return .privateKey(try EncryptedPrivateKeyInfo.read(value, form, &budget))
        }
        guard type.isObject(ObjectIdentifier.certificateBag) else { return nil }
        var parts = try DERReader(in: value)
        guard try parts.take(Tag.objectIdentifier).isObject(ObjectIdentifier.x509Certificate) else { return nil }
        var inner = try parts.enter(Tag.context0)
        try parts.finish()
        let der = try inner.take(Tag.octetString)
        try inner.finish()
        return .certificate(try Certificate.read(der))
    }

    /// The attributes that are used; others are ignored.
    private struct Attributes {
        private(set) var name: String?
        private(set) var id: [UInt8]?

        init(reading parts: inout DERReader) throws(ExchangeError) {
            guard var attributes = try parts.takeIfPresent(Tag.set).map({ DERReader($0) }) else { return }
            try parts.finish()
            while !attributes.isEmpty {
                var attribute = try attributes.enter()
                let type = try attribute.take(Tag.objectIdentifier)
                var values = try attribute.enter(Tag.set)
                guard let value = values.next() else { continue }
                if type.isObject(ObjectIdentifier.friendlyName), value.tag == Tag.bmpString {
                    name = Self.text(value.content)
                } else if type.isObject(ObjectIdentifier.localKeyID), value.tag == Tag.octetString {
                    id = [UInt8](value.content.prefix(longestName))
                }
            }
        }

        private static func text(_ bytes: UnsafeRawBufferPointer) -> String? {
            guard bytes.count.isMultiple(of: 2), bytes.count <= longestName else { return nil }
            let units = stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
            guard let text = String(validating: units, as: UTF16.self), !text.isEmpty, !text.utf8.contains(0) else {
                return nil
            }
            return text
        }
    }
}

extension SafeBags {
    /// Returns a bag with its attributes.
    static func bag(_ type: [UInt8], _ value: DERElement, of item: ExchangeItem) -> DERElement {
        var attributes: [DERElement] = []
        if let name = item.name {
            let units = name.utf16.prefix(longestName / 2).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            attributes.append(attribute(ObjectIdentifier.friendlyName, .bytes(Tag.bmpString, units)))
        }
        if let id = item.id { attributes.append(attribute(ObjectIdentifier.localKeyID, .octets(id))) }
        var parts: [DERElement] = [.object(type), .constructed(Tag.context0, [value])]
        // The values of a SET are sorted in DER.
        let sorted = attributes.map { $0.encoding() }.sorted { $0.lexicographicallyPrecedes($1) }
        if !sorted.isEmpty { parts.append(.constructed(Tag.set, sorted.map { .encoded($0) })) }
        return .constructed(Tag.sequence, parts)
    }

    private static func attribute(_ type: [UInt8], _ value: DERElement) -> DERElement {
        .sequence(.object(type), .constructed(Tag.set, [value]))
    }
}
