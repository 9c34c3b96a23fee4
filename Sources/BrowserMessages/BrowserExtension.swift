/// The browser extension and its native host, by the names that browsers know them by.
package enum BrowserExtension {
    /// The name of the native host.
    package static let hostName = "org.chatelaine.browser"
    /// The identifier of the extension in Firefox and its relatives.
    package static let firefoxID = "browser@chatelaine.org"
    /// The identifier of the extension in Chromium and its relatives, which they derive from the key in `Extension/manifest-key.txt`: the
    /// first 32 hexadecimal digits of its SHA-256, written with the letters a to p.
    package static let chromiumID = "bomfjannelagdgonbmigkgigjmbigclj"

    /// The most bytes of an identifier.
    private static let longestID = 128

    /// Returns the identifier of the extension that has started the host.
    ///
    /// Chromium gives the origin of the extension as the first argument, Firefox the path of the manifest and the identifier; others may
    /// follow.
    ///
    /// - Parameter arguments: those of the process, without its name.
    /// - Returns: `nil` if none of the first eight arguments is one.
    package static func identifier(in arguments: [String]) -> String? {
        let arguments = Array(arguments.prefix(8))
        let scheme = "chrome-extension://"
        if let origin = arguments.first(where: { $0.hasPrefix(scheme) }) {
            let id = origin.dropFirst(scheme.count).prefix { $0 != "/" }
            return isIdentifier(id) ? String(id) : nil
        }
        guard arguments.count > 1, arguments[0].hasPrefix("/"), isIdentifier(arguments[1]) else { return nil }
        return arguments[1]
    }

    private static func isIdentifier(_ text: some StringProtocol) -> Bool {
        (1...longestID).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || "{}@._-".utf8.contains(byte)
            }
    }
}
