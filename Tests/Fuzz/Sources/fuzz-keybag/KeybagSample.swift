import Foundation
import GRDB
import Secrets

@testable import KeyManagement
@testable import KeychainServices

/// A keychain's keys with everything in them: passcode, recovery key, a retired class key.
struct KeybagSample: @unchecked Sendable {
    // Sendable: libFuzzer calls from one thread.
    static let shared: KeybagSample = {
        do { return try KeybagSample() } catch { fatalError("no sample: \(error)") }
    }()

    let deviceKey = DeviceKey.makeRandom()
    let recoveryKey: RecoveryKey
    let keys: KeySet
    /// Every key of the keybag, by number.
    let secrets: [Int64: [UInt8]]
    private let queue: DatabaseQueue

    /// A box, for the key cannot be part of a copyable value.
    final class RecoveryKey: Sendable {
        let bytes = SecretBytes(random: 32)
    }

    private init() throws {
        recoveryKey = RecoveryKey()
        keys = try KeySet.make(deviceKey: deviceKey)
            .settingFirstPasscode(SecretBytes(copying: "passcode".utf8), cost: .cheapForTests)
            .replacingClassKey(for: .whenUnlocked)
            .addingRecoveryKey(recoveryKey.bytes)
        secrets = keys.classKeys.mapValues { $0.key.withUnsafeBytes { Array($0) } }
        queue = try DatabaseQueue()
        try queue.inDatabase { db in
            // A damaged file holds what it holds, whatever its tables promise.
            for table in Schema.tables {
                try db.execute(sql: table.sql.replacingOccurrences(of: "STRICT", with: "").removingLastComma)
            }
        }
    }

    /// Runs `body` on tables that hold the keybag as it was written, and undoes what it did.
    func withTables(_ body: (Database) throws -> Void) throws {
        try queue.inDatabase { db in
            try db.inTransaction {
                try KeybagTable.store(keys.keybag, in: db)
                try body(db)
                return .rollback
            }
        }
    }
}

extension String {
    /// `) , WITHOUT ROWID` without the comma that the word in front of it has left.
    fileprivate var removingLastComma: String { replacingOccurrences(of: ") , WITHOUT", with: ") WITHOUT") }
}
