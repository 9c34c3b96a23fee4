import Foundation
import GRDB
import KeyManagement

/// The table that a portable keychain has besides: its device key, wrapped by the password.
enum PasswordTable {
    /// Reads the wrapped key.
    ///
    /// - Throws: `KeyError.damaged` if the row is missing or invalid.
    static func load(_ db: Database) throws -> PortableKey {
        let row = try PreparedStatement(
            db,
            "SELECT keychain, device, password.passes, password.memory, password.salt, wrapped, settings FROM keybag, password"
        )
        guard try row.step(), row.bytes(at: 0).count == 16, row.bytes(at: 1).count == 16,
            let passes = UInt64(exactly: row.number(at: 2)), let memory = Int(exactly: row.number(at: 3))
        else { throw KeyError.damaged("the keychain's password") }
        return PortableKey(
            keychainID: Array(row.bytes(at: 0)), deviceKeyID: Array(row.bytes(at: 1)),
            hash: try PasscodeHash(passes: passes, memory: memory, salt: Array(row.bytes(at: 4))),
            wrapped: Array(row.bytes(at: 5)), settings: Array(row.bytes(at: 6)))
    }

    /// Stores the wrapped key.
    static func store(_ key: PortableKey, in db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO password VALUES (1, ?, ?, ?, ?, ?)",
            arguments: [
                Int64(key.hash.passes), Int64(key.hash.memory), Data(key.hash.salt), Data(key.wrapped),
                Data(key.settings),
            ])
    }
}
