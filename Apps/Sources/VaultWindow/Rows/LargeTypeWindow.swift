import GtkSupport

/// A secret in large type, to read it aloud or to type it elsewhere: each character is in a box with its number, in a colour that tells
/// letters, digits and symbols apart.
@MainActor enum LargeTypeWindow {
    /// The largest length in bytes: a longer secret could not be read like this.
    static let longest = 256

    static func show(_ label: String, _ secret: String, _ context: WindowContext) {
        let flow = Flow(spacing: 4, mostInLine: 20)
        for (index, character) in secret.prefix(longest).enumerated() { flow.append(box(character, index + 1)) }
        flow.setAccessibleName(label)
        let legend = Label(hint: text("Blue: digits. Red: symbols."))
        legend.center()
        let content = Box(vertical: true, spacing: 12)
        content.setMargins(18)
        content.append(flow)
        content.append(legend)
        // Otherwise the window would be as high as for one character in each line.
        let lines = Int32(min(secret.count, longest) + 10) / 11
        context.show(
            Window(text("Large Type"), width: 460, height: min(140 + lines * 70, 600), content: Scroller(content)))
    }

    private static func box(_ character: Character, _ number: Int) -> Box {
        let shown = Label(character == " " ? "␣" : String(character), wraps: false)
        shown.setAccessibleName(spoken(character))
        shown.setClass("character-text")
        shown.center()
        let place = Label("\(number)", wraps: false)
        place.setClass("caption")
        place.setClass("dim-label")
        place.center()
        let box = Box(vertical: true, spacing: 0)
        box.setClass("character")
        box.setClass(CharacterKind(character).style)
        box.append(shown)
        box.append(place)
        return box
    }

    /// Returns the character and its kind, for accessibility clients: they announce neither a colour nor a capital letter.
    private static func spoken(_ character: Character) -> String {
        let value = ["character": String(character)] as KeyValuePairs
        return switch CharacterKind(character) {
        case .letter where character.isUppercase: text("capital letter {character}", value)
        case .letter: text("letter {character}", value)
        case .digit: text("digit {character}", value)
        case .symbol where character == " ": text("space")
        case .symbol: text("symbol {character}", value)
        }
    }
}
