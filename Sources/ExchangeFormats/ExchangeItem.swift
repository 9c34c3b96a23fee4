import AsymmetricKeys

/// A key or a certificate in a file.
package struct ExchangeItem: Sendable {
    package enum Content: Sendable {
        /// A certificate in DER. Only its outermost structure has been checked.
        case certificate([UInt8])
        case publicKey(PublicKey)
        case privateKey(PrivateKey)
    }

    package var content: Content
    /// The name that the file gives (PKCS #12, `friendlyName`).
    package var name: String?
    /// The id by which the file connects a key with its certificate (PKCS #12, `localKeyID`).
    package var id: [UInt8]?

    package init(_ content: Content, name: String? = nil, id: [UInt8]? = nil) {
        self.content = content
        self.name = name
        self.id = id
    }

    package var type: ExchangeItemType {
        switch content {
        case .certificate: .certificate
        case .publicKey: .publicKey
        case .privateKey: .privateKey
        }
    }
}

/// The contents of a file, with the format that it is in.
package struct ExchangeContents: Sendable {
    package let format: ExchangeFormat
    package let type: ExchangeItemType
    package let items: [ExchangeItem]
    /// Whether the file is text with lines of dashes.
    package let isPEM: Bool

    init(_ format: ExchangeFormat, _ items: [ExchangeItem], type: ExchangeItemType? = nil, isPEM: Bool = false) {
        self.format = format
        self.items = items
        let only = items.count == 1 ? items.first?.type : nil
        self.type = type ?? only ?? .aggregate
        self.isPEM = isPEM
    }
}
