import Foundation
import Testing

@testable import AuditLog

/// The process, or the machine, stops at the worst moment.
@Suite struct CrashTests {
    private let place: Place

    init() throws { place = try Place() }

    @Test func onlyUnflushedRecordsAreLost() throws {
        try place.fill(2)
        do {
            let log = try place.open()
            log.append([entry(3)])
        }
        let log = try place.open()
        #expect(try log.verify() == Report(authenticRecords: 3))
    }

    @Test func recordsBeyondTheHeadAreAccepted() throws {
        try place.fill(2)
        let head = place.head
        try place.fill(3)
        place.head = head
        let log = try place.open()
        #expect(try log.verify() == Report(authenticRecords: 6))
        #expect(place.head?.sequence == 6)
    }

    @Test func aTornLastLineIsCutOffAndNoted() throws {
        try place.fill(2)
        let (head, before) = (place.head, try place.read(firstSegment))
        try place.fill(1)
        let whole = try place.read(firstSegment)
        for length in before.count + 1..<whole.count {
            let copy = try place.copy()
            copy.head = head
            try copy.write(firstSegment, whole.prefix(length))
            let log = try copy.open()
            #expect(try log.verify() == Report(authenticRecords: 4), "\(length) bytes")
            let last = try #require(try log.records().last)
            #expect(last.kind == .recovered && last.count == length - before.count)
            #expect(copy.head?.sequence == 4)
        }
    }

    @Test func aSegmentThatHasJustBegunIsBegunAgain() throws {
        try place.fill(Place.longEntriesPerSegment - 5, pathLength: Place.longPath)
        let head = try #require(place.head)
        try place.fill(20, pathLength: Place.longPath)
        let second = SegmentDirectory.name(2)
        let whole = try place.read(second)
        let firstLine = try #require(whole.lines.first).count
        #expect(head.segment == 1)
        for length in [0, 1, firstLine - 1, firstLine, firstLine + 1] {
            let copy = try place.copy()
            copy.head = head
            try copy.write(second, whole.prefix(length))
            let log = try copy.open()
            log.append([entry(1)])
            #expect(try log.verify().isIntact, "\(length) bytes")
            #expect(try log.records().contains { $0.kind == .recovered } == ![0, firstLine].contains(length))
        }
    }

    @Test func damageAndATornLineAreBothNoted() throws {
        try place.fill(4)
        try place.change(firstSegment) { $0 = Data($0.lines.prefix(2).joined()) + Data("{\"seq\":".utf8) }
        let log = try place.open()
        #expect(try log.records().map(\.kind) == [.segment, .access, .damaged, .recovered])
        #expect(try log.problems() == [.missingRecords(first: 3, last: 5)])
    }

    @Test func theSeventeenthSegmentGoesWhenTheLogIsOpened() throws {
        try place.fill(Place.longEntriesPerSegment * 17 - 100, pathLength: Place.longPath)
        #expect(place.names.count == 16)
        try place.write(firstSegment, Data("left over\n".utf8))
        let log = try place.open()
        #expect(place.names.count == 16)
        #expect(try log.verify().isIntact)
    }
}
