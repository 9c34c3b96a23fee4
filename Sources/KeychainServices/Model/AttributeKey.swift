/// The four-letter key of an attribute, such as `acct`.
///
/// Stored as one 32-bit number, its ASCII letters in big-endian order, so that finding an attribute costs one comparison.
/// Specified in: Docs/keychain-format.md, "Attributes".
public struct AttributeKey: RawRepresentable, Hashable, Sendable {
    /// The four letters as a number, the first in the highest byte.
    public let rawValue: UInt32

    /// Makes the key with the given number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Makes the key with the given letters, or nil if they are not exactly four printable ASCII characters.
    public init?(_ letters: some StringProtocol) {
        let bytes = letters.utf8
        guard bytes.count == 4, bytes.allSatisfy({ (0x20...0x7e).contains($0) }) else { return nil }
        rawValue = bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Makes the key with the given letters; for literals in the source code only.
    init(literal letters: StaticString) {
        precondition(letters.utf8CodeUnitCount == 4)
        rawValue = letters.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }

    /// The four letters.
    public var letters: String {
        String(decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> $0) }, as: Unicode.ASCII.self)
    }
}

extension AttributeKey: CustomStringConvertible {
    /// The four letters.
    public var description: String { letters }
}

extension AttributeKey {
    /// Access control of the item.
    public static let accessControl = AttributeKey(literal: "accc")
    /// Access lists of macOS: the programs that may use the item. `SecItem` takes and shows them as an object.
    public static let accessList = AttributeKey(literal: "acls")
    /// Access group that the item belongs to.
    public static let accessGroup = AttributeKey(literal: "agrp")
    /// Code of the item's protection class, which says when it is readable.
    public static let accessible = AttributeKey(literal: "pdmn")
    /// Account name.
    public static let account = AttributeKey(literal: "acct")
    /// Alias, for other programs.
    public static let alias = AttributeKey(literal: "alis")
    /// Hash of the public key, of a key.
    public static let applicationLabel = AttributeKey(literal: "klbl")
    /// Tag that the program gives a key.
    public static let applicationTag = AttributeKey(literal: "atag")
    /// Authentication type of an internet password.
    public static let authenticationType = AttributeKey(literal: "atyp")
    /// Whether a key may decrypt.
    public static let canDecrypt = AttributeKey(literal: "decr")
    /// Whether a key may derive other keys.
    public static let canDerive = AttributeKey(literal: "drve")
    /// Whether a key may encrypt.
    public static let canEncrypt = AttributeKey(literal: "encr")
    /// Whether a key may sign.
    public static let canSign = AttributeKey(literal: "sign")
    /// Whether a key may sign with message recovery.
    public static let canSignRecover = AttributeKey(literal: "snrc")
    /// Whether a key may unwrap other keys.
    public static let canUnwrap = AttributeKey(literal: "unwp")
    /// Whether a key may verify.
    public static let canVerify = AttributeKey(literal: "vrfy")
    /// Whether a key may verify with message recovery.
    public static let canVerifyRecover = AttributeKey(literal: "vyrc")
    /// Whether a key may wrap other keys.
    public static let canWrap = AttributeKey(literal: "wrap")
    /// Encoding of a certificate.
    public static let certificateEncoding = AttributeKey(literal: "cenc")
    /// X.509 version of a certificate.
    public static let certificateType = AttributeKey(literal: "ctyp")
    /// Comment for the user.
    public static let comment = AttributeKey(literal: "icmt")
    /// Date at which the item was added.
    public static let creationDate = AttributeKey(literal: "cdat")
    /// Creator code; for a key, its creator.
    public static let creator = AttributeKey(literal: "crtr")
    /// Whether the item has an icon of its own.
    public static let customIcon = AttributeKey(literal: "cusi")
    /// Kind of item, for the user.
    public static let itemDescription = AttributeKey(literal: "desc")
    /// Effective size of a key in bits.
    public static let effectiveKeySize = AttributeKey(literal: "esiz")
    /// Date until which a key is valid.
    public static let endDate = AttributeKey(literal: "edat")
    /// Whether a key may be exported from the keychain.
    public static let extractable = AttributeKey(literal: "extr")
    /// Arbitrary data that the program stores with a generic password.
    public static let generic = AttributeKey(literal: "gena")
    /// Whether lists omit the item.
    public static let invisible = AttributeKey(literal: "invi")
    /// Issuer of a certificate: the normalised name without its outer header.
    public static let issuer = AttributeKey(literal: "issr")
    /// Class of a key: 0 public, 1 private, 2 symmetric.
    public static let keyClass = AttributeKey(literal: "kcls")
    /// Size of a key in bits.
    public static let keySizeInBits = AttributeKey(literal: "bsiz")
    /// Name of the item for the user.
    public static let label = AttributeKey(literal: "labl")
    /// Whether a key may be changed.
    public static let modifiable = AttributeKey(literal: "modi")
    /// Date of the item's last change.
    public static let modificationDate = AttributeKey(literal: "mdat")
    /// User that the item belongs to: no bytes for the only user.
    public static let multiUser = AttributeKey(literal: "musr")
    /// Whether the item records that there is no password.
    public static let negative = AttributeKey(literal: "nega")
    /// Whether a key could never be exported from the keychain.
    public static let neverExtractable = AttributeKey(literal: "next")
    /// Whether a key was always sensitive.
    public static let alwaysSensitive = AttributeKey(literal: "asen")
    /// Path of an internet password.
    public static let path = AttributeKey(literal: "path")
    /// Plaintext public identity of a protected cloud service.
    public static let pcsPlaintextPublicIdentity = AttributeKey(literal: "pcsi")
    /// Plaintext public key of a protected cloud service.
    public static let pcsPlaintextPublicKey = AttributeKey(literal: "pcsk")
    /// Service number of a protected cloud service.
    public static let pcsPlaintextServiceIdentifier = AttributeKey(literal: "pcss")
    /// Whether a key is stored.
    public static let permanent = AttributeKey(literal: "perm")
    /// Port of an internet password.
    public static let port = AttributeKey(literal: "port")
    /// Whether a key is private.
    public static let `private` = AttributeKey(literal: "priv")
    /// Protection, for other programs.
    public static let protection = AttributeKey(literal: "prot")
    /// Protocol of an internet password: four letters.
    public static let `protocol` = AttributeKey(literal: "ptcl")
    /// External representation of a key's public half, which says what the key can do without its secret. `SecItem` does not show it.
    public static let publicKey = AttributeKey(literal: "pubk")
    /// Hash of a certificate's public key.
    public static let publicKeyHash = AttributeKey(literal: "pkhh")
    /// Script code of the texts.
    public static let script = AttributeKey(literal: "scrp")
    /// Security domain of an internet password.
    public static let securityDomain = AttributeKey(literal: "sdmn")
    /// Whether a key is sensitive.
    public static let sensitive = AttributeKey(literal: "sens")
    /// Serial number of a certificate.
    public static let serialNumber = AttributeKey(literal: "slnr")
    /// Server of an internet password.
    public static let server = AttributeKey(literal: "srvr")
    /// Service of a generic password.
    public static let service = AttributeKey(literal: "svce")
    /// Digest of 20 bytes that changes with every change of the item.
    public static let sha1 = AttributeKey(literal: "sha1")
    /// Sharing group.
    public static let sharingGroup = AttributeKey(literal: "ggrp")
    /// Date from which a key is valid.
    public static let startDate = AttributeKey(literal: "sdat")
    /// Subject of a certificate: the normalised name without its outer header.
    public static let subject = AttributeKey(literal: "subj")
    /// Subject key id of a certificate.
    public static let subjectKeyID = AttributeKey(literal: "skid")
    /// Hint for synchronization.
    public static let syncViewHint = AttributeKey(literal: "vwht")
    /// 1 if the item is to be synchronized between devices.
    public static let synchronizable = AttributeKey(literal: "sync")
    /// Whether the item is bound to the system.
    public static let systemBound = AttributeKey(literal: "sysb")
    /// Token on which the item is stored.
    public static let tokenID = AttributeKey(literal: "tkid")
    /// 1 for the tombstone of a deleted item.
    public static let tombstone = AttributeKey(literal: "tomb")
    /// Type code; for a key, its algorithm.
    public static let type = AttributeKey(literal: "type")

    /// Notes of an internet password; secret.
    public static let notes = AttributeKey(literal: "binn")
    /// History of an internet password; secret.
    public static let history = AttributeKey(literal: "bini")
    /// First field of an internet password for the client; secret.
    public static let clientData0 = AttributeKey(literal: "bin0")
    /// Second field of an internet password for the client; secret.
    public static let clientData1 = AttributeKey(literal: "bin1")
    /// Third field of an internet password for the client; secret.
    public static let clientData2 = AttributeKey(literal: "bin2")
    /// Fourth field of an internet password for the client; secret.
    public static let clientData3 = AttributeKey(literal: "bin3")
}
