import LinuxSupport

/// Sentences about a request and a password, the same in a terminal and in a window.
extension SheetTexts {
    /// The texts of the heading.
    public struct Heading: Sendable {
        /// The request.
        public let sentence: String
        /// The requesting program, as the agent has identified it.
        public let program: String
        /// Warnings to consider before continuing.
        public let warnings: [String]
    }

    /// Returns the texts of a heading.
    ///
    /// - Parameter heading: the sheet's heading.
    public func lines(of heading: SheetHeading) -> Heading {
        let who = ["caller": Self.short(heading.caller.name), "site": Self.short(heading.site)]
        let sentence =
            switch heading.operation {
            case .find: line(.findHeading, who)
            case .store: line(.storeHeading, who)
            case .change: line(.changeHeading, who)
            case .fill: line(.fillHeading, who)
            }
        let program = line(
            .callerLine,
            [
                "path": Self.short(heading.caller.path), "strength": heading.caller.strength,
                "process": String(heading.caller.processID),
            ])
        var warnings: [String] = []
        if heading.isFirstRequest { warnings.append(line(.firstRequest, who)) }
        if heading.isUnencrypted { warnings.append(line(.unencrypted)) }
        if let warning = heading.warning { warnings.append(Self.sentence(warning.description)) }
        return Heading(sentence: sentence, program: program, warnings: warnings)
    }

    /// Returns the sentence for a violated requirement.
    public func sentence(for violation: PasswordReport.Violation) -> String {
        switch violation {
        case .shorter(let count): line(.shorter, ["count": String(count)])
        case .longer(let count): line(.longer, ["count": String(count)])
        case .noDigit: line(.noDigit)
        case .noSymbol: line(.noSymbol)
        case .hasSymbol: line(.hasSymbol)
        case .forbiddenCharacter: line(.forbiddenCharacter)
        }
    }

    /// Returns a text with untrusted values, which are escaped.
    public func line(_ text: SheetText, _ values: [String: String] = [:]) -> String {
        self[text, values.mapValues { UntrustedText.forTerminal($0) }]
    }

    /// Returns an error message as a sentence.
    public static func sentence(_ message: String) -> String {
        guard let last = message.last else { return "" }
        let end = [".", "!", "?"].contains(last) ? "" : "."
        return UntrustedText.forTerminal(message.prefix(1).uppercased() + message.dropFirst() + end)
    }

    /// The maximum number of Unicode scalars that are shown of a text from a program.
    private static let longest = 160

    /// Returns a text, shortened so that it cannot push the heading off the screen: programs can choose any names for sites, files and
    /// themselves, and fill whole lines with blanks.
    public static func short(_ text: String) -> String {
        let words = text.split { letter in
            letter.isWhitespace && !letter.unicodeScalars.contains(where: UntrustedText.isHidden)
        }
        let line = words.joined(separator: " ").unicodeScalars
        guard line.count > longest else { return String(line) }
        return String(line.prefix(longest / 2)) + "…" + String(line.suffix(longest / 2 - 1))
    }
}
