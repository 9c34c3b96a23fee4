/// What `Doctor` found.
public struct Diagnosis: Sendable {
    /// One thing that is not as it should be.
    public struct Finding: Sendable {
        /// How bad it is.
        public enum Severity: String, Sendable {
            /// Nothing is lost, and nothing stops working.
            case note
            /// Works, and should be put right.
            case warning
            /// Something cannot be read, found or protected as it should be.
            case error
        }

        /// How bad it is.
        public let severity: Severity
        /// A word for programs, which never changes its meaning.
        public let kind: Kind
        /// What was found, without any attribute's value.
        public let text: String
        /// What to do about it, or nil if nothing.
        public let remedy: String?
    }

    /// What kind of thing was found.
    public enum Kind: String, Sendable {
        case missing, permissions, leftovers, deviceKey = "device-key", notReadable = "not-readable"
        case structure, keybag, corruptItem = "corrupt-item", lostKey = "lost-key", searchIndex = "search-index"
        case duplicate, quarantine, pendingRewrap = "pending-rewrap", locked
        case deletedVault = "deleted-vault"
    }

    /// All that is not as it should be, in the order in which it was found.
    public internal(set) var findings: [Finding] = []
    /// Items looked at.
    public internal(set) var items = 0
    /// Items that could not be looked into because the keychain is locked.
    public internal(set) var lockedItems = 0
    /// What a repair did, in order; empty if there was none.
    public internal(set) var repairs: [String] = []
    /// Where the copy is that was made before the repair.
    public internal(set) var backup: String?

    /// Whether nothing has to be put right.
    public var isHealthy: Bool { !findings.contains { $0.severity != .note } }

    mutating func add(_ severity: Finding.Severity, _ kind: Kind, _ text: String, remedy: String? = nil) {
        findings.append(Finding(severity: severity, kind: kind, text: text, remedy: remedy))
    }
}
