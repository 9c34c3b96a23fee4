import CGtk
import Glibc

/// What programs say to people: in English where it is written, in other words where a table has them.
@MainActor public enum TextTable {
    /// By which gettext finds translations.
    public static let domain = "chatelaine-apps"

    /// Other words for a text, such as those of a tutorial; they go before translations.
    private static var others: [String: String] = [:]

    /// Has a table's words used from now on.
    public static func use(_ table: [String: String]) { others = table }

    /// The name of the table that the environment asks for by `CHATELAINE_TEXTS`; nil: none.
    public static var wanted: String? { getenv("CHATELAINE_TEXTS").map { String(cString: $0) } }

    /// Has translations looked for, in the language of the environment, where the program was installed: in `PREFIX/share/locale`.
    static func translate() {
        setlocale(LC_ALL, "")
        guard let directory = OwnPrograms.path("share/locale") else { return }
        chatelaine_bind_texts(domain, directory)
    }

    fileprivate static func words(for english: String) -> String {
        if let other = others[english] { return other }
        guard !english.isEmpty else { return english }
        // Without a translation the answer is the very pointer that was given: it has to last until it is copied.
        return english.withCString { words in g_dgettext(domain, words).map { String(cString: $0) } ?? english }
    }
}

/// A text for people.
///
/// - Parameters:
///   - english: what is said where no table has other words; `{name}` stands for something that is put in its place.
///   - values: what is put there. Nothing in it is taken for a place of its own.
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
