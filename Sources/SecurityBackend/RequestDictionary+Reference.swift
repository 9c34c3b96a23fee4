import AsymmetricKeys
import Foundation
import KeychainServices
import Security

// Attributes that follow from an object given by reference (keychain-services 3.9). The dictionary's own keys take precedence.

extension RequestDictionary {
    typealias DerivedAttributes = [(key: AttributeKey, value: DictionaryValue)]

    /// Returns the attributes that follow from the object. They come before those of the dictionary, so that the latter replace them.
    func derivedAttributes() throws(KeychainError) -> DerivedAttributes {
        switch reference {
        case .certificate(let certificate): attributes(of: certificate.fields)
        case .key(.memory(let key)): try attributes(of: key)
        case .key(.stored(let key)): attributes(of: key)
        // The halves name each other.
        case .identity(let identity): Self.naming(identity.certificate.fields)
        case nil: []
        }
    }

    private func attributes(of fields: CertificateFields) -> DerivedAttributes {
        var derived = Self.naming(fields)
        derived += [
            (.certificateType, .number(Int64(fields.version))), (.certificateEncoding, .number(Self.derEncoding)),
            (.subject, .data(fields.subject.normalized)),
        ]
        if let subjectKeyID = fields.subjectKeyID { derived.append((.subjectKeyID, .data(subjectKeyID))) }
        if operation == .add, let summary = fields.subject.summary { derived.append((.label, .string(summary))) }
        return derived
    }

    private static func naming(_ fields: CertificateFields) -> DerivedAttributes {
        [
            (.issuer, .data(fields.issuer.normalized)), (.serialNumber, .data(fields.serialNumber)),
            (.publicKeyHash, .data(fields.publicKeyHash)),
        ]
    }

    /// The value of `cenc` for DER.
    private static var derEncoding: Int64 { 3 }

    private func attributes(of key: MemoryKey) throws(KeychainError) -> DerivedAttributes {
        let table = key.table
        return table.naming(label: try key.label()) + (operation == .add ? Self.flags(table) : [])
    }

    private func attributes(of key: StoredKey) -> DerivedAttributes {
        let naming = Self.values(key.attributes, of: KeyAttributes.naming)
        if operation == .add {
            let table = key.specification.map {
                KeyAttributes(specification: $0, keyClass: .privateKey, isExtractable: key.isExtractable)
            }
            return (table.map(Self.flags) ?? []) + naming + Self.values(key.attributes, of: [.tokenID])
        }
        // Without a label other keys have the same values: the primary key is that of this item alone.
        let hasLabel = key.attributes[.applicationLabel] ?? .data(Data()) != .data(Data())
        return hasLabel ? naming : Self.values(key.attributes, of: ItemClass.key.primaryKey.map(\.key))
    }

    private static func flags(_ table: KeyAttributes) -> DerivedAttributes {
        table.flags.map { ($0.key, .boolean($0.value)) }
    }

    private static func values(_ attributes: Attributes, of keys: [AttributeKey]) -> DerivedAttributes {
        keys.compactMap { key in attributes[key].map { (key, DictionaryValue($0)) } }
    }
}

extension RequestDictionary {
    /// Returns the data of the object: of a certificate always, of a key if it is to be added.
    ///
    /// - Throws: as ``StoredKey/dataOfNewItem()``.
    func referenceData() throws(KeychainError) -> Data? {
        switch reference {
        case .certificate(let certificate): certificate.der
        case .key(.memory(let key)) where operation == .add: try key.bytes()
        case .key(.stored(let key)) where operation == .add: try key.dataOfNewItem()
        case .key, .identity, nil: nil
        }
    }
}

extension DictionaryValue {
    fileprivate init(_ value: AttributeValue) {
        switch value {
        case .string(let text): self = .string(text)
        case .data(let bytes): self = .data(bytes)
        case .number(let number): self = .number(number)
        case .real(let number): self = .real(number)
        case .date(let date): self = .date(date)
        case .accessControl(let control): self = .accessControl(control)
        }
    }
}
