import Foundation
import GRDB
import Secrets

@testable import KeyManagement
@testable import KeychainServices

/// A portable keychain's keys, and tables for what its file says about them.
struct PortableSample: @unchecked Sendable {
    // Sendable: libFuzzer calls from one thread.
    static let shared: PortableSample = {
        do { return try PortableSample() } catch { fatalError("no sample: \(error)") }
    }()

    static let settings = PortableSettings(locksOnSleep: true, interval: 300)

    let portable: PortableKey
    /// The device key, as the program that unlocked the keychain keeps it.
    let key: [UInt8]
    private let keybag: Keybag
    private let queue: DatabaseQueue

    private init() throws {
        let made = try PortableKey.make(password: Self.password(), cost: .cheapForTests, settings: Self.settings)
        (keybag, portable) = (made.keys.keybag, made.portable)
        key = try made.portable.open(password: Self.password()).copyOfKey().withUnsafeBytes { Array($0) }
        queue = try DatabaseQueue()
        try queue.inDatabase { db in
            // A damaged file holds what it holds, whatever its tables promise.
            for table in Schema.tables where table.name == "keybag" {
                try db.execute(sql: table.sql.replacingOccurrences(of: "STRICT", with: ""))
            }
            try db.execute(
                sql: "CREATE TABLE password (one INTEGER PRIMARY KEY, passes, memory, salt, wrapped, settings)")
        }
    }

    static func password() -> SecretBytes { SecretBytes(copying: "password".utf8) }

    /// Runs `body` on tables that hold the keys as they were written, and undoes what it did.
    func withTables(_ body: (Database) throws -> Void) throws {
        try queue.inDatabase { db in
            try db.inTransaction {
                try KeybagTable.store(keybag, in: db)
                try PasswordTable.store(portable, in: db)
                try body(db)
                return .rollback
            }
        }
    }
}
