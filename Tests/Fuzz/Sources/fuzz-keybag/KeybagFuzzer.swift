import Foundation
import FuzzInput
import GRDB
import Secrets

@testable import KeyManagement
@testable import KeychainServices

/// Bytes as a device key file, or as changes of the keybag's columns: refused, or the keys that were put in.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    if input.byte() & 1 == 0 {
        fuzzDeviceKey(input.rest())
    } else {
        fuzzKeybag(&input)
    }
    return 0
}

private func fuzzDeviceKey(_ bytes: UnsafeRawBufferPointer) {
    guard let key = try? DeviceKey(fileContents: bytes) else { return }
    let same = key.fileContents().withUnsafeBytes { $0.elementsEqual(bytes) }
    if !same { finding("a device key file that is not the one it was read from") }
}

private func fuzzKeybag(_ input: inout FuzzInput) {
    let sample = KeybagSample.shared
    var found: Keybag?
    try? sample.withTables { db in
        while !input.isEmpty { try? change(&input, db) }
        found = try KeybagTable.load(db)
    }
    guard let keybag = found else { return }
    check(try? KeySet(opening: keybag, deviceKey: sample.deviceKey))
    check(try? sample.keys.reloaded(keybag))
    check(try? sample.keys.locked().reloaded(keybag))
    if let recovered = try? KeySet.recovering(
        keybag, recoveryKey: sample.recoveryKey.bytes, deviceKey: .makeRandom())
    {
        // Keys of its own generation are new, also where a damaged generation gives one an old number.
        check(recovered, newIn: recovered.keybag.generation)
    }
    _ = try? sample.keys.reloaded(keybag).replacingClassKey(for: .whenUnlocked)
}

/// A class key that opens is the one that was wrapped under this number. Numbers that the sample does not have are new keys.
private func check(_ keys: KeySet?, newIn generation: Int64? = nil) {
    guard let keys else { return }
    for (number, key) in keys.classKeys where number >> 4 != generation {
        guard let expected = KeybagSample.shared.secrets[number] else { continue }
        if !key.key.withUnsafeBytes({ $0.elementsEqual(expected) }) {
            finding("another key under the number \(number)")
        }
    }
}

private let keybagColumns = [
    "keychain", "device", "generation", "managed", "passes", "memory", "salt", "search", "recovery",
]
private let classKeyColumns = [
    "number", "protection", "wrapper", "wrapped", "recovery", "metadata", "wraps", "current",
]

private func change(_ input: inout FuzzInput, _ db: Database) throws {
    let selector = input.byte()
    let isKeybag = selector & 0x80 != 0
    let columns = isKeybag ? keybagColumns : classKeyColumns
    let column = columns[Int(selector & 0x7f) % columns.count]
    let (table, key) = isKeybag ? ("keybag", "one") : ("classkey", "number")
    let row = "rowid = (SELECT rowid FROM \(table) ORDER BY \(key) LIMIT 1 OFFSET ?)"
    let index = isKeybag ? 0 : Int(input.byte() % 16)
    switch input.byte() % 6 {
    case 0: try db.execute(sql: "UPDATE \(table) SET \(column) = NULL WHERE \(row)", arguments: [index])
    case 1: try db.execute(sql: "UPDATE \(table) SET \(column) = ? WHERE \(row)", arguments: [input.integer(), index])
    case 2:
        try db.execute(sql: "UPDATE \(table) SET \(column) = ? WHERE \(row)", arguments: [Data(input.chunk()), index])
    case 3:
        // One bit of what is there.
        guard var value = try Data.fetchOne(db, sql: "SELECT \(column) FROM \(table) WHERE \(row)", arguments: [index]),
            !value.isEmpty
        else { return }
        value[input.number(below: value.count)] ^= 1 << (input.byte() & 7)
        try db.execute(sql: "UPDATE \(table) SET \(column) = ? WHERE \(row)", arguments: [value, index])
    case 4:
        // What another row has there.
        try db.execute(
            sql: """
                UPDATE \(table) SET \(column) = (SELECT \(column) FROM \(table) ORDER BY \(key) LIMIT 1 OFFSET ?) WHERE \(row)
                """, arguments: [Int(input.byte() % 16), index])
    default: try db.execute(sql: "DELETE FROM \(table) WHERE \(row)", arguments: [index])
    }
}
