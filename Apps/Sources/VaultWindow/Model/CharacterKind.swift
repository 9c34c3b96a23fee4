import GtkSupport

/// What sort of character one is, by which the large-type view colours it.
enum CharacterKind: String, CaseIterable {
    case letter, digit, symbol

    init(_ character: Character) {
        if character.isNumber {
            self = .digit
        } else if character.isLetter {
            self = .letter
        } else {
            self = .symbol
        }
    }

    /// Of the style sheet.
    var style: String { "character-" + rawValue }
}
