import Foundation
import KeyManagement

/// A keychain that this process itself has open.
package struct LocalKeychain: KeychainService {
    let store: Store
    package let accessGroups: AccessGroups
    /// What access lists have an effect on besides the items that have them; nil for nothing.
    var listing: ProgramListing?

    init(store: Store, accessGroups: AccessGroups, listing: ProgramListing? = nil) {
        (self.store, self.accessGroups, self.listing) = (store, accessGroups, listing)
    }

    package var path: String? { store.file?.path }
    /// Where it is with the other keychains; nil for one in memory.
    package var root: KeychainRoot? { store.file?.root }

    package func with(accessGroups: AccessGroups) -> any KeychainService {
        LocalKeychain(store: store, accessGroups: accessGroups, listing: listing)
    }

    package func close() { store.close() }

    package func status() throws(KeychainError) -> Keychain.Status {
        let size = ["", "-wal"].reduce(0) { sum, suffix in
            let attributes = try? path.map { try FileManager.default.attributesOfItem(atPath: $0 + suffix) }
            return sum + ((attributes?[.size] as? Int) ?? 0)
        }
        return try store.read { session in
            let quarantine = try PreparedStatement(session.db, "SELECT count(*) FROM quarantine")
            let keybag = session.keys.keybag
            return Keychain.Status(
                path: path, lockState: session.keys.lockState, counts: try counts(session),
                quarantined: try quarantine.step() ? Int(quarantine.number(at: 0)) : 0,
                hasRecoveryKey: keybag.hasRecoveryKey,
                passcodeCost: keybag.passcodeHash.map { ($0.memory, $0.passes) },
                isRewrapPending: !keybag.retiredClassKeys.isEmpty, size: size, hardwareKeys: hardwareKeys)
        }
    }

    private func counts(_ session: Store.Session) throws -> [ItemClass: Int] {
        let row = try PreparedStatement(session.db, "SELECT class, count(*) FROM item GROUP BY class")
        var counts: [ItemClass: Int] = [:]
        while try row.step() {
            guard let itemClass = UInt8(exactly: row.number(at: 0)).flatMap(ItemClass.numbered) else { continue }
            counts[itemClass] = Int(row.number(at: 1))
        }
        return counts
    }

    package func changes() -> AsyncStream<Void> { store.changesStream() }
}
