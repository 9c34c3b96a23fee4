import SwiftASN1

/// The extensions of a certificate that the keychain uses (RFC 5280, 4.2).
struct CertificateExtensions {
    private(set) var subjectKeyID: Data?
    /// The values of the extension with the subject's alternative names: more than one if the certificate is malformed.
    private var alternativeNames: [ArraySlice<UInt8>] = []

    /// The extensions of a certificate that has none.
    init() {}

    /// Reads the sequence of extensions.
    ///
    /// - Throws: if it is not one, or if the subject's key id is malformed. Alternative names are checked when they are needed.
    init(_ node: ASN1Node) throws {
        self = try DER.sequence(node, identifier: .sequence) { extensions in
            var all = Self()
            while let node = extensions.next() { try all.take(node) }
            return all
        }
    }

    private mutating func take(_ node: ASN1Node) throws {
        let (identifier, value) = try DER.sequence(node, identifier: .sequence) { parts in
            let identifier = try ASN1ObjectIdentifier(derEncoded: &parts)
            _ = try DER.decodeDefault(&parts, identifier: .boolean, defaultValue: false) { try Bool(derEncoded: $0) }
            return (identifier, try ASN1OctetString(derEncoded: &parts).bytes)
        }
        switch identifier {
        case [2, 5, 29, 14]: subjectKeyID = Data(try ASN1OctetString(derEncoded: value).bytes)
        case [2, 5, 29, 17]: alternativeNames.append(value)
        default: break
        }
    }

    /// The e-mail addresses (`rfc822Name`) among the subject's alternative names. None if the extension is malformed or there twice, since
    /// programs would differ in what they read then; an address that is not one is left out.
    var emailAddresses: [String] {
        guard alternativeNames.count == 1, let names = try? alternativeNames.first.map({ try DER.parse($0) }) else {
            return []
        }
        return (try? Self.emailAddresses(names)) ?? []
    }

    private static func emailAddresses(_ node: ASN1Node) throws -> [String] {
        try DER.sequence(node, identifier: .sequence) { names in
            var addresses: [String] = []
            while let name = names.next() {
                guard name.identifier == rfc822Name, case .primitive(let bytes) = name.content else { continue }
                if let address = emailAddress(String(validating: bytes, as: UTF8.self)) { addresses.append(address) }
            }
            return addresses
        }
    }

    private static let rfc822Name = ASN1Identifier(tagWithNumber: 1, tagClass: .contextSpecific)
}

/// Returns a text if it can be an e-mail address: of visible ASCII characters and blanks, and not empty.
func emailAddress(_ text: String?) -> String? {
    guard let text, !text.isEmpty, text.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) else { return nil }
    return text
}
