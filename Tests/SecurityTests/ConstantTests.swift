import Security
import Testing

/// What programs store and compare: the text of each constant, in the groups of keychain-services 1.
@Suite struct ConstantTests {
    private func check(_ constants: [(CFString, String)]) {
        for (constant, text) in constants { #expect(constant as String == text) }
    }

    @Test func accessibility() {
        check([
            (kSecAttrAccessibleWhenUnlocked, "ak"),
            (kSecAttrAccessibleAfterFirstUnlock, "ck"),
            (kSecAttrAccessibleAlways, "dk"),
            (kSecAttrAccessibleWhenUnlockedThisDeviceOnly, "aku"),
            (kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly, "cku"),
            (kSecAttrAccessibleAlwaysThisDeviceOnly, "dku"),
            (kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, "akpu"),
            (kSecAttrAccessibleUntilReboot, "f"),
        ])
    }

    @Test func attributeKeys() {
        check([
            (kSecAttrAccessible, "pdmn"),
            (kSecAttrAccessControl, "accc"),
            (kSecAttrAccessGroup, "agrp"),
            (kSecAttrCreationDate, "cdat"),
            (kSecAttrModificationDate, "mdat"),
            (kSecAttrDescription, "desc"),
            (kSecAttrComment, "icmt"),
            (kSecAttrCreator, "crtr"),
            (kSecAttrType, "type"),
            (kSecAttrLabel, "labl"),
            (kSecAttrIsInvisible, "invi"),
            (kSecAttrIsNegative, "nega"),
            (kSecAttrAccount, "acct"),
            (kSecAttrService, "svce"),
            (kSecAttrGeneric, "gena"),
            (kSecAttrSecurityDomain, "sdmn"),
            (kSecAttrServer, "srvr"),
            (kSecAttrProtocol, "ptcl"),
            (kSecAttrAuthenticationType, "atyp"),
            (kSecAttrPort, "port"),
            (kSecAttrPath, "path"),
            (kSecAttrVolume, "volm"),
            (kSecAttrAddress, "addr"),
            (kSecAttrAFPServerSignature, "afps"),
            (kSecAttrAlias, "alis"),
            (kSecAttrSubject, "subj"),
            (kSecAttrIssuer, "issr"),
            (kSecAttrSerialNumber, "slnr"),
            (kSecAttrSubjectKeyID, "skid"),
            (kSecAttrPublicKeyHash, "pkhh"),
            (kSecAttrCertificateType, "ctyp"),
            (kSecAttrCertificateEncoding, "cenc"),
            (kSecAttrKeyClass, "kcls"),
            (kSecAttrApplicationLabel, "klbl"),
            (kSecAttrIsPermanent, "perm"),
            (kSecAttrIsPrivate, "priv"),
            (kSecAttrIsModifiable, "modi"),
            (kSecAttrApplicationTag, "atag"),
            (kSecAttrKeyCreator, "crtr"),
            (kSecAttrKeyType, "type"),
            (kSecAttrKeySizeInBits, "bsiz"),
            (kSecAttrEffectiveKeySize, "esiz"),
            (kSecAttrStartDate, "sdat"),
            (kSecAttrEndDate, "edat"),
            (kSecAttrIsSensitive, "sens"),
            (kSecAttrWasAlwaysSensitive, "asen"),
            (kSecAttrIsExtractable, "extr"),
            (kSecAttrWasNeverExtractable, "next"),
            (kSecAttrCanEncrypt, "encr"),
            (kSecAttrCanDecrypt, "decr"),
            (kSecAttrCanDerive, "drve"),
            (kSecAttrCanSign, "sign"),
            (kSecAttrCanVerify, "vrfy"),
            (kSecAttrCanSignRecover, "snrc"),
            (kSecAttrCanVerifyRecover, "vyrc"),
            (kSecAttrCanWrap, "wrap"),
            (kSecAttrCanUnwrap, "unwp"),
            (kSecAttrSyncViewHint, "vwht"),
            (kSecAttrTokenID, "tkid"),
            (kSecAttrScriptCode, "scrp"),
            (kSecAttrHasCustomIcon, "cusi"),
            (kSecAttrCRLType, "crlt"),
            (kSecAttrCRLEncoding, "crle"),
            (kSecAttrSynchronizable, "sync"),
            (kSecAttrTombstone, "tomb"),
            (kSecAttrMultiUser, "musr"),
            (kSecAttrNoLegacy, "nleg"),
            (kSecAttrTokenOID, "toid"),
            (kSecAttrUUID, "UUID"),
            (kSecAttrPersistantReference, "persistref"),
            (kSecAttrPersistentReference, "persistref"),
            (kSecAttrSysBound, "sysb"),
            (kSecAttrSHA1, "sha1"),
            (kSecAttrDeriveSyncIDFromItemAttributes, "dspk"),
            (kSecAttrPCSPlaintextServiceIdentifier, "pcss"),
            (kSecAttrPCSPlaintextPublicKey, "pcsk"),
            (kSecAttrPCSPlaintextPublicIdentity, "pcsi"),
            (kSecAttrSharingGroup, "ggrp"),
            (kSecAttrAccess, "acls"),
            (kSecAttrPRF, "prf"),
            (kSecAttrSalt, "salt"),
            (kSecAttrRounds, "rounds"),
        ])
    }

    @Test func authenticationTypes() {
        check([
            (kSecAttrAuthenticationTypeNTLM, "ntlm"),
            (kSecAttrAuthenticationTypeMSN, "msna"),
            (kSecAttrAuthenticationTypeDPA, "dpaa"),
            (kSecAttrAuthenticationTypeRPA, "rpaa"),
            (kSecAttrAuthenticationTypeHTTPBasic, "http"),
            (kSecAttrAuthenticationTypeHTTPDigest, "httd"),
            (kSecAttrAuthenticationTypeHTMLForm, "form"),
            (kSecAttrAuthenticationTypeDefault, "dflt"),
        ])
    }

    @Test func classes() {
        check([
            (kSecClass, "class"),
            (kSecClassGenericPassword, "genp"),
            (kSecClassInternetPassword, "inet"),
            (kSecClassAppleSharePassword, "apls"),
            (kSecClassCertificate, "cert"),
            (kSecClassKey, "keys"),
            (kSecClassIdentity, "idnt"),
        ])
    }

    @Test func importExport() {
        check([
            (kSecImportExportPassphrase, "passphrase"),
            (kSecImportExportKeychain, "keychain"),
            (kSecImportExportAccess, "access"),
            (kSecImportToMemoryOnly, "memory"),
            (kSecImportItemLabel, "label"),
            (kSecImportItemKeyID, "keyid"),
            (kSecImportItemTrust, "trust"),
            (kSecImportItemCertChain, "chain"),
            (kSecImportItemIdentity, "identity"),
            (kSecSharedPassword, "spwd"),
        ])
    }

    @Test func keyClasses() {
        check([
            (kSecAttrKeyClassPublic, "0"),
            (kSecAttrKeyClassPrivate, "1"),
            (kSecAttrKeyClassSymmetric, "2"),
        ])
    }

    @Test func keyParameters() {
        check([
            (kSecPrivateKeyAttrs, "private"),
            (kSecPublicKeyAttrs, "public"),
            (kSecSymmetricKeyAttrs, "symmetric"),
            (kSecKeyKeyExchangeParameterRequestedSize, "requestedSize"),
            (kSecKeyKeyExchangeParameterSharedInfo, "sharedInfo"),
            (kSecAttrPRFHmacAlgSHA1, "hsha1"),
            (kSecAttrPRFHmacAlgSHA224, "hsha224"),
            (kSecAttrPRFHmacAlgSHA256, "hsha256"),
            (kSecAttrPRFHmacAlgSHA384, "hsha384"),
            (kSecAttrPRFHmacAlgSHA512, "hsha512"),
        ])
    }

    @Test func keySizes() {
        check([
            (kSecAttrKeySizeMLKEM768, "768"),
            (kSecAttrKeySizeMLKEM1024, "1024"),
            (kSecAttrKeySizeMLDSA65, "65"),
            (kSecAttrKeySizeMLDSA87, "87"),
            (kSecAttrKeySizeKyber768, "768"),
            (kSecAttrKeySizeKyber1024, "1024"),
        ])
    }

    @Test func keyTypes() {
        check([
            (kSecAttrKeyTypeRSA, "42"),
            (kSecAttrKeyTypeEC, "73"),
            (kSecAttrKeyTypeECSECPrimeRandom, "73"),
            (kSecAttrKeyTypeECSECPrimeRandomPKA, "2147483678"),
            (kSecAttrKeyTypeSecureEnclaveAttestation, "2147483679"),
            (kSecAttrKeyTypeSecureEnclaveAnonymousAttestation, "2147483680"),
            (kSecAttrKeyTypeEd25519, "105"),
            (kSecAttrKeyTypeX25519, "106"),
            (kSecAttrKeyTypeEd448, "107"),
            (kSecAttrKeyTypeX448, "108"),
            (kSecAttrKeyTypeKyber, "109"),
            (kSecAttrKeyTypeMLKEM, "110"),
            (kSecAttrKeyTypeMLDSA, "111"),
            (kSecAttrKeyTypeDES, "14"),
            (kSecAttrKeyType3DES, "17"),
            (kSecAttrKeyTypeRC2, "23"),
            (kSecAttrKeyTypeRC4, "25"),
            (kSecAttrKeyTypeDSA, "43"),
            (kSecAttrKeyTypeCAST, "56"),
            (kSecAttrKeyTypeECDSA, "73"),
            (kSecAttrKeyTypeAES, "2147483649"),
        ])
    }

    @Test func matchConstants() {
        check([
            (kSecMatchPolicy, "m_Policy"),
            (kSecMatchItemList, "m_ItemList"),
            (kSecMatchSearchList, "m_SearchList"),
            (kSecMatchIssuers, "m_Issuers"),
            (kSecMatchEmailAddressIfPresent, "m_EmailAddressIfPresent"),
            (kSecMatchSubjectContains, "m_SubjectContains"),
            (kSecMatchHostOrSubdomainOfHost, "m_HostOrSubdomainOfHost"),
            (kSecMatchCaseInsensitive, "m_CaseInsensitive"),
            (kSecMatchTrustedOnly, "m_TrustedOnly"),
            (kSecMatchValidOnDate, "m_ValidOnDate"),
            (kSecMatchLimit, "m_Limit"),
            (kSecMatchLimitOne, "m_LimitOne"),
            (kSecMatchLimitAll, "m_LimitAll"),
            (kSecMatchSubjectStartsWith, "m_SubjectStartsWith"),
            (kSecMatchSubjectEndsWith, "m_SubjectEndsWith"),
            (kSecMatchSubjectWholeString, "m_SubjectWholeString"),
            (kSecMatchDiacriticInsensitive, "m_DiacriticInsensitive"),
            (kSecMatchWidthInsensitive, "m_WidthInsensitive"),
        ])
    }

    @Test func trustConstants() {
        check([
            (kSecPolicyAppleX509Basic, "1.2.840.113635.100.1.2"),
            (kSecPolicyAppleSSL, "1.2.840.113635.100.1.3"),
            (kSecPolicyAppleSMIME, "1.2.840.113635.100.1.8"),
            (kSecPolicyAppleCodeSigning, "1.2.840.113635.100.1.16"),
            (kSecPolicyAppleTimeStamping, "1.2.840.113635.100.1.20"),
            (kSecPolicyAppleRevocation, "1.2.840.113635.100.1.21"),
            (kSecPolicyOid, "SecPolicyOid"),
            (kSecPolicyName, "SecPolicyName"),
            (kSecPolicyClient, "SecPolicyClient"),
            (kSecPolicyRevocationFlags, "SecPolicyRevocationFlags"),
            (kSecTrustEvaluationDate, "TrustEvaluationDate"),
            (kSecTrustResultValue, "TrustResultValue"),
            (kSecTrustRevocationChecked, "TrustRevocationChecked"),
        ])
    }

    @Test func protocols() {
        check([
            (kSecAttrProtocolFTP, "ftp "),
            (kSecAttrProtocolFTPAccount, "ftpa"),
            (kSecAttrProtocolHTTP, "http"),
            (kSecAttrProtocolIRC, "irc "),
            (kSecAttrProtocolNNTP, "nntp"),
            (kSecAttrProtocolPOP3, "pop3"),
            (kSecAttrProtocolSMTP, "smtp"),
            (kSecAttrProtocolSOCKS, "sox "),
            (kSecAttrProtocolIMAP, "imap"),
            (kSecAttrProtocolLDAP, "ldap"),
            (kSecAttrProtocolAppleTalk, "atlk"),
            (kSecAttrProtocolAFP, "afp "),
            (kSecAttrProtocolTelnet, "teln"),
            (kSecAttrProtocolSSH, "ssh "),
            (kSecAttrProtocolFTPS, "ftps"),
            (kSecAttrProtocolHTTPS, "htps"),
            (kSecAttrProtocolHTTPProxy, "htpx"),
            (kSecAttrProtocolHTTPSProxy, "htsx"),
            (kSecAttrProtocolFTPProxy, "ftpx"),
            (kSecAttrProtocolSMB, "smb "),
            (kSecAttrProtocolRTSP, "rtsp"),
            (kSecAttrProtocolRTSPProxy, "rtsx"),
            (kSecAttrProtocolDAAP, "daap"),
            (kSecAttrProtocolEPPC, "eppc"),
            (kSecAttrProtocolIPP, "ipp "),
            (kSecAttrProtocolNNTPS, "ntps"),
            (kSecAttrProtocolLDAPS, "ldps"),
            (kSecAttrProtocolTelnetS, "tels"),
            (kSecAttrProtocolIMAPS, "imps"),
            (kSecAttrProtocolIRCS, "ircs"),
            (kSecAttrProtocolPOP3S, "pops"),
        ])
    }

    @Test func returnConstants() {
        check([
            (kSecReturnData, "r_Data"),
            (kSecReturnAttributes, "r_Attributes"),
            (kSecReturnRef, "r_Ref"),
            (kSecReturnPersistentRef, "r_PersistentRef"),
        ])
    }

    @Test func synchronizable() {
        check([
            (kSecAttrSynchronizableAny, "syna"),
            (kSecAttrSharingGroupNone, ""),
        ])
    }

    @Test func tokens() {
        check([
            (kSecAttrTokenIDSecureEnclave, "com.apple.setoken"),
            (kSecAttrTokenIDAppleKeyStore, "com.apple.setoken:aks"),
            (kSecAttrTokenIDSecureElement, "com.apple.secelemtoken"),
            (kSecAttrAccessGroupToken, "com.apple.token"),
        ])
    }

    @Test func useConstants() {
        check([
            (kSecUseItemList, "u_ItemList"),
            (kSecUseTombstones, "u_Tomb"),
            (kSecUseCredentialReference, "u_CredRef"),
            (kSecUseOperationPrompt, "u_OpPrompt"),
            (kSecUseNoAuthenticationUI, "u_NoAuthUI"),
            (kSecUseAuthenticationUI, "u_AuthUI"),
            (kSecUseSystemKeychainAlways, "u_SystemKeychainAlways"),
            (kSecUseSystemKeychain, "u_SystemKeychain"),
            (kSecUseSyncBubbleKeychain, "u_SyncBubbleKeychain"),
            (kSecUseCallerName, "u_CallerName"),
            (kSecUseTokenRawItems, "u_TokenRawItems"),
            (kSecUseCertificatesWithMatchIssuers, "u_CertWithIssuers"),
            (kSecUseDataProtectionKeychain, "nleg"),
            (kSecUseUserIndependentKeychain, "u_UserIndependentKeychain"),
            (kSecUseAuthenticationUIAllow, "u_AuthUIA"),
            (kSecUseAuthenticationUIFail, "u_AuthUIF"),
            (kSecUseAuthenticationUISkip, "u_AuthUIS"),
            (kSecUseAuthenticationContext, "u_AuthCtx"),
            (kSecUseKeychain, "u_Keychain"),
        ])
    }

    @Test func valueConstants() {
        check([
            (kSecValueData, "v_Data"),
            (kSecValueRef, "v_Ref"),
            (kSecValuePersistentRef, "v_PersistentRef"),
        ])
    }
}
