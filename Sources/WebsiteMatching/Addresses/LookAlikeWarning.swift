/// Why a host's name may be taken for another one.
///
/// Such a host is shown in Punycode, with this warning, and nothing is filled in there without a click. A name without a
/// warning may deceive all the same (`examp1e.com`); only what its script gives away is looked at.
/// Specified in: website-matching 7.
public struct LookAlikeWarning: Hashable, Sendable {
    /// What was noticed.
    public enum Reason: Hashable, Sendable {
        /// One label has letters of scripts that nobody writes together.
        case mixedScripts
        /// All letters of a label have the shape of Latin ones.
        case looksLatin
        /// The name is in Punycode that stands for no name.
        case unreadable
    }

    /// What was noticed.
    public let reason: Reason
    /// The whole name in Punycode: the form to show.
    public let punycode: String
    /// The whole name as its owner wants it to be seen; nil if it cannot be read.
    public let letters: String?

    /// - Parameter name: in the form of ``WebHost/name``.
    /// - Returns: nil if nothing was noticed.
    init?(name: String) {
        let labels = name.split(separator: ".")
        // Names of ASCII alone deceive by other means.
        guard labels.contains(where: WebHost.isPunycode) else { return nil }
        guard let letters = InternationalName.letters(name) else {
            self.init(reason: .unreadable, punycode: name, letters: nil)
            return
        }
        let suffix = labels.last ?? ""
        for label in letters.split(separator: ".") where !label.utf8.allSatisfy({ $0 < 0x80 }) {
            guard Scripts.belongTogether(label) else {
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
        case .mixedScripts: "The name mixes letters of several scripts and may only look like another: \(punycode)"
        case .looksLatin: "The name is written in letters that look like Latin ones but are not: \(punycode)"
        case .unreadable: "The name stands for letters that names of hosts cannot have: \(punycode)"
        }
    }
}
