import Foundation

/// A note.
struct Note: Identifiable, Equatable, Sendable {
    let id: UUID
    var title = ""
    var text = ""
    var modified = Date()

    /// Whether the note has neither a title nor a text.
    var isEmpty: Bool { title.isEmpty && text.isEmpty }

    /// The name of the note in a list: its title, else its first line; empty for an empty note.
    var heading: String {
        let first = title.isEmpty ? text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "" : title
        return String(first.prefix(200))
    }

    /// Whether a search for the words finds the note.
    func matches(_ words: String) -> Bool {
        words.isEmpty
            || [title, text].contains {
                $0.range(of: words, options: [.caseInsensitive, .diacriticInsensitive]) != nil
            }
    }
}

extension Note {
    /// The largest size of a note's file, in bytes.
    static let mostBytes = 4 << 20

    private struct Stored: Codable {
        var version = 1
        let title: String
        let text: String
        let modified: Date
    }

    /// Decodes a note.
    ///
    /// - Throws: if the bytes were not made by ``data``.
    init(_ id: UUID, _ data: Data) throws {
        let stored = try JSONDecoder().decode(Stored.self, from: data)
        guard stored.version == 1 else { throw CocoaError(.fileReadUnknown) }
        self.init(id: id, title: stored.title, text: stored.text, modified: stored.modified)
    }

    /// The content of the note's file before its encryption.
    var data: Data {
        get throws { try JSONEncoder().encode(Stored(title: title, text: text, modified: modified)) }
    }
}
