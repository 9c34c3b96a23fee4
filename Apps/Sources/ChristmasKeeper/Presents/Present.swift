import Foundation

/// A present, as the list shows it.
struct Present: Sendable, Equatable, Identifiable {
    let id: UUID
    let text: String
    let date: Date
    /// A small square picture; empty if there is none.
    let thumbnail: Data
}

/// The content of a present's file.
struct PresentContent: Codable, Sendable, Equatable {
    /// The largest number of characters of a text.
    static let mostLetters = 10_000

    var text: String
    var date: Date
    /// The bytes of a picture file; empty if there is none.
    var picture = Data()
    var thumbnail = Data()

    /// Whether the content is not empty.
    var isWorthKeeping: Bool { !picture.isEmpty || text.contains { !$0.isWhitespace } }

    func present(_ id: UUID) -> Present { Present(id: id, text: text, date: date, thumbnail: thumbnail) }
}
