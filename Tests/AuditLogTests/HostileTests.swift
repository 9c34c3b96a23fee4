import Foundation
import LinuxSupport
import TestSupport
import Testing

@testable import AuditLog

@Suite struct HostileTests {
    private let place: Place

    init() throws { place = try Place() }

    @Test func thereIsOneWriter() throws {
        let log = try place.open()
        #expect(throws: LogError.inUse(place.directory)) { try place.open() }
        withExtendedLifetime(log) {}
    }

    @Test func anotherProcessIsKeptOutToo() throws {
        try place.fill(1)
        let process = try ChildProcess(
            ["/usr/bin/flock", place.directory, "sh", "-c", "echo locked; read line"], input: .piped)
        #expect(process.line() == "locked")
        #expect(throws: LogError.inUse(place.directory)) { try place.open() }
        process.closeInput()
        process.wait()
        #expect(try place.open().verify().isIntact)
    }

    @Test func aDirectoryThatOthersCanWriteToIsNotUsed() throws {
        let error = LogError.untrustedDirectory(place.directory)
        try FileManager.default.createSymbolicLink(atPath: place.directory, withDestinationPath: place.path)
        #expect(throws: error) { try place.open() }
        try FileManager.default.removeItem(atPath: place.directory)
        try Data().write(to: URL(fileURLWithPath: place.directory))
        #expect(throws: error) { try place.open() }
        try FileManager.default.removeItem(atPath: place.directory)
        #expect(mkdir(place.directory, 0o700) == 0 && chmod(place.directory, 0o770) == 0)
        #expect(throws: error) { try place.open() }
    }

    @Test func linksAreNotFollowed() throws {
        let target = place.path + "/precious"
        try Data("precious\n".utf8).write(to: URL(fileURLWithPath: target))
        #expect(mkdir(place.directory, 0o700) == 0)
        for number in 1...3 as ClosedRange<UInt32> {
            try FileManager.default.createSymbolicLink(
                atPath: place.url(SegmentDirectory.name(number)).path, withDestinationPath: target)
        }
        let log = try place.open()
        log.append([entry(1)])
        try log.flush()
        #expect(try log.problems() == [.foreignFile])
        #expect(try Data(contentsOf: URL(fileURLWithPath: target)) == Data("precious\n".utf8))
        #expect(place.names.contains(firstSegment + ".foreign"))
    }

    @Test func aGenuineSegmentElsewhereIsNotWrittenThroughALink() throws {
        try place.fill(1)
        let elsewhere = place.path + "/elsewhere"
        try FileManager.default.moveItem(atPath: place.url(firstSegment).path, toPath: elsewhere)
        try FileManager.default.createSymbolicLink(
            atPath: place.url(firstSegment).path, withDestinationPath: elsewhere)
        let before = try Data(contentsOf: URL(fileURLWithPath: elsewhere))
        let log = try place.open()
        log.append([entry(1)])
        #expect(try log.problems().contains(.foreignFile))
        #expect(try Data(contentsOf: URL(fileURLWithPath: elsewhere)) == before)
    }

    @Test func aHardLinkToAnotherFileIsNotWritten() throws {
        try place.fill(1)
        let copy = place.path + "/linked"
        #expect(link(place.url(firstSegment).path, copy) == 0)
        let before = try Data(contentsOf: URL(fileURLWithPath: copy))
        let log = try place.open()
        log.append([entry(1)])
        try log.flush()
        #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == before)
        #expect(try !log.verify().isIntact)
    }

    @Test func aPipeIsNotWaitedFor() throws {
        try place.fill(1)
        try place.remove(firstSegment)
        #expect(mkfifo(place.url(firstSegment).path, 0o600) == 0)
        let log = try place.open()
        #expect(try log.records().last?.kind == .damaged)
    }

