import Foundation

extension CSVLayout {
    /// Chrome, Edge, Brave and other browsers on Chromium.
    static let chrome = CSVLayout(
        name: "chrome-csv", title: "Chrome, Edge, Brave (CSV)", required: ["name", "url", "username", "password"],
        columns: [
            "name": .title, "url": .website, "username": .username, "password": .password, "note": .notes,
            "notes": .notes,
        ],
        forbidden: ["type", "grouping", "totp", "folder", "createtime"])

    /// Firefox. Its own identifiers and the time of the last use are left out.
    static let firefox = CSVLayout(
        name: "firefox-csv", title: "Firefox (CSV)", required: ["url", "username", "password", "httprealm"],
        columns: [
            "url": .website, "username": .username, "password": .password, "formactionorigin": .kept,
            "guid": .ignored, "timecreated": .created, "timelastused": .ignored, "timepasswordchanged": .changed,
        ],
        finish: { draft in
            if draft.websites.contains("chrome://FirefoxAccounts") { return "it is Firefox's own account for its sync" }
            if let origin = draft.kept["formactionorigin"], !draft.websites.contains(origin) {
                draft.add("formActionOrigin", origin, kind: .url)
            }
            // Firefox has no titles.
            if let host = draft.websites.first.flatMap({ URLComponents(string: $0)?.host }) {
                draft.title = host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
            }
            return nil
        })

    /// Safari and Apple Passwords.
    static let apple = CSVLayout(
        name: "apple-csv", title: "Safari, Apple Passwords (CSV)",
        required: ["title", "url", "username", "password", "otpauth"],
        columns: [
            "title": .title, "url": .website, "username": .username, "password": .password, "notes": .notes,
            "otpauth": .oneTimeCode,
        ],
        forbidden: ["favorite", "archived", "tags", "type"])

    /// Any header that has a password next to something that it belongs to.
    static let generic = CSVLayout(
        name: "csv", title: "CSV", required: [], columns: genericColumns,
        finish: { draft in
            setKind(&draft)
            return nil
        })

    private static let genericColumns: [String: CSVColumn] = [
        "title": .title, "name": .title, "item name": .title, "account": .title, "entry": .title, "label": .title,
        "username": .username, "user name": .username, "user": .username, "login": .username, "login name": .username,
        "login_username": .username, "user id": .username, "email": .username, "e-mail": .username,
        "password": .password, "pwd": .password, "passwd": .password, "login_password": .password, "pass": .password,
        "url": .websites, "urls": .websites, "website": .websites, "web site": .websites, "site": .websites,
        "login_uri": .websites, "website address": .websites, "hostname": .websites,
        "matchurl": .websites, "domain": .websites,
        "notes": .notes, "note": .notes, "comment": .notes, "comments": .notes, "extra": .notes,
        "description": .notes,
        "otp": .oneTimeCode, "totp": .oneTimeCode, "otpauth": .oneTimeCode, "otpurl": .oneTimeCode,
        "otpsecret": .oneTimeCode, "login_totp": .oneTimeCode, "one-time code": .oneTimeCode, "2fa": .oneTimeCode,
        "tags": .tags(","), "tag": .tags(","), "labels": .tags(","),
        "folder": .folder("/"), "group": .folder("/"), "grouping": .folder("/"), "!group_name": .folder("/"),
        "!group_id": .ignored, "!type": .type, "category": .folder("/"),
        "favorite": .favourite, "favourite": .favourite, "fav": .favourite, "archived": .archived,
        "created": .created, "changed": .changed, "last modified": .changed, "vault": .vault, "type": .type,
    ]

    /// Whether a header is one that the general layout takes without being told so.
    static func isGeneric(_ header: Set<String>) -> Bool {
        let meanings = header.compactMap { genericColumns[$0] }
        return meanings.contains(.password)
            && meanings.contains { [.title, .username, .websites].contains($0) }
    }
}
