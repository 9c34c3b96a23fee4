import Foundation
import Testing

@testable import AuditLog

@Suite struct FullDiskTests {
    private let place: Place

    init() throws { place = try Place() }

    /// Something stands where a segment belongs and cannot be moved aside: no record can be written.
    private func obstruct(_ segment: String = firstSegment) throws {
        for name in [segment, segment + ".foreign"] {
            try FileManager.default.createDirectory(
                atPath: place.url(name).path + "/in the way", withIntermediateDirectories: true)
        }
        #expect(chmod(place.directory, 0o700) == 0)
    }

    private func clear() throws { for name in place.names { try place.remove(name) } }

    @Test func entriesWaitForTheDisk() throws {
        let log = try place.open()
        try obstruct()
        log.append([entry(1)])
        #expect(throws: LogError.self) { try log.flush() }
        log.append([entry(2)])
        #expect(throws: LogError.self) { try log.flush() }
        #expect(place.head == nil)
        try clear()
        try log.flush()
        #expect(try log.records().map(\.kind) == [.segment, .access, .access])
        #expect(place.head?.sequence == 3)
    }

    @Test func droppedRecordsAreCounted() throws {
        let log = try place.open()
        try obstruct()
        log.append([entry(0)])
        #expect(throws: LogError.self) { try log.flush() }
        log.append((0..<1000).map { entry($0, pathLength: Place.longPath) })
        #expect(throws: LogError.self) { try log.flush() }
        try clear()
        try log.flush()
        let records = try log.records()
        let kept = records.count { $0.kind == .access }
        #expect((Place.longEntriesPerSegment...Place.longEntriesPerSegment + 5).contains(kept))
        #expect(records.last?.kind == .dropped)
        #expect(records.last?.count == 1001 - kept)
        #expect(try log.verify().isIntact)
    }

    @Test func aLogThatCannotBeWrittenAtTheStartOpensAllTheSame() throws {
        try place.fill(2)
        try place.remove(firstSegment)
        try obstruct(SegmentDirectory.name(2))
        let log = try place.open()
        log.append([entry(1)])
        #expect(throws: LogError.self) { try log.flush() }
        try clear()
        try log.flush()
        #expect(try log.records().map(\.kind) == [.segment, .damaged, .access])
    }

    /// A real disk of 256 KiB; mounting one takes root.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["CHATELAINE_TEST_GLOBAL"] == "1" && geteuid() == 0))
    func aFullDiskTakesHalfALineAndTheRestLater() throws {
        #expect(mkdir(place.directory, 0o700) == 0)
        #expect(mount("tmpfs", place.directory, "tmpfs", 0, "size=256k,mode=700") == 0)
        defer { umount2(place.directory, Int32(MNT_DETACH)) }
        let ballast = place.url("ballast")
        try Data(count: 128 << 10).write(to: ballast)
        let log = try place.open()
        var (count, isFull) = (0, false)
        while !isFull {
            log.append([entry(count, pathLength: 1000)])
            count += 1
            do { try log.flush() } catch { isFull = error == .system("write", ENOSPC) }
        }
        let torn = try place.read(firstSegment)
        #expect(torn.last != UInt8(ascii: "\n"))
        #expect(try log.verify().isIntact)
        try FileManager.default.removeItem(at: ballast)
        try log.flush()
        #expect(try log.verify() == Report(authenticRecords: count + 1))
    }
}
