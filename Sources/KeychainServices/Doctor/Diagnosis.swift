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
        /// Whether a repair changes it. If not, the remedy is all that there is to do.
        public let isRepairable: Bool
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
        /// A passcode that is gone from the file without a program that knew it.
        case passcodeRemoved = "passcode-removed"
        /// The log of a keychain whose file is gone.
        case strayLog = "stray-log"
        /// What the recovery key opens, and what it does not.
        case recoveryKey = "recovery-key"
        /// A damaged part of the index of a vault, so that lists lack items.
        case vaultIndex = "vault-index"
        /// Keys in hardware that another TPM has, that no TPM can be asked about, or that are in software.
        case hardwareKeys = "hardware-keys"
        /// An attached file in a vault that cannot be read completely.
        case attachment

        /// The kinds that a repair changes, unless a finding says something else.
        fileprivate static let repairable: Set<Kind> = [
            .permissions, .leftovers, .structure, .keybag, .corruptItem, .searchIndex, .strayLog, .vaultIndex,
        ]
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

    /// Whether a repair would change anything that has to be fixed.
    public var isRepairable: Bool { findings.contains { $0.severity != .note && $0.isRepairable } }

    package mutating func add(
        _ severity: Finding.Severity, _ kind: Kind, _ text: String, remedy: String? = nil, isRepairable: Bool? = nil
    ) {
        findings.append(
            Finding(
                severity: severity, kind: kind, text: text, remedy: remedy,
                isRepairable: isRepairable ?? Kind.repairable.contains(kind)))
    }

    /// Adds the findings and repairs of another examination of the same keychain.
    package mutating func add(_ other: Diagnosis) {
        findings += other.findings
        repairs += other.repairs
    }

    /// Adds the description of a step of a repair.
    package mutating func add(repair: String) { repairs.append(repair) }

    /// Removes findings that were reported already, with another keychain under the same root.
    package mutating func removeFindings(in other: Diagnosis) {
        let known = Set(other.findings.map(\.text))
        findings.removeAll { known.contains($0.text) }
    }

    package init() {}
}
