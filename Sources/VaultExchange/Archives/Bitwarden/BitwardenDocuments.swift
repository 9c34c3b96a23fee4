import Foundation
import PasswordVault

/// The items of Bitwarden's that are papers: bank accounts, driving licences, passports. Each becomes the nearest kind, with a tag.
///
/// Specified in: the export models of Bitwarden's clients, types 6 to 8.
enum BitwardenDocuments {
    /// A type: its number, its member, the kind that is nearest, and the tag.
    static let types: [(number: Int, member: String, kind: ItemKind, tag: String)] = [
        (6, "bankAccount", .secureNote, "Bank Account"), (7, "driversLicense", .identity, "Driver's License"),
        (8, "passport", .identity, "Passport"),
    ]

    /// The members that are fields of an identity: member, id of the field.
    private static let own = [
        ("firstName", "first-name"), ("givenName", "first-name"), ("middleName", "middle-name"),
        ("lastName", "last-name"), ("surname", "last-name"), ("dateOfBirth", "birth-date"), ("sex", "sex"),
    ]
    private static let numbers = ["accountNumber", "iban", "pin", "nationalIdentificationNumber"]
    private static let dates = ["issueDate", "expirationDate"]

    /// Adds what an item has of these types.
    static func add(_ node: JSONNode, to item: inout ArchiveItem) {
        for type in types where node[type.member].object != nil {
            let document = node[type.member]
            item.addTag(type.tag)
            var known = Set(dates + numbers)
            if type.kind == .identity {
                for (member, id) in own { item.set(id, document[member].string, label: member) }
                known.formUnion(own.map(\.0))
            }
            for number in BitwardenReader.identityNumbers where !document[number.member].isEmpty {
                item.add(number.label, document[number.member].text, number.kind, id: number.id)
                known.insert(number.member)
            }
            for member in numbers where !document[member].isEmpty {
                item.add(member, document[member].text, .concealed)
            }
            for member in dates where !document[member].isEmpty { item.add(member, document[member].text, .date) }
            item.addRest(document, except: known)
        }
    }
}
