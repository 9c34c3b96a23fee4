import Foundation
import KeyManagement

extension Keychain {
    /// What there is to say about a keychain without looking into its items.
    public struct Status: Sendable {
        /// Nil for a keychain in memory.
        public let path: String?
        /// What a person would have to do before items can be read.
        public let lockState: LockState
        /// How many items there are of each class, whatever their group; classes without any are absent.
        public let counts: [ItemClass: Int]
        /// Damaged items in the quarantine.
        public let quarantined: Int
        /// Whether there is a recovery key.
        public let hasRecoveryKey: Bool
        /// What deriving the passcode's key takes, in bytes of memory and passes; nil without a passcode.
        public let passcodeCost: (memory: Int, passes: UInt64)?
        /// Whether a change of the passcode was interrupted and goes on at the next unlock.
        public let isRewrapPending: Bool
        /// Of the file and its log, in bytes.
        public let size: Int
    }

    /// - Throws: `.notAvailable` if the file cannot be read.
    public func status() throws(KeychainError) -> Status {
        let size = ["", "-wal"].reduce(0) { sum, suffix in
            let attributes = try? path.map { try FileManager.default.attributesOfItem(atPath: $0 + suffix) }
            return sum + ((attributes?[.size] as? Int) ?? 0)
        }
        return try store.read { session in
            let row = try PreparedStatement(session.db, "SELECT class, count(*) FROM item GROUP BY class")
            var counts: [ItemClass: Int] = [:]
            while try row.step() {
                guard let itemClass = UInt8(exactly: row.number(at: 0)).flatMap(ItemClass.numbered) else { continue }
                counts[itemClass] = Int(row.number(at: 1))
            }
            let quarantine = try PreparedStatement(session.db, "SELECT count(*) FROM quarantine")
            let keybag = session.keys.keybag
            return Status(
                path: path, lockState: session.keys.lockState, counts: counts,
                quarantined: try quarantine.step() ? Int(quarantine.number(at: 0)) : 0,
                hasRecoveryKey: keybag.hasRecoveryKey,
                passcodeCost: keybag.passcodeHash.map { ($0.memory, $0.passes) },
                isRewrapPending: !keybag.retiredClassKeys.isEmpty, size: size)
        }
    }
}
