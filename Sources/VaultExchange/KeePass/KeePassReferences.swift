import Foundation

/// Values that refer to others: field references such as `{REF:P@I:…}`, and placeholders such as `{USERNAME}`.
///
/// Specified in: KeePass's documentation, “Placeholders”, “Field references”.
final class KeePassReferences {
    /// The deepest chain of references.
    private static let mostDepth = 10
    /// The most replacements in a value: references that name each other multiply.
    private static let mostReplacements = 1000
    /// The most bytes of a value with its replacements.
    private static let longestValue = 1 << 20
    /// The most bytes that stand for references in all values together.
    private static let mostBytes = 64 << 20
    /// The most searches for a part of a value, each of which looks at all entries.
    private static let mostSearches = 100

    private let database: KeePassDatabase
    private var byID: [String: Int] = [:]
    /// For each field, the entries by their values without case.
    private var indexes: [Character: [String: Int]] = [:]
    private var searches = 0
    private var replacedBytes = 0

    init(_ database: KeePassDatabase) {
        self.database = database
        for (index, entry) in database.entries.enumerated() {
            guard let id = entry.id else { continue }
            byID[Self.text(id)] = index
        }
    }

    /// A value whose references were replaced.
    struct Resolved: Equatable {
        var text: String
        /// Whether a placeholder was left as it is, since only KeePass can replace it, or since it leads nowhere.
        var isPartial = false
    }

    /// Replaces the references of a value.
    ///
    /// - Parameter referencesOnly: whether placeholders of the entry's own fields are left, as in custom fields.
    func resolve(_ text: String, in entry: KeePassEntry, referencesOnly: Bool = false) -> Resolved {
        var work = Work(referencesOnly: referencesOnly)
        let expanded = expand(text, entry, depth: 0, &work)
        replacedBytes += work.bytes
        guard !work.isExhausted, replacedBytes <= Self.mostBytes else { return Resolved(text: text, isPartial: true) }
        return Resolved(text: expanded, isPartial: work.isPartial)
    }

    private struct Work {
        let referencesOnly: Bool
        var replacements = 0
        var bytes = 0
        var isPartial = false

        var isExhausted: Bool {
            replacements > KeePassReferences.mostReplacements || bytes > KeePassReferences.longestValue
        }
    }

    private func expand(_ text: String, _ entry: KeePassEntry, depth: Int, _ work: inout Work) -> String {
        guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
        var (result, rest) = ("", text[...])
        while let start = rest.firstIndex(of: "{") {
            guard let end = rest[start...].firstIndex(of: "}"), !work.isExhausted else { break }
            result += rest[..<start]
            let name = String(rest[rest.index(after: start)..<end])
            rest = rest[rest.index(after: end)...]
            if let value = replacement(name, entry, depth, &work) {
                result += value
            } else {
                result += "{\(name)}"
            }
        }
        return result + rest
    }

    /// Returns what stands for a placeholder; `nil` to leave it.
    private func replacement(_ name: String, _ entry: KeePassEntry, _ depth: Int, _ work: inout Work) -> String? {
        let upper = name.uppercased()
        let isReference = upper.hasPrefix("REF:")
        guard isReference || !work.referencesOnly else { return nil }
        guard let (value, owner) = isReference ? reference(upper, name) : placeholder(upper, name, entry) else {
            work.isPartial = work.isPartial || isReference || Self.isForKeePass(upper)
            return nil
        }
        guard depth < Self.mostDepth else {
            work.isPartial = true
            return nil
        }
        work.replacements += 1
        work.bytes += value.utf8.count
        guard !work.isExhausted else { return nil }
        return expand(value, owner, depth: depth + 1, &work)
    }

    // MARK: - Placeholders

    private func placeholder(_ upper: String, _ name: String, _ entry: KeePassEntry) -> (String, KeePassEntry)? {
        if let field = Self.standard[upper] { return (entry[field]?.text ?? "", entry) }
        if upper.hasPrefix("S:") { return entry[String(name.dropFirst(2))].map { ($0.text, entry) } }
        if upper.hasPrefix("C:") { return ("", entry) }
        if upper == "UUID" { return entry.id.map { (Self.text($0), entry) } }
        if upper == "GROUP", database.groups.indices.contains(entry.group) {
            return (database.groups[entry.group].name, entry)
        }
        guard upper.hasPrefix("URL:") else { return nil }
        return urlPart(String(upper.dropFirst(4)), entry["URL"]?.text ?? "").map { ($0, entry) }
    }

