import CGtk
import Glibc

/// The texts for users: English in the sources, or the words of a table or a translation.
@MainActor public enum TextTable {
    /// The gettext domain of the translations.
    public static let domain = "chatelaine-apps"

    /// Replacements of texts, such as those of a tutorial; they take precedence over translations.
    private static var others: [String: String] = [:]

    /// Sets the table of replacements.
    public static func use(_ table: [String: String]) { others = table }

    /// The name of the table that the environment variable `CHATELAINE_TEXTS` selects; `nil` for none.
    public static var wanted: String? { getenv("CHATELAINE_TEXTS").map { String(cString: $0) } }

    /// Makes gettext look for translations, in the language of the environment, in `PREFIX/share/locale` of the installation.
    static func translate() {
        setlocale(LC_ALL, "")
        guard let directory = OwnPrograms.path("share/locale") else { return }
        chatelaine_bind_texts(domain, directory)
    }

    fileprivate static func words(for english: String) -> String {
        if let other = others[english] { return other }
        guard !english.isEmpty else { return english }
        // Without a translation, gettext returns the pointer that it was given: it has to be valid until it is copied.
        return english.withCString { words in g_dgettext(domain, words).map { String(cString: $0) } ?? english }
    }
}

/// Returns a text for the user.
///
/// - Parameters:
///   - english: the text if no table or translation has another one; `{name}` is a placeholder.
///   - values: the values of the placeholders. Placeholders within a value are not replaced.
@MainActor public func text(_ english: String, _ values: KeyValuePairs<String, String> = [:]) -> String {
    var rest = Substring(TextTable.words(for: english))
    var result = ""
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
        let name = rest[rest.index(after: open)..<close]
        result += rest[..<open]
        result += values.first { $0.key == name }?.value ?? String(rest[open...close])
        rest = rest[rest.index(after: close)...]
    }
    return result + rest
}
