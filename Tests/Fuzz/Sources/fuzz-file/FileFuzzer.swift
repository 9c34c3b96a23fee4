import Foundation
import FuzzInput
import GRDB
import GRDBSQLite

@testable import KeyManagement
@testable import KeychainServices

/// Bytes as changes of a keychain file: whatever SQLite still reads there, no item shows a secret that is not its own.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    try? read(changed(FileSample.shared.bytes, &input))
    return 0
}

private func changed(_ original: [UInt8], _ input: inout FuzzInput) -> [UInt8] {
    var bytes = original
    if input.byte() == 0xff { bytes.removeLast(input.number(below: bytes.count)) }
    while !input.isEmpty {
        let position = input.number(below: bytes.count)
        switch input.byte() % 4 {
        case 0: bytes[position] ^= input.byte()
        case 1: bytes[position] = input.byte()
        case 2:
            let chunk = input.chunk(atMost: bytes.count - position)
            bytes.replaceSubrange(position..<position + chunk.count, with: chunk)
        default:
            // A piece of the file over another: pages, cells and pointers that make sense elsewhere.
            let from = input.number(below: bytes.count)
            let count = min(input.number(below: 600), bytes.count - max(position, from))
            bytes.replaceSubrange(position..<position + count, with: Array(bytes[from..<from + count]))
        }
    }
    return bytes
}

private func read(_ bytes: [UInt8]) throws {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(configuration: configuration)
    try queue.inDatabase { db in
        try load(bytes, db)
        try db.execute(sql: "PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF; PRAGMA query_only = ON")
        try Schema.check(db)
        let keys = try KeySet(opening: KeybagTable.load(db), deviceKey: FileSample.shared.deviceKey)
        let sealer = ItemSealer(keys: keys, scratch: KeyScratch())
        let table = ItemTable(db: db)
        try? table.rows(of: .genericPassword) {
            check($0, sealer); return true
        }
        try? table.rows(with: SearchTags(keys: keys).tag(.genericPassword, .service, "service")) {
            check($0, sealer); return true
        }
        _ = try table.rows(after: .min, count: 100) { _, row in if let row { check(row, sealer) } }
    }
}

private func check(_ row: ItemRow, _ sealer: ItemSealer) {
    _ = row.tagList
    guard let attributes = try? sealer.attributes(of: row) else { return }
    let account = attributes[.account]?.string ?? ""
    guard let expected = FileSample.shared.secrets[account] else { finding("an account that was not added") }
    guard let secrets = try? sealer.secrets(of: row) else { return }
    if secrets[.data]?.data != expected { finding("the secret of another item") }
}

private func load(_ bytes: [UInt8], _ db: Database) throws {
    guard let memory = sqlite3_malloc64(UInt64(max(bytes.count, 1))) else { throw CancellationError() }
    bytes.withUnsafeBytes { memory.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(memory), byteCount: $0.count) }
    let code = sqlite3_deserialize(
        db.sqliteConnection, "main", memory.assumingMemoryBound(to: UInt8.self), Int64(bytes.count), Int64(bytes.count),
        UInt32(SQLITE_DESERIALIZE_FREEONCLOSE))
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
}
