import KeychainServices
import Security

// What a certificate given by reference says about its item (keychain-services 3.9). The dictionary's own keys win.

extension RequestDictionary {
    /// Attributes that follow from the certificate; they come before those of the dictionary, which so replace them.
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

    /// The number by which `cenc` names DER.
    private static var derEncoding: Int64 { 3 }
}
