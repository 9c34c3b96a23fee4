import Foundation
import PasswordVault

/// The fields of an item in an entry that this program has written, so that they come back as they were. It has no secret.
///
/// It is in the entry's `CustomData`. Strings that it does not name, and those that another program has changed, are read all the same.
struct KeePassLayout: Codable, Equatable {
    /// The name of an entry's layout, and of the mark of a group that stands for a kind.
    static let key = "io.github.chatelaine.layout"
    static let kindKey = "io.github.chatelaine.kind"
    private static let longestText = 1 << 20

    /// A field, and the string that has its value; without one, it is empty.
    struct Place: Codable, Equatable {
        var string: String?
        var id: String
        var label: String
        var kind: String
        var section: Int?
        var choices: [String]?
    }

    /// A section.
    struct Part: Codable, Equatable {
        var id: String
        var title: String
    }

    var version = 1
    var kind: String
    var isFavourite: Bool?
    var isArchived: Bool?
    /// The tags, if some have characters that separate tags.
    var tags: [String]?
    var fields: [Place] = []
    var sections: [Part] = []
    /// The rules of the websites, in the order of their strings.
    var rules: [String] = []
    /// Fields that only former versions have.
    var former: [Place] = []

    init(kind: String) { self.kind = kind }

    /// Reads a layout; `nil` for one of another version or none at all.
    init?(text: String?) {
        guard let text, text.utf8.count <= Self.longestText,
            let layout = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)), layout.version == 1
        else { return nil }
        self = layout
    }

    /// The layout as JSON.
    func text() throws(ExchangeError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do { return String(decoding: try encoder.encode(self), as: UTF8.self) } catch {
            throw ExchangeError(.unsupported, "an item's layout cannot be written")
        }
    }
}

/// Passkeys in strings, as KeePassXC has them.
enum KeePassPasskey {
    private static let prefixes = ["KPEX_PASSKEY_", "KPXC_PASSKEY_"]
    private static let openKeys = ["RELYING_PARTY", "USERNAME", "FLAG_BE", "FLAG_BS"]

    /// Whether a string is a part of a passkey.
    static func isPart(_ key: String) -> Bool { prefixes.contains { key.hasPrefix($0) } }

    /// Returns the strings as JSON: an object with their names.
    static func secret(_ strings: [KeePassString]) -> Secret? {
        var members: [String: String] = [:]
        for string in strings where isPart(string.key) { members[string.key] = string.text }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard !members.isEmpty, let data = try? encoder.encode(members) else { return nil }
        return Secret(String(decoding: data, as: UTF8.self))
    }

    /// Returns the strings of a passkey that was read from them; `nil` for any other one.
    static func strings(_ secret: Secret) -> [KeePassString]? {
        let data = secret.withUnsafeBytes { Data($0) }
        guard let members = try? JSONDecoder().decode([String: String].self, from: data), !members.isEmpty,
            members.keys.allSatisfy(isPart)
        else { return nil }
        return members.sorted { $0.key < $1.key }.map { key, value in
            let isOpen = openKeys.contains { key.hasSuffix($0) }
            return KeePassString(key: key, value: isOpen ? .text(value) : .secret(Secret(value)))
        }
    }

    /// The website of a passkey, and the account.
    static func text(_ strings: [KeePassString], _ name: String) -> String {
        strings.first { isPart($0.key) && $0.key.hasSuffix(name) }?.text ?? ""
    }
}
