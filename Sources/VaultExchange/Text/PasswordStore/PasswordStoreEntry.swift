import Foundation

/// The text of a password store's file: the password in the first line, `name: value` in others, and notes.
enum PasswordStoreEntry {
    private static let usernames = ["login", "user", "username", "user name", "account"]
    private static let websites = ["url", "website", "site", "uri", "link"]
    private static let codes = ["otp", "totp", "otpauth", "one-time code"]

    /// Returns the values of a text.
    static func draft(_ text: String, name: String, folder: [String]) -> ItemDraft {
        var draft = ItemDraft()
        (draft.title, draft.folder) = (name, folder)
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.hasSuffix("\r") ? String(line.dropLast()) : String(line)
        }[...]
        if lines.last?.isEmpty ?? false { lines.removeLast() }
        if lines.first == "GOPASS-SECRET-1.0" { return mime(lines.dropFirst(), draft) }
        // An address of a code alone: what pass-otp writes for it.
        if let first = lines.first, !isCode(first) {
            draft.password = first
            lines.removeFirst()
        }
        // gopass' older form: YAML after three hyphens.
        if lines.first == "---" { lines.removeFirst() }
        addBody(lines, &draft)
        return draft
    }

    /// gopass' former form: header lines as of mail, an empty line, and the text. `Password` is among the header lines.
    private static func mime(_ lines: ArraySlice<String>, _ draft: ItemDraft) -> ItemDraft {
        var draft = draft
        let header = lines.prefix { !$0.isEmpty }
        for line in header {
            guard let pair = pair(line) else {
                draft.addNotes(line)
                continue
            }
            if pair.name.lowercased() == "password", draft.password.isEmpty {
                draft.password = pair.value
            } else {
                add(pair.name, pair.value, &draft)
            }
        }
        addBody(lines.dropFirst(header.count + 1), &draft)
        return draft
    }

    private static func addBody(_ lines: ArraySlice<String>, _ draft: inout ItemDraft) {
        var notes: [String] = []
        for (index, line) in lines.enumerated() {
            if isCode(line.trimmingCharacters(in: .whitespaces)), draft.oneTimeCode.isEmpty {
                draft.oneTimeCode = line.trimmingCharacters(in: .whitespaces)
            } else if line == notesMark {
                // What stands below is text, also what looks like a value.
                draft.addNotes(notes.joined(separator: "\n").trimmingCharacters(in: .newlines))
                return draft.addNotes(lines.dropFirst(index + 1).joined(separator: "\n"))
            } else if let pair = pair(line) {
                add(pair.name, pair.value, &draft)
            } else {
                notes.append(line)
            }
        }
        draft.addNotes(notes.joined(separator: "\n").trimmingCharacters(in: .newlines))
    }

    /// The line above notes in files of ours.
    static let notesMark = "notes:"

    private static func isCode(_ line: String) -> Bool { line.lowercased().hasPrefix("otpauth://") }

    /// Returns name and value of a line; `nil` for a line of a text, such as one with an address.
    private static func pair(_ line: String) -> (name: String, value: String)? {
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let name = line[..<colon].trimmingCharacters(in: .whitespaces)
        let rest = line[line.index(after: colon)...]
        guard !name.isEmpty, name.count <= 64, !rest.hasPrefix("//"), rest.isEmpty || rest.hasPrefix(" ") else {
            return nil
        }
        return (name, rest.trimmingCharacters(in: .whitespaces))
    }

    private static func add(_ name: String, _ value: String, _ draft: inout ItemDraft) {
        let known = name.lowercased()
        if usernames.contains(known), draft.username.isEmpty {
            draft.username = value
        } else if websites.contains(known) {
            if !value.isEmpty { draft.websites.append(value) }
        } else if codes.contains(known), draft.oneTimeCode.isEmpty {
            draft.oneTimeCode = value
        } else if known == "tags" {
            draft.tags = value.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        } else if value.isEmpty {
            draft.addNotes(name + ":")
        } else {
            draft.add(name, value)
        }
    }
}
