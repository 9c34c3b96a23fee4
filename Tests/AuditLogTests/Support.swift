import Foundation
import Synchronization
import TestSupport

@testable import AuditLog

/// A directory for a log, with its key and what stands for the keychain that keeps the head.
final class Place: Sendable {
    static let key = [UInt8](1...32)
    /// Of entries with a path of this length…
    static let longPath = 4000
    /// …so many go into a segment.
    static let longEntriesPerSegment = 243

    private let temporary: TemporaryDirectory
    var path: String { temporary.path }
    private let stored = Mutex<Head?>(nil)
    private let stores = Mutex(0)
    let refusesHeads = Mutex(false)

    struct Refusal: Error {}

    init() throws { temporary = try TemporaryDirectory() }

    /// Another with the same files and the same head.
    func copy() throws -> Place {
        let copy = try Place()
        for name in names { try copy.write(name, read(name)) }
        copy.head = head
        return copy
    }

    var head: Head? {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }

    var headStores: Int { stores.withLock { $0 } }

    var directory: String { path + "/log" }

    func open(key: [UInt8] = Place.key, synchronizing: Bool = false) throws -> Log {
        try key.withUnsafeBytes { key in
            try Log(
                directory: directory, key: key, head: head, synchronizing: synchronizing, now: { 1_800_000_000_000_000 }
            ) { [self] head in
                if refusesHeads.withLock({ $0 }) { throw Refusal() }
                self.head = head
                stores.withLock { $0 += 1 }
            }
        }
    }

    /// A log with `count` entries, closed again.
    func fill(_ count: Int, pathLength: Int = 20) throws {
        let log = try open()
        log.append((0..<count).map { entry($0, pathLength: pathLength) })
        try log.flush()
    }

    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []).sorted()
    }

    func url(_ name: String) -> URL { URL(fileURLWithPath: directory + "/" + name) }

    func read(_ name: String) throws -> Data { try Data(contentsOf: url(name)) }

    func write(_ name: String, _ data: Data) throws {
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try data.write(to: url(name))
    }

    func change(_ name: String, _ body: (inout Data) -> Void) throws {
        var data = try read(name)
        body(&data)
        try write(name, data)
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(at: url(name)) }
}

let firstSegment = "audit-00000001.log"

func entry(_ number: Int, pathLength: Int = 20) -> Entry {
    Entry(
        time: 1_700_000_000_123_456 + Int64(number), uid: 1000,
        subject: "/usr/bin/" + String(repeating: "p", count: pathLength), strength: "system", operation: "copy",
        itemClass: "genp", group: "org.example.mail", item: [UInt8(truncatingIfNeeded: number), 0xAB], status: -25300)
}

extension Data {
    /// With the newlines.
    var lines: [Data] {
        split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast().map { Data($0) + [10] }
    }
}

extension Log {
    func records(limit: Int = .max) throws -> [Record] {
        var records: [Record] = []
        try read(limit: limit) { records.append($0) }
        return records
    }

    /// What kinds of problems there are.
    func problems() throws -> Set<Report.Kind> { Set(try verify().problems.map(\.kind)) }
}
