// The keys of item attributes. The attributes of each class: keychain-services 2.2 and 2.3.

/// The attribute “accessible”.
nonisolated(unsafe) public let kSecAttrAccessible: CFString = "pdmn" as NSString
/// The attribute “access control”.
nonisolated(unsafe) public let kSecAttrAccessControl: CFString = "accc" as NSString
/// The attribute “access group”.
nonisolated(unsafe) public let kSecAttrAccessGroup: CFString = "agrp" as NSString
/// The attribute “creation date”.
nonisolated(unsafe) public let kSecAttrCreationDate: CFString = "cdat" as NSString
/// The attribute “modification date”.
nonisolated(unsafe) public let kSecAttrModificationDate: CFString = "mdat" as NSString
/// The attribute “description”.
nonisolated(unsafe) public let kSecAttrDescription: CFString = "desc" as NSString
/// The attribute “comment”.
nonisolated(unsafe) public let kSecAttrComment: CFString = "icmt" as NSString
/// The attribute “creator”.
nonisolated(unsafe) public let kSecAttrCreator: CFString = "crtr" as NSString
/// The attribute “type”.
nonisolated(unsafe) public let kSecAttrType: CFString = "type" as NSString
/// The attribute “label”.
nonisolated(unsafe) public let kSecAttrLabel: CFString = "labl" as NSString
/// The attribute “is invisible”.
nonisolated(unsafe) public let kSecAttrIsInvisible: CFString = "invi" as NSString
/// The attribute “is negative”.
nonisolated(unsafe) public let kSecAttrIsNegative: CFString = "nega" as NSString
/// The attribute “account”.
nonisolated(unsafe) public let kSecAttrAccount: CFString = "acct" as NSString
/// The attribute “service”.
nonisolated(unsafe) public let kSecAttrService: CFString = "svce" as NSString
/// The attribute “generic”.
nonisolated(unsafe) public let kSecAttrGeneric: CFString = "gena" as NSString
/// The attribute “security domain”.
nonisolated(unsafe) public let kSecAttrSecurityDomain: CFString = "sdmn" as NSString
/// The attribute “server”.
nonisolated(unsafe) public let kSecAttrServer: CFString = "srvr" as NSString
/// The attribute “protocol”.
nonisolated(unsafe) public let kSecAttrProtocol: CFString = "ptcl" as NSString
/// The attribute “authentication type”.
nonisolated(unsafe) public let kSecAttrAuthenticationType: CFString = "atyp" as NSString
/// The attribute “port”.
nonisolated(unsafe) public let kSecAttrPort: CFString = "port" as NSString
/// The attribute “path”.
nonisolated(unsafe) public let kSecAttrPath: CFString = "path" as NSString
/// The attribute “volume”.
nonisolated(unsafe) public let kSecAttrVolume: CFString = "volm" as NSString
/// The attribute “address”.
nonisolated(unsafe) public let kSecAttrAddress: CFString = "addr" as NSString
/// The attribute “AFP server signature”.
nonisolated(unsafe) public let kSecAttrAFPServerSignature: CFString = "afps" as NSString
/// The attribute “alias”.
nonisolated(unsafe) public let kSecAttrAlias: CFString = "alis" as NSString
/// The attribute “subject”.
nonisolated(unsafe) public let kSecAttrSubject: CFString = "subj" as NSString
/// The attribute “issuer”.
nonisolated(unsafe) public let kSecAttrIssuer: CFString = "issr" as NSString
/// The attribute “serial number”.
nonisolated(unsafe) public let kSecAttrSerialNumber: CFString = "slnr" as NSString
/// The attribute “subject key ID”.
nonisolated(unsafe) public let kSecAttrSubjectKeyID: CFString = "skid" as NSString
/// The attribute “public key hash”.
nonisolated(unsafe) public let kSecAttrPublicKeyHash: CFString = "pkhh" as NSString
/// The attribute “certificate type”.
nonisolated(unsafe) public let kSecAttrCertificateType: CFString = "ctyp" as NSString
/// The attribute “certificate encoding”.
nonisolated(unsafe) public let kSecAttrCertificateEncoding: CFString = "cenc" as NSString
/// The attribute “key class”.
nonisolated(unsafe) public let kSecAttrKeyClass: CFString = "kcls" as NSString
/// The attribute “application label”.
nonisolated(unsafe) public let kSecAttrApplicationLabel: CFString = "klbl" as NSString
/// The attribute “is permanent”.
nonisolated(unsafe) public let kSecAttrIsPermanent: CFString = "perm" as NSString
/// The attribute “is private”.
nonisolated(unsafe) public let kSecAttrIsPrivate: CFString = "priv" as NSString
/// The attribute “is modifiable”.
nonisolated(unsafe) public let kSecAttrIsModifiable: CFString = "modi" as NSString
/// The attribute “application tag”.
nonisolated(unsafe) public let kSecAttrApplicationTag: CFString = "atag" as NSString
/// The attribute “key creator”.
nonisolated(unsafe) public let kSecAttrKeyCreator: CFString = "crtr" as NSString
/// The attribute “key type”.
nonisolated(unsafe) public let kSecAttrKeyType: CFString = "type" as NSString
/// The attribute “key size in bits”.
nonisolated(unsafe) public let kSecAttrKeySizeInBits: CFString = "bsiz" as NSString
/// The attribute “effective key size”.
nonisolated(unsafe) public let kSecAttrEffectiveKeySize: CFString = "esiz" as NSString
/// The attribute “start date”.
nonisolated(unsafe) public let kSecAttrStartDate: CFString = "sdat" as NSString
/// The attribute “end date”.
nonisolated(unsafe) public let kSecAttrEndDate: CFString = "edat" as NSString
/// The attribute “is sensitive”.
nonisolated(unsafe) public let kSecAttrIsSensitive: CFString = "sens" as NSString
/// The attribute “was always sensitive”.
nonisolated(unsafe) public let kSecAttrWasAlwaysSensitive: CFString = "asen" as NSString
/// The attribute “is extractable”.
nonisolated(unsafe) public let kSecAttrIsExtractable: CFString = "extr" as NSString
/// The attribute “was never extractable”.
nonisolated(unsafe) public let kSecAttrWasNeverExtractable: CFString = "next" as NSString
/// The attribute “can encrypt”.
nonisolated(unsafe) public let kSecAttrCanEncrypt: CFString = "encr" as NSString
/// The attribute “can decrypt”.
nonisolated(unsafe) public let kSecAttrCanDecrypt: CFString = "decr" as NSString
/// The attribute “can derive”.
nonisolated(unsafe) public let kSecAttrCanDerive: CFString = "drve" as NSString
/// The attribute “can sign”.
nonisolated(unsafe) public let kSecAttrCanSign: CFString = "sign" as NSString
/// The attribute “can verify”.
nonisolated(unsafe) public let kSecAttrCanVerify: CFString = "vrfy" as NSString
/// The attribute “can sign recover”.
nonisolated(unsafe) public let kSecAttrCanSignRecover: CFString = "snrc" as NSString
/// The attribute “can verify recover”.
nonisolated(unsafe) public let kSecAttrCanVerifyRecover: CFString = "vyrc" as NSString
/// The attribute “can wrap”.
nonisolated(unsafe) public let kSecAttrCanWrap: CFString = "wrap" as NSString
/// The attribute “can unwrap”.
nonisolated(unsafe) public let kSecAttrCanUnwrap: CFString = "unwp" as NSString
/// The attribute “sync view hint”.
nonisolated(unsafe) public let kSecAttrSyncViewHint: CFString = "vwht" as NSString
/// The attribute “token ID”.
nonisolated(unsafe) public let kSecAttrTokenID: CFString = "tkid" as NSString
/// The attribute “script code”.
nonisolated(unsafe) public let kSecAttrScriptCode: CFString = "scrp" as NSString
/// The attribute “has custom icon”.
nonisolated(unsafe) public let kSecAttrHasCustomIcon: CFString = "cusi" as NSString
/// The attribute “CRL type”.
nonisolated(unsafe) public let kSecAttrCRLType: CFString = "crlt" as NSString
/// The attribute “CRL encoding”.
nonisolated(unsafe) public let kSecAttrCRLEncoding: CFString = "crle" as NSString
/// Whether the item is synchronized between its owner's devices: 0 or 1.
nonisolated(unsafe) public let kSecAttrSynchronizable: CFString = "sync" as NSString
/// Whether the item is the tombstone of a deleted one: 0 or 1.
nonisolated(unsafe) public let kSecAttrTombstone: CFString = "tomb" as NSString
/// The attribute “multi user”.
nonisolated(unsafe) public let kSecAttrMultiUser: CFString = "musr" as NSString
/// The attribute “no legacy”.
nonisolated(unsafe) public let kSecAttrNoLegacy: CFString = "nleg" as NSString
/// The attribute “token OID”.
nonisolated(unsafe) public let kSecAttrTokenOID: CFString = "toid" as NSString
/// The attribute “UUID”.
nonisolated(unsafe) public let kSecAttrUUID: CFString = "UUID" as NSString
/// The persistent reference, under an earlier, misspelt name. Not allowed in a query.
nonisolated(unsafe) public let kSecAttrPersistantReference: CFString = "persistref" as NSString
/// The persistent reference. Not allowed in a query: use `kSecValuePersistentRef`.
nonisolated(unsafe) public let kSecAttrPersistentReference: CFString = "persistref" as NSString
/// The attribute “sys bound”.
nonisolated(unsafe) public let kSecAttrSysBound: CFString = "sysb" as NSString
/// The attribute “SHA1”.
nonisolated(unsafe) public let kSecAttrSHA1: CFString = "sha1" as NSString
/// The attribute “derive sync ID from item attributes”.
nonisolated(unsafe) public let kSecAttrDeriveSyncIDFromItemAttributes: CFString = "dspk" as NSString
/// The attribute “PCS plaintext service identifier”.
nonisolated(unsafe) public let kSecAttrPCSPlaintextServiceIdentifier: CFString = "pcss" as NSString
/// The attribute “PCS plaintext public key”.
nonisolated(unsafe) public let kSecAttrPCSPlaintextPublicKey: CFString = "pcsk" as NSString
/// The attribute “PCS plaintext public identity”.
nonisolated(unsafe) public let kSecAttrPCSPlaintextPublicIdentity: CFString = "pcsi" as NSString
/// The attribute “sharing group”.
nonisolated(unsafe) public let kSecAttrSharingGroup: CFString = "ggrp" as NSString
/// The attribute “access”.
nonisolated(unsafe) public let kSecAttrAccess: CFString = "acls" as NSString
/// The attribute “PRF”.
nonisolated(unsafe) public let kSecAttrPRF: CFString = "prf" as NSString
/// The attribute “salt”.
nonisolated(unsafe) public let kSecAttrSalt: CFString = "salt" as NSString
/// The attribute “rounds”.
nonisolated(unsafe) public let kSecAttrRounds: CFString = "rounds" as NSString
