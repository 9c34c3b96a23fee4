/// The four-letter key of an attribute, such as `acct`.
///
/// Kept as one 32-bit number, its ASCII letters in big-endian order, so that looking an attribute up costs a comparison.
/// Specified in: Docs/keychain-format.md, "Attributes".
public struct AttributeKey: RawRepresentable, Hashable, Sendable {
    /// The four letters as a number, the first in the highest byte.
    public let rawValue: UInt32

    /// The key with the given number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The key with the given letters, or nil if they are not exactly four printable ASCII characters.
    public init?(_ letters: some StringProtocol) {
        let bytes = letters.utf8
        guard bytes.count == 4, bytes.allSatisfy({ (0x20...0x7e).contains($0) }) else { return nil }
        rawValue = bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The key with the given letters; for literals in the program's own text only.
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
    /// Access control: who may use the item.
    public static let accessControl = AttributeKey(literal: "accc")
    /// Access group: which programs the item belongs to.
    public static let accessGroup = AttributeKey(literal: "agrp")
    /// When the item is readable: the code of its protection class.
    public static let accessible = AttributeKey(literal: "pdmn")
    /// Account name.
    public static let account = AttributeKey(literal: "acct")
    /// Alias, for other programs.
    public static let alias = AttributeKey(literal: "alis")
    /// Of a key: the hash of its public key.
    public static let applicationLabel = AttributeKey(literal: "klbl")
    /// Of a key: what the program calls it.
    public static let applicationTag = AttributeKey(literal: "atag")
    /// Authentication type of an internet password.
    public static let authenticationType = AttributeKey(literal: "atyp")
    /// Of a key: may decrypt.
    public static let canDecrypt = AttributeKey(literal: "decr")
    /// Of a key: may derive others.
    public static let canDerive = AttributeKey(literal: "drve")
    /// Of a key: may encrypt.
    public static let canEncrypt = AttributeKey(literal: "encr")
    /// Of a key: may sign.
    public static let canSign = AttributeKey(literal: "sign")
    /// Of a key: may sign with recovery.
    public static let canSignRecover = AttributeKey(literal: "snrc")
    /// Of a key: may unwrap others.
    public static let canUnwrap = AttributeKey(literal: "unwp")
    /// Of a key: may verify.
    public static let canVerify = AttributeKey(literal: "vrfy")
    /// Of a key: may verify with recovery.
    public static let canVerifyRecover = AttributeKey(literal: "vyrc")
    /// Of a key: may wrap others.
    public static let canWrap = AttributeKey(literal: "wrap")
    /// Encoding of a certificate.
    public static let certificateEncoding = AttributeKey(literal: "cenc")
    /// X.509 version of a certificate.
    public static let certificateType = AttributeKey(literal: "ctyp")
    /// Comment for people.
    public static let comment = AttributeKey(literal: "icmt")
    /// When the item was added.
    public static let creationDate = AttributeKey(literal: "cdat")
    /// Creator code; of a key, who made it.
    public static let creator = AttributeKey(literal: "crtr")
    /// Whether the item has an icon of its own.
    public static let customIcon = AttributeKey(literal: "cusi")
    /// Kind of item, for people.
    public static let itemDescription = AttributeKey(literal: "desc")
    /// Of a key: effective size in bits.
    public static let effectiveKeySize = AttributeKey(literal: "esiz")
    /// Of a key: not valid after.
    public static let endDate = AttributeKey(literal: "edat")
    /// Of a key: may leave the keychain.
    public static let extractable = AttributeKey(literal: "extr")
    /// Whatever the program wants to keep with a generic password.
    public static let generic = AttributeKey(literal: "gena")
    /// Whether lists leave the item out.
    public static let invisible = AttributeKey(literal: "invi")
    /// Issuer of a certificate: the normalised name without its outer header.
    public static let issuer = AttributeKey(literal: "issr")
    /// Of a key: 0 public, 1 private, 2 symmetric.
    public static let keyClass = AttributeKey(literal: "kcls")
    /// Of a key: size in bits.
    public static let keySizeInBits = AttributeKey(literal: "bsiz")
    /// What people call the item.
    public static let label = AttributeKey(literal: "labl")
    /// Of a key: may be changed.
    public static let modifiable = AttributeKey(literal: "modi")
    /// When the item was changed last.
    public static let modificationDate = AttributeKey(literal: "mdat")
    /// Whose item it is: no bytes for the only user.
    public static let multiUser = AttributeKey(literal: "musr")
    /// Whether the item says that there is none.
    public static let negative = AttributeKey(literal: "nega")
    /// Of a key: could never leave the keychain.
    public static let neverExtractable = AttributeKey(literal: "next")
    /// Of a key: was always sensitive.
    public static let alwaysSensitive = AttributeKey(literal: "asen")
    /// Path of an internet password.
    public static let path = AttributeKey(literal: "path")
    /// Plaintext public identity of a protected cloud service.
    public static let pcsPlaintextPublicIdentity = AttributeKey(literal: "pcsi")
    /// Plaintext public key of a protected cloud service.
    public static let pcsPlaintextPublicKey = AttributeKey(literal: "pcsk")
    /// Service number of a protected cloud service.
    public static let pcsPlaintextServiceIdentifier = AttributeKey(literal: "pcss")
    /// Of a key: is stored.
    public static let permanent = AttributeKey(literal: "perm")
    /// Port of an internet password.
    public static let port = AttributeKey(literal: "port")
    /// Of a key: is private.
    public static let `private` = AttributeKey(literal: "priv")
    /// Protection, for other programs.
    public static let protection = AttributeKey(literal: "prot")
    /// Protocol of an internet password: four letters.
    public static let `protocol` = AttributeKey(literal: "ptcl")
    /// Of a certificate: the hash of its public key.
    public static let publicKeyHash = AttributeKey(literal: "pkhh")
    /// Script code of the texts.
    public static let script = AttributeKey(literal: "scrp")
    /// Security domain of an internet password.
    public static let securityDomain = AttributeKey(literal: "sdmn")
    /// Of a key: is sensitive.
    public static let sensitive = AttributeKey(literal: "sens")
    /// Serial number of a certificate.
    public static let serialNumber = AttributeKey(literal: "slnr")
    /// Server of an internet password.
    public static let server = AttributeKey(literal: "srvr")
    /// Service of a generic password.
    public static let service = AttributeKey(literal: "svce")
    /// Twenty bytes that differ whenever the item does.
    public static let sha1 = AttributeKey(literal: "sha1")
    /// Sharing group.
    public static let sharingGroup = AttributeKey(literal: "ggrp")
    /// Of a key: not valid before.
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
    /// The token that the item lives on.
    public static let tokenID = AttributeKey(literal: "tkid")
    /// 1 for the mark that a deleted item has left.
    public static let tombstone = AttributeKey(literal: "tomb")
    /// Type code; of a key, its algorithm.
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
