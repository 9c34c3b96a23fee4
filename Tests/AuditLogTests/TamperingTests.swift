import Foundation
import Testing

@testable import AuditLog

/// An attacker who can write to the files, and has neither the key nor the keychain.
@Suite struct TamperingTests {
    private let place: Place
    private let original: Data

    init() throws {
        place = try Place()
        try place.fill(3)
        original = try place.read(firstSegment)
    }

    /// The log with other contents: opens, is not whole, says so in a record of its own, and goes on.
    private func expectNoticed(
        _ contents: Data, _ what: @autoclosure () -> String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let copy = try place.copy()
        try copy.write(firstSegment, contents)
        let log = try copy.open()
        #expect(try !log.verify().isIntact, "\(what())", sourceLocation: sourceLocation)
        log.append([entry(99)])
        // Where the last line has lost its end, there is a record of that between the two.
        let last = try log.records().filter { $0.kind != .recovered }.suffix(2)
        #expect(last.map(\.kind) == [.damaged, .access], "\(what())", sourceLocation: sourceLocation)
        #expect(last.allSatisfy { $0.isAuthentic }, "\(what())", sourceLocation: sourceLocation)
    }

    @Test func damageIsReportedOnceAndStaysVisible() throws {
        let lines = original.lines
        let changes: [[Data]] = [
            Array(lines.dropLast()), Array(lines.dropFirst()), lines.reversed(), lines + [Data("x\n".utf8)],
        ]
        for change in changes {
            let copy = try place.copy()
            try copy.write(firstSegment, Data(change.joined()))
            for _ in 0..<3 {
                let log = try copy.open()
                #expect(try !log.verify().isIntact)
                #expect(try log.records().count { $0.kind == .damaged } == 1)
            }
        }
    }

    @Test func anUntouchedLogIsWhole() throws {
        let log = try place.open()
        #expect(try log.verify() == Report(authenticRecords: 4))
    }

    @Test func everyFlippedByteIsNoticed() throws {
        for index in original.indices {
            var changed = original
            changed[index] ^= 1 << UInt8(index % 8)
            try expectNoticed(changed, "byte \(index)")
        }
    }

    @Test func everyFlippedByteIsNoticedWhileTheLogIsOpen() throws {
        let log = try place.open()
        for index in original.indices {
            try place.change(firstSegment) { $0[index] ^= 0x20 }
            #expect(try !log.verify().isIntact, "byte \(index)")
            try place.write(firstSegment, original)
        }
        #expect(try log.verify().isIntact)
    }

    @Test func everyMissingEndIsNoticed() throws {
        for length in 0..<original.count { try expectNoticed(original.prefix(length), "\(length) bytes") }
    }

    @Test func aMissingLineIsNoticed() throws {
        let lines = original.lines
        for index in lines.indices {
            var changed = lines
            changed.remove(at: index)
            try expectNoticed(Data(changed.joined()), "line \(index + 1)")
        }
    }

    @Test func linesInAnotherOrderAreNoticed() throws {
        let lines = original.lines
        for first in lines.indices {
            for second in lines.indices where first < second {
                var changed = lines
                changed.swapAt(first, second)
                try expectNoticed(Data(changed.joined()), "lines \(first + 1), \(second + 1)")
            }
        }
    }

    @Test func aLineThatComesTwiceIsNoticed() throws {
        let lines = original.lines
        for index in lines.indices {
            for place in lines.indices {
                var changed = lines
                changed.insert(lines[index], at: place)
                try expectNoticed(Data(changed.joined()), "line \(index + 1) before \(place + 1)")
            }
        }
    }

    @Test func appendedLinesAreDetected() throws {
        try expectNoticed(original + Data("{}\n".utf8), "no record")
        try expectNoticed(original + Data("\n".utf8), "an empty line")
        try expectNoticed(original + original, "the log again")
    }

    @Test func anOlderCopyIsNoticed() throws {
        try place.fill(3)
        try expectNoticed(original, "as it was")
    }

    @Test func otherRecordsAfterAnOlderCopyAreNoticed() throws {
        // The same key, and records that are genuine: but not those that the keychain knows of.
        let other = try place.copy()
        try place.fill(3)
        for count in [1, 3, 6] {
            let copy = try other.copy()
            let log = try copy.open()
            log.append((0..<count).map { entry($0 + 50) })
            try log.flush()
            try expectNoticed(copy.read(firstSegment), "\(count) records")
        }
    }

    @Test func theReportSaysWhere() throws {
        var lines = original.lines
        lines[2][100] ^= 1
        try place.write(firstSegment, Data(lines.joined()))
        let log = try place.open()
        let report = try log.verify()
        #expect(report.problems == [.init(segment: 1, line: 3, kind: .changed)])
        #expect(report.authenticRecords == 4)
        #expect(report.problems[0].description.hasPrefix("segment 1, line 3: "))
    }

    @Test func aMissingEndShowsWhichRecordsAreGone() throws {
        try place.write(firstSegment, Data(original.lines.prefix(2).joined()))
        let log = try place.open()
        #expect(try log.problems() == [.missingRecords(first: 3, last: 4)])
        #expect(try log.records().map(\.sequence) == [1, 2, 5])
    }

    @Test func aMissingEndIsNamedWhileTheLogIsOpen() throws {
        let log = try place.open()
        try place.write(firstSegment, Data(original.lines.dropLast().joined()))
        #expect(try log.problems() == [.missingEnd(first: 4, last: 4)])
    }

    @Test func aLogWithoutAHeadStartsWithItsFirstRecord() throws {
        place.head = nil
        #expect(try place.open().verify().isIntact)
        #expect(place.head?.sequence == 4)
        place.head = nil
        try place.write(firstSegment, Data(original.lines.dropFirst().joined()))
        #expect(try !place.open().verify().isIntact)
    }

    @Test func malformedHeadIsNoticed() throws {
        place.head = Head(sequence: 4, segment: 1, mac: [1])
        #expect(try place.open().records().last?.kind == .damaged)
        place.head = Head(sequence: .max, segment: .max, mac: [UInt8](repeating: 0, count: 32))
        #expect(try place.open().records().last?.kind == .damaged)
    }
}
