import Foundation
import GRDB
import KeyManagement

/// The items of a copy that must not leave their device.
enum DeviceItems {
    private static let classes = ProtectionClass.allCases.filter(\.isThisDeviceOnly)

    /// Removes them: all of the classes that stay on their device; of the others those that are keys in the TPM or are bound to the
    /// enrolled fingers, as far as their attributes open without the passcode. Elsewhere the others would be of no use either: no other TPM
    /// has such a key, and another enrolled set does not match.
    ///
    /// - Returns: the numbers of what was removed.
    static func remove(from copy: DatabaseQueue, _ deviceKey: DeviceKey) throws -> ItemsLeftOut {
        var left = ItemsLeftOut()
        let list = classes.map { String($0.rawValue) }.joined(separator: ", ")
        try copy.inDatabase { db in
            for (protection, count) in try KeychainContents.counts(db) where protection.isThisDeviceOnly {
                left.byClass[protection] = count
            }
            let bound = try boundItems(db, deviceKey, &left)
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
            try db.inTransaction {
                try db.execute(
                    sql: "DELETE FROM search WHERE item IN (SELECT number FROM item WHERE protection IN (\(list)))")
                for table in ["item", "quarantine"] {
                    try db.execute(sql: "DELETE FROM \(table) WHERE protection IN (\(list))")
                }
                for number in bound {
                    try db.execute(sql: "DELETE FROM search WHERE item = ?", arguments: [number])
                    try db.execute(sql: "DELETE FROM item WHERE number = ?", arguments: [number])
                }
                return .commit
            }
        }
        return left
    }

    private static func boundItems(
        _ db: Database, _ deviceKey: DeviceKey, _ left: inout ItemsLeftOut
    ) throws -> [Int64] {
        let keys = try KeySet(opening: KeybagTable.load(db), deviceKey: deviceKey)
        let sealer = ItemSealer(keys: keys, scratch: KeyScratch())
        let table = ItemTable(db: db)
        var (bound, last): ([Int64], Int64) = ([], .min)
        while let next = try table.rows(
            after: last, count: 1000,
            { number, row in
                guard let row, !row.head.protection.isThisDeviceOnly,
                    let attributes = try? sealer.attributes(of: row)
                else { return }
                if attributes.isInToken {
                    left.keysInTPM += 1
                    bound.append(number)
                } else if attributes[.accessControl]?.accessControl?.enrolledSet != nil {
                    left.boundToBiometry += 1
                    bound.append(number)
                }
            })
        {
            last = next
        }
        return bound
    }
}