    @Test func filesWithOtherNamesAreLeftAlone() throws {
        try place.fill(1)
        let names = ["audit-1.log", "audit-00000000.log", "audit-0000000a.log", "audit-00000001.log~", "notes"]
        for name in names { try place.write(name, Data("x".utf8)) }
        #expect(try place.open().verify().isIntact)
        for name in names { #expect(try place.read(name) == Data("x".utf8)) }
    }

    @Test func aFileWithTheHighestNumberDoesNotStopTheLog() throws {
        try place.fill(1)
        try place.write("audit-99999999.log", Data("x\n".utf8))
        let log = try place.open()
        log.append([entry(1)])
        try log.flush()
        #expect(try log.problems() == [.foreignFile])
        #expect(place.head?.segment == 1)
    }

    @Test func aSegmentThatGrewEndlesslyIsReadUpToItsLimit() throws {
        try place.fill(1)
        #expect(truncate(place.url(firstSegment).path, 1 << 40) == 0)
        let log = try place.open()
        log.append([entry(1)])
        #expect(try log.problems().contains(.oversized))
        #expect(try log.records().last?.kind == .access)
        #expect(place.names == [firstSegment, SegmentDirectory.name(2)])
    }

    @Test func randomBytesAreNoRecords() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<50 {
            let copy = try Place()
            let bytes = (0..<Int.random(in: 0...5000)).map { _ in UInt8.random(in: 0...255, using: &generator) }
            try copy.write(firstSegment, Data(bytes))
            let log = try copy.open()
            log.append([entry(1)])
            #expect(try log.records().last?.isAuthentic == true)
        }
    }

    @Test func textsCannotMoveTheCursor() {
        let text = "/bin/\u{1B}[2J\n\u{7F}\u{9B}\u{202E}\u{2028}\\x\"ü"
        let escaped = #"/bin/\u{1b}[2J\u{a}\u{7f}\u{9b}\u{202e}\u{2028}\\x"ü"#
        #expect(UntrustedText.forLog(text, limit: 1000) == escaped)
        let entry = Entry(time: 0, uid: 0, subject: text, strength: text, operation: text, status: 0)
        #expect([entry.subject, entry.strength, entry.operation] == [escaped, escaped, escaped])
    }

    @Test func textsAreCutBetweenCharacters() {
        for limit in 0...12 {
            let cut = UntrustedText.forLog("aü\n\u{1F600}", limit: limit)
            #expect(cut.utf8.count <= limit)
            #expect(#"aü\u{a}😀"#.hasPrefix(cut))
        }
        let long = String(repeating: "\"", count: 10_000)
        let entry = Entry(
            time: .max, uid: .max, subject: long, strength: long, operation: long, itemClass: long, group: long,
            item: [UInt8](repeating: 255, count: 1000), status: .min)
        #expect(entry.subject.utf8.count == 4096)
        #expect([entry.strength, entry.operation, entry.itemClass, entry.group].allSatisfy { $0.utf8.count == 256 })
        #expect(entry.item.count == 32)
    }

    @Test func theLongestEntryIsARecord() throws {
        let long = String(repeating: "\\", count: 10_000)
        let longest = Entry(
            time: .max, uid: .max, subject: long, strength: long, operation: long, itemClass: long, group: long,
            item: [UInt8](repeating: 255, count: 1000), status: .min)
        let log = try place.open()
        log.append([longest, Entry(time: .min, uid: 0, subject: "", strength: "", operation: "", status: 0)])
        #expect(try log.verify() == Report(authenticRecords: 3))
        let records = try log.records()
        #expect(records[1].subject == longest.subject)
        #expect(records[1].time == "9999-12-31T23:59:59.999999Z")
        #expect(records[2].time == "1970-01-01T00:00:00.000000Z")
    }

    @Test func foreignLinesCannotMoveTheCursor() throws {
        try place.fill(1)
        let line = ##"{"seq":9,"time":"\u001b","kind":"access","subject":"\u001b[2J\u202e"}"## + "\n"
        try place.change(firstSegment) { $0 += Data(line.utf8) }
        let record = try #require(try place.open().records().first { $0.sequence == 9 })
        #expect(!record.isAuthentic)
        #expect(record.subject == #"\u{1b}[2J\u{202e}"# && record.time == #"\u{1b}"#)
    }
}
