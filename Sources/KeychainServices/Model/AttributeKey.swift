/// The four-letter key of an attribute, such as `acct`.
///
/// Kept as one 32-bit number, its ASCII letters in big-endian order, so that looking an attribute up costs a comparison.
/// Specified in: Docs/keychain-format.md, "Attributes".
public struct AttributeKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt32

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
    public var description: String { letters }
}

extension AttributeKey {
    public static let accessControl = AttributeKey(literal: "accc")
    public static let accessGroup = AttributeKey(literal: "agrp")
    public static let accessible = AttributeKey(literal: "pdmn")
    public static let account = AttributeKey(literal: "acct")
    public static let alias = AttributeKey(literal: "alis")
    public static let applicationLabel = AttributeKey(literal: "klbl")
    public static let applicationTag = AttributeKey(literal: "atag")
    public static let authenticationType = AttributeKey(literal: "atyp")
    public static let canDecrypt = AttributeKey(literal: "decr")
    public static let canDerive = AttributeKey(literal: "drve")
    public static let canEncrypt = AttributeKey(literal: "encr")
    public static let canSign = AttributeKey(literal: "sign")
    public static let canSignRecover = AttributeKey(literal: "snrc")
    public static let canUnwrap = AttributeKey(literal: "unwp")
    public static let canVerify = AttributeKey(literal: "vrfy")
    public static let canVerifyRecover = AttributeKey(literal: "vyrc")
    public static let canWrap = AttributeKey(literal: "wrap")
    public static let certificateEncoding = AttributeKey(literal: "cenc")
    public static let certificateType = AttributeKey(literal: "ctyp")
    public static let comment = AttributeKey(literal: "icmt")
    public static let creationDate = AttributeKey(literal: "cdat")
    public static let creator = AttributeKey(literal: "crtr")
    public static let customIcon = AttributeKey(literal: "cusi")
    public static let itemDescription = AttributeKey(literal: "desc")
    public static let effectiveKeySize = AttributeKey(literal: "esiz")
    public static let endDate = AttributeKey(literal: "edat")
    public static let extractable = AttributeKey(literal: "extr")
    public static let generic = AttributeKey(literal: "gena")
    public static let invisible = AttributeKey(literal: "invi")
    public static let issuer = AttributeKey(literal: "issr")
    public static let keyClass = AttributeKey(literal: "kcls")
    public static let keySizeInBits = AttributeKey(literal: "bsiz")
    public static let label = AttributeKey(literal: "labl")
    public static let modifiable = AttributeKey(literal: "modi")
    public static let modificationDate = AttributeKey(literal: "mdat")
    public static let multiUser = AttributeKey(literal: "musr")
    public static let negative = AttributeKey(literal: "nega")
    public static let neverExtractable = AttributeKey(literal: "next")
    public static let alwaysSensitive = AttributeKey(literal: "asen")
    public static let path = AttributeKey(literal: "path")
    public static let pcsPlaintextPublicIdentity = AttributeKey(literal: "pcsi")
    public static let pcsPlaintextPublicKey = AttributeKey(literal: "pcsk")
    public static let pcsPlaintextServiceIdentifier = AttributeKey(literal: "pcss")
    public static let permanent = AttributeKey(literal: "perm")
    public static let port = AttributeKey(literal: "port")
    public static let `private` = AttributeKey(literal: "priv")
    public static let protection = AttributeKey(literal: "prot")
    public static let `protocol` = AttributeKey(literal: "ptcl")
    public static let publicKeyHash = AttributeKey(literal: "pkhh")
    public static let script = AttributeKey(literal: "scrp")
    public static let securityDomain = AttributeKey(literal: "sdmn")
    public static let sensitive = AttributeKey(literal: "sens")
    public static let serialNumber = AttributeKey(literal: "slnr")
    public static let server = AttributeKey(literal: "srvr")
    public static let service = AttributeKey(literal: "svce")
    public static let sha1 = AttributeKey(literal: "sha1")
    public static let sharingGroup = AttributeKey(literal: "ggrp")
    public static let startDate = AttributeKey(literal: "sdat")
    public static let subject = AttributeKey(literal: "subj")
    public static let subjectKeyID = AttributeKey(literal: "skid")
    public static let syncViewHint = AttributeKey(literal: "vwht")
    public static let synchronizable = AttributeKey(literal: "sync")
    public static let systemBound = AttributeKey(literal: "sysb")
    public static let tokenID = AttributeKey(literal: "tkid")
    public static let tombstone = AttributeKey(literal: "tomb")
    public static let type = AttributeKey(literal: "type")

    /// Parts of an internet password that are secret like its data: notes, history, four fields for the client.
    public static let notes = AttributeKey(literal: "binn")
    public static let history = AttributeKey(literal: "bini")
    public static let clientData0 = AttributeKey(literal: "bin0")
    public static let clientData1 = AttributeKey(literal: "bin1")
    public static let clientData2 = AttributeKey(literal: "bin2")
    public static let clientData3 = AttributeKey(literal: "bin3")
}
