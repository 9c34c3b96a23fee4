import Foundation
import Testing

@testable import AuditLog

@Suite struct SegmentTests {
    private let place: Place

    init() throws { place = try Place() }

    private func fillSegments(_ count: Int) throws {
        try place.fill(Place.longEntriesPerSegment * count - 100, pathLength: Place.longPath)
    }

    private func name(_ number: UInt32) -> String { SegmentDirectory.name(number) }

    @Test func aFullSegmentIsFollowedByAnother() throws {
        try fillSegments(3)
        #expect(place.names == [name(1), name(2), name(3)])
        for name in place.names { #expect(try place.read(name).count <= SegmentDirectory.segmentSize) }
        let log = try place.open()
        #expect(try log.verify().isIntact)
        let records = try log.records()
        #expect(records.map(\.sequence) == Array(1...UInt64(records.count)))
        #expect(records.count { $0.kind == .segment } == 3)
    }

    @Test func aSegmentStartsWithWhatTheOneBeforeEndedWith() throws {
        try fillSegments(2)
        let last = try #require(try place.read(name(1)).lines.last)
        let first = try #require(try place.read(name(2)).lines.first)
        let object = try #require(try JSONSerialization.jsonObject(with: first) as? [String: Any])
        let before = try #require(try JSONSerialization.jsonObject(with: last) as? [String: Any])
        #expect(object["previous"] as? String == before["mac"] as? String)
        #expect(object["total"] as? Int == before["seq"] as? Int)
        #expect(object["segment"] as? Int == 2)
    }

    @Test func sixteenSegmentsAreKept() throws {
        try fillSegments(18)
        let names = place.names
        #expect(names == (3...18).map { name($0) })
        let log = try place.open()
        #expect(try log.verify().isIntact)
        #expect(try log.records(limit: 500).count == 500)
        // A rotated segment may go, but only a rotated one.
        try place.remove(names[0])
        #expect(try log.problems().contains(.missingSegment))
    }

    /// The record that begins a segment says how many records are gone, and since when there are some; also after the log was opened
    /// again, and also if only the last records are read.
    @Test func whatWasRotatedOutIsARecord() throws {
        try fillFurther(15)
        try fillFurther(1)
        #expect(try place.open().records().last { $0.kind == .segment }?.rotatedOut == nil)
        for _ in 17...18 {
            try fillFurther(1)
            try expectRotationIsRecorded()
        }
    }

    private func expectRotationIsRecorded() throws {
        let log = try place.open()
        let records = try log.records()
        let last = try #require(records.last { $0.kind == .segment })
        let first = try #require(records.first)
        #expect(last.rotatedOut == first.sequence - 1)
        #expect(last.until == first.time)
        let few = try log.records(limit: 3)
        #expect(few.map(\.sequence) == [last.sequence] + records.suffix(3).map(\.sequence))
        #expect(try log.verify().isIntact)
    }

    /// Whole segments: the next entry begins another.
    private func fillFurther(_ count: Int) throws {
        let log = try place.open()
        log.append((0..<Place.longEntriesPerSegment * count).map { entry($0, pathLength: Place.longPath) })
        try log.flush()
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt32])
    func aRemovedSegmentIsNoticed(number: UInt32) throws {
        try fillSegments(4)
        try place.remove(name(number))
        let log = try place.open()
        let report = try log.verify()
        #expect(report.problems.contains { $0.segment == number })
        log.append([entry(1)])
        #expect(try log.records().last?.isAuthentic == true)
        #expect(try log.records().contains { $0.kind == .damaged } == (number == 4))
    }

    @Test func aRemovedLogIsNoticed() throws {
        try fillSegments(2)
        let count = try #require(place.head?.sequence)
        for name in place.names { try place.remove(name) }
        let log = try place.open()
        #expect(try log.records().map(\.kind) == [.segment, .damaged])
        #expect(try log.records().map(\.sequence) == [count + 1, count + 2])
        #expect(try !log.verify().isIntact)
    }

    @Test func segmentsWithOneAnothersNamesAreNoticed() throws {
        try fillSegments(3)
        let (one, other) = (try place.read(name(1)), try place.read(name(2)))
        try place.write(name(1), other)
        try place.write(name(2), one)
        #expect(try place.open().problems().contains(.misplaced))
    }

    @Test func theOldestCannotBeMadeToLookRotated() throws {
        try fillSegments(4)
        try place.remove(name(1))
        for number in 2...4 as ClosedRange<UInt32> {
            try FileManager.default.moveItem(at: place.url(name(number)), to: place.url(name(number - 1)))
        }
        #expect(try !place.open().verify().isIntact)
    }

    @Test func aChangeInAnOldSegmentIsNoticedByVerify() throws {
        try fillSegments(3)
        try place.change(name(1)) { $0[1000] ^= 1 }
        let report = try place.open().verify()
        #expect(report.problems == [.init(segment: 1, line: 2, kind: .changed)])
    }

    /// Of the oldest segment that is kept, nothing before its first line is there to compare with.
    @Test func theOldestSegmentCannotLoseItsStart() throws {
        try place.fill(3)
        try place.change(name(1)) { $0 = Data($0.lines.prefix(2).joined()) }
        let log = try place.open()
        #expect(try log.records().last?.kind == .damaged)
        let lines = try place.read(name(1)).lines
        for (line, segment) in [(lines[2], 1), (lines[0], 2)] as [(Data, UInt32)] {
            let problems = try Place.key.withUnsafeBytes { key in
                var check = ChainCheck(key: try ChainKey(key), head: nil, after: nil)
                #expect(check.check(Array(line), segment: segment) == 0)
                return check.report.problems
            }
            #expect(problems == [.init(segment: segment, line: 1, kind: .misplaced)])
        }
    }
}