    private static let standard = [
        "TITLE": "Title", "USERNAME": "UserName", "PASSWORD": "Password", "URL": "URL", "NOTES": "Notes",
    ]

    private func urlPart(_ part: String, _ address: String) -> String? {
        if part == "RMVSCM" || part == "WITHOUTSCHEME" {
            return address.range(of: "://").map { String(address[$0.upperBound...]) } ?? address
        }
        guard let url = URLComponents(string: address) else { return nil }
        return switch part {
        case "SCM", "SCHEME": url.scheme ?? ""
        case "HOST": url.host ?? ""
        case "PORT": url.port.map(String.init) ?? ""
        case "PATH": url.path
        case "QUERY": url.query.map { "?" + $0 } ?? ""
        case "USERINFO": [url.user, url.password].compactMap(\.self).joined(separator: ":")
        case "USERNAME": url.user ?? ""
        case "PASSWORD": url.password ?? ""
        default: nil
        }
    }

    /// Whether a placeholder is one that only KeePass replaces, when it types: the time, a command, a choice.
    private static func isForKeePass(_ upper: String) -> Bool {
        [
            "DT_", "CMD:", "T-REPLACE-RX:", "T-CONV:", "PICKCHARS", "PICKFIELD", "NEWPASSWORD", "HMACOTP", "TIMEOTP",
            "TOTP",
            "APPDIR", "DB_", "ENV_", "GROUP", "PASSWORD_ENC", "CLIPBOARD", "BASE:", "EDGE", "FIREFOX", "GOOGLECHROME",
            "INTERNETEXPLORER", "OPERA", "SAFARI",
        ].contains { upper.hasPrefix($0) }
    }

    // MARK: - References

    /// Returns the value that `REF:wanted@searched:text` names.
    private func reference(_ upper: String, _ name: String) -> (String, KeePassEntry)? {
        let parts = Array(upper.dropFirst(4).prefix(4))
        guard parts.count == 4, parts[1] == "@", parts[3] == ":" else { return nil }
        let text = String(name.dropFirst(8))
        guard !text.isEmpty, let index = find(text, by: parts[2]) else { return nil }
        let entry = database.entries[index]
        guard parts[0] != "I" else { return entry.id.map { (Self.text($0), entry) } }
        return Self.fields[parts[0]].map { (entry[$0]?.text ?? "", entry) }
    }

    private static let fields: [Character: String] = [
        "T": "Title", "U": "UserName", "P": "Password", "A": "URL", "N": "Notes",
    ]

    private func find(_ text: String, by field: Character) -> Int? {
        if field == "I" { return byID[text.uppercased().filter { $0 != "-" }] }
        guard field == "O" || Self.fields[field] != nil else { return nil }
        let wanted = text.lowercased()
        if let found = index(of: field)[wanted] { return found }
        searches += 1
        guard searches <= Self.mostSearches else { return nil }
        return database.entries.firstIndex { entry in
            Self.values(field, entry).contains { $0.lowercased().contains(wanted) }
        }
    }

    private func index(of field: Character) -> [String: Int] {
        if let index = indexes[field] { return index }
        var index: [String: Int] = [:]
        for (number, entry) in database.entries.enumerated() {
            for value in Self.values(field, entry) where index[value.lowercased()] == nil {
                index[value.lowercased()] = number
            }
        }
        indexes[field] = index
        return index
    }

    /// Returns the values that a reference searches: of one field, or with `O` of custom ones.
    private static func values(_ field: Character, _ entry: KeePassEntry) -> [String] {
        if let key = fields[field] { return entry[key].map { [$0.text] } ?? [] }
        return entry.strings.filter { !fields.values.contains($0.key) }.map(\.text)
    }

    private static func text(_ id: UUID) -> String { id.uuidString.filter { $0 != "-" } }
}
