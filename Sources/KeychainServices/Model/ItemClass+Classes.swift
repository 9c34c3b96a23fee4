extension ItemClass {
    /// A password for a service.
    public static let genericPassword = ItemClass(
        code: "genp", number: 1,
        attributes: [
            Attribute(.account, .blob, primaryKey: true, searchable: true, default: .emptyText),
            Attribute(.service, .blob, primaryKey: true, searchable: true, default: .emptyText),
        ] + Attribute.common + Attribute.ofPasswords + [
            Attribute(.generic, .blob)
        ]
    )

    /// A password for a server.
    public static let internetPassword = ItemClass(
        code: "inet", number: 2,
        attributes: [
            Attribute(.account, .blob, primaryKey: true, searchable: true, default: .emptyText),
            Attribute(.securityDomain, .blob, primaryKey: true, default: .emptyText),
            Attribute(.server, .blob, primaryKey: true, searchable: true, default: .emptyText),
            Attribute(.protocol, .number, primaryKey: true, default: .zero),
            Attribute(.authenticationType, .blob, primaryKey: true, default: .emptyText),
            Attribute(.port, .number, primaryKey: true, default: .zero),
            Attribute(.path, .blob, primaryKey: true, default: .emptyText),
        ] + Attribute.common + Attribute.ofPasswords + [
            Attribute(.notes, .data, visibility: .secret),
            Attribute(.history, .data, visibility: .secret),
            Attribute(.clientData0, .data, visibility: .secret),
            Attribute(.clientData1, .data, visibility: .secret),
            Attribute(.clientData2, .data, visibility: .secret),
            Attribute(.clientData3, .data, visibility: .secret),
        ]
    )

    /// An X.509 certificate.
    public static let certificate = ItemClass(
        code: "cert", number: 3,
        attributes: Attribute.ofCertificates + Attribute.common,
        defaultAccessible: "dk"
    )

    /// A cryptographic key.
    public static let key = ItemClass(
        code: "keys", number: 4,
        attributes: Attribute.ofKeys + Attribute.common
    )

    /// A private key and a certificate over its public key; not stored as an item of its own.
    public static let identity = ItemClass(
        code: "idnt", number: 5,
        attributes: Attribute.ofKeys + Attribute.ofCertificates + Attribute.common,
        composition: Composition(
            key: .key, certificate: .certificate,
            ofCertificate: [.label, .issuer, .serialNumber, .subjectKeyID, .tokenID]
        )
    )
}

extension Attribute {
    /// The attributes of every class. The access group is part of every primary key: two programs may each have an item of the
    /// same name.
    static let common: [Attribute] = [
        Attribute(.accessGroup, .string, primaryKey: true, searchable: true),
        Attribute(.synchronizable, .number, primaryKey: true, default: .zero),
        Attribute(.syncViewHint, .string, primaryKey: true),
        Attribute(.tokenID, .string, primaryKey: true),
        Attribute(.sharingGroup, .string, primaryKey: true),
        Attribute(.multiUser, .user, primaryKey: true, default: .emptyData, visibility: .searchOnly),
        Attribute(.accessible, .string),
        Attribute(.accessControl, .accessControl),
        Attribute(.creationDate, .date),
        Attribute(.modificationDate, .date),
        Attribute(.label, .blob, searchable: true),
        Attribute(.alias, .blob),
        Attribute(.tombstone, .number, default: .zero, visibility: .searchOnly),
        Attribute(.systemBound, .number, default: .zero),
        Attribute(.pcsPlaintextServiceIdentifier, .number),
        Attribute(.pcsPlaintextPublicKey, .blob),
        Attribute(.pcsPlaintextPublicIdentity, .blob),
        Attribute(.sha1, .digest),
    ]

    static let ofPasswords: [Attribute] = [
        Attribute(.itemDescription, .blob),
        Attribute(.comment, .blob),
        Attribute(.creator, .number),
        Attribute(.type, .number),
        Attribute(.script, .number),
        Attribute(.invisible, .number),
        Attribute(.negative, .number),
        Attribute(.customIcon, .number),
        Attribute(.protection, .blob),
        Attribute(.accessList, .data, visibility: .hidden),
    ]

    static let ofCertificates: [Attribute] = [
        Attribute(.certificateType, .number, primaryKey: true, default: .zero),
        Attribute(.issuer, .data, primaryKey: true, searchable: true, default: .emptyData),
        Attribute(.serialNumber, .data, primaryKey: true, searchable: true, default: .emptyData),
        Attribute(.certificateEncoding, .number),
        Attribute(.subject, .data, searchable: true),
        Attribute(.subjectKeyID, .data, searchable: true),
        Attribute(.publicKeyHash, .data, searchable: true),
    ]

    static let ofKeys: [Attribute] = [
        Attribute(.keyClass, .number, primaryKey: true, default: .zero),
        Attribute(.applicationLabel, .data, primaryKey: true, searchable: true, default: .emptyData),
        Attribute(.applicationTag, .blob, primaryKey: true, searchable: true, default: .emptyData),
        Attribute(.creator, .number, primaryKey: true, default: .zero),
        Attribute(.type, .number, primaryKey: true, default: .zero),
        Attribute(.keySizeInBits, .number, primaryKey: true, default: .zero),
        Attribute(.effectiveKeySize, .number, primaryKey: true, default: .zero),
        Attribute(.startDate, .date, primaryKey: true, default: .referenceDate),
        Attribute(.endDate, .date, primaryKey: true, default: .referenceDate),
        Attribute(.permanent, .number),
        Attribute(.private, .number),
        Attribute(.modifiable, .number),
        Attribute(.sensitive, .number),
        Attribute(.alwaysSensitive, .number),
        Attribute(.extractable, .number),
        Attribute(.neverExtractable, .number),
        Attribute(.canEncrypt, .number),
        Attribute(.canDecrypt, .number),
        Attribute(.canDerive, .number),
        Attribute(.canSign, .number),
        Attribute(.canVerify, .number),
        Attribute(.canSignRecover, .number),
        Attribute(.canVerifyRecover, .number),
        Attribute(.canWrap, .number),
        Attribute(.canUnwrap, .number),
        Attribute(.publicKey, .data, visibility: .hidden),
        Attribute(.accessList, .data, visibility: .hidden),
    ]
}
