import AgentProtocol
import Foundation
import KeychainServices
import Testing
import VaultClient

@testable import PasswordVault

/// Items that come from elsewhere, all of them or none.
@Suite struct ArrivalTests {
    private struct Interruption: Error {}

    private static func file(_ content: Data, name: String = "scan.pdf") -> ArrivingFile {
        ArrivingFile(name: name, mediaType: "application/pdf", added: Date(timeIntervalSince1970: 1000)) { body in
            try body(content)
        }
    }

    private static func item(_ title: String) -> VaultItem {
        var item = VaultItem.login(title)
        item.created = Date(timeIntervalSince1970: 1_600_000_000)
        item.changed = Date(timeIntervalSince1970: 1_650_000_000)
        item.history = [
            FormerSecret(
                field: "password", label: "password", until: Date(timeIntervalSince1970: 1_640_000_000),
                secret: Secret("old"))
        ]
        return item
    }

    @Test(arguments: VaultTransport.allCases)
    func itemsComeWithDatesHistoryAndFiles(_ transport: VaultTransport) throws {
        let sample = try VaultSample(transport)
        let vault = try sample.create()
        let content = Data((0..<2_500_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        var item = Self.item("Bank")
        item.archived = Date(timeIntervalSince1970: 1_660_000_000)
        var counts: [Int] = []
        try vault.bring([
            ArrivingItem(item, files: [Self.file(content), Self.file(Data(), name: "/x/empty")]),
            ArrivingItem(Self.item("Shop")),
        ]) { counts.append($0) }
        #expect(counts == [1, 2])
        let stored = try vault.item(item.id)
        #expect(stored.attachments.map(\.name) == ["scan.pdf", "empty"])
        #expect(try vault.content(stored.attachments[0].id, of: item.id) == content)
        item.attachments = stored.attachments
        #expect(stored == item)
        #expect(try vault.count() == 2)
    }

    @Test(arguments: VaultTransport.allCases)
    func newVersionTakesThePlaceOfTheOneItWasComparedWith(_ transport: VaultTransport) throws {
        let sample = try VaultSample(transport)
        let vault = try sample.create()
        var item = Self.item("Bank")
        try vault.bring([ArrivingItem(item, files: [Self.file(Data("1".utf8))])]) { _ in }
        let stored = try vault.item(item.id)
        item = stored
        item["password"] = .secret(Secret("new"))
        item.changed = Date(timeIntervalSince1970: 1_670_000_000)
        try vault.bring([ArrivingItem(item, replacing: stored.changed)]) { _ in }
        #expect(try vault.item(item.id) == item)
        // Another program has changed it since: nothing of the second import is stored.
        #expect(throws: KeychainError(.parameter, "")) {
            try vault.bring([
                ArrivingItem(Self.item("Other")), ArrivingItem(item, replacing: stored.changed),
            ]) { _ in }
        }
        #expect(try vault.count() == 1)
    }

    @Test(arguments: VaultTransport.allCases)
    func interruptionLeavesNothing(_ transport: VaultTransport) throws {
        let sample = try VaultSample(transport)
        let vault = try sample.create()
        #expect(throws: Interruption.self) {
            try vault.bring([
                ArrivingItem(Self.item("1"), files: [Self.file(Data(count: 3_000_000))]), ArrivingItem(Self.item("2")),
            ]) { if $0 == 2 { throw Interruption() } }
        }
        #expect(throws: Interruption.self) {
            try vault.bring([
                ArrivingItem(
                    Self.item("1"),
                    files: [
                        ArrivingFile(name: "x", mediaType: "", added: Date()) { body in
                            try body(Data(count: 1 << 20))
                            throw Interruption()
                        }
                    ])
            ]) { _ in }
        }
        #expect(throws: KeychainError(.parameter, "")) {
            try vault.bring([
                ArrivingItem(
                    Self.item("1"),
                    files: [
                        ArrivingFile(name: "x", mediaType: "", added: Date()) { body in
                            for _ in 0...64 { try body(Data(count: 1 << 20)) }
                        }
                    ])
            ]) { _ in }
        }
        #expect(try vault.count() == 0)
        // A change that comes later finds the rows of the interrupted ones removed: they were on the same queue.
        _ = try vault.save(.login("Later"))
        let file = try sample.directory.openForExamination("personal")
        defer { file.close() }
        try file.keychain.unlockForExamination(sample.password())
        #expect(
            try file.keychain.items(
                matching: VaultRows.query(.attachment), reading: .attributes, with: Authentication()
            ).isEmpty)
    }

    @Test(arguments: VaultTransport.allCases)
    func itemCannotTakeAnotherItemsFile(_ transport: VaultTransport) throws {
        let sample = try VaultSample(transport)
        let vault = try sample.create()
        let victim = try vault.save(.login("Victim"))
        let file = try vault.attach(Data("secret plan".utf8), to: victim.id, name: "plan.txt")
        var thief = Self.item("Thief")
        thief.attachments = [file]
        #expect(throws: KeychainError(.parameter, "")) { try vault.bring([ArrivingItem(thief)]) { _ in } }
        #expect(try vault.content(file.id, of: victim.id) == Data("secret plan".utf8))
        #expect(try vault.count() == 1)
    }
}

/// The remains of an import in an agent that was killed.
@Suite struct ArrivalLeftoverTests {
    @Test func filesThatNoItemHasAreRemovedAfterADay() throws {
        let sample = try VaultSample()
        let vault = try sample.createHere()
        let item = try vault.save(.login("Bank"))
        let kept = try vault.attach(Data("kept".utf8), to: item.id, name: "x")
        try vault.stageChunk(Data(count: 1 << 20), number: 0, of: UUID())
        func examine() throws -> (findings: [Diagnosis.Kind], repairs: [String]) {
            let doctor = try VaultDoctor(
                root: sample.root, name: "personal", password: sample.password(), now: sample.clock.now)
            defer { doctor.close() }
            var diagnosis = Diagnosis()
            try doctor.examine(&diagnosis)
            try doctor.repair(&diagnosis)
            return (diagnosis.findings.map(\.kind), diagnosis.repairs)
        }
        // It may be an import that goes on.
        sample.clock.set(daysAhead: Date().timeIntervalSince(sample.clock.now) / 86_400)
        #expect(try examine().findings.isEmpty)
        sample.clock.pass(days: 2)
        #expect(try examine().findings == [.leftovers])
        #expect(try examine().findings.isEmpty)
        try vault.unlock(sample.password())
        #expect(try vault.content(kept.id, of: item.id) == Data("kept".utf8))
    }
}
