import Foundation
import FuzzInput
import GRDB
import Secrets

@testable import KeyManagement
@testable import KeychainServices

/// Bytes as changes of what a portable keychain's file has in the open, or as its settings: refused, or what was put in.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    if input.byte() & 1 == 0 {
        fuzzSettings(&input)
    } else {
        fuzzTables(&input)
    }
    return 0
}

/// The settings are as long as a key, and read once their tag is checked.
private func fuzzSettings(_ input: inout FuzzInput) {
    let bytes = (0..<32).map { _ in input.byte() }
    let settings = bytes.withUnsafeBytes { PortableSettings(bytes: $0) }
    let again = settings.bytes.withUnsafeBytes { PortableSettings(bytes: $0) }
    if settings != again { finding("other settings than those that were stored") }
}

private func fuzzTables(_ input: inout FuzzInput) {
    let sample = PortableSample.shared
    var found: PortableKey?
    try? sample.withTables { db in
        while !input.isEmpty { try? change(&input, db) }
        found = try PasswordTable.load(db)
    }
    guard let portable = found else { return }
    if let deviceKey = portable.deviceKey(kept: SecretBytes(copying: sample.key)) {
        guard let settings = try? portable.settings(deviceKey) else { finding("a key without settings") }
        if settings != PortableSample.settings { finding("other settings") }
    }
    // A derivation with other numbers takes as long as they say.
    guard portable.hash.passes == sample.portable.hash.passes, portable.hash.memory == sample.portable.hash.memory
    else { return }
    guard let opened = try? portable.open(password: PortableSample.password()) else { return }
    let isSame = opened.copyOfKey().withUnsafeBytes { $0.elementsEqual(sample.key) }
    if !isSame { finding("another key") }
}

private let columns = [
    ("keybag", "keychain"), ("keybag", "device"), ("password", "passes"), ("password", "memory"), ("password", "salt"),
    ("password", "wrapped"), ("password", "settings"),
]

private func change(_ input: inout FuzzInput, _ db: Database) throws {
    let (table, column) = columns[Int(input.byte()) % columns.count]
    switch input.byte() % 5 {
    case 0: try db.execute(sql: "UPDATE \(table) SET \(column) = NULL")
    case 1: try db.execute(sql: "UPDATE \(table) SET \(column) = ?", arguments: [input.integer()])
    case 2: try db.execute(sql: "UPDATE \(table) SET \(column) = ?", arguments: [Data(input.chunk())])
    case 3:
        // One bit of what is there.
        guard var value = try Data.fetchOne(db, sql: "SELECT \(column) FROM \(table)"), !value.isEmpty else { return }
        value[input.number(below: value.count)] ^= 1 << (input.byte() & 7)
        try db.execute(sql: "UPDATE \(table) SET \(column) = ?", arguments: [value])
    default: try db.execute(sql: "DELETE FROM \(table)")
    }
}
