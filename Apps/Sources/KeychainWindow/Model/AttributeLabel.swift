import GtkSupport
import KeychainServices

/// The names of attributes and of some of their values, for the user.
@MainActor enum AttributeLabel {
    /// Attributes that the keychain uses itself.
    static func isInternal(_ key: AttributeKey) -> Bool { [.multiUser, .tombstone, .sha1, .publicKey].contains(key) }

    /// The name of an attribute; `nil` for those that only programs of Apple's know.
    static func name(of key: AttributeKey) -> String? {
        switch key {
        case .label: text("Label")
        case .account: text("Account")
        case .service: text("Service")
        case .server: text("Server")
        case .protocol: text("Protocol")
        case .authenticationType: text("Authentication type")
        case .port: text("Port")
        case .path: text("Path")
        case .securityDomain: text("Security domain")
        case .itemDescription: text("Kind")
        case .comment: text("Comment")
        case .creator: text("Creator")
        case .type: text("Type")
        case .script: text("Script")
        case .invisible: text("Invisible")
        case .negative: text("Without a password")
        case .customIcon: text("Icon of its own")
        case .protection: text("Protection")
        case .alias: text("Alias")
        case .generic: text("Data of the program")
        case .accessGroup: text("Access group")
        case .synchronizable: text("Synchronised")
        case .accessible: text("Readable")
        case .creationDate: text("Created")
        case .modificationDate: text("Changed")
        case .tokenID: text("Token")
        default: nameOfKeysAndCertificates(key) ?? key.letters
        }
    }

    private static func nameOfKeysAndCertificates(_ key: AttributeKey) -> String? {
        switch key {
        case .certificateType: text("Certificate type")
        case .certificateEncoding: text("Encoding")
        case .issuer: text("Issuer, as it is searched")
        case .subject: text("Subject, as it is searched")
        case .serialNumber: text("Serial number")
        case .subjectKeyID: text("Subject key identifier")
        case .publicKeyHash: text("Hash of the public key")
        case .keyClass: text("Key class")
        case .applicationLabel: text("Application label")
        case .applicationTag: text("Application tag")
        case .keySizeInBits: text("Size in bits")
        case .effectiveKeySize: text("Effective size in bits")
        case .startDate: text("Valid from")
        case .endDate: text("Valid until")
        case .permanent: text("Permanent")
        case .private: text("Private")
        case .modifiable: text("Modifiable")
        case .sensitive: text("Sensitive")
        case .alwaysSensitive: text("Always sensitive")
        case .extractable: text("Extractable")
        case .neverExtractable: text("Never extractable")
        case .canEncrypt: text("Encrypts")
        case .canDecrypt: text("Decrypts")
        case .canDerive: text("Derives keys")
        case .canSign: text("Signs")
        case .canVerify: text("Verifies")
        case .canSignRecover: text("Signs with recovery")
        case .canVerifyRecover: text("Verifies with recovery")
        case .canWrap: text("Wraps keys")
        case .canUnwrap: text("Unwraps keys")
        default: nil
        }
    }

    /// Attributes whose number is a yes or a no.
    private static let flags: Set<AttributeKey> = [
        .invisible, .negative, .customIcon, .synchronizable, .permanent, .private, .modifiable, .sensitive,
        .alwaysSensitive, .extractable, .neverExtractable, .canEncrypt, .canDecrypt, .canDerive, .canSign, .canVerify,
        .canSignRecover, .canVerifyRecover, .canWrap, .canUnwrap, .systemBound,
    ]

    /// The value of an attribute.
    static func value(_ value: AttributeValue, of key: AttributeKey) -> String {
        switch (key, value) {
        case (.accessible, .string(let code)): protection(code)
        case (.keyClass, .number(let number)):
            [text("public"), text("private"), text("symmetric")].element(Int(clamping: number)) ?? "\(number)"
        case (_, .number(let number)) where flags.contains(key): number == 0 ? text("no") : text("yes")
        default: AttributeText.text(value, of: key)
        }
    }

    /// What an access control asks the user for.
    static func demand(_ control: AccessControl) -> String {
        let names: [(AccessControl.Flags, String)] = [
            (.userPresence, text("a finger or the passcode")), (.biometryAny, text("a finger")),
            (.biometryCurrentSet, text("a finger")), (.devicePasscode, text("the passcode")),
            (.companion, text("a paired device")), (.applicationPassword, text("a password of its own")),
        ]
        return names.filter { control.flags.contains($0.0) }.map(\.1).joined(separator: ", ")
    }

    /// When an item can be read, by the code of its protection class.
    static func protection(_ code: String) -> String {
        switch code {
        case "ak": text("While unlocked")
        case "ck": text("After the first unlock")
        case "dk": text("Always")
        case "aku": text("While unlocked, on this device only")
        case "cku": text("After the first unlock, on this device only")
        case "dku": text("Always, on this device only")
        case "akpu": text("While unlocked, with a passcode set, on this device only")
        default: code
        }
    }
}

extension Array {
    fileprivate func element(_ place: Int) -> Element? { indices.contains(place) ? self[place] : nil }
}
