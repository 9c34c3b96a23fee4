/// Parameters for keys that `SecItemImport` and `SecItemExport` read and write. The objects are the caller's.
public struct SecItemImportExportKeyParameters {
    /// `SEC_KEY_IMPORT_EXPORT_PARAMS_VERSION`.
    public var version: UInt32
    /// Flags.
    public var flags: SecKeyImportExportFlags
    /// The passphrase: a string, or data in UTF-8.
    public var passphrase: Unmanaged<CFTypeRef>?
    /// The title of a prompt. It has no effect: no function asks.
    public var alertTitle: Unmanaged<CFString>?
    /// The text of a prompt. It has no effect: no function asks.
    public var alertPrompt: Unmanaged<CFString>?
    /// The access list of keys that are stored in a keychain.
    public var accessRef: Unmanaged<SecAccess>?
    /// What imported keys may be used for. It has no effect: the type of a key decides.
    public var keyUsage: Unmanaged<CFArray>?
    /// Attributes of imported keys: with `kSecAttrIsExtractable` among them, or without an array, they are extractable.
    public var keyAttributes: Unmanaged<CFArray>?

    /// Makes parameters.
    public init(
        version: UInt32, flags: SecKeyImportExportFlags, passphrase: Unmanaged<CFTypeRef>?,
        alertTitle: Unmanaged<CFString>?, alertPrompt: Unmanaged<CFString>?, accessRef: Unmanaged<SecAccess>?,
        keyUsage: Unmanaged<CFArray>?, keyAttributes: Unmanaged<CFArray>?
    ) {
        self.version = version
        self.flags = flags
        self.passphrase = passphrase
        self.alertTitle = alertTitle
        self.alertPrompt = alertPrompt
        self.accessRef = accessRef
        self.keyUsage = keyUsage
        self.keyAttributes = keyAttributes
    }

    /// Makes parameters without any.
    public init() {
        self.init(
            version: UInt32(SEC_KEY_IMPORT_EXPORT_PARAMS_VERSION), flags: [], passphrase: nil, alertTitle: nil,
            alertPrompt: nil, accessRef: nil, keyUsage: nil, keyAttributes: nil)
    }
}

/// Parameters of the older functions `SecKeychainItemImport` and `SecKeychainItemExport`. The objects are the caller's.
public struct SecKeyImportExportParameters {
    /// `SEC_KEY_IMPORT_EXPORT_PARAMS_VERSION`.
    public var version: UInt32
    /// Flags.
    public var flags: SecKeyImportExportFlags
    /// The passphrase: a string, or data in UTF-8.
    public var passphrase: Unmanaged<CFTypeRef>?
    /// The title of a prompt. It has no effect: no function asks.
    public var alertTitle: Unmanaged<CFString>?
    /// The text of a prompt. It has no effect: no function asks.
    public var alertPrompt: Unmanaged<CFString>?
    /// The access list of keys that are stored in a keychain.
    public var accessRef: Unmanaged<SecAccess>?
    /// What imported keys may be used for. It has no effect: the type of a key decides.
    public var keyUsage: UInt32
    /// Attributes of imported keys: 0 for the usual ones; with the bit 0x20 (`CSSM_KEYATTR_EXTRACTABLE`) they are extractable, with others
    /// alone they are not.
    public var keyAttributes: UInt32

    /// Makes parameters.
    public init(
        version: UInt32, flags: SecKeyImportExportFlags, passphrase: Unmanaged<CFTypeRef>?,
        alertTitle: Unmanaged<CFString>?, alertPrompt: Unmanaged<CFString>?, accessRef: Unmanaged<SecAccess>?,
        keyUsage: UInt32, keyAttributes: UInt32
    ) {
        self.version = version
        self.flags = flags
        self.passphrase = passphrase
        self.alertTitle = alertTitle
        self.alertPrompt = alertPrompt
        self.accessRef = accessRef
        self.keyUsage = keyUsage
        self.keyAttributes = keyAttributes
    }

    /// Makes parameters without any.
    public init() {
        self.init(
            version: UInt32(SEC_KEY_IMPORT_EXPORT_PARAMS_VERSION), flags: [], passphrase: nil, alertTitle: nil,
            alertPrompt: nil, accessRef: nil, keyUsage: 0, keyAttributes: 0)
    }
}
