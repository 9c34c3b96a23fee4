import Foundation
import PasswordVault

/// An item as a text that users edit and that is read back strictly.
///
/// Each value has a line `NAME: VALUE`. Names without quotes are the vault's own; names in quotes are the user's labels of fields. A value
/// of several lines follows its name in lines that begin with `|`. `["TITLE"]` begins a section.
/// Specified in: Docs/vault.md, "Editing".
enum ItemDocument {
    /// The largest text that is read back, in bytes.
    static let largest = 16 << 20

    static let introduction = """
        # A line is NAME: VALUE. A value of several lines follows its name, each line after a “|”.
        # Fields of your own have their names in quotes, and may have a kind: "PIN" <concealed>: 1234
        # Kinds: \(FieldKind.all.filter(\.isShown).map(\.name).joined(separator: ", "))
        # A section begins with its title: ["Security questions"]
        # Lines like these are left out. Save and leave the editor to store the item; an unchanged text changes nothing.


        """

    /// The names of values that every kind of item has.
    enum Name {
        static let title = "title"
        static let favourite = "favourite"
        static let tags = "tags"
        static let website = "website"
        static let notes = "notes"
    }

    /// Returns the text of an item.
    ///
    /// - Throws: if a secret is not text.
    static func text(_ item: VaultItem) throws -> String {
        var text = line(Name.title, item.title)
        text += line(Name.favourite, item.isFavourite ? "yes" : "no")
        text += line(Name.tags, item.tags.map(TagList.written).joined(separator: ", "))
        for website in item.websites { text += line(Name.website, website.written) }
        // An empty line for the user to fill in.
        if item.websites.isEmpty, item.kind == .login { text += line(Name.website, "") }
        for field in item.fields where field.kind.isShown {
            text += try line(name(of: field, in: item), value(of: field))
        }
        text += line(Name.notes, try item.notes.map { try self.text($0, of: Name.notes) } ?? "")
        for section in item.sections {
            text += "\n[\(QuotedText.quote(section.title))]\n"
            for field in section.fields where field.kind.isShown {
                text += try line(ownName(of: field), value(of: field))
            }
        }
        return text
    }

    /// Whether a field is one of its item's kind, so that its id is its name in the text.
    static func isOfKind(_ field: Field, _ item: VaultItem) -> Bool {
        item.kind.fields.contains { $0.id == field.id && $0.kind == field.kind }
    }

    private static func name(of field: Field, in item: VaultItem) -> String {
        isOfKind(field, item) ? field.id : ownName(of: field)
    }

    private static func ownName(of field: Field) -> String {
        let name = QuotedText.quote(field.label)
        return field.kind == .text ? name : "\(name) <\(field.kind.name)>"
    }

    private static func line(_ name: String, _ value: String) -> String {
        guard !value.isEmpty else { return "\(name):\n" }
        let isPlain = value.unicodeScalars.allSatisfy { $0 != "\n" } && value.first != " " && value.last != " "
        guard !isPlain else { return "\(name): \(value)\n" }
        // Split by scalars: a carriage return and a newline after it are one character.
        let lines = value.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        return "\(name):\n" + lines.map { "|\(Substring($0))\n" }.joined()
    }

    private static func value(of field: Field) throws -> String {
        switch field.value {
        case .text(let text): text
        case .secret(let secret): try text(secret, of: field.label)
        }
    }

    private static func text(_ secret: Secret, of name: String) throws -> String {
        let text = secret.withUnsafeBytes { String(validating: $0, as: UTF8.self) }
        guard let text else {
            throw Failure(
                .failed, "“\(name)” is not text, and an editor would change it",
                remedy: "change the item by field: chatelaine vault edit ITEM NAME=VALUE --secret NAME")
        }
        return text
    }
}

/// Text in quotes, in the form of JSON.
enum QuotedText {
    static func quote(_ text: String) -> String { ItemJSON.string(text) }

    /// Returns the quoted text at the start of `line` and the rest after it; `nil` if there is no such text.
    static func read(_ line: Substring) -> (text: String, rest: Substring)? {
        guard line.first == "\"" else { return nil }
        var isEscaped = false
        for index in line.indices.dropFirst() {
            if isEscaped {
                isEscaped = false
            } else if line[index] == "\\" {
                isEscaped = true
            } else if line[index] == "\"" {
                let end = line.index(after: index)
                // The decoder accepts a list of one text, but not a text alone.
                let list = try? JSONDecoder().decode([String].self, from: Data("[\(line[..<end])]".utf8))
                return list?.first.map { ($0, line[end...]) }
            }
        }
        return nil
    }
}

/// Tags separated by commas. Tags that contain commas or quotes, or begin or end with blanks, are in quotes.
enum TagList {
    static func written(_ tag: String) -> String {
        let isPlain =
            !tag.isEmpty && !tag.contains { ",\"\n".contains($0) }
            && tag == tag.trimmingCharacters(in: .whitespacesAndNewlines)
        return isPlain ? tag : QuotedText.quote(tag)
    }

    /// Returns the tags; `nil` if a quote is not closed.
    static func read(_ text: String) -> [String]? {
        var (tags, rest) = ([String](), text.drop { $0 == " " })
        while !rest.isEmpty {
            if rest.first == "\"" {
                guard let (tag, behind) = QuotedText.read(rest) else { return nil }
                tags.append(tag)
                rest = behind.drop { $0 == " " }
                guard rest.isEmpty || rest.first == "," else { return nil }
            } else {
                let tag = rest.prefix { $0 != "," }
                rest = rest[tag.endIndex...]
                let trimmed = tag.trimmingCharacters(in: .whitespaces)
                if !trimmed.isEmpty { tags.append(trimmed) }
            }
            rest = rest.dropFirst().drop { $0 == " " }
        }
        return tags
    }
}

extension SavedWebsite {
    /// The address, followed by the rule in brackets unless it is the default rule.
    fileprivate var written: String { rule == "domain" ? address : "\(address) <\(rule)>" }
}
