import LinuxSupport

/// What a sheet says about a request and a password, the same in a terminal and in a window.
extension SheetTexts {
    /// What stands above every page.
    public struct Heading: Sendable {
        /// Who asks for what.
        public let sentence: String
        /// Who that is, as the agent has found out.
        public let program: String
        /// What to think of before going on.
        public let warnings: [String]
    }

    /// - Parameter heading: of the sheet.
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

    /// What a password is not as the program wanted it.
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

    /// A text whose values may come from anybody.
    public func line(_ text: SheetText, _ values: [String: String] = [:]) -> String {
        self[text, values.mapValues { UntrustedText.forTerminal($0) }]
    }

    /// What went wrong, as a sentence.
    public static func sentence(_ message: String) -> String {
        guard let last = message.last else { return "" }
        let end = [".", "!", "?"].contains(last) ? "" : "."
        return UntrustedText.forTerminal(message.prefix(1).uppercased() + message.dropFirst() + end)
    }

    /// In letters: what of a text that a program has chosen is shown.
    private static let longest = 160

    /// As much of a text as leaves what stands above it on the screen: programs may call sites, files and themselves what they like, and
    /// fill whole lines with blanks.
    public static func short(_ text: String) -> String {
        let words = text.split { letter in
            letter.isWhitespace && !letter.unicodeScalars.contains(where: UntrustedText.isHidden)
        }
        let line = words.joined(separator: " ").unicodeScalars
        guard line.count > longest else { return String(line) }
        return String(line.prefix(longest / 2)) + "…" + String(line.suffix(longest / 2 - 1))
    }
}
