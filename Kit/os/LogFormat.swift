import Foundation

/// Formats in the style of C, with `%{public}@` and `%{private}d`.
enum LogFormat {
    /// Returns the formatted text.
    ///
    /// - Parameters:
    ///   - format: text with conversions in it; an unfinished one at its end is text.
    ///   - arguments: a value for each conversion; a missing value is shown as `<missing>`.
    static func text(_ format: String, _ arguments: [Any?]) -> String {
        var rest = format[...]
        var values = arguments[...]
        var text = ""
        while let percent = rest.firstIndex(of: "%") {
            text += rest[..<percent]
            rest = rest[rest.index(after: percent)...]
            if rest.first == "%" {
                text += "%"
                rest = rest.dropFirst()
            } else if let conversion = Conversion(&rest) {
                text += values.popFirst().map(conversion.text) ?? "<missing>"
            } else {
                text += "%"
            }
        }
        return text + rest
    }
}

/// A conversion: the part between a percent sign and the letter that ends it.
private struct Conversion {
    private var privacy: OSLogPrivacy = .auto
    private var flags = ""
    private let letter: Character

    /// Removes a conversion from the start of `format`; `nil` if there is none.
    init?(_ format: inout Substring) {
        var rest = format
        if rest.first == "{" {
            guard let end = rest.firstIndex(of: "}") else { return nil }
            let words = rest[..<end].dropFirst().split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            if words.contains("public") { privacy = .public }
            if words.contains(where: { $0 == "private" || $0 == "sensitive" }) { privacy = .private }
            rest = rest[rest.index(after: end)...]
        }
        flags = String(rest.prefix { "-+ #0123456789.hlqzjt".contains($0) })
        rest = rest.dropFirst(flags.count)
        guard let letter = rest.popFirst() else { return nil }
        self.letter = letter
        format = rest
    }

    func text(_ value: Any?) -> String {
        let isScalar = "diouxXDOUcfFeEgGaA".contains(letter)
        guard privacy.shows(scalar: isScalar) else { return "<private>" }
        guard let value else { return "(null)" }
        guard isScalar, let number = value as? any CVarArg else { return String(describing: value) }
        // Integers of every size are widened to that of `ll`.
        let width = flags.filter { !"hlqzjt".contains($0) }
        if let integer = value as? any BinaryInteger {
            return String(format: "%\(width)ll\(letter)", Int64(truncatingIfNeeded: integer))
        }
        return String(format: "%\(width)\(letter)", number)
    }
}
