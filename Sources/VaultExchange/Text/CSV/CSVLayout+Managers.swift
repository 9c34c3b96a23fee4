import Foundation
import PasswordVault

extension CSVLayout {
    /// Bitwarden: of a person or of an organisation.
    static let bitwarden = CSVLayout(
        name: "bitwarden-csv", title: "Bitwarden (CSV)",
        required: ["type", "name", "notes", "fields", "login_uri", "login_username", "login_password"],
        columns: [
            "folder": .folder("/"), "collections": .tags(","), "favorite": .favourite, "type": .type, "name": .title,
            "notes": .notes, "fields": .kept, "reprompt": .flag, "login_uri": .websites, "login_username": .username,
            "login_password": .password, "login_totp": .oneTimeCode, "archiveddate": .kept,
        ],
        finish: { draft in
            setKind(&draft)
            if let fields = draft.kept["fields"] { addLines(fields, to: &draft) }
            draft.isArchived = draft.kept["archiveddate"] != nil
            return nil
        })

    /// 1Password 8, and the columns that people chose in earlier releases.
    static let onePassword = CSVLayout(
        name: "1password-csv", title: "1Password (CSV)", required: ["title", "username", "password"],
        columns: [
            "title": .title, "url": .websites, "urls": .websites, "website": .websites, "username": .username,
            "password": .password, "otpauth": .oneTimeCode, "one-time password": .oneTimeCode, "favorite": .favourite,
            "archived": .archived, "tags": .tags(";"), "notes": .notes, "type": .type, "created date": .created,
            "modified date": .changed, "uuid": .ignored, "vault": .vault,
        ],
        forbidden: ["group", "otpsecret"], marks: ["favorite", "archived", "tags"],
        finish: { draft in
            setKind(&draft)
            return nil
        })

    /// KeePassXC. The first name of a group's path is that of the root, which is no folder.
    static let keePassXC = CSVLayout(
        name: "keepassxc-csv", title: "KeePassXC (CSV)", required: ["group", "title", "username", "password", "url"],
        columns: [
            "group": .folder("/"), "title": .title, "username": .username, "password": .password, "url": .website,
            "notes": .notes, "totp": .oneTimeCode, "icon": .ignored, "last modified": .changed, "created": .created,
        ],
        finish: { draft in
            draft.folder = Array(draft.folder.dropFirst())
            draft.isTrashed = draft.folder.first == "Recycle Bin"
            return nil
        })

    /// LastPass.
    static let lastPass = CSVLayout(
        name: "lastpass-csv", title: "LastPass (CSV)",
        required: ["url", "username", "password", "extra", "name", "grouping"],
        columns: [
            "url": .website, "username": .username, "password": .password, "totp": .oneTimeCode, "extra": .notes,
            "name": .title, "grouping": .folder("\\"), "fav": .favourite,
        ],
        hasEntities: true,
        finish: { draft in
            // What LastPass writes for no address.
            draft.websites.removeAll { $0 == "http://" }
            LastPassNote.complete(&draft)
            return nil
        })

    /// Proton Pass. Cards and identities are JSON in the notes.
    static let protonPass = CSVLayout(
        name: "proton-pass-csv", title: "Proton Pass (CSV)",
        required: ["name", "url", "username", "password", "note", "totp", "createtime", "modifytime"],
        columns: [
            "type": .type, "name": .title, "url": .websites, "email": .kept, "username": .username,
            "password": .password, "note": .notes, "totp": .oneTimeCode, "createtime": .created,
            "modifytime": .changed, "vault": .vault,
        ],
        finish: { draft in
            if draft.kept["type"] == "alias" { draft.kept["type"] = nil }
            setKind(&draft)
            if draft.username.isEmpty {
                draft.username = draft.kept["email"] ?? ""
            } else {
                draft.add("email", draft.kept["email"] ?? "", kind: .email)
            }
            ProtonNote.complete(&draft)
            return nil
        })

    /// NordPass. Rows of the type `folder` name folders alone.
    static let nordPass = CSVLayout(
        name: "nordpass-csv", title: "NordPass (CSV)",
        required: ["name", "url", "username", "password", "note", "cardholdername", "cardnumber", "folder"],
        columns: [
            "name": .title, "url": .website, "additional_urls": .kept, "username": .username, "password": .password,
            "note": .notes, "cardholdername": .field("cardholder"), "cardnumber": .field("number"),
            "cvc": .field("verification"), "pin": .field("pin"), "expirydate": .kept, "zipcode": .kept,
            "folder": .folder("/"), "full_name": .kept, "phone_number": .field("telephone"), "email": .field("email"),
            "address1": .kept, "address2": .kept, "city": .kept, "country": .kept, "state": .kept, "type": .type,
            "custom_fields": .kept,
        ],
        finish: { draft in
            if draft.kept["type"] == "folder" { return "it is a folder, which items name themselves" }
            setKind(&draft)
            if draft.values["number"] != nil, draft.kept["type"] == nil { draft.kind = .creditCard }
            setMonth(draft.kept["expirydate"], "expiry", &draft)
            setName(draft.kept["full_name"], &draft)
            setAddress(["address1", "address2", "zipcode", "city", "state", "country"], &draft)
            NordPassFields.complete(&draft)
            // Older files have no types.
            if draft.hasTitleAlone {
                draft.remarks.append("it has a title alone; NordPass writes its folders like this")
            }
            return nil
        })

    /// Enpass with a column for each field.
    static let enpass = CSVLayout(
        name: "enpass-csv", title: "Enpass (CSV)", required: ["title", "field", "value"],
        columns: [
            "username": .username, "login": .username, "password": .password, "website": .websites,
            "url": .websites, "totp": .oneTimeCode, "one-time code": .oneTimeCode,
            "totp secret key": .oneTimeCode, "email": .username, "e-mail": .username,
        ], shape: .pairs)

    /// KeePass 1.x.
    static let keePass = CSVLayout(
        name: "keepass1-csv", title: "KeePass 1 (CSV)",
        required: ["account", "login name", "password", "web site", "comments"],
        columns: [
            "account": .title, "login name": .username, "password": .password, "web site": .website,
            "comments": .notes,
        ], hasBackslashes: true)

    /// Keeper.
    static let keeper = CSVLayout(
        name: "keeper-csv", title: "Keeper (CSV)", required: ["folder", "title", "login", "password"],
        columns: ["tfc:keeper": .oneTimeCode, "$onetimecode": .oneTimeCode], shape: .keeper)
}
