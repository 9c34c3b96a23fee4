import KeychainServices
import Security

// Attributes that follow from a certificate given by reference (keychain-services 3.9). The dictionary's own keys take precedence.

extension RequestDictionary {
    /// The attributes that follow from the certificate. They come before those of the dictionary, so that the latter replace them.
    var derivedAttributes: [(key: AttributeKey, value: DictionaryValue)] {
        guard let fields = certificate?.fields else { return [] }
        var derived: [(key: AttributeKey, value: DictionaryValue)] = [
            (.certificateType, .number(Int64(fields.version))),
            (.certificateEncoding, .number(Self.derEncoding)),
            (.subject, .data(fields.subject.normalized)),
            (.issuer, .data(fields.issuer.normalized)),
            (.serialNumber, .data(fields.serialNumber)),
            (.publicKeyHash, .data(fields.publicKeyHash)),
        ]
        if let subjectKeyID = fields.subjectKeyID { derived.append((.subjectKeyID, .data(subjectKeyID))) }
        if operation == .add, let summary = fields.subject.summary { derived.append((.label, .string(summary))) }
        return derived
    }

    /// The value of `cenc` for DER.
    private static var derEncoding: Int64 { 3 }
}
