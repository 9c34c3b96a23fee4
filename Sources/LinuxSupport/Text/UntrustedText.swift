/// The escaping of text from other programs, files and web pages, so that it can be shown safely.
///
/// Such a text could otherwise move a terminal's cursor, forge a line of a log, hide characters, or show its letters in another order
/// (Unicode Technical Report 36, “Bidirectional Text Spoofing”).
package enum UntrustedText {
    /// Whether a scalar has no visible form of its own, or changes how the text around it is shown: control and format characters, line
    /// and paragraph separators, surrogates, private use, and code points that are not assigned.
    package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7f }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        default: false
        }
    }

    /// Returns `text` for a terminal, with each hidden scalar in the form `\u{1b}`; tab, newline and carriage return become `\t`, `\n` and
    /// `\r`.
    ///
    /// A joiner (U+200C, U+200D) between two scalars that are not ASCII stays: Persian and many emoji are written with it, and in a
    /// label in Latin letters it is still shown.
    package static func forTerminal(_ text: String, keepingNewlines: Bool = false) -> String {
        guard text.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7f }) else { return text }
        var result = ""
        let scalars = Array(text.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            switch scalar {
            case "\n" where keepingNewlines: result.unicodeScalars.append(scalar)
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            case _ where isJoiner(index, scalars): result.unicodeScalars.append(scalar)
            case _ where isHidden(scalar): result += escape(scalar)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Whether the scalar is a joiner between two scalars of scripts that use joiners.
    private static func isJoiner(_ index: Int, _ scalars: [Unicode.Scalar]) -> Bool {
        guard scalars[index] == "\u{200c}" || scalars[index] == "\u{200d}" else { return false }
        guard index > 0, index + 1 < scalars.count else { return false }
        return [scalars[index - 1], scalars[index + 1]].allSatisfy { !$0.isASCII && !isHidden($0) }
    }

    /// Returns `text` for a prompt, a message of a service or a status line: one line, with spaces instead of hidden scalars.
    ///
    /// - Parameter limit: the maximum number of Unicode scalars; the rest is cut off.
    package static func forPrompt(_ text: String, limit: Int) -> String {
        let scalars = text.unicodeScalars.prefix(limit).map { isHidden($0) ? " " : $0 }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Returns `text` for one line of a log: hidden scalars in the form `\u{1b}`, and each backslash doubled, so that no text can imitate
    /// an escaped one.
    ///
    /// - Parameter limit: the maximum size of the result in bytes. The rest is left out, never within an escape sequence.
    package static func forLog(_ text: String, limit: Int) -> String {
        if text.utf8.count <= limit, isPlain(text) { return text }
        var result = ""
        var room = limit
        for scalar in text.unicodeScalars {
            let piece = isHidden(scalar) ? escape(scalar) : scalar == "\\" ? "\\\\" : String(scalar)
            room -= piece.utf8.count
            guard room >= 0 else { break }
            result += piece
        }
        return result
    }

    /// Whether a terminal shows the bytes unchanged: UTF-8 without hidden scalars but newlines and tabs.
    package static func isHarmless(_ bytes: some Sequence<UInt8>) -> Bool {
        guard let text = String(validating: bytes, as: UTF8.self) else { return false }
        return text.unicodeScalars.allSatisfy { !isHidden($0) || $0 == "\n" || $0 == "\t" }
    }

    /// Whether the text is printable ASCII without backslashes, like nearly every logged text.
    private static func isPlain(_ text: String) -> Bool {
        func arePlain(_ bytes: some Sequence<UInt8>) -> Bool {
            bytes.allSatisfy { $0 >= 0x20 && $0 <= 0x7E && $0 != 0x5C }
        }
        let fast = text.utf8.withContiguousStorageIfAvailable { arePlain($0) }
        return if let fast { fast } else { arePlain(text.utf8) }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String { "\\u{" + String(scalar.value, radix: 16) + "}" }
}
