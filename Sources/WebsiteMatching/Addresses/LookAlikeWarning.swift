/// A warning that a host's name may be confused with another one.
///
/// Such a host is shown in Punycode with this warning, and nothing is filled in there without a click. A name without a warning may deceive
/// as well (`examp1e.com`); only the scripts of its letters are examined.
/// Specified in: website-matching 7.
public struct LookAlikeWarning: Hashable, Sendable {
    /// The reason for a warning.
    public enum Reason: Hashable, Sendable {
        /// A label mixes scripts that are not written together.
        case mixedScripts
        /// All non-ASCII letters of a label look like Latin letters.
        case looksLatin
        /// The name is in Punycode that does not decode to a valid name.
        case unreadable
    }

    /// The reason.
    public let reason: Reason
    /// The whole name in Punycode, which is the form to show.
    public let punycode: String
    /// The whole name in Unicode; `nil` if it cannot be decoded.
    public let letters: String?

    /// Checks a name.
    ///
    /// - Parameter name: the name in the form of ``WebHost/name``.
    /// - Returns: `nil` if there is no reason for a warning.
    init?(name: String) {
        let labels = name.split(separator: ".")
        // A name of ASCII letters only cannot deceive by its script.
        guard labels.contains(where: WebHost.isPunycode) else { return nil }
        guard let letters = InternationalName.letters(name) else {
            self.init(reason: .unreadable, punycode: name, letters: nil)
            return
        }
        let suffix = labels.last ?? ""
        for label in letters.split(separator: ".") where !label.utf8.allSatisfy({ $0 < 0x80 }) {
            guard Scripts.usesCompatibleScripts(label) else {
                self.init(reason: .mixedScripts, punycode: name, letters: letters)
                return
            }
            guard !Scripts.looksLatin(label, below: suffix) else {
                self.init(reason: .looksLatin, punycode: name, letters: letters)
                return
            }
        }
        return nil
    }

    private init(reason: Reason, punycode: String, letters: String?) {
        (self.reason, self.punycode, self.letters) = (reason, punycode, letters)
    }
}

extension LookAlikeWarning: CustomStringConvertible {
    /// One sentence to show with the name in Punycode.
    public var description: String {
        switch reason {
        case .mixedScripts: "The name mixes letters of several scripts and may imitate another name: \(punycode)"
        case .looksLatin: "The name is written in letters that look like Latin ones but are not: \(punycode)"
        case .unreadable: "The name decodes to letters that are not allowed in host names: \(punycode)"
        }
    }
}
