import Foundation
import GRDB
import KeyManagement

/// The keybag, stored in three tables.
enum KeybagTable {
    /// Both values are incremented and neither is authenticated, so values that cannot result from use are refused: they must not overflow.
    private static let validGenerations: Range<Int64> = 1..<1 << 56
    private static let validWraps: Range<Int64> = 0..<1 << 62

    /// Reads the keybag.
    ///
    /// - Parameter ignoresDamagedPairs: whether to ignore key pairs that cannot be read.
    /// - Throws: `KeyError.damaged` if the row is missing or invalid.
    static func load(_ db: Database, ignoresDamagedPairs: Bool = false) throws -> Keybag {
        let row = try PreparedStatement(
            db, "SELECT keychain, device, generation, passes, memory, salt, search, recovery FROM keybag")
        guard try row.step(), row.bytes(at: 0).count == 16, row.bytes(at: 1).count == 16,
            validGenerations.contains(row.number(at: 2))
        else { throw KeyError.damaged("the keybag") }
        let (pairs, isComplete) = try loadKeyPairs(db)
        return Keybag(
            keychainID: Array(row.bytes(at: 0)), deviceKeyID: Array(row.bytes(at: 1)), generation: row.number(at: 2),
            passcodeHash: try passcodeHash(row), searchKey: Array(row.bytes(at: 6)),
            recoverySearchKey: row.optionalBytes(at: 7), classKeys: try loadClassKeys(db),
            keyPairs: isComplete || ignoresDamagedPairs ? pairs : [],
            hasUnreadablePairs: !isComplete && !ignoresDamagedPairs)
    }

    private static func passcodeHash(_ row: borrowing PreparedStatement) throws -> PasscodeHash? {
        if row.isNull(at: 3) { return nil }
        guard let passes = UInt64(exactly: row.number(at: 3)) else {
            throw KeyError.damaged("the passcode's parameters")
        }
        return try PasscodeHash(passes: passes, memory: Int(row.number(at: 4)), salt: Array(row.bytes(at: 5)))
    }

    private static func loadClassKeys(_ db: Database) throws -> [Keybag.ClassKey] {
        let row = try PreparedStatement(
            db,
            "SELECT number, protection, wrapper, wrapped, recovery, metadata, wraps, current FROM classkey ORDER BY number"
        )
        var keys: [Keybag.ClassKey] = []
        while try row.step() {
            guard let protection = UInt8(exactly: row.number(at: 1)).flatMap(ProtectionClass.init),
                let wrapper = UInt8(exactly: row.number(at: 2)), validWraps.contains(row.number(at: 6))
            else { throw KeyError.damaged("a class key of the keybag") }
            keys.append(
                Keybag.ClassKey(
                    number: row.number(at: 0), protection: protection, wrapper: wrapper,
                    wrapped: Array(row.bytes(at: 3)), recovery: row.optionalBytes(at: 4),
                    metadataKey: Array(row.bytes(at: 5)), wraps: row.number(at: 6), isCurrent: row.number(at: 7) != 0))
        }
        return keys
    }

    /// Reads the key pairs, and whether all of them could be read. Most items need none of them.
    private static func loadKeyPairs(_ db: Database) throws -> (pairs: [Keybag.KeyPair], isComplete: Bool) {
        var (pairs, isComplete): ([Keybag.KeyPair], Bool) = ([], true)
        do {
            guard try Schema.hasKeyPairs(db) else { return ([], true) }
            let row = try PreparedStatement(
                db, "SELECT number, purpose, public, classkey, private, current FROM keypair ORDER BY number")
            while try row.step() {
                guard let purpose = UInt8(exactly: row.number(at: 1)).flatMap(Keybag.KeyPair.Purpose.init) else {
                    isComplete = false
                    continue
                }
                pairs.append(
                    Keybag.KeyPair(
                        number: row.number(at: 0), purpose: purpose, publicKey: Array(row.bytes(at: 2)),
                        classKey: row.number(at: 3), privateKey: Array(row.bytes(at: 4)),
                        isCurrent: row.number(at: 5) != 0))
            }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            isComplete = false
        }
        return (pairs, isComplete)
    }

    /// Replaces the stored keybag.
    ///
    /// - Throws: `KeyError.damaged` if key pairs that could not be read would be lost.
    static func store(_ keybag: Keybag, in db: Database) throws {
        guard !keybag.hasUnreadablePairs else { throw KeyError.damaged("the key pairs of the keybag") }
        let previous = try PreparedStatement(db, "SELECT managed FROM keybag")
        let managed = try previous.step() ? previous.number(at: 0) : 0
        try db.execute(
            sql: "INSERT OR REPLACE INTO keybag VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            arguments: [
                Data(keybag.keychainID), Data(keybag.deviceKeyID), keybag.generation, managed,
                keybag.passcodeHash.map { Int64($0.passes) }, keybag.passcodeHash.map { Int64($0.memory) },
                keybag.passcodeHash.map { Data($0.salt) }, Data(keybag.searchKey),
                keybag.recoverySearchKey.map { Data($0) },
            ])
        try db.execute(sql: "DELETE FROM classkey")
        for key in keybag.classKeys {
            try db.execute(
                sql: "INSERT INTO classkey VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                arguments: [
                    key.number, key.protection.rawValue, key.wrapper, Data(key.wrapped), key.recovery.map { Data($0) },
                    Data(key.metadataKey), key.wraps, key.isCurrent,
                ])
        }
        try store(keybag.keyPairs, in: db)
    }

    private static func store(_ pairs: [Keybag.KeyPair], in db: Database) throws {
        // A file of the first format gets the table with its first key pair, so that earlier releases can read the file until then.
        guard try !pairs.isEmpty || Schema.hasKeyPairs(db) else { return }
        try Schema.addKeyPairs(in: db)
        try db.execute(sql: "DELETE FROM keypair")
        for pair in pairs {
            try db.execute(
                sql: "INSERT INTO keypair VALUES (?, ?, ?, ?, ?, ?)",
                arguments: [
                    pair.number, pair.purpose.rawValue, Data(pair.publicKey), pair.classKey, Data(pair.privateKey),
                    pair.isCurrent,
                ])
        }
    }

    /// Returns the generation of the keybag in this transaction, and whether the keychain belongs to the agent.
    static func generation(_ db: Database) throws -> (generation: Int64, isManaged: Bool) {
        let statement = try PreparedStatement(db, "SELECT generation, managed FROM keybag")
        guard try statement.step() else { throw KeyError.damaged("the keybag") }
        return (statement.number(at: 0), statement.number(at: 1) != 0)
    }

    /// Adds `count` to the wraps of a class key and returns the number before.
    static func reserveWraps(_ count: Int64, classKey number: Int64, in db: Database) throws -> Int64 {
        let statement = try PreparedStatement(
            db, "UPDATE classkey SET wraps = wraps + ?1 WHERE number = ?2 RETURNING wraps")
        try statement.bind(count, at: 1)
        try statement.bind(number, at: 2)
        guard try statement.step() else { throw KeyError.missing }
        let total = statement.number(at: 0)
        while try statement.step() {}
        return total - count
    }
}
