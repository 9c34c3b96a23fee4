/// The result of an examination by `Doctor`.
public struct Diagnosis: Sendable {
    /// One problem that was found.
    public struct Finding: Sendable {
        /// The severity of a finding.
        public enum Severity: String, Sendable {
            /// No data is lost, and all operations work.
            case note
            /// Operations work, but it should be fixed.
            case warning
            /// Data cannot be read, found or protected as it should be.
            case error
        }

        /// The severity.
        public let severity: Severity
        /// The kind, for programs. A kind never changes its meaning.
        public let kind: Kind
        /// A description without any attribute's value.
        public let text: String
        /// A hint on what to do about it; nil if there is nothing to do.
        public let remedy: String?
    }

    /// The kind of a finding.
    public enum Kind: String, Sendable {
        case missing, permissions, leftovers, deviceKey = "device-key", notReadable = "not-readable"
        case structure, keybag, corruptItem = "corrupt-item", lostKey = "lost-key", searchIndex = "search-index"
        case duplicate, quarantine, pendingRewrap = "pending-rewrap", locked
        case deletedVault = "deleted-vault"
        /// A copy that a repair has made first.
        case repairCopy = "repair-copy"
        /// A keychain of a later release, which this one neither examines nor repairs.
        case laterFormat = "later-format"
        /// Changes that were acknowledged and are not in the file or its log any more.
        case missingChanges = "missing-changes"
    }

    /// The findings, in the order in which they were found.
    public internal(set) var findings: [Finding] = []
    /// The number of examined items.
    public internal(set) var items = 0
    /// The number of items that could not be decrypted because the keychain is locked.
    public internal(set) var lockedItems = 0
    /// The steps that a repair carried out, in order; empty if there was no repair.
    public internal(set) var repairs: [String] = []
    /// The path of the copy that was made before the repair.
    public internal(set) var backup: String?

    /// Whether nothing has to be fixed.
    public var isHealthy: Bool { !findings.contains { $0.severity != .note } }

    mutating func add(_ severity: Finding.Severity, _ kind: Kind, _ text: String, remedy: String? = nil) {
        findings.append(Finding(severity: severity, kind: kind, text: text, remedy: remedy))
    }
}
