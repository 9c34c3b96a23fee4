// Use keys: options of an operation.

/// Use key: item list.
nonisolated(unsafe) public let kSecUseItemList: CFString = "u_ItemList" as NSString
/// Use key: tombstones.
nonisolated(unsafe) public let kSecUseTombstones: CFString = "u_Tomb" as NSString
/// Use key: credential reference.
nonisolated(unsafe) public let kSecUseCredentialReference: CFString = "u_CredRef" as NSString
/// Use key: operation prompt.
nonisolated(unsafe) public let kSecUseOperationPrompt: CFString = "u_OpPrompt" as NSString
/// Use key: no authentication UI.
nonisolated(unsafe) public let kSecUseNoAuthenticationUI: CFString = "u_NoAuthUI" as NSString
/// Use key: authentication UI.
nonisolated(unsafe) public let kSecUseAuthenticationUI: CFString = "u_AuthUI" as NSString
/// Use key: system keychain always.
nonisolated(unsafe) public let kSecUseSystemKeychainAlways: CFString = "u_SystemKeychainAlways" as NSString
/// Use key: system keychain.
nonisolated(unsafe) public let kSecUseSystemKeychain: CFString = "u_SystemKeychain" as NSString
/// Use key: sync bubble keychain.
nonisolated(unsafe) public let kSecUseSyncBubbleKeychain: CFString = "u_SyncBubbleKeychain" as NSString
/// Use key: caller name.
nonisolated(unsafe) public let kSecUseCallerName: CFString = "u_CallerName" as NSString
/// Use key: token raw items.
nonisolated(unsafe) public let kSecUseTokenRawItems: CFString = "u_TokenRawItems" as NSString
/// Use key: certificates with match issuers.
nonisolated(unsafe) public let kSecUseCertificatesWithMatchIssuers: CFString = "u_CertWithIssuers" as NSString
/// The choice between Apple’s kinds of keychain. Accepted without effect: there is one kind here.
nonisolated(unsafe) public let kSecUseDataProtectionKeychain: CFString = "nleg" as NSString
/// Use key: user independent keychain.
nonisolated(unsafe) public let kSecUseUserIndependentKeychain: CFString = "u_UserIndependentKeychain" as NSString
/// A value of `kSecUseAuthenticationUI`: allow.
nonisolated(unsafe) public let kSecUseAuthenticationUIAllow: CFString = "u_AuthUIA" as NSString
/// A value of `kSecUseAuthenticationUI`: fail.
nonisolated(unsafe) public let kSecUseAuthenticationUIFail: CFString = "u_AuthUIF" as NSString
/// A value of `kSecUseAuthenticationUI`: skip.
nonisolated(unsafe) public let kSecUseAuthenticationUISkip: CFString = "u_AuthUIS" as NSString
/// Use key: authentication context.
nonisolated(unsafe) public let kSecUseAuthenticationContext: CFString = "u_AuthCtx" as NSString
/// Use key: keychain.
nonisolated(unsafe) public let kSecUseKeychain: CFString = "u_Keychain" as NSString
