/// A name for a downloaded file, from one that a website proposes.
enum FileName {
    /// The longest name in UTF-8, with room for what file systems allow.
    private static let mostBytes = 200

    /// Returns a name without directories, control characters or a dot at the beginning, by which a file would be hidden.
    ///
    /// - Parameter other: the name if nothing is left.
    static func safe(_ proposal: String, otherwise other: String) -> String {
        let last = proposal.split(omittingEmptySubsequences: true) { $0 == "/" || $0 == "\\" }.last ?? ""
        let visible = last.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
            default: true
            }
        }
        var name = String(String.UnicodeScalarView(visible)).drop { $0 == "." || $0.isWhitespace }
        while name.utf8.count > mostBytes { name.removeLast() }
        return name.isEmpty ? other : String(name)
    }
}
