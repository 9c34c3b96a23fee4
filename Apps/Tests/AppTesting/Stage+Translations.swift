import Foundation

extension Stage {
    /// Installs other words for texts, as translators' catalogues have them, and has programs look for them from now on.
    ///
    /// - Parameter words: what is said in place of what.
    public func translate(_ words: KeyValuePairs<String, String>) throws {
        // gettext wants a language other than “C”, and one that translations can be asked for in (glibc's manual, “Using gettextized software”).
        more["LANGUAGE"] = "de"
        let directory = "\(prefix)/share/locale/de/LC_MESSAGES"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        let entries = words.map { "msgid \"\($0)\"\nmsgstr \"\($1)\"\n" }
        let header = "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n"
        let (_, status) = try ChildProcess.run(
            ["msgfmt", "-o", directory + "/chatelaine-apps.mo", "-"], input: header + entries.joined())
        guard status == 0 else { throw TestFailure("no catalogue: install gettext") }
    }
}
