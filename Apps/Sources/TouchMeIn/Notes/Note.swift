import Foundation

/// A note.
struct Note: Identifiable, Equatable, Sendable {
    let id: UUID
    var title = ""
    var text = ""
    var modified = Date()

    /// Whether somebody has written anything.
    var isEmpty: Bool { title.isEmpty && text.isEmpty }

    /// What it is called in a list: its title, else its first line. Empty: nobody has written anything.
    var heading: String {
        let first = title.isEmpty ? text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "" : title
        return String(first.prefix(200))
    }

    /// Whether somebody who looks for this finds it.
    func matches(_ words: String) -> Bool {
        words.isEmpty
            || [title, text].contains {
                $0.range(of: words, options: [.caseInsensitive, .diacriticInsensitive]) != nil
            }
    }
}

extension Note {
    /// The most that a file may have.
    static let mostBytes = 4 << 20

    private struct Stored: Codable {
        var version = 1
        let title: String
        let text: String
        let modified: Date
    }

    /// - Throws: if it is not what ``data`` makes.
    init(_ id: UUID, _ data: Data) throws {
        let stored = try JSONDecoder().decode(Stored.self, from: data)
        guard stored.version == 1 else { throw CocoaError(.fileReadUnknown) }
        self.init(id: id, title: stored.title, text: stored.text, modified: stored.modified)
    }

    /// As it is in its file, before that is encrypted.
    var data: Data {
        get throws { try JSONEncoder().encode(Stored(title: title, text: text, modified: modified)) }
    }
}
