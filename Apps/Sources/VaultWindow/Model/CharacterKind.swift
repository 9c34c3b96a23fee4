import GtkSupport

/// The kind of a character, which determines its colour in the large-type view.
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

    /// The class in the style sheet.
    var style: String { "character-" + rawValue }
}
