import Foundation
import KeyManagement

@testable import KeychainServices

/// One line of the specification's tables of attributes (keychain-services 2.2 and 2.3), written down independently of the
/// engine's own tables.
struct SpecifiedAttribute: Sendable, CustomStringConvertible {
    let itemClass: ItemClass
    let key: AttributeKey
    let kind: Attribute.Kind
    let isInPrimaryKey: Bool
    /// What stands in for it where it is absent.
    let defaultValue: AttributeValue?

    var description: String { "\(itemClass).\(key)" }

    static let all = classes.flatMap { itemClass, own in
        (own + common).map { line in
            SpecifiedAttribute(
                itemClass: itemClass, key: KeychainServicesTests.key(line.letters), kind: line.kind,
                isInPrimaryKey: line.isInPrimaryKey, defaultValue: line.defaultValue)
        }
    }

    private struct Line {
        let letters: String
        let kind: Attribute.Kind
        let isInPrimaryKey: Bool
        let defaultValue: AttributeValue?
    }

    private static func lines(
        _ letters: String, _ kind: Attribute.Kind, primaryKey: Bool = false, default value: AttributeValue? = nil
    ) -> [Line] {
        letters.split(separator: " ").map {
            Line(letters: String($0), kind: kind, isInPrimaryKey: primaryKey, defaultValue: value)
        }
    }

    // `clip` is refused in every dictionary, `UUID` and `persistref` are never a program's business: no attributes.
    private static let common: [Line] =
        lines("agrp vwht tkid ggrp", .string, primaryKey: true)
        + lines("sync", .number, primaryKey: true, default: 0)
        + lines("musr", .user, primaryKey: true, default: .data(Data()))
        + lines("tomb sysb", .number, default: 0)
        + lines("cdat mdat", .date)
        + lines("labl alis pcsk pcsi", .blob)
        + lines("pdmn", .string)
        + lines("accc", .accessControl)
        + lines("sha1", .digest)
        + lines("pcss", .number)

    private static let ofPasswords: [Line] =
        lines("desc icmt prot", .blob) + lines("crtr type scrp invi nega cusi", .number)

    private static let referenceDate = AttributeValue.date(Date(timeIntervalSinceReferenceDate: 0))

    private static let classes: [(ItemClass, [Line])] = [
        (
            .genericPassword,
            lines("acct svce", .blob, primaryKey: true, default: "") + ofPasswords + lines("gena", .blob)
                + lines("acls", .data)
        ),
        (
            .internetPassword,
            lines("acct sdmn srvr atyp path", .blob, primaryKey: true, default: "")
                + lines("ptcl port", .number, primaryKey: true, default: 0)
                + ofPasswords + lines("binn bini bin0 bin1 bin2 bin3 acls", .data)
        ),
        (
            .certificate,
            lines("ctyp", .number, primaryKey: true, default: 0)
                + lines("issr slnr", .data, primaryKey: true, default: .data(Data()))
                + lines("cenc", .number) + lines("subj skid pkhh", .data)
        ),
        (
            .key,
            lines("kcls crtr type bsiz esiz", .number, primaryKey: true, default: 0)
                + lines("klbl", .data, primaryKey: true, default: .data(Data()))
                + lines("atag", .blob, primaryKey: true, default: .data(Data()))
                + lines("sdat edat", .date, primaryKey: true, default: referenceDate)
                + lines("perm priv modi sens asen extr next snrc vyrc encr decr drve sign vrfy wrap unwp", .number)
                + lines("pubk acls", .data)
        ),
    ]

    /// Two values that differ, both good for a new item.
    var twoValues: (AttributeValue, AttributeValue) {
        switch (key.letters, kind) {
        case ("agrp", _): ("com.example.one", "com.example.two")
        case ("pdmn", _): ("ck", "dk")
        case ("accc", _): (Self.control(.afterFirstUnlock), Self.control(.always))
        case (_, .blob): ("one", "two")
        case (_, .string): ("one", "two")
        case (_, .data): (.data(Data([1])), .data(Data([2])))
        case (_, .number): (0, 1)
        case (_, .date):
            (.date(Date(timeIntervalSinceReferenceDate: 1)), .date(Date(timeIntervalSinceReferenceDate: 2)))
        case (_, .digest): (.data(Data(repeating: 1, count: 20)), .data(Data(repeating: 2, count: 20)))
        case (_, .user): (.data(Data()), .data(Data(repeating: 2, count: 16)))
        case (_, .accessControl): (Self.control(.afterFirstUnlock), Self.control(.always))
        }
    }

    private static func control(_ protection: ProtectionClass) -> AttributeValue {
        (try? accessControl(protection)) ?? .number(0)
    }
}
