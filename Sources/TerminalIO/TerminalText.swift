/// Escapes untrusted text for a terminal, which interprets control characters.
///
/// A label could otherwise move the cursor, change what was printed before it, or show its letters in another order.
package enum TerminalText {
    /// Returns `text` with everything that a terminal would interpret in the form `\u{1b}`; tabs and newlines as `\t`
    /// and `\n`.
    package static func escape(_ text: String, keepingNewlines: Bool = false) -> String {
        guard text.unicodeScalars.contains(where: isActive) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n" where keepingNewlines: result.unicodeScalars.append(scalar)
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            case _ where isActive(scalar): result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Whether a character is active: a control character of either range, a line or paragraph separator, or one that
    /// changes the direction of text.
    package static func isActive(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1f, 0x7f...0x9f: true
        case 0x061c, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a...0x202e, 0x2066...0x2069: true
        default: false
        }
    }

    /// Whether a terminal shows the bytes unchanged: text without active characters except newlines and tabs.
    package static func isHarmless(_ bytes: some Sequence<UInt8>) -> Bool {
        guard let text = String(validating: bytes, as: UTF8.self) else { return false }
        return text.unicodeScalars.allSatisfy { !isActive($0) || $0 == "\n" || $0 == "\t" }
    }
}
