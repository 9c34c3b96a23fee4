import Foundation

/// Somebody's present, as the list has it.
struct Present: Sendable, Equatable, Identifiable {
    let id: UUID
    let text: String
    let date: Date
    /// A small square; empty: there is no picture.
    let thumbnail: Data
}

/// A present as it lies in its file.
struct PresentContent: Codable, Sendable, Equatable {
    /// The most letters of a text.
    static let mostLetters = 10_000

    var text: String
    var date: Date
    /// As files of pictures have it; empty: none.
    var picture = Data()
    var thumbnail = Data()

    /// Whether anybody would miss it.
    var isWorthKeeping: Bool { !picture.isEmpty || text.contains { !$0.isWhitespace } }

    func present(_ id: UUID) -> Present { Present(id: id, text: text, date: date, thumbnail: thumbnail) }
}
