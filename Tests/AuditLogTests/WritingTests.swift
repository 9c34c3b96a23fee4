import Foundation
import TestSupport
import Testing

@testable import AuditLog

@Suite struct WritingTests {
    private let place: Place

    init() throws { place = try Place() }

    @Test func recordsAreLinesOfJSON() throws {
        try place.fill(1)
        let lines = try place.read(firstSegment).lines
        #expect(lines.count == 2)
        let object = try #require(try JSONSerialization.jsonObject(with: lines[1]) as? [String: Any])
        #expect(object["seq"] as? Int == 2)
        #expect(object["time"] as? String == "2023-11-14T22:13:20.123456Z")
        #expect(object["kind"] as? String == "access")
        #expect(object["uid"] as? Int == 1000)
        #expect(object["subject"] as? String == "/usr/bin/pppppppppppppppppppp")
        #expect(object["strength"] as? String == "system")
        #expect(object["operation"] as? String == "copy")
        #expect(object["class"] as? String == "genp")
        #expect(object["group"] as? String == "org.example.mail")
        #expect(object["item"] as? String == "00ab")
        #expect(object["status"] as? Int == -25300)
        #expect((object["mac"] as? String)?.count == 64)
        #expect(object.count == 12)
    }

    /// The first record's MAC as any HMAC-SHA-256 computes it: `printf` of 32 zero bytes and the line up to `,"mac"`,
    /// through `openssl dgst -sha256 -mac HMAC -macopt hexkey:…`.
    @Test func theMACIsHMACSHA256OverThePreviousOneAndTheLine() throws {
        try place.fill(1)
        let line = try #require(try place.read(firstSegment).lines.first)
        let key = Place.key.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let answer = try ChildProcess(
            ["/usr/bin/openssl", "dgst", "-sha256", "-mac", "HMAC", "-macopt", "hexkey:\(key)"],
            input: .bytes(Data(count: 32) + line.dropLast(75))
        ).text()
        let mac = String(decoding: line.suffix(67).prefix(64), as: UTF8.self)
        #expect(answer.hasSuffix(mac + "\n"))
    }

    @Test func filesAreForTheirOwnerOnly() throws {
        let mask = umask(0)
        defer { umask(mask) }
        try place.fill(1)
        let files = FileManager.default
        #expect(try files.attributesOfItem(atPath: place.directory)[.posixPermissions] as? Int == 0o700)
        let mode = try files.attributesOfItem(atPath: place.url(firstSegment).path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }

    @Test(arguments: [true, false])
    func theHeadIsStoredAfterEveryBatch(synchronizing: Bool) throws {
        let log = try place.open(synchronizing: synchronizing)
        #expect(place.head == nil)
        for number in 1...3 {
            log.append([entry(number)])
            try log.flush()
            #expect(place.head?.sequence == UInt64(number + 1))
            #expect(place.head?.segment == 1)
        }
        try log.flush()
        #expect(place.headStores == 3)
        #expect(try log.verify() == Report(authenticRecords: 4))
    }

    @Test func aHeadThatCouldNotBeStoredIsStoredByTheNextFlush() throws {
        let log = try place.open()
        place.refusesHeads.withLock { $0 = true }
        log.append([entry(1)])
        #expect(throws: LogError.self) { try log.flush() }
        place.refusesHeads.withLock { $0 = false }
        try log.flush()
        #expect(place.head?.sequence == 2)
        #expect(try log.verify().isIntact)
    }

    @Test func sixtyFourKibibytesAreWrittenWithoutAFlush() throws {
        let log = try place.open()
        var count = 0
        while place.headStores == 0 {
            count += 1
            log.append([entry(count)])
        }
        let size = try place.read(firstSegment).count
        #expect(size >= Log.batchSize && size < Log.batchSize + 1000)
        #expect(try log.verify().authenticRecords == count + 1)
    }

    @Test func readingGivesTheNewestLast() throws {
        let log = try place.open()
        log.append((0..<10).map { entry($0) })
        let all = try log.records()
        #expect(all.map(\.sequence) == Array(1...11))
        #expect(all.allSatisfy { $0.isAuthentic })
        #expect(all[0].kind == .segment)
        #expect(all[3].item == "02ab")
        #expect(all[3].status == -25300)
        #expect(try log.records(limit: 3) == Array(all.suffix(3)))
        #expect(try log.records(limit: 0).isEmpty)
    }

    @Test func theLogGoesOnAfterItWasClosed() throws {
        for _ in 0..<3 { try place.fill(2) }
        let log = try place.open()
        #expect(try log.verify() == Report(authenticRecords: 7))
        #expect(place.names == [firstSegment])
    }

    @Test func manyThreadsWriteOneChain() async throws {
        let log = try place.open()
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    for number in 0..<500 { log.append([entry(thread * 1000 + number)]) }
                    try? log.flush()
                }
            }
        }
        #expect(try log.verify().isIntact)
        #expect(try log.records().count { $0.kind == .access } == 4000)
    }

    @Test func appendingDoesNotWaitForTheKeychain() throws {
        let (isStoring, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let log = try Place.key.withUnsafeBytes { key in
            try Log(directory: place.directory, key: key, head: nil, synchronizing: false) { _ in
                isStoring.signal()
                mayGoOn.wait()
            }
        }
        log.append([entry(0)])
        let thread = Thread { try? log.flush() }
        thread.start()
        isStoring.wait()
        for number in 1...1000 { log.append([entry(number)]) }
        for _ in 0..<1000 { mayGoOn.signal() }
        #expect(try log.verify() == Report(authenticRecords: 1002))
    }

    @Test func anotherKeyFindsNothingGenuine() throws {
        try place.fill(3)
        let log = try place.open(key: [UInt8](repeating: 9, count: 32))
        #expect(try log.problems().contains(.changed))
        #expect(throws: LogError.invalidKey) { try place.copy().open(key: [1, 2, 3]) }
    }
}

extension Report {
    init(authenticRecords: Int) {
        self.init()
        self.authenticRecords = authenticRecords
    }
}
