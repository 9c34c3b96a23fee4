import KeychainServices
import LinuxSupport

/// The access lists of an item as macOS's command prints them.
enum AccessText {
    /// Returns the text of an item's lists: of an item without any, that there are none.
    static func text(of item: Item) -> String {
        let entries = item.accessList?.entries ?? []
        let lists = entries.enumerated().map { "    entry \($0):\n" + text(of: $1) }
        return "access: \(entries.count) entries\n" + lists.joined()
    }

    private static func text(of entry: AccessList.Entry) -> String {
        let names = entry.authorizations.map(name)
        var lines = [
            "authorizations (\(names.count)): \(names.joined(separator: " "))",
            entry.selector & 1 == 0 ? "don't-require-password" : "require-password",
            "description: \(UntrustedText.forTerminal(entry.name))",
        ]
        if let programs = entry.programs {
            lines.append("applications (\(programs.count)):")
            lines += programs.enumerated().map { "    \($0): \(UntrustedText.forTerminal($1.path))" }
        } else {
            lines.append("applications: <null>")
        }
        return lines.map { "        \($0)\n" }.joined()
    }

    /// Returns the name of an authorization: “export_clear” for the constant of `ExportClear`.
    static func name(_ authorization: String) -> String {
        let beginning = "ACLAuthorization"
        guard authorization.hasPrefix(beginning) else { return UntrustedText.forTerminal(authorization) }
        var (name, previous) = ("", Character("A"))
        for letter in authorization.dropFirst(beginning.count) {
            if letter.isUppercase, previous.isLowercase { name.append("_") }
            name += letter.lowercased()
            previous = letter
        }
        return UntrustedText.forTerminal(name)
    }
}
